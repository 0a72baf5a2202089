import {
  DEPTH_LEVELS_MAX,
  NO_SEQ,
  type BookResetReason,
  type BookSide,
  type DepthLevels,
  type DepthMessage,
} from '../domain/index.ts';
import { BookLadder } from './book-ladder.ts';

/** How wire numbers of one instrument become base units. */
export interface BookUnits {
  readonly pxDecimals: number;
  /** Wire price divided by this is the price of one base unit. */
  readonly pxDivisor: number;
  /** Base units per wire quantity unit. */
  readonly qtyScale: number;
}

/**
 * Both sides of one instrument's book, kept on the wire's own scale and converted when read.
 *
 * Created once and cleared in place: a discarded book would take the optimised code of all others with it.
 */
export class Book {
  readonly bids = new BookLadder('bid');
  readonly asks = new BookLadder('ask');
  /** Null while live. */
  resetReason: BookResetReason | null = 'not-synced';
  /** Sequence of the last applied message. */
  lastSeq = NO_SEQ;
  /** Venue and receive time of the last sign of life; NaN before the first. */
  venueMs = Number.NaN;
  recvMs = Number.NaN;
  /** Receive time minus venue time of the last message that carried one, clock offset not removed. */
  rawDelayMs = Number.NaN;
  /** Grows with every change. */
  version = 0;
  private readonly pxDivisor: number;
  private readonly qtyScale: number;
  private pxUnit: number;
  private readonly readTicks = new Int32Array(DEPTH_LEVELS_MAX);
  private readonly readQty = new Float64Array(DEPTH_LEVELS_MAX);

  constructor(units: BookUnits) {
    // WHY: copied, for instruments are objects of many shapes, and reading one of those takes longer than the product.
    this.pxDivisor = units.pxDivisor;
    this.qtyScale = units.qtyScale;
    this.pxUnit = 10 ** units.pxDecimals * units.pxDivisor;
  }

  get isLive(): boolean {
    return this.resetReason === null;
  }

  get isCrossed(): boolean {
    return !this.bids.isEmpty && !this.asks.isEmpty && this.bids.bestTicks >= this.asks.bestTicks;
  }

  /** Converts ticks to a canonical price. */
  toPx(ticks: number): number {
    return ticks / this.pxUnit;
  }

  /** Converts a wire quantity to base units. */
  toBase(qty: number): number {
    return qty * this.qtyScale;
  }

  /**
   * Writes the sizes at the best prices in base units, 0 for an empty side, at `ix` of two columns.
   * HOT: a size that a call returns is put into an object.
   */
  writeBestQty(ix: number, bidQtyBase: Float64Array, askQtyBase: Float64Array): void {
    bidQtyBase[ix] = this.bids.bestQty * this.qtyScale;
    askQtyBase[ix] = this.asks.bestQty * this.qtyScale;
  }

  /** Replaces all levels and makes the book live. */
  replace(depth: DepthMessage, recvMs: number): void {
    this.bids.clear();
    this.asks.clear();
    this.resetReason = null;
    this.apply(depth, recvMs);
  }

  /** Sets the absolute sizes a message carries. */
  apply(depth: DepthMessage, recvMs: number): void {
    if (depth.bidCount > 0) this.bids.setAll(depth.bidTicks, depth.bidQty, depth.bidCount);
    if (depth.askCount > 0) this.asks.setAll(depth.askTicks, depth.askQty, depth.askCount);
    const { lastSeq, venueMs } = depth;
    this.lastSeq = lastSeq;
    this.recvMs = recvMs;
    if (!Number.isNaN(venueMs)) {
      this.venueMs = venueMs;
      this.rawDelayMs = recvMs - venueMs;
    }
    this.version += 1;
  }

  /** Notes that the book is known to be current at these times. */
  touch(venueMs: number, recvMs: number): void {
    this.recvMs = recvMs;
    if (Number.isNaN(venueMs)) return;
    this.venueMs = venueMs;
    this.rawDelayMs = recvMs - venueMs;
  }

  /** Empties the book and makes it unusable until it is replaced. */
  reset(reason: BookResetReason): void {
    this.bids.clear();
    this.asks.clear();
    this.resetReason = reason;
    this.lastSeq = NO_SEQ;
    this.version += 1;
  }

  /** Empties the book and reads ticks with other decimals from now on. */
  rescale(pxDecimals: number): void {
    this.reset('off-tick');
    this.pxUnit = 10 ** pxDecimals * this.pxDivisor;
  }

  /** Fills `out` with the levels within `maxDepthBps` of the best, best first, at most `DEPTH_LEVELS_MAX`. */
  readDepth(side: BookSide, maxDepthBps: number, out: DepthLevels): void {
    const ladder = side === 'bid' ? this.bids : this.asks;
    out.count = 0;
    if (ladder.isEmpty) return;
    const reach = (ladder.bestTicks * maxDepthBps) / 1e4;
    this.fill(out, ladder.readWithin(reach, DEPTH_LEVELS_MAX, this.readTicks, this.readQty));
  }

  /** Fills `out` with the best `count` levels, best first; `count` at most `DEPTH_LEVELS_MAX`. */
  readBest(side: BookSide, count: number, out: DepthLevels): void {
    const ladder = side === 'bid' ? this.bids : this.asks;
    this.fill(out, ladder.read(count, this.readTicks, this.readQty));
  }

  private fill(out: DepthLevels, count: number): void {
    out.count = count;
    for (let at = 0; at < count; at += 1) {
      out.px[at] = (this.readTicks[at] as number) / this.pxUnit;
      out.qtyBase[at] = (this.readQty[at] as number) * this.qtyScale;
    }
  }
}
