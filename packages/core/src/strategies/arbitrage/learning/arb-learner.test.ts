import { describe, expect, it } from 'vitest';
import type { ArbSample, Market, Sequencing, TradingRecord, Venue } from '../../../domain/index.ts';
import { ArbLearner, type ArbLearnerSnapshot } from './arb-learner.ts';
import { SHADOW_WEIGHT, SHADOW_WEIGHT_MAX } from './effect.ts';

const T0 = 1_790_000_000_000;
const DAY_MS = 86_400_000;
const at = (venue: Venue, market: Market = 'perp') => ({ venue, market });

interface Planted {
  readonly buy?: Venue;
  readonly sell?: Venue;
  readonly usd?: number;
  /** Of each order. */
  readonly slippageBps?: number;
  readonly filledFrac?: number;
  readonly isShadow?: boolean;
  readonly latencyMs?: number;
  readonly adverseBps?: number;
  readonly learnedBps?: number | null;
  readonly sequencing?: Sequencing;
}

/** A sample of two perps with 10 bps predicted, 1 of them put aside already. */
function sample(planted: Planted = {}): ArbSample {
  const { buy = 'BINANCE', sell = 'OKX', slippageBps = 2, filledFrac = 1, isShadow = false } = planted;
  const isFilled = filledFrac > 0;
  const leg = (venue: Venue, side: 'BUY' | 'SELL') => ({
    venue,
    market: 'perp' as const,
    side,
    filledFrac,
    slippageBps: isFilled ? slippageBps : null,
    latencyMs: planted.latencyMs ?? 80,
    latencyCostBps: isFilled ? slippageBps / 2 : null,
    adverseBps: planted.adverseBps ?? 1,
  });
  return {
    pairId: `BTCUSDT.PERP.${buy}>BTCUSDT.PERP.${sell}`,
    symbol: 'BTCUSDT',
    mode: 'futures-futures',
    notionalUsd: planted.usd ?? 500,
    isShadow,
    sequencing: planted.sequencing ?? 'parallel',
    arbId: isShadow ? null : 'a00000000001',
    legs: [leg(buy, 'BUY'), leg(sell, 'SELL')],
    predictedBps: 10,
    latencyReserveBps: 1,
    learnedBps: planted.learnedBps ?? null,
    realisedBps: isFilled ? 11 - 2 * slippageBps : null,
  };
}

function taught(count: number, planted: Planted = {}, learner = new ArbLearner()): ArbLearner {
  for (let nth = 0; nth < count; nth += 1) learner.learn(sample(planted), T0 + nth * 1_000);
  return learner;
}

const ask = (learner: ArbLearner, buy: Venue = 'BINANCE', sell: Venue = 'OKX', notionalUsd = 500) =>
  learner.estimate({ buy: at(buy), sell: at(sell), notionalUsd });

describe('ArbLearner', () => {
  it('says nothing before five samples', () => {
    expect(ask(taught(4))).toBeNull();
    expect(taught(4).latencyMs(at('OKX'))).toBeNull();
    expect(ask(taught(5))).not.toBeNull();
  });

  it('comes to what a pair really costs, fills and takes', () => {
    const estimate = ask(taught(200, { slippageBps: 3, latencyMs: 140, adverseBps: 2 }));
    expect(estimate?.slippageBps).toBeCloseTo(6, 0);
    expect(estimate?.latencyCostBps).toBeCloseTo(3, 0);
    expect(estimate?.adverseBps).toBeCloseTo(4, 0);
    expect(estimate?.latencyMs).toBeGreaterThan(130);
    expect(estimate?.fillProbability).toBeGreaterThan(0.97);
    expect(estimate).toMatchObject({ samples: 200, realSamples: 200 });
  });

  it('adds what a leg that is left alone may cost, the more the seldomer both fill', () => {
    const learner = taught(60);
    const sure = ask(learner);
    taught(60, { filledFrac: 0 }, learner);
    const doubtful = ask(learner);
    expect(sure?.costBps).toBeCloseTo(sure?.slippageBps ?? Number.NaN, 0);
    expect(doubtful?.fillProbability).toBeLessThan(0.6);
    expect((doubtful?.costBps ?? 0) - (doubtful?.slippageBps ?? 0)).toBeGreaterThan(0.5);
  });

  it('knows a pair that was never traded by its two venues, and a venue that was never seen by all others', () => {
    const learner = taught(40, { buy: 'BINANCE', sell: 'OKX', slippageBps: 4 });
    taught(40, { buy: 'BYBIT', sell: 'KUCOIN', slippageBps: 1 }, learner);
    const mixed = ask(learner, 'BINANCE', 'KUCOIN');
    expect(mixed?.samples).toBe(0);
    expect(mixed?.slippageBps).toBeGreaterThan(3.5);
    expect(mixed?.slippageBps).toBeLessThan(6.5);
    const spot = learner.estimate({ buy: at('BINANCE', 'spot'), sell: at('OKX', 'spot'), notionalUsd: 500 });
    expect(spot?.slippageBps).toBeGreaterThan(2);
    expect(spot?.slippageBps).toBeLessThan(8);
  });

  it('does not blame a calm pair for a burst at another', () => {
    const learner = taught(100, { buy: 'BINANCE', sell: 'OKX', slippageBps: 1 });
    const calm = ask(learner)?.slippageBps ?? Number.NaN;
    taught(200, { buy: 'BYBIT', sell: 'KUCOIN', slippageBps: 10 }, learner);
    expect(ask(learner, 'BYBIT', 'KUCOIN')?.slippageBps).toBeGreaterThan(18);
    expect((ask(learner)?.slippageBps ?? Number.NaN) - calm).toBeLessThan(2);
  });

  it('tells sizes apart', () => {
    const learner = taught(50, { usd: 200, slippageBps: 1 });
    taught(50, { usd: 20_000, slippageBps: 8 }, learner);
    expect(ask(learner, 'BINANCE', 'OKX', 200)?.slippageBps).toBeLessThan(4);
    expect(ask(learner, 'BINANCE', 'OKX', 20_000)?.slippageBps).toBeGreaterThan(12);
  });

  it('is moved by less than 1 bps by a fill at 1000, which would move a mean by ten', () => {
    const calm = ask(taught(100))?.slippageBps ?? Number.NaN;
    const learner = taught(100);
    learner.learn(sample({ slippageBps: 500 }), T0 + 100_000);
    expect((ask(learner)?.slippageBps ?? Number.NaN) - calm).toBeLessThan(1);
  });

  it('follows a market that changed for good', () => {
    const learner = taught(200, { slippageBps: 1 });
    taught(120, { slippageBps: 6 }, learner);
    expect(ask(learner)?.slippageBps).toBeGreaterThan(7);
  });

  it('lets no number of shadows outvote own fills', () => {
    const learner = taught(2_000, { isShadow: true, slippageBps: 0 });
    taught(100, { slippageBps: 5 }, learner);
    // All shadows count as 20 own fills: (100 * 10 + 20 * 0) / 120 is 8.3, less what the prior holds back.
    expect(ask(learner)?.slippageBps).toBeGreaterThan(7);
    expect(SHADOW_WEIGHT).toBe(0.2);
    expect(SHADOW_WEIGHT_MAX).toBe(20);
  });

  it('lets what it learned fade with time', () => {
    const learner = taught(30, { slippageBps: 5 });
    learner.learn(sample({ slippageBps: 0 }), T0 + 60 * DAY_MS);
    expect(ask(learner)?.slippageBps).toBeLessThan(6);
    const fresh = taught(30, { slippageBps: 5 });
    fresh.learn(sample({ slippageBps: 0 }), T0 + 60_000);
    expect(ask(fresh)?.slippageBps).toBeGreaterThan(7);
  });

  it('compares predictions with what own trades got, by class, and leaves shadows out', () => {
    const learner = taught(3, { slippageBps: 2, learnedBps: 8 });
    learner.learn(sample({ isShadow: true, slippageBps: 9 }), T0);
    learner.learn(sample({ filledFrac: 0 }), T0);
    const figures = learner.figures();
    expect(figures.calibration).toEqual([
      { fromBps: 10, toBps: 15, trades: 3, predictedBps: 10, learnedBps: 8, realisedBps: 7 },
    ]);
    expect(figures).toMatchObject({
      samples: 5,
      realSamples: 4,
      meanErrorBps: -3,
      meanLearnedErrorBps: -1,
      meanAbsErrorBps: 3,
      meanAbsLearnedErrorBps: 1,
    });
    expect(new ArbLearner().figures()).toMatchObject({ meanErrorBps: null, calibration: [], lastSamples: [] });
  });

  it('learns nothing while frozen, goes on comparing, and forgets everything on a reset', () => {
    const learner = taught(20, { slippageBps: 1 });
    const told = (change: 'freeze' | 'unfreeze' | 'reset'): TradingRecord => ({
      kind: 'arb-learner',
      change,
      by: 'ann',
      seq: 1,
      atMs: T0,
    });
    learner.apply(told('freeze'));
    const before = ask(learner);
    taught(20, { slippageBps: 9, learnedBps: 9 }, learner);
    expect(ask(learner)).toEqual(before);
    expect(learner.figures()).toMatchObject({ isFrozen: true, samples: 20 });
    expect(learner.figures().meanLearnedErrorBps).toBe(-16);
    learner.apply(told('unfreeze'));
    learner.apply({ kind: 'arb-sample', sample: sample({ slippageBps: 9 }), seq: 2, atMs: T0 + 30_000 });
    expect(learner.figures().samples).toBe(21);
    learner.apply(told('reset'));
    expect(ask(learner)).toBeNull();
    expect(learner.figures()).toMatchObject({ samples: 0, estimates: [], meanErrorBps: null });
  });

  it('learns of no trade with a resting order, but compares it', () => {
    const learner = taught(20, { slippageBps: 1 });
    const before = ask(learner);
    taught(20, { slippageBps: 9, sequencing: 'maker-taker' }, learner);
    expect(ask(learner)).toEqual(before);
    expect(learner.figures().calibration[0]?.trades).toBe(40);
  });

  it('holds an order that was never sent against the pair, not against its venue', () => {
    const learner = taught(20);
    const [buy, sell] = sample({ filledFrac: 0 }).legs;
    for (let nth = 0; nth < 20; nth += 1) {
      learner.learn({ ...sample({ filledFrac: 0 }), legs: [buy, { ...sell, filledFrac: null }] }, T0 + nth);
    }
    const chance = (from: Venue, to: Venue) => ask(learner, from, to)?.fillProbability ?? Number.NaN;
    expect(chance('BINANCE', 'OKX')).toBeLessThan(0.7);
    expect(chance('OKX', 'OKX')).toBeGreaterThan(chance('BINANCE', 'BINANCE') + 0.3);
  });

  it('takes no delay from a shadow, for it was assumed', () => {
    expect(taught(30, { isShadow: true, latencyMs: 900 }).latencyMs(at('OKX'))).toBeNull();
    expect(ask(taught(30, { isShadow: true, latencyMs: 900 }))?.latencyMs).toBe(100);
  });

  it('goes on after a restart as if there had been none, to the last digit', () => {
    const whole = taught(300, { buy: 'KUCOIN', slippageBps: 2.37 });
    const halves = new ArbLearner(JSON.parse(JSON.stringify(whole.snapshot())) as ArbLearnerSnapshot);
    for (const learner of [whole, halves]) taught(50, { slippageBps: 1.1, isShadow: true }, learner);
    expect(halves.snapshot()).toEqual(whole.snapshot());
    expect(ask(halves, 'KUCOIN')).toEqual(ask(whole, 'KUCOIN'));
  });

  it('begins anew from a snapshot it can not read', () => {
    const learner = new ArbLearner({ ...taught(30).snapshot(), version: 2 } as unknown as ArbLearnerSnapshot);
    expect(learner.figures().samples).toBe(0);
    const torn = {
      ...taught(30).snapshot(),
      tree: {
        cells: [
          [99_999, [1]],
          [0, [1, 2]],
        ],
        noise: [1],
      },
      wild: [0, 0],
    };
    expect(ask(new ArbLearner(torn as unknown as ArbLearnerSnapshot))?.slippageBps).toBe(0);
  });

  it('stays small however much it is told', () => {
    const learner = new ArbLearner();
    const venues: readonly Venue[] = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'];
    for (let nth = 0; nth < 5_000; nth += 1) {
      const buy = venues[nth % 4] as Venue;
      const sell = venues[Math.floor(nth / 4) % 4] as Venue;
      learner.learn(sample({ buy, sell, usd: 100 * 4 ** (nth % 6), learnedBps: 9 }), T0 + nth);
    }
    const saved = learner.snapshot();
    expect(saved.outcomes).toHaveLength(500);
    expect(saved.lastSamples).toHaveLength(30);
    expect(saved.tree.cells.length).toBeLessThanOrEqual(369);
    expect(JSON.stringify(saved).length).toBeLessThan(200_000);
  });

  it('is not spoilt by figures that are no numbers', () => {
    const learner = taught(20);
    learner.learn({ ...sample(), predictedBps: Number.NaN, latencyReserveBps: Number.NaN }, T0);
    expect(Number.isFinite(ask(learner)?.costBps)).toBe(true);
    expect(Number.isFinite(learner.figures().meanErrorBps)).toBe(true);
  });
});
