import { describe, expect, it } from 'vitest';
import { predictionErrors } from '../../../packages/core/src/strategies/arbitrage/learning/calibration.ts';
import { playExecutor } from './play-executor.ts';

const TRADES = 60;

describe('the arbitrage learner behind the real executor', { timeout: 60_000 }, () => {
  it('predicts what trades get after it has seen thirty', async () => {
    const { outcomes } = await playExecutor(TRADES, 21);
    const after = predictionErrors(outcomes.slice(TRADES / 2));
    expect(after.meanErrorBps).toBeLessThan(-3);
    expect(Math.abs(after.meanLearnedErrorBps ?? Number.NaN)).toBeLessThan(1);
    expect(after.meanAbsLearnedErrorBps).toBeLessThan((after.meanAbsErrorBps ?? Number.NaN) / 2);
  });
});
