import type { BookResetReason, BookSide, DepthLevels } from '../../domain/index.ts';

/**
 * What the scanner reads of the market, by instrument index. All prices canonical, quantities in base units, NaN unknown.
 *
 * HOT: the arrays are the writer's own, read in place.
 */
export interface ScannerMarket {
  /** Best prices, possibly ahead of the book when a best-quote channel is faster. For the gate only. */
  readonly bidPx: Float64Array;
  readonly askPx: Float64Array;
  readonly indexPx: Float64Array;
  /** Receive time of the last public trade. */
  readonly tradedMs: Float64Array;
  readonly fundingRateFrac: Float64Array;
  readonly fundingIntervalHours: Float64Array;
  readonly nextFundingMs: Float64Array;
  /** False while the venue has halted the instrument. */
  isTrading(ix: number): boolean;
  /** How far the best prices stand within the limits the venue enforces, in bps of the nearer limit; at most 0 at or beyond one, NaN without limits. */
  limitGapBps(ix: number): number;
  /** Null while the book is live. */
  resetReason(ix: number): BookResetReason | null;
  /** Receive time of the book's last sign of life. */
  bookRecvMs(ix: number): number;
  /** Grows with every change of the book. */
  bookVersion(ix: number): number;
  /** Delay of the last depth message, clock offset removed. */
  depthDelayMs(ix: number): number;
  /** Clock of the instrument's venue minus ours; NaN before it was measured. */
  clockOffsetMs(ix: number): number;
  /** Fills `out` with the levels of the verified book within `maxDepthBps` of its best. */
  readDepth(ix: number, side: BookSide, maxDepthBps: number, out: DepthLevels): void;
}
