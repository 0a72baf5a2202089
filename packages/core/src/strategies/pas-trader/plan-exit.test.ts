import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildGuard, buildSnipe } from './build-snipe.fixture.ts';
import { DEFAULT_PAS_SETTINGS } from './pas-settings.ts';
import { planExit, standingStopExit, type ExitPlan, type ExitRequest } from './plan-exit.ts';

const DOGE = buildInstrument({ baseAsset: 'DOGE', pxTick: '0.01' });
const cents = (px: number) => Math.round(px * 100) / 100;
const at = (midPx: number) => ({ bidPx: cents(midPx - 0.01), askPx: cents(midPx + 0.01), markPx: midPx });

function plan(over: Partial<ExitRequest> = {}): ExitPlan {
  const made = planExit({
    snipe: buildSnipe(),
    market: at(100),
    guard: buildGuard(),
    settings: DEFAULT_PAS_SETTINGS,
    instrument: DOGE,
    nowMs: 10_000,
    ...over,
  });
  if (made === null) throw new Error('Invariant: no plan');
  return made;
}

describe('planExit', () => {
  it('protects from the first fill on, on both sides, and has nothing to say before', () => {
    expect(plan({ snipe: buildSnipe({ stopPx: null }) })).toMatchObject({ stopPx: '99.75', takeProfitPx: '100.35' });
    expect(plan({ snipe: buildSnipe({ side: 'short', stopPx: null }) })).toMatchObject({
      stopPx: '100.25',
      takeProfitPx: '99.65',
    });
    const unfilled = buildSnipe({ state: 'entering', filledQtyBase: '0', entryPx: null, stopPx: null });
    expect(planExit({ ...request(), snipe: unfilled })).toBeNull();
  });

  it('measures the stop anew from every new average entry, and leaves it alone in between', () => {
    expect(plan({ snipe: buildSnipe({ state: 'entering', entryPx: '99.9' }) }).stopPx).toBe('99.66');
    expect(plan({ snipe: buildSnipe({ state: 'open', entryPx: '99.9' }) }).stopPx).toBe('99.66');
    expect(plan({ snipe: buildSnipe({ entryPx: '99.9', stopEntryPx: '100' }) }).stopPx).toBe('99.66');
    expect(plan({ snipe: buildSnipe({ entryPx: '99.9', stopEntryPx: '99.9' }) }).stopPx).toBe('99.75');
    const short = buildSnipe({ side: 'short', entryPx: '100.1', stopPx: '100.25', stopEntryPx: '100' });
    expect(plan({ snipe: short }).stopPx).toBe('100.35');
  });

  it('never moves back at a new average what the guard or an addition has moved', () => {
    const average = { entryPx: '99.9', stopEntryPx: '100' };
    expect(plan({ snipe: buildSnipe({ ...average, stopPx: '99.85' }) }).stopPx).toBe('99.85');
    expect(plan({ snipe: buildSnipe({ ...average, stopPx: '99.9', isBreakEven: true }) }).stopPx).toBe('99.9');
    expect(plan({ snipe: buildSnipe({ ...average, additions: 1 }) }).stopPx).toBe('99.75');
  });

  it('closes at the market when the price is behind the stop of a new average', () => {
    const made = plan({ market: at(99.9), snipe: buildSnipe({ entryPx: '100.2', stopEntryPx: '100' }) });
    // 100.2 less 25 bps is 99.9495.
    expect(made).toMatchObject({ exitNow: { exit: 'stop-loss' } });
  });

  it('rounds the stop to where it fires earlier and the target to where it earns more', () => {
    const made = plan({ snipe: buildSnipe({ entryPx: '100.003', stopPx: null }) });
    // 100.003 less 25 bps is 99.7529925, plus 35 bps is 100.3530105.
    expect(made).toMatchObject({ stopPx: '99.76', takeProfitPx: '100.36' });
  });

  it('moves the stop to the entry once the gain has reached the guard, also when it is gone again', () => {
    expect(plan({ market: at(100.14) })).toMatchObject({ stopPx: '99.75', isBreakEven: false });
    expect(plan({ market: at(100.15) })).toMatchObject({ stopPx: '100', isBreakEven: true, bestPx: '100.15' });
    expect(plan({ market: at(100.05), snipe: buildSnipe({ bestPx: '100.2' }) })).toMatchObject({ stopPx: '100' });
    expect(plan({ market: at(100.9), guard: buildGuard({ breakevenArmBps: 0 }) })).toMatchObject({ stopPx: '99.75' });
  });

  it('closes at the market when the price is behind the stop it would move to', () => {
    const made = plan({ market: at(99.9), snipe: buildSnipe({ bestPx: '100.2' }) });
    expect(made).toMatchObject({ stopPx: '99.75', exitNow: { exit: 'break-even' }, stopMovedBy: null });
  });

  it('tells what moved the stop, and by which stop a trade ends', () => {
    const guard = buildGuard({ trailEnable: true });
    expect(plan({ market: at(100.14) }).stopMovedBy).toBeNull();
    expect(plan({ market: at(100.15) }).stopMovedBy).toBe('break-even');
    expect(plan({ market: at(100.2), guard }).stopMovedBy).toBe('trail');
    const trailed = buildSnipe({ stopPx: '100.1', bestPx: '100.2', isBreakEven: true, stopMovedBy: 'trail' });
    expect(plan({ market: at(100.15), guard, snipe: trailed }).stopMovedBy).toBe('trail');
    expect(standingStopExit(buildSnipe())).toBe('stop-loss');
    expect(standingStopExit(trailed)).toBe('trailing-stop');
    expect(standingStopExit(buildSnipe({ isBreakEven: true, stopPx: '100' }))).toBe('break-even');
    const gone = plan({ market: at(99.9), guard, snipe: buildSnipe({ bestPx: '100.4' }) });
    expect(gone.exitNow?.exit).toBe('trailing-stop');
  });

  it('leaves a stop that stands already to the venue', () => {
    expect(plan({ market: at(99.7) })).toMatchObject({ stopPx: '99.75', exitNow: null });
  });

  it('trails by the step, only in moves of the rearm, and never back', () => {
    const guard = buildGuard({ trailEnable: true });
    const first = plan({ market: at(100.2), guard });
    // Best 100.2 less 10 bps is 100.0998, up to the tick.
    expect(first.stopPx).toBe('100.1');
    const held = buildSnipe({ stopPx: '100.1', bestPx: '100.2', isBreakEven: true });
    expect(plan({ market: at(100.24), guard, snipe: held }).stopPx).toBe('100.1');
    expect(plan({ market: at(100.26), guard, snipe: held }).stopPx).toBe('100.16');
    expect(plan({ market: at(100.12), guard, snipe: held }).stopPx).toBe('100.1');
  });

  it('closes after the time stop, also without any price', () => {
    const nowMs = 2_000 + DEFAULT_PAS_SETTINGS.timeStopMs;
    const dark = { bidPx: Number.NaN, askPx: Number.NaN, markPx: Number.NaN };
    expect(plan({ nowMs: nowMs - 1 }).exitNow).toBeNull();
    expect(plan({ nowMs }).exitNow).toEqual({ exit: 'time', reason: 'open for 60 min' });
    expect(plan({ nowMs, market: dark })).toMatchObject({ stopPx: '99.75', bestPx: null, exitNow: { exit: 'time' } });
  });

  it('puts the stop behind the last addition where there may be some', () => {
    const settings = { ...DEFAULT_PAS_SETTINGS, dcaEnabled: true };
    expect(plan({ settings, snipe: buildSnipe({ stopPx: null }) }).stopPx).toBe('98.75');
  });

  // In words: along any path of prices the stop of an open trade never moves back, and is never wished behind the mark.
  test.prop([
    fc.constantFrom('long' as const, 'short' as const),
    fc.boolean(),
    fc.array(fc.integer({ min: 9_800, max: 10_200 }), { minLength: 1, maxLength: 40 }),
  ])('only ever tightens', (side, trailEnable, path) => {
    const sign = side === 'long' ? 1 : -1;
    let snipe = buildSnipe({ side, stopPx: side === 'long' ? '99.75' : '100.25' });
    for (const ticks of path) {
      const before = Number(snipe.stopPx);
      const made = plan({ snipe, market: at(ticks / 100), guard: buildGuard({ trailEnable }) });
      const moved = (Number(made.stopPx) - before) * sign;
      expect(moved).toBeGreaterThanOrEqual(0);
      if (moved > 0) expect((ticks / 100 - Number(made.stopPx)) * sign).toBeGreaterThan(0);
      snipe = { ...snipe, stopPx: made.stopPx, bestPx: made.bestPx, isBreakEven: made.isBreakEven };
    }
  });
});

function request(): ExitRequest {
  return {
    snipe: buildSnipe(),
    market: at(100),
    guard: buildGuard(),
    settings: DEFAULT_PAS_SETTINGS,
    instrument: DOGE,
    nowMs: 10_000,
  };
}
