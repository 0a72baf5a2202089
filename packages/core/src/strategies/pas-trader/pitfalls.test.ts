import { describe, expect, it } from 'vitest';
import { armOf } from './arms.ts';
import { buildTrigger, type TriggerOver } from './build-trigger.fixture.ts';
import { judgeTrigger } from './judge-trigger.ts';
import { plannedStopBps } from './pas-settings.ts';

const eligible = (over: TriggerOver, side: 'LONG' | 'SHORT' = 'LONG') =>
  judgeTrigger(buildTrigger(over, side)).offers.flatMap(({ armId, isEligible }) => (isEligible ? [armOf(armId)] : []));

describe('what other liquidation bots got wrong', () => {
  it('a filter without its data blocks, it never fails open', () => {
    for (const market of [
      { vwapPx: Number.NaN },
      { vwapAgeMs: Number.NaN },
      { midPx: Number.NaN },
      { listedDays: Number.NaN },
    ]) {
      expect(judgeTrigger(buildTrigger({ market })).isAllowed).toBe(false);
    }
    expect(judgeTrigger(buildTrigger({ facts: { freeUsd: Number.NaN } })).isAllowed).toBe(false);
  });

  it('the price test has two sides: too near and too far both block, above and below the VWAP', () => {
    for (const [side, sign] of [
      ['LONG', 1],
      ['SHORT', -1],
    ] as const) {
      const at = (bps: number) =>
        judgeTrigger(buildTrigger({ market: { vwapPx: 100 / (1 - (sign * bps) / 1e4) } }, side));
      expect([60, 1_200, -60].map((bps) => at(bps).isAllowed)).toEqual([true, false, false]);
    }
  });

  it('sides are not mixed: a reading of one side says nothing of the other', () => {
    // Closed shorts push up: with the price below the VWAP there is nothing to fade and nothing to follow.
    const below = { market: { vwapPx: 100 / (1 - 60 / 1e4) } };
    expect(eligible(below, 'SHORT')).toEqual([]);
    expect(eligible(below, 'LONG').length).toBeGreaterThan(0);
  });

  it('the price that a liquidation prints is never used: displacement comes from mid and VWAP', () => {
    const a = judgeTrigger(buildTrigger({ reading: { eventIds: ['BINANCE|DOGEUSDT|LONG|1|42|1'] } }));
    const b = judgeTrigger(buildTrigger({ reading: { eventIds: ['BINANCE|DOGEUSDT|LONG|1|99|1'] } }));
    expect(a.values).toEqual(b.values);
  });

  it('no stop lies beyond the liquidation', () => {
    for (const leverage of [5, 10, 20, 50, 60, 75, 100, 125]) {
      const input = buildTrigger({ settings: { leverage }, facts: { maintenanceFrac: 0.005 } });
      for (const { armId, isEligible } of judgeTrigger(input).offers) {
        const stopFrac = plannedStopBps(armOf(armId)?.stopLossBps ?? Number.NaN, input.settings) / 1e4;
        if (isEligible) expect(stopFrac * 1.5).toBeLessThan(1 / leverage - 0.005);
      }
    }
    expect(eligible({ settings: { leverage: 125 }, facts: { maintenanceFrac: 0.005 } })).toEqual([]);
  });

  it('additions move the stop, and the check with it', () => {
    // 1 % to the last addition and 25 bps behind it, times 1.5, is 187.5 bps; leverage 30 leaves 233, leverage 40 leaves 150.
    const dca = { dcaEnabled: true } as const;
    expect(eligible({ settings: { ...dca, leverage: 30 } }).length).toBeGreaterThan(0);
    expect(eligible({ settings: { ...dca, leverage: 40 } })).toEqual([]);
  });

  it('fees of the account decide which arms pay', () => {
    // Taker in and maker out cost 32 bps with the reserve: only targets of 90 pay; twice maker is 22, and 35 pays too.
    const all = eligible({}).length;
    const dear = eligible({ facts: { fees: { makerBps: 10, takerBps: 20, source: 'x' } } }).length;
    expect([all, dear]).toEqual([36, 18]);
  });
});
