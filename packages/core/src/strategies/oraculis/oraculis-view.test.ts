import { describe, expect, it } from 'vitest';
import { ABSTAIN } from '../../domain/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import { buildOraculisView } from './oraculis-view.ts';
import { Oraculis } from './oraculis.ts';
import { buildOutcome, FADE_EARNS, FEW_ARMS, offersOf, PlantedProblem } from './planted-problem.fixture.ts';

const CONTEXT = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];

function taught(decisions: number): Oraculis {
  const learner = new Oraculis();
  const problem = new PlantedProblem(FADE_EARNS, 1, FEW_ARMS);
  const random = seededRandom(2);
  for (let at = 0; at < decisions; at += 1) {
    const { context, rewardsBps } = problem.next();
    const choice = learner.choose(context, offersOf(FEW_ARMS), random);
    learner.learn(buildOutcome(context, rewardsBps, choice), at);
  }
  return learner;
}

describe('buildOraculisView', () => {
  it('counts regret as what the best fixed arm earned more than the choices', () => {
    const learner = new Oraculis();
    const rewards = new Map([
      ['good', 30],
      ['bad', -300],
    ]);
    learner.learn(buildOutcome(CONTEXT, rewards, { armId: 'bad', propensity: 0.5 }), 1);
    learner.learn(buildOutcome(CONTEXT, rewards, { armId: 'good', propensity: 0.5 }), 2);
    learner.learn(buildOutcome(CONTEXT, rewards, { armId: ABSTAIN, propensity: 0.5 }), 3);
    const view = buildOraculisView(learner);
    // 90 by `good`; -200 (clipped), 30 and 0 by the choices.
    expect(view).toMatchObject({ decisions: 3, bestFixedArmId: 'good', regretBps: 260, abstainShareFrac: 1 / 3 });
    expect(view.regretCurve).toEqual([
      [1, 230],
      [2, 230],
      [3, 260],
    ]);
    const bad = view.arms.find(({ armId }) => armId === 'bad');
    expect(bad).toMatchObject({ pulls: 1, outcomes: 3, meanRewardBps: -200, lastRewardBps: -200 });
    expect(view.histogram.filter(({ n }) => n > 0)).toEqual([
      { fromBps: -200, n: 1 },
      { fromBps: 20, n: 1 },
    ]);
  });

  it('gives chances of being best that sum to 1, the most to a planted arm', () => {
    const { arms } = buildOraculisView(taught(500));
    expect(arms.reduce((sum, { bestChance }) => sum + bestChance, 0)).toBeCloseTo(1, 9);
    const best = arms.toSorted((a, b) => b.bestChance - a.bestChance)[0];
    expect(best?.armId).toBe('fade-15-35x25-post');
    expect(best?.lowBps).toBeLessThan(18);
    expect(best?.highBps).toBeGreaterThan(18);
  });

  it('shows predictions next to what came: within 8 bps in every range with 200 of them', () => {
    const { calibration } = buildOraculisView(taught(500));
    const full = calibration.filter(({ n }) => n >= 200);
    expect(full.length).toBeGreaterThan(2);
    for (const { predictedBps, realisedBps } of full) {
      expect(Math.abs((predictedBps ?? Number.NaN) - (realisedBps ?? Number.NaN))).toBeLessThan(8);
    }
  });

  it('keeps the course of regret within 200 points', () => {
    const learner = new Oraculis();
    for (let at = 0; at < 1_000; at += 1) learner.learn(buildOutcome(CONTEXT, new Map([['good', 10]])), at);
    const { regretCurve } = buildOraculisView(learner);
    expect(regretCurve.length).toBeLessThanOrEqual(200);
    expect(regretCurve.at(-1)?.[0]).toBeGreaterThan(980);
  });

  it('lists every arm of an imported policy with its mean, and knows nothing after a reset', () => {
    const teacher = taught(100);
    const learner = new Oraculis();
    learner.learn(buildOutcome(CONTEXT, new Map([['fade-15-35x25-post', 10]])), 0);
    learner.change({ kind: 'import', policy: JSON.parse(JSON.stringify(teacher.exportPolicy())) }, 1);
    const beliefs = ({ arms, bestArmId }: ReturnType<typeof buildOraculisView>) => ({
      bestArmId,
      means: new Map(arms.map(({ armId, meanBps }) => [armId, meanBps])),
    });
    expect(beliefs(buildOraculisView(learner))).toEqual(beliefs(buildOraculisView(teacher)));
    expect(buildOraculisView(learner).arms).toHaveLength(FEW_ARMS.length + 1);
    expect(buildOraculisView(learner).bestArmId).toMatch(/^fade-/);
    learner.change({ kind: 'reset' }, 2);
    expect(buildOraculisView(learner)).toMatchObject({ bestArmId: null, arms: [{ armId: ABSTAIN }] });
  });

  it('shows nothing as nothing before the first decision', () => {
    expect(buildOraculisView(new Oraculis())).toMatchObject({
      decisions: 0,
      regretBps: 0,
      abstainShareFrac: null,
      arms: [{ armId: ABSTAIN, meanRewardBps: null, bestChance: 1 }],
    });
  });
});
