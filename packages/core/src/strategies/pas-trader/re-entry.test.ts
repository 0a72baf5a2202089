import { describe, expect, it } from 'vitest';
import { buildGuard, buildSnipe } from './build-snipe.fixture.ts';
import { judgeReentry, type ReentryRequest } from './re-entry.ts';

function judge(over: Partial<ReentryRequest> = {}) {
  return judgeReentry({
    previous: buildSnipe({ state: 'closed', closedMs: 100_000 }),
    attempts: 0,
    netBps: 29,
    guard: buildGuard({ reentryEnable: true }),
    settings: { minNetBps: 5 },
    nowMs: 160_000,
    ...over,
  });
}

describe('judgeReentry', () => {
  it('leaves the first trade of a cascade alone', () => expect(judge({ previous: null })).toEqual({ kind: 'first' }));

  it('proposes a second one, or executes it when told to', () => {
    expect(judge()).toEqual({ kind: 'propose', reason: 're-entry 1 of 2, edge 29 bps' });
    const guard = buildGuard({ reentryEnable: true, reentryAutoExecute: true });
    expect(judge({ guard, attempts: 1 })).toEqual({ kind: 'execute', reason: 're-entry 2 of 2, edge 29 bps' });
  });

  it.each([
    [{ guard: buildGuard() }, 're-entries are off'],
    [{ previous: buildSnipe() }, 'the last trade is not closed'],
    [{ attempts: 2 }, 'all 2 re-entries are made'],
    [{ nowMs: 159_999 }, '60 s since the last trade, less than 60 s'],
    [{ netBps: 10 }, 'edge 10 bps, not more than 10 bps'],
    [{ netBps: Number.NaN }, 'edge — bps, not more than 10 bps'],
  ])('stays out %#', (over, reason) => {
    expect(judge(over)).toEqual({ kind: 'no', reason });
  });
});
