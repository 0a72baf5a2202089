/** What is known of an instrument at the moment of a look. NaN is unknown. */
export interface PriceLook {
  readonly bidPx: number;
  readonly askPx: number;
  readonly indexPx: number;
  /** Median of the other venues. */
  readonly peerPx: number;
  /** When it was last traded. */
  readonly tradedMs: number;
}

/** What counts as standing still, and as being left behind. */
export interface LockLimits {
  readonly lockedAfterMs: number;
  /** The market has moved away by more than this. */
  readonly lockedMoveBps: number;
  /** The instrument's own mid moved by no more than this, or by no more than a flicker of its ticks. */
  readonly lockedStillBps: number;
}

/** A flicker of the best prices by two ticks. */
const FLICKER_TICKS = 2.5;
/** A mid that has not moved within this time teaches nothing of where the instrument usually stands. */
const ALIVE_MS = 60_000;
/** How fast what is usual follows: after this time two thirds of it are the new. */
const USUAL_TAU_MS = 600_000;
/** A lock ends when this share of the limit is left of its gap. */
const CLOSED_FRAC = 0.5;

const BY_INDEX = 1;
const BY_PEERS = 2;
const BY_SILENCE = 4;

/**
 * Since when an instrument is left behind by the market: the sign of a price limit, a halt nobody told of or a dead feed.
 *
 * Left behind is a mid that stood still (flicker is no move) while the index or the other venues' median moved away from it, and a mid that
 * stands away from that median, more than it usually does, while nobody trades there. What was once taken for locked stays so until the gap
 * is closed, or is usual: only a mid that moves teaches what is usual.
 */
export class LockedPrices {
  private readonly tickPx: Float64Array;
  /** Prices since when the mid stands still. */
  private readonly anchorPx: Float64Array;
  private readonly anchorIndexPx: Float64Array;
  private readonly anchorPeerPx: Float64Array;
  private readonly movedPx: Float64Array;
  private readonly movedMs: Float64Array;
  private readonly usualIndexBps: Float64Array;
  private readonly usualPeerBps: Float64Array;
  private readonly learntMs: Float64Array;
  private readonly lookedMs: Float64Array;
  private readonly strangeMs: Float64Array;
  private readonly latch: Uint8Array;
  private readonly lockedMs: Float64Array;

  /** `ticks`: the price step of every instrument. */
  constructor(ticks: readonly number[]) {
    const unknowns = (): Float64Array => new Float64Array(ticks.length).fill(Number.NaN);
    this.tickPx = Float64Array.from(ticks);
    this.anchorPx = unknowns();
    this.anchorIndexPx = unknowns();
    this.anchorPeerPx = unknowns();
    this.movedPx = unknowns();
    this.movedMs = unknowns();
    this.usualIndexBps = new Float64Array(ticks.length);
    this.usualPeerBps = new Float64Array(ticks.length);
    this.learntMs = new Float64Array(ticks.length);
    this.lookedMs = unknowns();
    this.strangeMs = unknowns();
    this.latch = new Uint8Array(ticks.length);
    this.lockedMs = new Float64Array(ticks.length);
  }

  /** Takes a look at one instrument; once a second is enough. */
  look(ix: number, now: PriceLook, limits: LockLimits, nowMs: number): void {
    const midPx = (now.bidPx + now.askPx) / 2;
    // WHY: without a book there is nothing to judge; what was locked before its loss is not believed after it either.
    if (Number.isNaN(midPx)) return;
    const flickerBps = ((FLICKER_TICKS * (this.tickPx[ix] as number)) / midPx) * 1e4;
    const stillBps = Math.max(limits.lockedStillBps, flickerBps);
    const moveBps = Math.max(limits.lockedMoveBps, 2 * stillBps);
    this.noteMove(ix, midPx, stillBps, nowMs);
    this.follow(ix, midPx, now, stillBps);
    const signs = this.signs(ix, midPx, now, { moveBps, isSilent: nowMs - now.tradedMs > limits.lockedAfterMs });
    this.judge(ix, signs, limits.lockedAfterMs, nowMs);
    this.learn(ix, midPx, now, nowMs);
  }

  /** Returns for how long the market has left the instrument behind; 0 when it has not. */
  lockedForMs(ix: number): number {
    return this.lockedMs[ix] as number;
  }

  private noteMove(ix: number, midPx: number, stillBps: number, nowMs: number): void {
    // Comparisons with NaN are false: the first look counts as a move.
    if (Math.abs(bpsOf(midPx, this.movedPx[ix] as number)) <= stillBps) return;
    this.movedPx[ix] = midPx;
    this.movedMs[ix] = nowMs;
  }

  /** A mid that moves by itself, or goes half of the market's way with it, does not stand still. */
  private follow(ix: number, midPx: number, { indexPx, peerPx }: PriceLook, stillBps: number): void {
    if (this.latch[ix] !== 0) return;
    const marketBps = Math.max(
      orZero(Math.abs(bpsOf(indexPx, this.anchorIndexPx[ix] as number))),
      orZero(Math.abs(bpsOf(peerPx, this.anchorPeerPx[ix] as number))),
    );
    if (Math.abs(bpsOf(midPx, this.anchorPx[ix] as number)) <= Math.max(stillBps, marketBps / 2)) {
      // WHY: a reference that was unknown when the standstill began counts from when it is first known.
      if (Number.isNaN(this.anchorIndexPx[ix])) this.anchorIndexPx[ix] = indexPx;
      if (Number.isNaN(this.anchorPeerPx[ix])) this.anchorPeerPx[ix] = peerPx;
      return;
    }
    this.anchorPx[ix] = midPx;
    this.anchorIndexPx[ix] = indexPx;
    this.anchorPeerPx[ix] = peerPx;
  }

  /** What speaks for a lock now; of a lock that stands, what still does. */
  private signs(
    ix: number,
    midPx: number,
    { indexPx, peerPx }: PriceLook,
    { moveBps, isSilent }: { readonly moveBps: number; readonly isSilent: boolean },
  ): number {
    const latched = this.latch[ix] as number;
    const isPending = latched !== 0 || !Number.isNaN(this.strangeMs[ix]);
    const limitBps = isPending ? moveBps * CLOSED_FRAC : moveBps;
    const ownBps = bpsOf(midPx, this.anchorPx[ix] as number);
    const leftBps = (px: number, anchorPx: number): number => Math.abs(bpsOf(px, anchorPx) - ownBps);
    const indexOffBps = Math.abs(bpsOf(midPx, indexPx) - (this.usualIndexBps[ix] as number));
    const peerOffBps = Math.abs(bpsOf(midPx, peerPx) - (this.usualPeerBps[ix] as number));
    const closedBps = moveBps * CLOSED_FRAC;
    let signs = 0;
    if (leftBps(indexPx, this.anchorIndexPx[ix] as number) > limitBps && indexOffBps > closedBps) signs |= BY_INDEX;
    if (leftBps(peerPx, this.anchorPeerPx[ix] as number) > limitBps && peerOffBps > closedBps) signs |= BY_PEERS;
    if (peerOffBps > limitBps && (isSilent || (latched & BY_SILENCE) !== 0)) signs |= BY_SILENCE;
    // WHY: while the reference of a lock is unknown nothing says that its gap is closed.
    if (Number.isNaN(indexPx)) signs |= latched & BY_INDEX;
    if (Number.isNaN(peerPx)) signs |= latched & (BY_PEERS | BY_SILENCE);
    return latched === 0 ? signs : signs & latched;
  }

  private judge(ix: number, signs: number, lockedAfterMs: number, nowMs: number): void {
    if (signs === 0) {
      if (this.latch[ix] !== 0) this.anchorPx[ix] = Number.NaN;
      this.latch[ix] = 0;
      this.strangeMs[ix] = Number.NaN;
      this.lockedMs[ix] = 0;
      return;
    }
    if (Number.isNaN(this.strangeMs[ix])) this.strangeMs[ix] = nowMs;
    const forMs = nowMs - (this.strangeMs[ix] as number);
    this.lockedMs[ix] = forMs;
    if (this.latch[ix] === 0 && forMs > lockedAfterMs) this.latch[ix] = signs;
  }

  private learn(ix: number, midPx: number, { indexPx, peerPx }: PriceLook, nowMs: number): void {
    const passedMs = Math.min(ALIVE_MS, nowMs - (this.lookedMs[ix] as number));
    this.lookedMs[ix] = nowMs;
    const movedMs = this.movedMs[ix] as number;
    const isAlive = nowMs - movedMs <= ALIVE_MS && !(movedMs <= (this.strangeMs[ix] as number));
    if (!isAlive || !(passedMs > 0)) return;
    const learntMs = (this.learntMs[ix] as number) + passedMs;
    this.learntMs[ix] = learntMs;
    const share = passedMs / Math.min(USUAL_TAU_MS, Math.max(ALIVE_MS, learntMs));
    moveBy(this.usualIndexBps, ix, (bpsOf(midPx, indexPx) - (this.usualIndexBps[ix] as number)) * share);
    moveBy(this.usualPeerBps, ix, (bpsOf(midPx, peerPx) - (this.usualPeerBps[ix] as number)) * share);
  }
}

function bpsOf(px: number, fromPx: number): number {
  return (px / fromPx - 1) * 1e4;
}

function orZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function moveBy(values: Float64Array, ix: number, by: number): void {
  if (!Number.isNaN(by)) values[ix] = (values[ix] as number) + by;
}
