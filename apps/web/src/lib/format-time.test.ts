import { describe, expect, it } from 'vitest';
import { formatAge, formatAgo, formatClock, formatExact, formatLatency, formatUptime } from './format-time.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 3, 4);

describe('time formats', () => {
  it.each([
    [formatAge(300), '0.3 s'],
    [formatAge(59_949), '59.9 s'],
    [formatAge(65_000), '1m 05s'],
    [formatAge(7_380_000), '2h 03m'],
    [formatAge(-5), '0.0 s'],
    [formatAge(null), '—'],
    [formatLatency(211.6), '212 ms'],
    [formatLatency(1500), '1.5 s'],
    [formatUptime(476_040), '132h 14m'],
    [formatUptime(null), '—'],
    [formatAgo(NOON / 1000 + 2, NOON), 'just now'],
    [formatAgo(NOON / 1000 - 12.9, NOON), '12s ago'],
    [formatAgo(NOON / 1000 - 60, NOON), '1m ago'],
    [formatAgo(NOON / 1000 - 299, NOON), '4m ago'],
    [formatAgo(NOON / 1000 - 3 * 3600, NOON), '3h ago'],
    [formatAgo(NOON / 1000 - 2 * 86_400, NOON), '2d ago'],
    [formatClock(NOON, 'utc'), '12:03:04'],
    [formatExact(NOON, 'utc'), '2026-01-02 12:03:04 UTC'],
  ])('writes %s', (got, want) => expect(got).toBe(want));
});
