import { splitJoined, type RecordedInstrument } from './listed-rows.ts';
import { finerStep } from './precision.ts';
import { objectOf } from './json-reads.ts';

type Row = Readonly<Record<string, unknown>>;

/** Returns an exchange info row: the recorded one where there is one, made from the frames otherwise. Steps never hide a digit. */
export function binanceRow(product: 'spot' | 'usdm', instrument: RecordedInstrument): Row {
  const { precision, row, symbol } = instrument;
  const filters = filtersOf(row);
  const listed = (type: string, field: string): unknown =>
    filters.find((filter) => filter['filterType'] === type)?.[field];
  const tickSize = finerStep(listed('PRICE_FILTER', 'tickSize'), precision.pxDecimals);
  const stepSize = finerStep(listed('LOT_SIZE', 'stepSize'), precision.qtyDecimals);
  const own = [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: '1000000', ...of(filters, 'PRICE_FILTER'), tickSize },
    { filterType: 'LOT_SIZE', minQty: stepSize, maxQty: '9000000', ...of(filters, 'LOT_SIZE'), stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty: stepSize, maxQty: '9000000', stepSize, ...of(filters, 'MARKET_LOT_SIZE') },
    notional(product, filters),
  ];
  const others = filters.filter((filter) => !own.some((one) => one['filterType'] === filter['filterType']));
  const { base, quote } = splitJoined(symbol);
  const made = product === 'usdm' ? futuresRow(symbol, { base, quote }) : spotRow(symbol, { base, quote });
  return { ...made, ...row, filters: [...own, ...others] };
}

function filtersOf(row: Row | null): readonly Row[] {
  const filters = row?.['filters'];
  return Array.isArray(filters) ? filters.map(objectOf).filter((filter) => filter !== null) : [];
}

function of(filters: readonly Row[], type: string): Row {
  return filters.find((filter) => filter['filterType'] === type) ?? {};
}

function notional(product: 'spot' | 'usdm', filters: readonly Row[]): Row {
  const recorded = of(filters, 'MIN_NOTIONAL');
  if (product === 'usdm') return { filterType: 'MIN_NOTIONAL', notional: '5', ...recorded };
  const minNotional = recorded['minNotional'] ?? '5';
  return { filterType: 'NOTIONAL', minNotional, applyMinToMarket: true, ...of(filters, 'NOTIONAL') };
}

function spotRow(symbol: string, pair: { base: string; quote: string }): Row {
  return {
    symbol,
    status: 'TRADING',
    baseAsset: pair.base,
    baseAssetPrecision: 8,
    quoteAsset: pair.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: [],
    permissionSets: [['SPOT']],
  };
}

function futuresRow(symbol: string, pair: { base: string; quote: string }): Row {
  const isDated = symbol.includes('_');
  return {
    symbol,
    pair: symbol.split('_')[0],
    contractType: isDated ? 'CURRENT_QUARTER' : 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    status: 'TRADING',
    baseAsset: pair.base,
    quoteAsset: pair.quote,
    marginAsset: pair.quote,
    pricePrecision: 8,
    quantityPrecision: 8,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    orderTypes: ['LIMIT', 'MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
  };
}
