const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const BARS: Readonly<Record<string, number>> = {
  '1min': MINUTE_MS,
  '3min': 3 * MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '1hour': HOUR_MS,
  '2hour': 2 * HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '6hour': 6 * HOUR_MS,
  '8hour': 8 * HOUR_MS,
  '12hour': 12 * HOUR_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
};
/** Minutes the futures REST accepts as `granularity`. */
const GRANULARITIES: ReadonlySet<number> = new Set([1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440, 10_080]);

/** Returns the length of a named bar in ms, or null for a name KuCoin does not have. */
export function barMs(name: string): number | null {
  return BARS[name] ?? null;
}

/** Returns the length of a futures bar given in minutes, in ms, or null when the venue has no such bar. */
export function granularityMs(minutes: number): number | null {
  return GRANULARITIES.has(minutes) ? minutes * MINUTE_MS : null;
}
