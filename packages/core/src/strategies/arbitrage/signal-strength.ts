const DURATIONS = 16;
const MINUTES = 60;
const MINUTE_MS = 60_000;
const COUNT_MAX = 255;

/** What is kept of one class over a restart. */
export interface SignalsState {
  readonly durationMs: Float32Array;
  readonly written: Uint32Array;
  readonly crossings: Uint8Array;
  readonly minute: Int32Array;
}

/** How long edges of a pair usually last, and how often they come: crossings of the minimum in the last hour. */
export class SignalStrength {
  private readonly durationMs: Float32Array;
  private readonly written: Uint32Array;
  private readonly crossings: Uint8Array;
  /** Number of the newest minute of the ring, since the epoch; 0 before the first crossing. */
  private readonly minute: Int32Array;

  constructor(pairs: number) {
    this.durationMs = new Float32Array(pairs * DURATIONS);
    this.written = new Uint32Array(pairs);
    this.crossings = new Uint8Array(pairs * MINUTES);
    this.minute = new Int32Array(pairs);
  }

  /** The edge rose over the minimum. */
  rose(pair: number, nowMs: number): void {
    this.advance(pair, nowMs);
    const slot = pair * MINUTES + ((this.minute[pair] as number) % MINUTES);
    if ((this.crossings[slot] as number) < COUNT_MAX) this.crossings[slot] = (this.crossings[slot] as number) + 1;
  }

  /** The edge fell under the minimum after it was alive for so long. */
  fell(pair: number, aliveMs: number): void {
    const count = this.written[pair] as number;
    this.durationMs[pair * DURATIONS + (count % DURATIONS)] = aliveMs;
    this.written[pair] = count + 1;
  }

  /** Returns how often the edge rose over the minimum in the last hour. */
  crossingsPerHour(pair: number, nowMs: number): number {
    if (this.minute[pair] === 0) return 0;
    this.advance(pair, nowMs);
    let sum = 0;
    for (let at = pair * MINUTES; at < (pair + 1) * MINUTES; at += 1) sum += this.crossings[at] as number;
    return sum;
  }

  /** Returns the median of the last 16 lifetimes, in ms; null before the first edge has ended. */
  aliveP50Ms(pair: number): number | null {
    const count = Math.min(this.written[pair] as number, DURATIONS);
    if (count === 0) return null;
    const sorted = this.durationMs.slice(pair * DURATIONS, pair * DURATIONS + count).sort();
    return sorted[count >> 1] as number;
  }

  clear(): void {
    this.written.fill(0);
    this.crossings.fill(0);
    this.minute.fill(0);
  }

  snapshot(): SignalsState {
    return {
      durationMs: this.durationMs.slice(),
      written: this.written.slice(),
      crossings: this.crossings.slice(),
      minute: this.minute.slice(),
    };
  }

  /** Takes over what was kept of another run's pair. Minutes that are over an hour old fall out by themselves. */
  restore(pair: number, from: number, state: SignalsState): void {
    this.durationMs.set(state.durationMs.subarray(from * DURATIONS, (from + 1) * DURATIONS), pair * DURATIONS);
    this.crossings.set(state.crossings.subarray(from * MINUTES, (from + 1) * MINUTES), pair * MINUTES);
    this.written[pair] = state.written[from] as number;
    this.minute[pair] = state.minute[from] as number;
  }

  private advance(pair: number, nowMs: number): void {
    const now = Math.floor(nowMs / MINUTE_MS);
    const last = this.minute[pair] as number;
    if (now <= last) return;
    for (let minute = Math.max(last + 1, now - MINUTES + 1); minute <= now; minute += 1) {
      this.crossings[pair * MINUTES + (minute % MINUTES)] = 0;
    }
    this.minute[pair] = now;
  }
}
