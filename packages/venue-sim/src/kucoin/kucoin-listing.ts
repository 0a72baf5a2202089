import { priceLimitTicks } from '../account/price-limits.ts';
import type { SimInstrument, SimVenueMarket } from '../market/model.ts';
import { fixedText, stepText, trimZeros } from '../server/text.ts';
import { exponentNumber } from './kucoin-json.ts';

/** The two products, each with its own hosts, paths and sockets. */
export type KucoinProduct = 'spot' | 'futures';

/** One listing in KuCoin's words. */
export interface KucoinListing {
  readonly ix: number;
  readonly product: KucoinProduct;
  readonly symbol: string;
  readonly instrument: SimInstrument;
  px(ticks: number): string;
  qty(lots: number): string;
  /** A size as its product writes it: decimal text on spot, an integer of contracts on futures. */
  size(lots: number): string | number;
}

/** Listings of one product, found by symbol. */
export interface KucoinListings {
  readonly all: readonly KucoinListing[];
  bySymbol(symbol: string): KucoinListing | null;
}

const HOUR_MS = 3_600_000;
const MAKER_RATE = 0.0002;
const TAKER_RATE = 0.0006;
const FUNDING_CAP = 0.003;

/** Builds the listings of one product. */
export function kucoinListings(instruments: readonly SimInstrument[], product: KucoinProduct): KucoinListings {
  const all: KucoinListing[] = [];
  instruments.forEach((instrument, ix) => {
    if ((instrument.kind === 'perp') !== (product === 'futures')) return;
    const pxOf = stepText(instrument.pxTick, instrument.pxDecimals);
    const qtyOf = stepText(instrument.qtyStep, instrument.qtyDecimals);
    const px = (ticks: number): string => trimZeros(pxOf(ticks));
    const qty = (lots: number): string => trimZeros(qtyOf(lots));
    const size = (lots: number): string | number => (product === 'futures' ? Number(qty(lots)) : qty(lots));
    all.push({ ix, product, symbol: instrument.wireSymbol, instrument, px, qty, size });
  });
  const bySymbol = new Map(all.map((listing) => [listing.symbol, listing]));
  return { all, bySymbol: (symbol) => bySymbol.get(symbol) ?? null };
}

/** Prints a computed figure with at most `decimals` digits and no idle zeros. */
export function figure(value: number, decimals: number): string {
  return trimZeros(fixedText(value, decimals));
}

/** Returns one row of the spot symbol list (`/api/v2/symbols`). */
export function symbolRow(market: SimVenueMarket, listing: KucoinListing): Record<string, unknown> {
  const { instrument, symbol } = listing;
  return {
    symbol,
    name: symbol,
    baseCurrency: instrument.base,
    quoteCurrency: instrument.quote,
    feeCurrency: instrument.quote,
    market: 'USDS',
    baseMinSize: listing.qty(instrument.qtyMinLots),
    quoteMinSize: '0.1',
    baseMaxSize: '10000000000',
    quoteMaxSize: '99999999',
    baseIncrement: listing.qty(1),
    quoteIncrement: '0.000001',
    priceIncrement: listing.px(1),
    priceLimitRate: '0.1',
    minFunds: figure(instrument.notionalMin, 6),
    isMarginEnabled: true,
    enableTrading: !market.isHalted(listing.ix),
    feeCategory: 1,
    makerFeeCoefficient: '1.00',
    takerFeeCoefficient: '1.00',
    st: false,
    callauctionIsEnabled: false,
    callauctionPriceFloor: null,
    callauctionPriceCeiling: null,
    callauctionFirstStageStartTime: null,
    callauctionSecondStageStartTime: null,
    callauctionThirdStageStartTime: null,
    tradingStartTime: null,
  };
}

/** Returns one row of `contracts/active`: numbers, some in exponent form; the funding time is a countdown and a moment. */
export function contractRow(market: SimVenueMarket, listing: KucoinListing): Record<string, unknown> {
  const { instrument, ix, symbol } = listing;
  const mark = market.mark(ix);
  const limits = priceLimitTicks(market, ix);
  const stats = market.dayStats(ix);
  const nowMs = market.nowMs();
  const granularityMs = instrument.fundingIntervalHours * HOUR_MS;
  const digits = instrument.pxDecimals + 1;
  return {
    symbol,
    displaySymbol: `${instrument.base === 'XBT' ? 'BTC' : instrument.base}${instrument.quote}`,
    rootSymbol: instrument.quote,
    type: 'FFWCSX',
    firstOpenDate: instrument.listedMs,
    expireDate: null,
    settleDate: null,
    baseCurrency: instrument.base,
    quoteCurrency: instrument.quote,
    settleCurrency: instrument.quote,
    maxOrderQty: 1_000_000,
    marketMaxOrderQty: 1_000_000,
    maxPrice: exponentNumber(1_000_000),
    lotSize: instrument.qtyMinLots,
    tickSize: exponentNumber(instrument.pxTick),
    indexPriceTickSize: exponentNumber(instrument.pxTick / 10),
    multiplier: exponentNumber(instrument.qtyScale),
    initialMargin: exponentNumber(1 / instrument.leverageMax),
    maintainMargin: exponentNumber(0.5 / instrument.leverageMax),
    maxRiskLimit: 100_000,
    minRiskLimit: 100_000,
    riskStep: 50_000,
    makerFeeRate: exponentNumber(MAKER_RATE),
    takerFeeRate: exponentNumber(TAKER_RATE),
    isDeleverage: true,
    isQuanto: false,
    isInverse: false,
    fundingRateSymbol: `.${symbol}FPI${instrument.fundingIntervalHours}H`,
    indexSymbol: `.K${instrument.base}${instrument.quote}`,
    settlementSymbol: '',
    status: market.isHalted(ix) ? 'Paused' : 'Open',
    fundingFeeRate: exponentNumber(Number(figure(mark.fundingRateFrac, 6))),
    predictedFundingFeeRate: exponentNumber(Number(figure(mark.fundingRateFrac, 6))),
    fundingRateGranularity: granularityMs,
    currentFundingRateGranularity: granularityMs,
    fundingRateCap: FUNDING_CAP,
    fundingRateFloor: -FUNDING_CAP,
    openInterest: figure(stats.volumeQty, 0),
    turnoverOf24h: Number(figure(stats.volumeQuote, 4)),
    volumeOf24h: Number(figure(stats.volumeQty * instrument.qtyScale, 6)),
    markPrice: Number(figure(mark.markPx, digits)),
    indexPrice: Number(figure(mark.indexPx, digits)),
    lastTradePrice: Number(figure(stats.lastPx, digits)),
    nextFundingRateTime: mark.nextFundingMs - nowMs,
    nextFundingRateDateTime: mark.nextFundingMs,
    maxLeverage: instrument.leverageMax,
    lowPrice: Number(figure(stats.lowPx, digits)),
    highPrice: Number(figure(stats.highPx, digits)),
    priceChgPct: Number(figure(stats.lastPx / stats.openPx - 1, 4)),
    priceChg: Number(figure(stats.lastPx - stats.openPx, digits)),
    supportCross: true,
    buyLimit: Number(listing.px(limits.buyMaxTicks)),
    sellLimit: Number(listing.px(limits.sellMinTicks)),
  };
}
