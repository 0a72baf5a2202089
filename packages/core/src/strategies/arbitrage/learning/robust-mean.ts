/** What is believed of one figure: where it lies, and how far its values usually lie from there. */
export interface Belief {
  readonly mean: number;
  readonly spread: number;
}

/** A full weight of values is kept; each new one lets the older ones fade, so that a market that changed is learned anew. */
const MEMORY = 120;
/** The spread is forgotten faster, so that it opens to a market that jumped, and lets its values in. */
const SPREAD_MEMORY = 30;
/** A value further than so many spreads from what was expected counts as one at that distance. */
const CLIP_SPREADS = 4;
/** Values may lie so far apart by rounding alone. */
const SPREAD_MIN = 0.2;
/** Standard deviation of a normal distribution over its mean absolute deviation. */
const NORMAL_SPREAD = 1.2533;

/**
 * Weighted mean and spread of one figure, of which older values count ever less. One wild value moves it by no more than four spreads
 * of it, several in a row widen the spread first and then move it.
 */
export class RobustMean {
  weight = 0;
  mean = 0;
  spread = 0;

  /** Takes a value; `expected` is what was believed of it before. A value that is no number is ignored. */
  add(value: number, weight: number, expected: Belief): void {
    if (!Number.isFinite(value)) return;
    const reach = CLIP_SPREADS * Math.max(SPREAD_MIN, expected.spread);
    const taken = Math.min(expected.mean + reach, Math.max(expected.mean - reach, value));
    this.weight = this.weight * (1 - weight / MEMORY) + weight;
    const share = weight / this.weight;
    this.mean += (taken - this.mean) * share;
    const spreadShare = Math.min(1, Math.max(share, weight / SPREAD_MEMORY));
    this.spread += (NORMAL_SPREAD * Math.abs(taken - expected.mean) - this.spread) * spreadShare;
  }
}
