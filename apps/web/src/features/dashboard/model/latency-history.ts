import type { Health, VenueName } from '@riptide/contracts/calls';

/** Delays of one venue since the page was opened, oldest first; null where none was known. */
export type Delays = readonly (number | null)[];
export type LatencyHistory = Readonly<Partial<Record<VenueName, Delays>>>;

/** What is kept and drawn. */
const KEPT = 60;
/** Fewer tell no 95th percentile. */
const P95_FROM = 20;

/** Adds the delays of a health message; the oldest leave first. */
export function addDelays(before: LatencyHistory, venues: Health['venues']): LatencyHistory {
  return Object.fromEntries(
    venues.map(({ venue, latency_ms }) => [venue, [...(before[venue] ?? []), latency_ms].slice(-KEPT)]),
  );
}

/** The delay that 95 of 100 stay under, of those kept; null while they are too few. */
export function p95Of(delays: Delays): number | null {
  const known = delays.filter((delay) => delay !== null).toSorted((a, b) => a - b);
  if (known.length < P95_FROM) return null;
  return known[Math.ceil(known.length * 0.95) - 1] ?? null;
}
