import { NO_SEQ, type DepthMessage, type QuoteMessage } from '@riptide/core/domain';

/**
 * The best bid and ask of each instrument as the depth-1 channel tells them. Since 2025 that channel sends snapshots only;
 * before, deltas named one side alone.
 */
export class TopLevels {
  private readonly ticks: Int32Array;
  private readonly qty: Float64Array;

  /** `instruments` is the highest index plus one. */
  constructor(instruments: number) {
    this.ticks = new Int32Array(instruments * 2);
    this.qty = new Float64Array(instruments * 2);
  }

  forget(ix: number): void {
    this.qty[ix * 2] = 0;
    this.qty[ix * 2 + 1] = 0;
  }

  /** Takes a depth-1 message and fills `quote`; false while a side is unknown or empty. */
  apply(ix: number, isSnapshot: boolean, depth: DepthMessage, quote: QuoteMessage): boolean {
    const bid = ix * 2;
    const ask = bid + 1;
    if (isSnapshot) this.forget(ix);
    // Levels come best first: a snapshot with more of them still tells the best by its first.
    const bidCount = isSnapshot ? Math.min(1, depth.bidCount) : depth.bidCount;
    const askCount = isSnapshot ? Math.min(1, depth.askCount) : depth.askCount;
    for (let i = 0; i < bidCount; i += 1) this.set(bid, depth.bidTicks[i]!, depth.bidQty[i]!);
    for (let i = 0; i < askCount; i += 1) this.set(ask, depth.askTicks[i]!, depth.askQty[i]!);
    quote.bidTicks = this.ticks[bid]!;
    quote.bidQty = this.qty[bid]!;
    quote.askTicks = this.ticks[ask]!;
    quote.askQty = this.qty[ask]!;
    // The numbering of the depth-1 channel is its own: it can't be compared with the book's.
    quote.seq = NO_SEQ;
    quote.venueMs = depth.venueMs;
    return quote.bidQty > 0 && quote.askQty > 0;
  }

  /** A removal of another price than the one kept is the far end of a move: the new price stands in the same message. */
  private set(at: number, ticks: number, qty: number): void {
    if (qty === 0 && this.ticks[at] !== ticks) return;
    this.ticks[at] = ticks;
    this.qty[at] = qty;
  }
}
