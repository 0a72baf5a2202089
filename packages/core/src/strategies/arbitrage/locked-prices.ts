/** What is known of an instrument at the moment of a look. NaN is unknown. */
export interface PriceLook {
  readonly bidPx: number;
  readonly askPx: number;
  readonly indexPx: number;
  /** Median of the other venues. */
  readonly peerPx: number;
}

/**
 * Since when best prices stand still although the market moves: the sign of a price limit, a halt nobody told of or a dead feed.
 *
 * The index and the other venues' median are remembered as they were when the best prices last changed.
 */
export class LockedPrices {
  private readonly bidPx: Float64Array;
  private readonly askPx: Float64Array;
  private readonly sinceMs: Float64Array;
  private readonly indexPx: Float64Array;
  private readonly peerPx: Float64Array;
  private readonly lockedMs: Float64Array;

  constructor(instruments: number) {
    this.bidPx = new Float64Array(instruments).fill(Number.NaN);
    this.askPx = new Float64Array(instruments).fill(Number.NaN);
    this.sinceMs = new Float64Array(instruments).fill(Number.NaN);
    this.indexPx = new Float64Array(instruments).fill(Number.NaN);
    this.peerPx = new Float64Array(instruments).fill(Number.NaN);
    this.lockedMs = new Float64Array(instruments);
  }

  /** Takes a look at one instrument; once a second is enough. */
  look(ix: number, now: PriceLook, moveBps: number, nowMs: number): void {
    if (this.bidPx[ix] !== now.bidPx || this.askPx[ix] !== now.askPx) {
      this.bidPx[ix] = now.bidPx;
      this.askPx[ix] = now.askPx;
      this.sinceMs[ix] = nowMs;
      this.indexPx[ix] = now.indexPx;
      this.peerPx[ix] = now.peerPx;
      this.lockedMs[ix] = 0;
      return;
    }
    // WHY: a reference that was unknown at the last change starts when it is first known.
    if (Number.isNaN(this.indexPx[ix])) this.indexPx[ix] = now.indexPx;
    if (Number.isNaN(this.peerPx[ix])) this.peerPx[ix] = now.peerPx;
    const limit = moveBps / 1e4;
    const hasMoved =
      Math.abs(now.indexPx / (this.indexPx[ix] as number) - 1) > limit ||
      Math.abs(now.peerPx / (this.peerPx[ix] as number) - 1) > limit;
    this.lockedMs[ix] = hasMoved ? nowMs - (this.sinceMs[ix] as number) : 0;
  }

  /** Returns for how long the best prices stood still while the market moved; 0 when it did not. */
  lockedForMs(ix: number): number {
    return this.lockedMs[ix] as number;
  }
}
