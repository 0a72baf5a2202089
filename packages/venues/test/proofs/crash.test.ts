import { describe, expect, it } from 'vitest';
import { runCrashCell } from '../../../../tools/proofs/crash/run-crash-cell.ts';
import { CRASH_POINTS } from '../../../../tools/proofs/harness/crash-points.ts';

/** Every point at one venue; `npm run prove -- crash` has all four. */
describe('an engine killed with SIGKILL', () => {
  it.concurrent.each(CRASH_POINTS)('equals its venue after a restart: $name', { timeout: 300_000 }, async (point) => {
    const row = await runCrashCell('BYBIT', point);
    expect(row.misses).toEqual([]);
  });
});
