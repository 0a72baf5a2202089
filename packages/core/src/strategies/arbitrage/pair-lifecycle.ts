import { SignalStrength, type SignalsState } from './signal-strength.ts';

const BUCKET_MS = 1000;
const MINUTE_MS = 60_000;
/** A pair that was over the minimum is found again only after it was gone for this long. */
const GONE_MS = 60_000;
/** A minute and the second under way. */
const BUCKETS = 61;

export interface LifecycleState {
  readonly seenMs: Float64Array;
  readonly signals: SignalsState;
}

/**
 * Since when each pair's net edge is over the minimum, and for what share of the last minute it was.
 *
 * Time over the minimum is kept in a ring of one-second buckets per pair. `nowMs` never runs backwards per pair: an
 * earlier time is taken for the last one.
 */
export class PairLifecycle {
  /** Distinct pairs whose edge rose over the minimum; one counts again only after it was gone for a minute. Never falls. */
  found = 0;
  /** How long edges last and how often they come. */
  readonly signals: SignalStrength;
  private readonly isOver: Uint8Array;
  private readonly sinceMs: Float64Array;
  private readonly lastMs: Float64Array;
  /** When the pair was last seen over the minimum; NaN before the first time. */
  private readonly seenMs: Float64Array;
  private readonly bucketMs: Uint16Array;
  private readonly sumMs: Float64Array;

  constructor(pairs: number) {
    this.signals = new SignalStrength(pairs);
    this.isOver = new Uint8Array(pairs);
    this.sinceMs = new Float64Array(pairs).fill(Number.NaN);
    this.lastMs = new Float64Array(pairs).fill(Number.NaN);
    this.seenMs = new Float64Array(pairs).fill(Number.NaN);
    this.bucketMs = new Uint16Array(pairs * BUCKETS);
    this.sumMs = new Float64Array(pairs);
  }

  /** Tells whether the pair's edge is over the minimum from `nowMs` on. */
  set(pair: number, isOver: boolean, nowMs: number): void {
    if (!isOver && Number.isNaN(this.lastMs[pair])) return;
    this.advance(pair, nowMs);
    if (isOver && this.isOver[pair] === 0) {
      // WHY: a comparison with NaN is false, so a pair that was never seen counts.
      if (!(nowMs - (this.seenMs[pair] as number) < GONE_MS)) this.found += 1;
      this.sinceMs[pair] = nowMs;
      this.signals.rose(pair, nowMs);
    }
    if (!isOver && this.isOver[pair] === 1)
      this.signals.fell(pair, Math.max(0, nowMs - (this.sinceMs[pair] as number)));
    if (isOver || this.isOver[pair] === 1) this.seenMs[pair] = nowMs;
    if (!isOver) this.sinceMs[pair] = Number.NaN;
    this.isOver[pair] = isOver ? 1 : 0;
  }

  isOverNow(pair: number): boolean {
    return this.isOver[pair] === 1;
  }

  /** Since when the edge is over the minimum; NaN while it is not. */
  aliveSinceMs(pair: number): number {
    return this.sinceMs[pair] as number;
  }

  /** Share of the last minute, 0..1, in which the edge was over the minimum. */
  confidence(pair: number, nowMs: number): number {
    if (Number.isNaN(this.lastMs[pair])) return 0;
    this.advance(pair, nowMs);
    return Math.min(1, (this.sumMs[pair] as number) / MINUTE_MS);
  }

  /** Forgets how long edges lasted: another minimum makes that meaningless. What was found stays found. */
  clear(): void {
    this.isOver.fill(0);
    this.sinceMs.fill(Number.NaN);
    this.lastMs.fill(Number.NaN);
    this.bucketMs.fill(0);
    this.sumMs.fill(0);
    this.signals.clear();
  }

  snapshot(): LifecycleState {
    return { seenMs: this.seenMs.slice(), signals: this.signals.snapshot() };
  }

  /** Takes over what was kept of another run's pair; what was found is told anew by nobody. */
  restore(pair: number, from: number, { seenMs, signals }: LifecycleState): void {
    this.seenMs[pair] = seenMs[from] as number;
    this.signals.restore(pair, from, signals);
  }

  private advance(pair: number, toMs: number): void {
    const nowMs = Math.floor(toMs);
    let atMs = this.lastMs[pair] as number;
    if (Number.isNaN(atMs)) atMs = nowMs;
    if (nowMs - atMs > BUCKETS * BUCKET_MS) atMs = this.skipTo(pair, nowMs - BUCKETS * BUCKET_MS);
    while (atMs < nowMs) {
      const second = Math.floor(atMs / BUCKET_MS);
      const endMs = Math.min(nowMs, (second + 1) * BUCKET_MS);
      const slot = pair * BUCKETS + (second % BUCKETS);
      if (atMs === second * BUCKET_MS) this.empty(pair, slot);
      if (this.isOver[pair] === 1) {
        this.bucketMs[slot] = (this.bucketMs[slot] as number) + (endMs - atMs);
        this.sumMs[pair] = (this.sumMs[pair] as number) + (endMs - atMs);
      }
      atMs = endMs;
    }
    this.lastMs[pair] = atMs;
  }

  /** After a pause of over a minute nothing of the old minute counts. */
  private skipTo(pair: number, toMs: number): number {
    for (let slot = 0; slot < BUCKETS; slot += 1) this.empty(pair, pair * BUCKETS + slot);
    return Math.ceil(toMs / BUCKET_MS) * BUCKET_MS;
  }

  private empty(pair: number, slot: number): void {
    this.sumMs[pair] = (this.sumMs[pair] as number) - (this.bucketMs[slot] as number);
    this.bucketMs[slot] = 0;
  }
}
