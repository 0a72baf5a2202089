/**
 * The messages a venue feed writes for the books, as plain mutable objects.
 *
 * HOT: each feed owns one of each and refills it; a receiver copies what it keeps, before it returns.
 * Prices are integer ticks at scale 10^pxDecimals of the instrument's `WireScale`, quantities are the wire's own
 * (contracts stay contracts): the book converts when it is read. Unknown numbers are NaN, unknown sequences -1.
 */

/** No sequence on the wire. */
export const NO_SEQ = -1;

/** Decimals with which the hot path reads one instrument's wire numbers. */
export interface WireScale {
  /** Prices become integers by 10^pxDecimals; an off-tick price with more digits makes the decoder report it, never round. */
  readonly pxDecimals: number;
}

/** One depth message: absolute sizes, 0 removes a level. */
export class DepthMessage {
  bidTicks = new Int32Array(1024);
  bidQty = new Float64Array(1024);
  bidCount = 0;
  askTicks = new Int32Array(1024);
  askQty = new Float64Array(1024);
  askCount = 0;
  /** Asks beyond int32 ticks that were left out: no trade reaches them. */
  farAskCount = 0;
  /** First and last update the message covers, and the last of the message before it (Binance pu, OKX prevSeqId). */
  firstSeq = NO_SEQ;
  lastSeq = NO_SEQ;
  prevSeq = NO_SEQ;
  /** Venue time of the message, epoch ms; NaN when the wire has none. */
  venueMs = Number.NaN;
  /** OKX crc32 as a signed int; NaN when absent. The value 0 means the venue no longer computes it. */
  checksum = Number.NaN;

  /** Empties the message for the next frame. Keeps the arrays. */
  reset(): void {
    this.bidCount = 0;
    this.askCount = 0;
    this.farAskCount = 0;
    this.firstSeq = NO_SEQ;
    this.lastSeq = NO_SEQ;
    this.prevSeq = NO_SEQ;
    this.venueMs = Number.NaN;
    this.checksum = Number.NaN;
  }

  /** Appends a bid level. */
  pushBid(ticks: number, qty: number): void {
    if (this.bidCount === this.bidTicks.length) this.growBids();
    this.bidTicks[this.bidCount] = ticks;
    this.bidQty[this.bidCount] = qty;
    this.bidCount += 1;
  }

  /** Appends an ask level. */
  pushAsk(ticks: number, qty: number): void {
    if (this.askCount === this.askTicks.length) this.growAsks();
    this.askTicks[this.askCount] = ticks;
    this.askQty[this.askCount] = qty;
    this.askCount += 1;
  }

  /** Doubles the room for bids; for readers that fill the arrays themselves. */
  growBids(): void {
    this.bidTicks = grown(this.bidTicks, new Int32Array(this.bidTicks.length * 2));
    this.bidQty = grown(this.bidQty, new Float64Array(this.bidQty.length * 2));
  }

  /** Doubles the room for asks. */
  growAsks(): void {
    this.askTicks = grown(this.askTicks, new Int32Array(this.askTicks.length * 2));
    this.askQty = grown(this.askQty, new Float64Array(this.askQty.length * 2));
  }
}

function grown<A extends Int32Array | Float64Array>(old: A, bigger: A): A {
  bigger.set(old);
  return bigger;
}

/** Best bid and ask with sizes. */
export class QuoteMessage {
  bidTicks = 0;
  bidQty = 0;
  askTicks = 0;
  askQty = 0;
  /** Book sequence the quote belongs to, where the venue shares one between quotes and depth; else -1. */
  seq = NO_SEQ;
  venueMs = Number.NaN;
}

/** A public trade. `takerSide` is the aggressor. */
export class TradeMessage {
  pxTicks = 0;
  qty = 0;
  takerSide: 'BUY' | 'SELL' = 'BUY';
  tradeId = '';
  venueMs = Number.NaN;
}

/** Mark and index price and funding of a perp. A field the frame does not carry is NaN, and then keeps its last value. */
export class MarkMessage {
  markPx = Number.NaN;
  indexPx = Number.NaN;
  /** Signed rate per funding interval as a fraction; positive = longs pay. */
  fundingRateFrac = Number.NaN;
  /** The venue's estimate for the interval after the next settlement, where it gives one. */
  followingFundingRateFrac = Number.NaN;
  nextFundingMs = Number.NaN;
  fundingIntervalHours = Number.NaN;
  venueMs = Number.NaN;
}

/** 24 h summary. Volumes are in wire quantity units and in quote. */
export class TickerMessage {
  lastPx = Number.NaN;
  openPx = Number.NaN;
  highPx = Number.NaN;
  lowPx = Number.NaN;
  /** Price change over 24 h as a fraction. */
  changeFrac = Number.NaN;
  volumeQty = Number.NaN;
  volumeQuote = Number.NaN;
  venueMs = Number.NaN;
}

/** One candle, open or closed. */
export class CandleMessage {
  openMs = Number.NaN;
  open = Number.NaN;
  high = Number.NaN;
  low = Number.NaN;
  close = Number.NaN;
  volumeQty = Number.NaN;
  /** In quote; NaN where the wire does not carry it. */
  volumeQuote = Number.NaN;
  isClosed = false;
}

/** A forced liquidation, in the sense of the position that was closed. */
export class LiquidationMessage {
  /** Whose position was closed by force: LONG means the venue sold. */
  liquidatedSide: 'LONG' | 'SHORT' = 'LONG';
  /** The price the venue prints (average or bankruptcy): never a market price. Wire units. */
  px = Number.NaN;
  /** Limit price of the forced order, where the venue prints it beside the average (Binance); else NaN. Wire units. */
  orderPx = Number.NaN;
  qty = Number.NaN;
  /** True when the venue throttles the stream, so that the sum is only a lower bound (Binance). */
  isLowerBound = false;
  venueMs = Number.NaN;
}
