import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildGuard, buildSnipe } from './build-snipe.fixture.ts';
import { buildReading, buildTrigger } from './build-trigger.fixture.ts';
import { judgeTrigger } from './judge-trigger.ts';
import { DEFAULT_PAS_SETTINGS } from './pas-settings.ts';
import { planAddition, type AdditionRequest } from './plan-addition.ts';
import { planExit } from './plan-exit.ts';

const DOGE = buildInstrument({ baseAsset: 'DOGE', pxTick: '0.01', qtyStep: '0.01' });
const cents = (px: number) => Math.round(px * 100) / 100;
const at = (midPx: number) => ({ bidPx: cents(midPx - 0.01), askPx: cents(midPx + 0.01), markPx: midPx });

function request(over: Partial<AdditionRequest> = {}): AdditionRequest {
  return {
    snipe: buildSnipe({ filledQtyBase: '2', stopPx: '98.75' }),
    reading: buildReading('LONG'),
    market: at(99.49),
    // 2 at 100 and 2 at the first level, stopped at 98.75: 2.5 + 1.2 USD are within 5.
    settings: { ...DEFAULT_PAS_SETTINGS, dcaEnabled: true },
    instrument: DOGE,
    firstEntryPx: '100',
    firstQtyBase: '2',
    lastClusterId: '6',
    nowMs: 62_000,
    ...over,
  };
}

const reasonOf = (over: Partial<AdditionRequest>) => {
  const plan = planAddition(request(over));
  return plan.ok ? null : plan.reason;
};

describe('planAddition', () => {
  it('adds at its level on a new cluster of the same side', () => {
    expect(planAddition(request())).toEqual({
      ok: true,
      value: { level: 1, qtyBase: '2', px: '99.34', stopPx: '98.75' },
    });
  });

  it('adds to a short when the price has risen', () => {
    const plan = planAddition(
      request({
        snipe: buildSnipe({ side: 'short', filledQtyBase: '2', stopPx: '101.25' }),
        reading: buildReading('SHORT'),
        market: at(100.51),
      }),
    );
    expect(plan).toMatchObject({ ok: true, value: { px: '100.67', stopPx: '101.25' } });
  });

  it('is off by default', () => {
    expect(reasonOf({ settings: DEFAULT_PAS_SETTINGS })).toBe('additions are off');
  });

  it.each([
    [{ reading: buildReading('SHORT') }, 'an opposite cluster never touches a position'],
    [{ reading: { ...buildReading('LONG'), symbol: 'BTCUSDT' } }, "a cluster of BTCUSDT is another one's"],
    [{ lastClusterId: '7' }, 'the cluster is the one of the last entry'],
    [{ nowMs: 61_999 }, '60 s since the last entry, less than 60 s'],
    [{ market: at(99.51) }, '0.49 % against the first entry, level 1 is at 0.5 %'],
    [{ market: { bidPx: Number.NaN, askPx: 1 } }, 'there is no book with two sides'],
    [{ snipe: buildSnipe({ additions: 2 }) }, 'all 2 additions are made'],
    [{ snipe: buildSnipe({ isBreakEven: true }) }, 'the stop stands at the entry already'],
    [{ snipe: buildSnipe({ state: 'exiting' }) }, 'the trade is exiting'],
    [{ snipe: buildSnipe({ lastAdditionMs: 30_000 }) }, '32 s since the last entry, less than 60 s'],
  ])('declines %#', (over, reason) => {
    expect(reasonOf(over)).toBe(reason);
  });

  it('tightens the stop so that the loss of all stays within the risk', () => {
    // 4 lose 2 USD at (200 + 198.68 - 2) / 4 = 99.17.
    const plan = planAddition(request({ settings: { ...DEFAULT_PAS_SETTINGS, dcaEnabled: true, riskUsd: 2 } }));
    expect(plan).toMatchObject({ ok: true, value: { stopPx: '99.17' } });
  });

  it('declines when that stop would already be behind the price', () => {
    expect(reasonOf({ settings: { ...DEFAULT_PAS_SETTINGS, dcaEnabled: true, riskUsd: 0.5 } })).toContain(
      'behind the price',
    );
  });

  it('grows by the factor and counts the levels from the first entry', () => {
    const settings = { ...DEFAULT_PAS_SETTINGS, dcaEnabled: true, dcaFactor: 1.5, riskUsd: 100 };
    const snipe = buildSnipe({
      filledQtyBase: '5',
      entryPx: '99.7',
      stopPx: '98.75',
      additions: 1,
      lastAdditionMs: 2_000,
    });
    expect(planAddition(request({ settings, snipe, market: at(98.99) }))).toMatchObject({
      ok: true,
      value: { level: 2, qtyBase: '4.5' },
    });
  });
});

describe('an opposite cluster', () => {
  it('opens nothing against a position, adds nothing to it and moves none of its exits', () => {
    const opposite = judgeTrigger(buildTrigger({ facts: { standing: { side: 'long', as: 'position' } } }, 'SHORT'));
    expect(opposite.isAllowed).toBe(false);
    expect(opposite.blockedBy).toBe('position-open: a long position is open');
    expect(reasonOf({ reading: buildReading('SHORT') })).toBe('an opposite cluster never touches a position');
    const exit = planExit({
      snipe: buildSnipe(),
      market: at(100),
      guard: buildGuard(),
      settings: DEFAULT_PAS_SETTINGS,
      instrument: DOGE,
      nowMs: 10_000,
    });
    expect(exit).toMatchObject({ stopPx: '99.75', takeProfitPx: '100.35', exitNow: null });
  });
});
