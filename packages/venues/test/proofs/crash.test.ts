import { describe, expect, it } from 'vitest';
import { runCrashCell } from '../../../../tools/proofs/crash/run-crash-cell.ts';
import { CRASH_POINTS } from '../../../../tools/proofs/harness/crash-points.ts';

/** The instants at which most would be lost; `npm run prove -- crash` has every one of them, at every venue. */
const POINTS = [
  'entry-recorded-not-sent',
  'entry-at-venue',
  'fill-before-record',
  'stop-at-venue',
  'cancel-at-venue',
  'exit-at-venue',
  'rotation-before-rename',
];

describe('an engine killed with SIGKILL', () => {
  it.concurrent.each(POINTS)('equals its venue after a restart: %s', { timeout: 90_000 }, async (name) => {
    const point = CRASH_POINTS.find((each) => each.name === name);
    if (point === undefined) throw new Error(`no crash point ${name}`);
    const row = await runCrashCell('BYBIT', point);
    expect(row.misses).toEqual([]);
  });
});
