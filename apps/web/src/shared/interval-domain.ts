export interface Interval {
  readonly mean: number | null;
  /** Ends of the interval; null while too little is known for one. */
  readonly low: number | null;
  readonly high: number | null;
}

/** From where to where an axis runs. */
export interface IntervalDomain {
  readonly low: number;
  readonly high: number;
}

export type IntervalVerdict = 'above' | 'below' | 'open' | 'unknown';

/** Some room at either end, so that no point lies on the edge. */
const MARGIN_FRAC = 0.05;

/** Finds an axis that holds every interval and zero. */
export function intervalDomain(rows: readonly Interval[]): IntervalDomain {
  const ends = rows.flatMap(({ mean, low, high }) => [mean, low, high].filter((value) => value !== null));
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const span = high - low;
  if (span === 0) return { low: -1, high: 1 };
  return { low: low - span * MARGIN_FRAC, high: high + span * MARGIN_FRAC };
}

/** Places a value on an axis, in percent of its length; what lies outside is drawn at the end. */
export function percentOf(value: number, { low, high }: IntervalDomain): number {
  const percent = ((value - low) / (high - low)) * 100;
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;
}

/** Tells whether an interval lies on one side of zero. */
export function verdictOf({ low, high }: Interval): IntervalVerdict {
  if (low === null || high === null) return 'unknown';
  if (low > 0) return 'above';
  return high < 0 ? 'below' : 'open';
}
