import { describe, expect, it } from 'vitest';
import { ABSTAIN } from '../../domain/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import { evaluatePolicy, type LoggedDecision } from './evaluate-policy.ts';
import { buildOutcome } from './planted-problem.fixture.ts';

const CONTEXT = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const ARMS = ['good', 'bad', ABSTAIN];

/** Logs decisions by even chances; `good` earns 20 bps, `bad` loses 10, give or take 30. */
function log(decisions: number, seed: number): LoggedDecision[] {
  const random = seededRandom(seed);
  return Array.from({ length: decisions }, (_, at) => {
    const armId = ARMS[Math.floor(random() * 3)] ?? ABSTAIN;
    const rewards = new Map([
      ['good', 20 + 60 * (random() - 0.5)],
      ['bad', -10 + 60 * (random() - 0.5)],
    ]);
    return {
      decision: {
        symbol: 'BTCUSDT',
        liquidatedSide: 'LONG',
        context: CONTEXT,
        arms: [],
        trigger: {
          windowUsd: 1e6,
          thresholdUsd: 1e5,
          thresholdBy: 'fixed',
          count: 3,
          isLowerBound: false,
          eventIds: [],
          clusterId: `C${Math.floor(at / 2)}`,
        },
      },
      outcome: buildOutcome(CONTEXT, rewards, { armId, propensity: 1 / 3 }),
    };
  });
}

const always = (armId: string) => () => new Map([[armId, 1]]);

describe('evaluatePolicy', () => {
  it('finds the value of a policy that did not log the decisions, by every estimator', () => {
    const evaluation = evaluatePolicy(log(1_500, 1), always('good'));
    for (const value of [evaluation.ips, evaluation.selfNormalised, evaluation.doublyRobust, evaluation.shadows]) {
      expect(Math.abs((value.meanBps ?? Number.NaN) - 20)).toBeLessThan(4);
      expect(value.lowBps).toBeLessThan(21);
      expect(value.highBps).toBeGreaterThan(19);
    }
    expect(evaluation.effectiveDecisions).toBeGreaterThan(400);
    expect(evaluation.cascades).toBe(750);
  });

  it('covers the true value with its intervals about 95 times of 100', () => {
    const covered = { ips: 0, selfNormalised: 0, doublyRobust: 0 };
    const runs = 60;
    for (let seed = 0; seed < runs; seed += 1) {
      const evaluation = evaluatePolicy(log(150, seed * 7_919), always('good'));
      for (const name of ['ips', 'selfNormalised', 'doublyRobust'] as const) {
        const { lowBps, highBps } = evaluation[name];
        if (lowBps !== null && highBps !== null && lowBps <= 20 && highBps >= 20) covered[name] += 1;
      }
    }
    for (const count of Object.values(covered)) expect(count / runs).toBeGreaterThan(0.85);
  });

  it('is surer with the model than without', () => {
    const { ips, doublyRobust } = evaluatePolicy(log(1_000, 3), always('good'));
    const width = ({ lowBps, highBps }: typeof ips): number => (highBps ?? Number.NaN) - (lowBps ?? Number.NaN);
    expect(width(doublyRobust)).toBeLessThan(width(ips));
  });

  it('counts decisions without a propensity as left out', () => {
    const [first, ...rest] = log(50, 4);
    const unlogged = rest.map((each) => ({ ...each, outcome: { ...each.outcome, propensity: 0 } }));
    const evaluation = evaluatePolicy(first === undefined ? [] : [first, ...unlogged], always('good'));
    expect(evaluation).toMatchObject({ decisions: 1, leftOut: 49, shadows: { lowBps: null, highBps: null } });
  });

  it('tells no interval below 30 effective decisions, also where the rewards have no variety', () => {
    const same = log(200, 5).map(({ decision }) => ({
      decision,
      outcome: buildOutcome(CONTEXT, new Map([['good', 0]]), { armId: ABSTAIN, propensity: 1 }),
    }));
    const [first] = same;
    const weighty = first === undefined ? [] : [{ ...first, outcome: { ...first.outcome, propensity: 1e-6 } }];
    const few = evaluatePolicy([...same, ...weighty], always(ABSTAIN));
    expect(few.effectiveDecisions).toBeLessThan(2);
    expect(few.isTooFew).toBe(true);
    for (const value of [few.ips, few.selfNormalised, few.doublyRobust])
      expect(value).toEqual({ meanBps: 0, lowBps: null, highBps: null });
    expect(few.shadows).toEqual({ meanBps: 0, lowBps: 0, highBps: 0 });
    expect(evaluatePolicy(same.slice(0, 29), always(ABSTAIN))).toMatchObject({
      isTooFew: true,
      logged: { meanBps: 0, lowBps: null, highBps: null },
    });
    expect(evaluatePolicy(same, always(ABSTAIN))).toMatchObject({ isTooFew: false, ips: { lowBps: 0, highBps: 0 } });
  });

  it('knows nothing of an empty log', () => {
    const unknown = { meanBps: null, lowBps: null, highBps: null };
    expect(evaluatePolicy([], always('good'))).toMatchObject({ decisions: 0, ips: unknown, selfNormalised: unknown });
  });
});
