/**
 * The last `capacity` samples of one figure, with quantiles on request.
 *
 * HOT: adding allocates nothing. A quantile sorts a copy, so ask for it by the second, not by the message.
 */
export class SampleWindow {
  private readonly samples: Float64Array;
  private readonly sorted: Float64Array;
  private written = 0;
  /** Where the next sample goes. */
  private at = 0;

  constructor(capacity: number) {
    this.samples = new Float64Array(capacity);
    this.sorted = new Float64Array(capacity);
  }

  get count(): number {
    return Math.min(this.written, this.samples.length);
  }

  /** Adds a finite sample; anything else is ignored. */
  add(sample: number): void {
    if (!Number.isFinite(sample)) return;
    const { at } = this;
    this.samples[at] = sample;
    // WHY: compared, for a remainder costs a division.
    this.at = at + 1 === this.samples.length ? 0 : at + 1;
    this.written += 1;
  }

  /** Returns the nearest-rank quantile for `frac` in 0..1; NaN while there are no samples. */
  quantile(frac: number): number {
    const { count } = this;
    if (count === 0) return Number.NaN;
    this.sorted.set(this.samples.subarray(0, count));
    this.sorted.subarray(0, count).sort();
    return this.sorted[Math.min(count - 1, Math.floor(count * frac))] as number;
  }

  /** Drops everything. */
  clear(): void {
    this.written = 0;
    this.at = 0;
  }
}
