import { describe, expect, it } from 'vitest';
import { ARM_IDS } from './arms.ts';
import { buildTrigger, NOW_MS, type TriggerOver } from './build-trigger.fixture.ts';
import { TRIGGER_GATES } from './gates/gate.ts';
import { judgeTrigger } from './judge-trigger.ts';

function deniedBy(over: TriggerOver): string[] {
  return judgeTrigger(buildTrigger(over))
    .gates.filter((gate) => !gate.ok)
    .map((gate) => gate.gate);
}

/** VWAP from which the mid of 100 stands so many bps below. */
const vwapAbove = (bps: number) => 100 / (1 - bps / 1e4);

interface Row {
  readonly gate: string;
  /** At its bound: every gate says yes. */
  readonly yes: TriggerOver;
  /** Just beyond it: this gate alone says no. */
  readonly no: TriggerOver;
}

const ROWS: readonly Row[] = [
  { gate: 'engine', yes: { settings: { symbols: [], autoPick: true } }, no: { facts: { isEngineRunning: false } } },
  { gate: 'engine', yes: {}, no: { settings: { symbols: ['BTCUSDT'] } } },
  { gate: 'kill-switch', yes: {}, no: { facts: { killLevel: 1 } } },
  { gate: 'trigger-size', yes: { reading: { windowUsd: 50_000 } }, no: { reading: { windowUsd: 49_999.99 } } },
  { gate: 'trigger-count', yes: { reading: { windowCount: 2 } }, no: { reading: { windowCount: 1 } } },
  {
    gate: 'trigger-count',
    yes: { reading: { windowCount: 1, windowUsd: 150_000, eventUsd: 150_000 } },
    no: { reading: { windowCount: 1, windowUsd: 149_999, eventUsd: 149_999 } },
  },
  {
    gate: 'cooldown',
    yes: { facts: { cooldownUntilMs: NOW_MS } },
    no: { facts: { cooldownUntilMs: NOW_MS + 1 } },
  },
  { gate: 'book-age', yes: { market: { bookAgeMs: 2_000 } }, no: { market: { bookAgeMs: 2_001 } } },
  { gate: 'displacement', yes: { market: { vwapPx: vwapAbove(50.001) } }, no: { market: { vwapPx: 99.9 } } },
  { gate: 'displacement', yes: { market: { vwapPx: vwapAbove(999) } }, no: { market: { vwapPx: vwapAbove(1_001) } } },
  { gate: 'universe-age', yes: { market: { listedDays: 21 } }, no: { market: { listedDays: 20 } } },
  {
    gate: 'universe-volume',
    yes: { market: { dayQuoteVolume: 15_000_000 } },
    no: { market: { dayQuoteVolume: 14_999_999 } },
  },
  { gate: 'universe-change', yes: { market: { dayChangeFrac: 0.2 } }, no: { market: { dayChangeFrac: 0.2001 } } },
  { gate: 'universe-change', yes: { market: { dayChangeFrac: -0.2 } }, no: { market: { dayChangeFrac: -0.2001 } } },
  {
    gate: 'spread',
    yes: { market: { bidPx: 99.976, askPx: 100.024 } },
    no: { market: { bidPx: 99.97, askPx: 100.03 } },
  },
  { gate: 'funding-rate', yes: { market: { fundingRateFrac: 0.001 } }, no: { market: { fundingRateFrac: 0.00101 } } },
  { gate: 'funding-rate', yes: { market: { fundingRateFrac: -0.001 } }, no: { market: { fundingRateFrac: -0.00101 } } },
  {
    gate: 'funding-window',
    yes: { market: { nextFundingMs: NOW_MS + 120_000 } },
    no: { market: { nextFundingMs: NOW_MS + 119_999 } },
  },
  {
    gate: 'funding-window',
    // The last settlement was 8 h before the next one.
    yes: { market: { nextFundingMs: NOW_MS + 8 * 3_600_000 - 120_000 } },
    no: { market: { nextFundingMs: NOW_MS + 8 * 3_600_000 - 119_999 } },
  },
  { gate: 'position-open', yes: {}, no: { facts: { standing: { side: 'long', as: 'position' } } } },
  { gate: 'concurrent', yes: { facts: { openSnipes: 2 } }, no: { facts: { openSnipes: 3 } } },
  // 90 bps less two fees of 40.5 less 2 is 7; of 41.5 it is exactly the 5 that must be exceeded.
  {
    gate: 'fee-gate',
    yes: { facts: { fees: { makerBps: 41.4, takerBps: 41.4, source: 'x' } } },
    no: { facts: { fees: { makerBps: 41.5, takerBps: 41.5, source: 'x' } } },
  },
  // The nearest stop is 25 bps, times 1.5 is 37.5; at leverage 50 the liquidation is 200 - 162.4 = 37.6 bps away.
  {
    gate: 'liquidation-distance',
    yes: { settings: { leverage: 50 }, facts: { maintenanceFrac: 0.01624 } },
    no: { settings: { leverage: 50 }, facts: { maintenanceFrac: 0.01626 } },
  },
  { gate: 'budget', yes: { facts: { exposureUsd: 2_995 } }, no: { facts: { exposureUsd: 2_995.01 } } },
  { gate: 'budget', yes: { facts: { freeUsd: 0.5 } }, no: { facts: { freeUsd: 0.499 } } },
  { gate: 'budget', yes: { facts: { equityUsd: 20 } }, no: { facts: { equityUsd: 19.9 } } },
  { gate: 'verdict', yes: {}, no: { facts: { verdict: { ok: false, detail: 'no verdict for these settings' } } } },
];

describe('judgeTrigger', () => {
  it('asks every gate, in the stated order, and offers every arm', () => {
    const judgement = judgeTrigger(buildTrigger());
    expect(judgement.gates.map((gate) => gate.gate)).toEqual(TRIGGER_GATES);
    expect(judgement.offers.map((offer) => offer.armId)).toEqual(ARM_IDS);
    expect(judgement).toMatchObject({ isTrigger: true, isAllowed: true, blockedBy: null, thresholdUsd: 50_000 });
  });

  for (const [at, row] of ROWS.entries()) {
    it(`flips ${row.gate} alone at its bound (${at + 1})`, () => {
      expect(deniedBy(row.yes)).toEqual([]);
      expect(deniedBy(row.no)).toEqual([row.gate]);
      expect(judgeTrigger(buildTrigger(row.no)).isAllowed).toBe(false);
    });
  }

  it('covers every gate by that table, but the prices, on which others stand', () => {
    const covered = new Set(ROWS.map((row) => row.gate));
    expect(TRIGGER_GATES.filter((gate) => !covered.has(gate))).toEqual(['price-known']);
  });

  it.each([
    ['vwapAgeMs', { vwapAgeMs: 5_000 }, { vwapAgeMs: 5_001 }],
    ['vwapMinutes', { vwapMinutes: 10 }, { vwapMinutes: 9 }],
    ['markPx', { markPx: 99 }, { markPx: Number.NaN }],
  ] as const)('knows no price beyond the bound of %s, and says which', (_name, yes, no) => {
    expect(deniedBy({ market: yes })).toEqual([]);
    expect(deniedBy({ market: no })).toContain('price-known');
    expect(judgeTrigger(buildTrigger({ market: no })).offers.some((offer) => offer.isEligible)).toBe(false);
  });

  it('says what is wrong in words with units', () => {
    const details = (over: TriggerOver) =>
      judgeTrigger(buildTrigger(over))
        .gates.filter((gate) => !gate.ok)
        .map((gate) => gate.detail);
    expect(details({ market: { bidPx: 99.9, askPx: 100.1 } })).toEqual(['spread 20 bps, more than 5 bps']);
    expect(details({ reading: { windowUsd: 1_000 } })).toEqual([
      'liquidations of LONG in the window 1,000 USD (P95), less than 50,000 USD (P95)',
    ]);
    expect(details({ facts: { fees: { makerBps: 42, takerBps: 42, source: 'x' } } })).toEqual([
      'edge 4 bps, not more than 5 bps',
    ]);
  });

  it('says the price of a cheap coin with its own digits, without what binary fractions add', () => {
    const said = (market: NonNullable<TriggerOver['market']>) =>
      judgeTrigger(buildTrigger({ market })).gates.find(({ gate }) => gate === 'price-known')?.detail;
    expect(said({ midPx: 0.142465, vwapPx: 0.14130212 })).toBe('mid 0.142465, VWAP 0.14130212');
    expect(said({ midPx: 64_010.350000000006, vwapPx: 64_000 })).toBe('mid 64,010.35, VWAP 64,000');
  });

  it('shows how far the widest stop of the arms on offer stands from the liquidation', () => {
    const shownBy = (over: TriggerOver) =>
      judgeTrigger(buildTrigger(over)).gates.find((gate) => gate.gate === 'liquidation-distance');
    // The widest stop is 50 bps, times 1.5 is 75.
    expect(shownBy({})).toMatchObject({ ok: true, value: 75 });
    // At 37.6 bps only arms that stop at 25 bps are offered; beyond that the nearest stop is the one that fails.
    const near = { settings: { leverage: 50 }, facts: { maintenanceFrac: 0.01624 } };
    expect(shownBy(near)).toMatchObject({ ok: true, value: 37.5 });
    const nearer = { settings: { leverage: 50 }, facts: { maintenanceFrac: 0.01626 } };
    expect(shownBy(nearer)).toMatchObject({ ok: false, value: 37.5 });
  });

  it('gives no reason for an eligible arm and one for every other', () => {
    const { offers } = judgeTrigger(buildTrigger({ facts: { fees: { makerBps: 12, takerBps: 20, source: 'x' } } }));
    const of = (id: string) => offers.find((offer) => offer.armId === id);
    expect(of('fade-15-90x45-post')).toEqual({ armId: 'fade-15-90x45-post', isEligible: true, reason: null });
    expect(of('fade-15-35x25-ioc')?.reason).toBe('edge 1 bps, not more than 5 bps');
    expect(offers.every((offer) => offer.isEligible === (offer.reason === null))).toBe(true);
  });

  it('offers only to follow while the price is not stretched enough to fade', () => {
    const { offers, isAllowed } = judgeTrigger(buildTrigger({ market: { vwapPx: vwapAbove(20) } }));
    const directions = new Set(offers.filter((offer) => offer.isEligible).map((offer) => offer.armId.split('-')[0]));
    expect([...directions]).toEqual(['follow']);
    expect(isAllowed).toBe(true);
  });

  it('looks the same from both sides: closed shorts mirror closed longs', () => {
    const [long, short] = [judgeTrigger(buildTrigger({}, 'LONG')), judgeTrigger(buildTrigger({}, 'SHORT'))];
    const ofSide = (context: readonly number[], at: readonly number[]) =>
      at.map((each) => Math.round((context[each] ?? Number.NaN) * 1e9) / 1e9);
    expect(ofSide(short.context, [0, 1, 2, 3, 4, 6, 7, 8])).toEqual(ofSide(long.context, [0, 1, 2, 3, 4, 6, 7, 8]));
    expect(short.offers).toEqual(long.offers);
    // Depth and funding are the same, and speak for one side and against the other.
    expect(ofSide(short.context, [5, 9])).toEqual([-1, 0.2]);
    expect(ofSide(long.context, [5, 9])).toEqual([1, -0.2]);
  });

  it('uses the fixed amount while a percentile has too few windows, and says so', () => {
    const over = { reading: { windowP95Usd: Number.NaN, samples: 12, windowUsd: 24_999 } };
    const judgement = judgeTrigger(buildTrigger(over));
    expect(judgement).toMatchObject({ isTrigger: false, thresholdUsd: 25_000, thresholdBy: 'fixed' });
    expect(judgement.gates[2]?.detail).toContain('fixed, P95 has 12 of 50 windows');
  });

  it.each([
    [{ thresholdBy: 'P97' }, 'DOGEUSDT', 70_000],
    [{ thresholdBy: 'fixed' }, 'BTCUSDT', 100_000],
    [{ thresholdBy: 'fixed' }, 'ETHUSDT', 50_000],
    [{ thresholdBy: 'fixed' }, 'BTCDOMUSDT', 25_000],
    // 900 M x 5e-5 per 300 s is 45,000; a fifth of it for 60 s is below the floor.
    [{ thresholdBy: 'turnover' }, 'DOGEUSDT', 25_000],
    [{ thresholdBy: 'turnover', floorUsd: 0 }, 'DOGEUSDT', 9_000],
    [{ thresholdBy: 'P95', riskLevel: 'low' }, 'DOGEUSDT', 75_000],
    [{ thresholdBy: 'P95', riskLevel: 'high' }, 'DOGEUSDT', 37_500],
  ] as const)('with %j the threshold of %s is %d USD', (settings, symbol, usd) => {
    const { thresholdUsd } = judgeTrigger(buildTrigger({ settings, reading: { symbol } }));
    expect(thresholdUsd).toBeCloseTo(usd, 6);
  });

  it('is a trigger whatever the other gates say, so that a decision is written', () => {
    const over: TriggerOver = {
      facts: { isEngineRunning: false, killLevel: 3, standing: { side: 'short', as: 'position' } },
    };
    expect(judgeTrigger(buildTrigger(over))).toMatchObject({ isTrigger: true, isAllowed: false });
  });
});
