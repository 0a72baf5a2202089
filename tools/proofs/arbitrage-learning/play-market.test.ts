import { describe, expect, it } from 'vitest';
import { brierOf, playMarket, scoreOf, type Course } from './play-market.ts';
import { learned, meanPerPair, noLearning, theTruth } from './rules.ts';

const TRADES = 400;

/** The later half of what was played. `npm run prove -- arbitrage-learning` is the long form. */
function late({ trades }: Course) {
  return scoreOf(trades.slice(TRADES / 2));
}

describe('the arbitrage learner on planted venues', () => {
  it.each([11, 12, 13])('predicts what trades get nearly as well as who knows the truth, seed %i', (seed) => {
    const [plain, raw, learner, truth] = playMarket([noLearning(), meanPerPair(), learned(), theTruth()], TRADES, {
      seed,
    }) as [Course, Course, Course, Course];
    expect(Math.abs(late(learner).meanErrorBps)).toBeLessThan(0.75);
    expect(Math.abs(late(plain).meanErrorBps)).toBeGreaterThan(2);
    expect(late(learner).calibrationBps).toBeLessThan(late(plain).calibrationBps / 2);
    expect(late(learner).meanAbsErrorBps).toBeLessThan(late(raw).meanAbsErrorBps);
    expect(late(learner).meanAbsErrorBps).toBeLessThan(late(truth).meanAbsErrorBps * 1.1);
    expect(brierOf(learner.fills)).toBeLessThan(brierOf(plain.fills));
  });

  it('finds back to the truth after venues changed for good', () => {
    const [plain, learner] = playMarket([noLearning(), learned()], TRADES, { seed: 14, changesAt: 150 }) as [
      Course,
      Course,
    ];
    expect(Math.abs(late(learner).meanErrorBps)).toBeLessThan(Math.abs(late(plain).meanErrorBps) / 3);
  });
});
