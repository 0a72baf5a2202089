import type { SimCandle, SimLevel, SimTrade, SimVenueMarket } from '../market/model.ts';
import { fixedText } from '../server/text.ts';
import type { BinanceListing } from './binance-product.ts';

const DAY_MS = 86_400_000;
const MARK_DECIMALS = 8;

/** Levels as `[["px","qty"],…]`. */
export function levelsJson(listing: BinanceListing, levels: readonly SimLevel[]): string {
  const { px, qty } = listing.text;
  return `[${levels.map((level) => `["${px(level.ticks)}","${qty(level.lots)}"]`).join(',')}]`;
}

/** A computed price with the listing's digits. */
function pxText(listing: BinanceListing, px: number): string {
  return fixedText(px, listing.instrument.pxDecimals);
}

/** A computed quantity with the listing's digits. */
export function qtyText(listing: BinanceListing, qty: number): string {
  return fixedText(qty, listing.instrument.qtyDecimals);
}

/** The quote value of a quantity at a price, with eight digits on spot and the price's on futures. */
function quoteText(listing: BinanceListing, quote: number): string {
  return fixedText(quote, listing.instrument.kind === 'spot' ? 8 : Math.max(2, listing.instrument.pxDecimals));
}

/** True when the resting order was the buyer's, which is how the venue tells that a seller took. */
export function isBuyerMaker(trade: SimTrade): boolean {
  return trade.takerSide === 'SELL';
}

/** One kline as the twelve-element array of REST. */
export function klineRow(listing: BinanceListing, candle: SimCandle, intervalMs: number): unknown[] {
  return [
    candle.openMs,
    pxText(listing, candle.open),
    pxText(listing, candle.high),
    pxText(listing, candle.low),
    pxText(listing, candle.close),
    qtyText(listing, candle.volumeQty),
    candle.openMs + intervalMs - 1,
    quoteText(listing, candle.volumeQuote),
    candle.tradeCount,
    qtyText(listing, candle.volumeQty / 2),
    quoteText(listing, candle.volumeQuote / 2),
    '0',
  ];
}

/** One kline as the `k` object of the stream. */
export function klineObject(
  listing: BinanceListing,
  candle: SimCandle,
  shape: {
    readonly interval: string;
    readonly intervalMs: number;
    readonly isClosed: boolean;
    readonly lastTradeId: number;
  },
): Record<string, unknown> {
  return {
    t: candle.openMs,
    T: candle.openMs + shape.intervalMs - 1,
    s: listing.instrument.wireSymbol,
    i: shape.interval,
    f: Math.max(0, shape.lastTradeId - candle.tradeCount + 1),
    L: shape.lastTradeId,
    o: pxText(listing, candle.open),
    c: pxText(listing, candle.close),
    h: pxText(listing, candle.high),
    l: pxText(listing, candle.low),
    v: qtyText(listing, candle.volumeQty),
    n: candle.tradeCount,
    x: shape.isClosed,
    q: quoteText(listing, candle.volumeQuote),
    V: qtyText(listing, candle.volumeQty / 2),
    Q: quoteText(listing, candle.volumeQuote / 2),
    B: '0',
  };
}

/** The figures of the last 24 h that REST and streams both print. */
export interface BinanceDay {
  readonly change: string;
  readonly changePercent: string;
  readonly weighted: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly last: string;
  readonly lastQty: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly openMs: number;
  readonly closeMs: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly count: number;
}

/** Prints the 24 h figures of a listing. */
export function dayOf(market: SimVenueMarket, listing: BinanceListing): BinanceDay {
  const stats = market.dayStats(listing.ix);
  const last = market.recentTrades(listing.ix, 1)[0];
  const nowMs = market.nowMs();
  const lastId = last?.id ?? stats.tradeCount;
  return {
    change: pxText(listing, stats.lastPx - stats.openPx),
    changePercent: fixedText((stats.lastPx / stats.openPx - 1) * 100, 3),
    weighted: pxText(listing, (stats.highPx + stats.lowPx + stats.lastPx) / 3),
    open: pxText(listing, stats.openPx),
    high: pxText(listing, stats.highPx),
    low: pxText(listing, stats.lowPx),
    last: pxText(listing, stats.lastPx),
    lastQty: last === undefined ? qtyText(listing, 0) : listing.text.qty(last.lots),
    volume: qtyText(listing, stats.volumeQty),
    quoteVolume: quoteText(listing, stats.volumeQuote),
    openMs: nowMs - DAY_MS,
    closeMs: nowMs,
    firstId: Math.max(0, lastId - stats.tradeCount + 1),
    lastId,
    count: stats.tradeCount,
  };
}

/** A mark or index price with eight digits, as the venue prints them. */
export function markText(px: number): string {
  return fixedText(px, MARK_DECIMALS);
}
