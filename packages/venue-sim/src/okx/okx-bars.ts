const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** OKX's names of candle lengths. Bars of six hours and more open at UTC+8 unless named `…utc`; the simulator keeps UTC for all. */
const BARS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1H': HOUR_MS,
  '2H': 2 * HOUR_MS,
  '4H': 4 * HOUR_MS,
  '6H': 6 * HOUR_MS,
  '12H': 12 * HOUR_MS,
  '1D': DAY_MS,
};

/** Returns the length of a bar in ms, or null for a name OKX does not have. */
export function barMs(bar: string): number | null {
  return BARS[bar.replace(/utc$/, '')] ?? null;
}
