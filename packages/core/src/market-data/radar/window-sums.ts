const CAPACITY_MIN = 64;
/** Events kept of one symbol and side; a burst beyond it loses the oldest, and its sums say that they are lower bounds. */
export const WINDOW_EVENTS_MAX = 4096;
/**
 * USD are summed in whole units of 1/10,000: what leaves a window takes away exactly what came, so that no sum ever drifts. Exact up to
 * 900 billion USD.
 */
const UNITS_PER_USD = 10_000;

/** One window as it stands. */
interface WindowSum {
  readonly usd: number;
  readonly count: number;
  /** When its oldest event came; NaN while it is empty. */
  readonly firstMs: number;
  readonly isLowerBound: boolean;
}

/**
 * Forced orders of one symbol and side in the order they came, summed over several windows that all end now. A window of w ms holds what
 * came after `now - w`. Times must not go back.
 *
 * HOT: an event costs one write and, later, one removal a window; the arrays grow up to `WINDOW_EVENTS_MAX`.
 */
export class WindowSums {
  /** Events lost to the bound of the ring. */
  dropped = 0;
  private readonly widthsMs: number[];
  private atMs = new Float64Array(CAPACITY_MIN);
  private units = new Float64Array(CAPACITY_MIN);
  private bound = new Uint8Array(CAPACITY_MIN);
  /** Events ever written; the slot of event n is n modulo the capacity. */
  private written = 0;
  /** First event of each window, its sum and how many of its events are lower bounds. */
  private readonly tails: Float64Array;
  private readonly sums: Float64Array;
  private readonly bounds: Float64Array;
  /** Newest time of which events were lost. */
  private lostMs = Number.NEGATIVE_INFINITY;

  constructor(widthsMs: readonly number[]) {
    this.widthsMs = [...widthsMs];
    this.tails = new Float64Array(widthsMs.length);
    this.sums = new Float64Array(widthsMs.length);
    this.bounds = new Float64Array(widthsMs.length);
  }

  /** Adds an event to every window and moves them all to its time. */
  add(atMs: number, usd: number, isLowerBound: boolean): void {
    this.advance(atMs);
    if (this.written - this.oldest() === this.atMs.length) this.makeRoom();
    const slot = this.written & (this.atMs.length - 1);
    const units = Math.round(usd * UNITS_PER_USD);
    this.atMs[slot] = atMs;
    this.units[slot] = units;
    this.bound[slot] = isLowerBound ? 1 : 0;
    this.written += 1;
    for (let at = 0; at < this.tails.length; at += 1) {
      this.sums[at] = (this.sums[at] as number) + units;
      if (isLowerBound) this.bounds[at] = (this.bounds[at] as number) + 1;
    }
  }

  /** Lets events fall out of the windows that end now. */
  advance(nowMs: number): void {
    for (let at = 0; at < this.tails.length; at += 1) {
      const afterMs = nowMs - (this.widthsMs[at] as number);
      while ((this.tails[at] as number) < this.written && this.timeOf(this.tails[at] as number) <= afterMs) {
        this.dropFrom(at);
      }
    }
  }

  /** Returns the USD of a window as it was moved last. */
  usdOf(window: number): number {
    return (this.sums[window] as number) / UNITS_PER_USD;
  }

  /** Returns a window as it was moved last to `nowMs`. */
  sumOf(window: number, nowMs: number): WindowSum {
    const tail = this.tails[window] as number;
    const afterMs = nowMs - (this.widthsMs[window] as number);
    return {
      usd: this.usdOf(window),
      count: this.written - tail,
      firstMs: tail < this.written ? this.timeOf(tail) : Number.NaN,
      isLowerBound: (this.bounds[window] as number) > 0 || this.lostMs > afterMs,
    };
  }

  /** Returns a window as it would stand at a later time, without moving it: looking never changes what follows. */
  peek(window: number, nowMs: number): WindowSum {
    const afterMs = nowMs - (this.widthsMs[window] as number);
    let first = this.tails[window] as number;
    while (first < this.written && this.timeOf(first) <= afterMs) first += 1;
    let units = 0;
    let bounds = 0;
    for (let nth = first; nth < this.written; nth += 1) {
      units += this.units[nth & (this.units.length - 1)] as number;
      bounds += this.bound[nth & (this.bound.length - 1)] as number;
    }
    return {
      usd: units / UNITS_PER_USD,
      count: this.written - first,
      firstMs: first < this.written ? this.timeOf(first) : Number.NaN,
      isLowerBound: bounds > 0 || this.lostMs > afterMs,
    };
  }

  /** Says that what came at this time or before was not seen: windows that reach back to it are lower bounds. */
  loseUntil(atMs: number): void {
    this.lostMs = Math.max(this.lostMs, atMs);
  }

  /** Gives a window another width. What a wider one should hold but was let go makes it a lower bound. */
  resize(window: number, widthMs: number, nowMs: number): void {
    const held = this.oldest();
    const heldAfterMs = nowMs - Math.max(...this.widthsMs);
    if (held > 0 && nowMs - widthMs < heldAfterMs) this.lostMs = Math.max(this.lostMs, heldAfterMs);
    this.widthsMs[window] = widthMs;
    this.tails[window] = held;
    let units = 0;
    let bounds = 0;
    for (let nth = held; nth < this.written; nth += 1) {
      units += this.units[nth & (this.units.length - 1)] as number;
      bounds += this.bound[nth & (this.bound.length - 1)] as number;
    }
    this.sums[window] = units;
    this.bounds[window] = bounds;
    this.advance(nowMs);
  }

  private timeOf(nth: number): number {
    return this.atMs[nth & (this.atMs.length - 1)] as number;
  }

  private oldest(): number {
    let oldest = this.written;
    for (let at = 0; at < this.tails.length; at += 1) oldest = Math.min(oldest, this.tails[at] as number);
    return oldest;
  }

  /** Takes its first event out of one window. */
  private dropFrom(window: number): void {
    const nth = this.tails[window] as number;
    const slot = nth & (this.atMs.length - 1);
    this.sums[window] = (this.sums[window] as number) - (this.units[slot] as number);
    this.bounds[window] = (this.bounds[window] as number) - (this.bound[slot] as number);
    this.tails[window] = nth + 1;
  }

  private makeRoom(): void {
    if (this.atMs.length < WINDOW_EVENTS_MAX) {
      this.grow();
      return;
    }
    const oldest = this.oldest();
    this.lostMs = this.timeOf(oldest);
    this.dropped += 1;
    for (let at = 0; at < this.tails.length; at += 1) if (this.tails[at] === oldest) this.dropFrom(at);
  }

  private grow(): void {
    const size = this.atMs.length;
    const atMs = new Float64Array(size * 2);
    const units = new Float64Array(size * 2);
    const bound = new Uint8Array(size * 2);
    for (let nth = this.written - size; nth < this.written; nth += 1) {
      const from = nth & (size - 1);
      const to = nth & (size * 2 - 1);
      atMs[to] = this.atMs[from] as number;
      units[to] = this.units[from] as number;
      bound[to] = this.bound[from] as number;
    }
    this.atMs = atMs;
    this.units = units;
    this.bound = bound;
  }
}
