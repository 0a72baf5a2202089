const CAPACITY_MIN = 64;

/**
 * The last `capacity` samples of one figure, kept sorted, so that every percentile is exact and read without work.
 *
 * WHY exact and not a sketch: P2 never forgets and a t-digest can't take a sample away again, but thresholds must follow the last
 * thousand events; and equal streams must give equal thresholds to the last bit, or a replay would decide differently.
 *
 * HOT: adding moves at most `capacity` numbers by one place; nothing is allocated but while the arrays grow.
 */
export class SortedSamples {
  private readonly capacity: number;
  private samples: Float64Array;
  private sorted: Float64Array;
  private written = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.samples = new Float64Array(Math.min(CAPACITY_MIN, capacity));
    this.sorted = new Float64Array(this.samples.length);
  }

  get count(): number {
    return Math.min(this.written, this.capacity);
  }

  /** Adds a finite sample; the oldest goes when there are `capacity`. */
  add(sample: number): void {
    if (!Number.isFinite(sample)) throw new Error(`Invariant: ${sample} is no sample`);
    const { count, sorted } = this;
    if (count === sorted.length && count < this.capacity) {
      this.grow();
      this.add(sample);
      return;
    }
    const slot = this.written % this.capacity;
    if (count < this.capacity) this.insert(sample, count);
    else this.replace(this.samples[slot] as number, sample);
    this.samples[slot] = sample;
    this.written += 1;
  }

  /** Returns the nearest-rank quantile for `frac` in 0..1: the smallest sample that at least that share does not exceed; NaN without any. */
  quantile(frac: number): number {
    const { count } = this;
    if (count === 0) return Number.NaN;
    return this.sorted[Math.max(0, Math.ceil(frac * count) - 1)] as number;
  }

  /** Returns the newest samples, at most `max`, oldest first. */
  newest(max: number): readonly number[] {
    const length = Math.min(max, this.count);
    return Array.from({ length }, (_, at) => this.samples[(this.written - length + at) % this.capacity] as number);
  }

  /** Drops everything. */
  clear(): void {
    this.written = 0;
  }

  private insert(sample: number, count: number): void {
    const at = this.lowerBound(sample, count);
    this.sorted.copyWithin(at + 1, at, count);
    this.sorted[at] = sample;
  }

  /** Moves only what lies between the old and the new place. */
  private replace(old: number, sample: number): void {
    const { sorted, capacity } = this;
    const from = this.lowerBound(old, capacity);
    const to = this.lowerBound(sample, capacity);
    if (to > from) {
      sorted.copyWithin(from, from + 1, to);
      sorted[to - 1] = sample;
      return;
    }
    sorted.copyWithin(to + 1, to, from);
    sorted[to] = sample;
  }

  /** Returns the place of the first sample that is not below the given one. */
  private lowerBound(sample: number, count: number): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] as number) < sample) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(): void {
    const size = Math.min(this.capacity, this.samples.length * 2);
    const samples = new Float64Array(size);
    const sorted = new Float64Array(size);
    samples.set(this.samples);
    sorted.set(this.sorted);
    this.samples = samples;
    this.sorted = sorted;
  }
}
