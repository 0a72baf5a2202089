import { formatClock, formatExact, type Zone } from '../../../lib/format-time.ts';

const DAY_S = 86_400;

interface LateAccount {
  readonly venue: string;
  /** Epoch seconds; null before the first comparison. */
  readonly since: number | null;
}

/** Says since when fills of a venue may be missing: the time of day, and the day where it is not of the last 24 hours. */
export function syncText({ venue, since }: LateAccount, nowS: number, zone: Zone): string {
  if (since === null) return `${venue} fills not synced yet`;
  const atMs = since * 1000;
  const time = nowS - since < DAY_S ? formatClock(atMs, zone).slice(0, 5) : formatExact(atMs, zone).slice(0, 16);
  return `${venue} fills not synced since ${time}`;
}
