export type Freshness = 'live' | 'late' | 'stale' | 'lost';

/** Pushed data, books above all, come at least once a second. */
export const PUSH_INTERVAL_MS = 1000;

/** Judges the age of a panel's data against its poll interval: live to 1, late to 2, stale to 6 intervals, then lost. */
export function freshnessOf(ageMs: number, intervalMs: number): Freshness {
  if (ageMs <= intervalMs) return 'live';
  if (ageMs <= 2 * intervalMs) return 'late';
  return ageMs <= 6 * intervalMs ? 'stale' : 'lost';
}
