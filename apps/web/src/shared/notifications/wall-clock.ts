/** Returns HH:MM by the wall clock of a zone; null where the browser does not know the zone. */
export function wallClock(zone: string, atMs: number): string | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(atMs);
  } catch (e) {
    if (e instanceof RangeError) return null;
    throw e;
  }
}
