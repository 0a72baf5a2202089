import type { RecordedInstrument } from './listed-rows.ts';
import { finerStep, stepOf } from './precision.ts';

/** Returns a symbol row in today's shape: recorded fields win, missing ones are filled in, steps are no coarser than the frames. */
export function spotRow(instrument: RecordedInstrument): Record<string, unknown> {
  const { precision, row, symbol } = instrument;
  const [base = symbol, quote = ''] = symbol.split('-');
  const baseIncrement = finerStep(row?.['baseIncrement'], precision.qtyDecimals);
  return {
    symbol,
    name: symbol,
    baseCurrency: base,
    quoteCurrency: quote,
    feeCurrency: quote,
    market: quote,
    baseMinSize: baseIncrement,
    quoteMinSize: '0.1',
    baseMaxSize: '10000000000',
    quoteMaxSize: '99999999',
    quoteIncrement: '0.000001',
    priceLimitRate: '0.1',
    minFunds: row?.['quoteMinSize'] ?? '0.1',
    isMarginEnabled: false,
    enableTrading: true,
    feeCategory: 1,
    makerFeeCoefficient: '1.00',
    takerFeeCoefficient: '1.00',
    st: false,
    callauctionIsEnabled: false,
    tradingStartTime: null,
    ...row,
    baseIncrement,
    priceIncrement: finerStep(row?.['priceIncrement'], precision.pxDecimals),
  };
}

/** Returns a contract row made of the name and the frames, with recorded fields where a list was recorded. */
export function contractRow(instrument: RecordedInstrument): Record<string, unknown> {
  const { precision, row, symbol } = instrument;
  const match = /^(.+?)(USDT|USDC|USD)M$/.exec(symbol);
  const base = match?.[1] ?? symbol;
  const quote = match?.[2] ?? 'USDT';
  const isInverse = quote === 'USD';
  return {
    symbol,
    rootSymbol: quote,
    type: 'FFWCSX',
    firstOpenDate: 1_585_555_200_000,
    expireDate: null,
    settleDate: null,
    baseCurrency: base,
    quoteCurrency: quote,
    settleCurrency: isInverse ? base : quote,
    maxOrderQty: 1_000_000,
    lotSize: 1,
    multiplier: isInverse ? -1 : base === 'XBT' ? 0.001 : 1,
    isInverse,
    isQuanto: false,
    status: 'Open',
    fundingRateGranularity: 28_800_000,
    maxLeverage: 100,
    makerFeeRate: 0.0002,
    takerFeeRate: 0.0006,
    ...row,
    tickSize: Number(finerStep(row?.['tickSize'], precision.pxDecimals) || stepOf(precision.pxDecimals)),
  };
}
