import type { NotifyPreferences } from '@riptide/contracts';

type QuietPreferences = Pick<NotifyPreferences, 'respect_quiet' | 'quiet_start' | 'quiet_end' | 'zone'>;

/** Returns whether a moment lies in the quiet hours, by the wall clock of their zone. Start and end alike: never quiet. */
export function isQuiet(prefs: QuietPreferences, atMs: number): boolean {
  if (!prefs.respect_quiet) return false;
  const { quiet_start: start, quiet_end: end } = prefs;
  const now = wallClock(prefs.zone, atMs);
  return start <= end ? start <= now && now < end : now >= start || now < end;
}

/** Returns HH:MM of a zone. */
function wallClock(zone: string, atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
}

/** Returns the day of a zone as a number, e.g. 20260401. */
export function dayOf(zone: string, atMs: number): number {
  const text = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(atMs);
  return Number(text.replaceAll('-', ''));
}
