const SLOTS = 240;
const START_STEP_MS = 1000;
/** 240 samples 16 s apart span an hour and four minutes. */
const STEP_MS_MAX = 16_000;
/** Fewer samples say nothing about what is usual. */
const SAMPLES_MIN = 30;
const MEDIAN_TTL_MS = 5000;

/** Samples kept over a restart are at most this old. */
const KEPT_MS = 3_900_000;

export interface SpreadState {
  readonly samples: Float32Array;
  readonly written: Uint32Array;
  readonly stepMs: Float64Array;
  readonly nextMs: Float64Array;
}

/**
 * The usual exit spread of every pair: the median over the last hour, in bps.
 *
 * Samples come at most once a second. When a pair's slots are full every second sample is dropped and the step doubles,
 * until the slots span the hour; from then on the oldest is overwritten.
 */
export class SpreadHistory {
  private readonly samples: Float32Array;
  private readonly written: Uint32Array;
  private readonly stepMs: Float64Array;
  private readonly nextMs: Float64Array;
  private readonly median: Float64Array;
  private readonly medianMs: Float64Array;
  private readonly sorted = new Float32Array(SLOTS);

  constructor(pairs: number) {
    this.samples = new Float32Array(pairs * SLOTS);
    this.written = new Uint32Array(pairs);
    this.stepMs = new Float64Array(pairs).fill(START_STEP_MS);
    this.nextMs = new Float64Array(pairs);
    this.median = new Float64Array(pairs);
    this.medianMs = new Float64Array(pairs).fill(Number.NEGATIVE_INFINITY);
  }

  /** Takes a sample unless the last one is too recent; unknown spreads are ignored. */
  add(pair: number, spreadBps: number, nowMs: number): void {
    if (Number.isNaN(spreadBps) || nowMs < (this.nextMs[pair] as number)) return;
    let count = this.written[pair] as number;
    if (count === SLOTS && (this.stepMs[pair] as number) < STEP_MS_MAX) count = this.thinOut(pair);
    this.samples[pair * SLOTS + (count % SLOTS)] = spreadBps;
    // WHY: past the first round the counter runs in [SLOTS, 2 * SLOTS), the slot stays its remainder.
    this.written[pair] = count + 1 === 2 * SLOTS ? SLOTS : count + 1;
    this.nextMs[pair] = nowMs + (this.stepMs[pair] as number);
  }

  /** Returns the median in bps, at most 5 s old; null while there are under 30 samples. */
  medianBps(pair: number, nowMs: number): number | null {
    const count = Math.min(this.written[pair] as number, SLOTS);
    if (count < SAMPLES_MIN) return null;
    if (nowMs - (this.medianMs[pair] as number) >= MEDIAN_TTL_MS) {
      const from = pair * SLOTS;
      this.sorted.set(this.samples.subarray(from, from + count));
      this.sorted.subarray(0, count).sort();
      const middle = count >> 1;
      const upper = this.sorted[middle] as number;
      this.median[pair] = count % 2 === 1 ? upper : (upper + (this.sorted[middle - 1] as number)) / 2;
      this.medianMs[pair] = nowMs;
    }
    return this.median[pair] as number;
  }

  /** Returns how many samples stand behind the median, counted up to the 30 it needs. */
  samplesOf(pair: number): number {
    return Math.min(this.written[pair] as number, SAMPLES_MIN);
  }

  snapshot(): SpreadState {
    return {
      samples: this.samples.slice(),
      written: this.written.slice(),
      stepMs: this.stepMs.slice(),
      nextMs: this.nextMs.slice(),
    };
  }

  /** Takes over the samples of another run's pair that are no older than the span of the history. */
  restore(pair: number, from: number, { state, nowMs }: { readonly state: SpreadState; readonly nowMs: number }): void {
    const written = state.written[from] as number;
    const stepMs = state.stepMs[from] as number;
    const newestMs = (state.nextMs[from] as number) - stepMs;
    const recent = Math.floor((KEPT_MS - (nowMs - newestMs)) / stepMs) + 1;
    const kept = Math.max(0, Math.min(written, SLOTS, recent));
    for (let at = 0; at < kept; at += 1) {
      const slot = (written - kept + at) % SLOTS;
      this.samples[pair * SLOTS + at] = state.samples[from * SLOTS + slot] as number;
    }
    this.written[pair] = kept;
    this.stepMs[pair] = stepMs;
    this.nextMs[pair] = state.nextMs[from] as number;
    this.medianMs[pair] = Number.NEGATIVE_INFINITY;
  }

  private thinOut(pair: number): number {
    const from = pair * SLOTS;
    for (let at = 0; at < SLOTS / 2; at += 1) this.samples[from + at] = this.samples[from + at * 2] as number;
    this.written[pair] = SLOTS / 2;
    this.stepMs[pair] = (this.stepMs[pair] as number) * 2;
    return SLOTS / 2;
  }
}
