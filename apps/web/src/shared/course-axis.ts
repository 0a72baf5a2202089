import { formatUsd } from '../lib/format.ts';
import { formatClock, formatExact, type Zone } from '../lib/format-time.ts';

/** Below this span the time of day tells marks apart, above it the day. */
const CLOCK_UP_TO_S = 36 * 3600;
/** Below this span marks are less than a minute apart. */
const SECONDS_UP_TO_S = 8 * 60;
/** A curve that moves by less than this many dollars needs cents at its axis. */
const CENTS_BELOW_USD = 8;

/** Writes a mark of a time axis, by what the data span and not by what was asked for. */
export function formatTimeMark(atS: number, times: readonly number[], zone: Zone): string {
  const spanS = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (spanS < SECONDS_UP_TO_S) return formatClock(atS * 1000, zone);
  return spanS < CLOCK_UP_TO_S ? formatClock(atS * 1000, zone).slice(0, 5) : formatExact(atS * 1000, zone).slice(5, 10);
}

/** Writes a mark of a money axis: whole dollars, cents where the values lie close together. */
export function formatUsdMark(value: number, values: readonly (number | null)[]): string {
  const known = values.filter((each) => each !== null);
  return formatUsd(value, Math.max(...known) - Math.min(...known) < CENTS_BELOW_USD ? 2 : 0);
}
