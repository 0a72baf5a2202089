import { describe, expect, it } from 'vitest';
import { ABSTAIN } from '../../domain/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import { Oraculis } from './oraculis.ts';
import {
  buildOutcome,
  FADE_EARNS,
  FEW_ARMS,
  FOLLOW_EARNS,
  NO_EDGE,
  offersOf,
  PlantedProblem,
  type MeanBps,
} from './planted-problem.fixture.ts';

const OFFERS = offersOf(FEW_ARMS);
const BEST = 'fade-15-35x25-post';
const MEAN_CONTEXT = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];

function play(learner: Oraculis, meanBps: MeanBps, run: { decisions: number; seed: number }): string[] {
  const problem = new PlantedProblem(meanBps, run.seed, FEW_ARMS);
  const random = seededRandom(run.seed + 1);
  return Array.from({ length: run.decisions }, (_, at) => {
    const { context, rewardsBps } = problem.next();
    const choice = learner.choose(context, OFFERS, random);
    learner.learn(buildOutcome(context, rewardsBps, choice), at);
    return choice.armId;
  });
}

function shareOf(choices: readonly string[], isCounted: (armId: string) => boolean): number {
  return choices.filter(isCounted).length / choices.length;
}

/** What a learner knows after 500 decisions on the market where fading earns. */
const TAUGHT = (() => {
  const learner = new Oraculis();
  play(learner, FADE_EARNS, { decisions: 500, seed: 5 });
  return JSON.stringify(learner.snapshot());
})();

function taught(): Oraculis {
  return new Oraculis(JSON.parse(TAUGHT));
}

describe('Oraculis', () => {
  it('abstains before it knows anything', () => {
    const { armId, propensity, scores } = new Oraculis().choose(MEAN_CONTEXT, OFFERS, () => 0.5);
    expect({ armId, propensity }).toEqual({ armId: ABSTAIN, propensity: 1 });
    expect(scores).toHaveLength(FEW_ARMS.length + 1);
  });

  it('finds the planted arms and takes the best ones', () => {
    const choices = play(taught(), FADE_EARNS, { decisions: 200, seed: 1 });
    expect(shareOf(choices, (armId) => armId.startsWith('follow'))).toBe(0);
    const earned = choices.map((armId) => (armId === ABSTAIN ? 0 : FADE_EARNS(armId, MEAN_CONTEXT, 0)));
    expect(earned.reduce((sum, bps) => sum + bps, 0) / earned.length).toBeGreaterThan(12);
  });

  it('abstains on a market without an edge', () => {
    const choices = play(new Oraculis(), NO_EDGE, { decisions: 400, seed: 2 }).slice(100);
    expect(shareOf(choices, (armId) => armId === ABSTAIN)).toBeGreaterThan(0.9);
  });

  it('never takes an arm that is not eligible, and its propensities sum to 1', () => {
    const learner = taught();
    const offers = OFFERS.map((offer) =>
      offer.armId === BEST ? { ...offer, isEligible: false, reason: 'fees' } : offer,
    );
    const random = seededRandom(4);
    for (let i = 0; i < 100; i += 1) {
      const { armId, propensity, scores } = learner.choose(MEAN_CONTEXT, offers, random);
      expect(armId).not.toBe(BEST);
      expect(scores.find((score) => score.armId === armId)?.propensity).toBe(propensity);
      expect(scores.reduce((sum, score) => sum + score.propensity, 0)).toBeCloseTo(1, 9);
    }
  });

  it('takes arms as often as their propensities say', () => {
    const learner = taught();
    learner.change({ kind: 'exploration', scale: 4 }, 0);
    const random = seededRandom(6);
    const counts = new Map<string, number>();
    const draws = 1_000;
    for (let i = 0; i < draws; i += 1) {
      const { armId } = learner.choose(MEAN_CONTEXT, OFFERS, random);
      counts.set(armId, (counts.get(armId) ?? 0) + 1);
    }
    const { scores } = learner.choose(MEAN_CONTEXT, OFFERS, random);
    for (const { armId, propensity } of scores) {
      expect(Math.abs((counts.get(armId) ?? 0) / draws - propensity)).toBeLessThan(0.06);
    }
    expect(counts.size).toBeGreaterThan(1);
  });

  it('chooses the same after its state went through JSON', () => {
    const learner = new Oraculis();
    play(learner, FADE_EARNS, { decisions: 200, seed: 7 });
    const restored = new Oraculis(JSON.parse(JSON.stringify(learner.snapshot())));
    expect(restored.snapshot()).toEqual(learner.snapshot());
    const onwards = { decisions: 100, seed: 8 };
    expect(play(restored, FADE_EARNS, onwards)).toEqual(play(learner, FADE_EARNS, onwards));
    expect(restored.snapshot()).toEqual(learner.snapshot());
  });

  it('forgets what was before a change and follows it', () => {
    const learner = taught();
    const choices = play(learner, FOLLOW_EARNS, { decisions: 400, seed: 10 });
    expect(learner.drifts.length).toBeGreaterThan(0);
    expect(shareOf(choices.slice(200), (armId) => armId.startsWith('follow'))).toBeGreaterThan(0.9);
  });

  it('learns nothing while frozen, and everything anew after a reset', () => {
    const learner = taught();
    learner.change({ kind: 'freeze' }, 0);
    const frozen = learner.exportPolicy();
    play(learner, NO_EDGE, { decisions: 50, seed: 12 });
    expect(learner.exportPolicy()).toEqual(frozen);
    expect(learner.ledger.decisions).toBe(550);
    learner.change({ kind: 'reset' }, 0);
    expect(learner.exportPolicy().arms).toEqual({});
    expect(learner.isFrozen).toBe(true);
  });

  it('always takes the best mean without exploration', () => {
    const learner = taught();
    learner.change({ kind: 'exploration', scale: 0 }, 0);
    const { scores, propensity, armId } = learner.choose(MEAN_CONTEXT, OFFERS, seededRandom(1));
    expect(propensity).toBe(1);
    const means = scores.map(({ meanBps }) => meanBps ?? Number.NaN);
    expect(scores.find((score) => score.armId === armId)?.meanBps).toBe(Math.max(...means));
  });

  it('takes an exported policy, and refuses a bad one by its fields', () => {
    const learner = taught();
    const policy = JSON.parse(JSON.stringify(learner.exportPolicy()));
    const other = new Oraculis();
    other.change({ kind: 'import', policy }, 0);
    expect(other.predict(BEST, MEAN_CONTEXT)).toEqual(learner.predict(BEST, MEAN_CONTEXT));
    policy.arms[BEST].gram[0] = -1e6;
    policy.version = 9;
    other.change({ kind: 'import', policy }, 0);
    expect(other.refused).toEqual([
      `policy: version must be 1; arms.${BEST}.gram must not be negative on its diagonal, as it is at 1`,
    ]);
    expect(other.predict(BEST, MEAN_CONTEXT)).toEqual(learner.predict(BEST, MEAN_CONTEXT));
  });

  it('starts anew from a state it cannot read, and says so', () => {
    const learner = new Oraculis({ version: 99 });
    expect(learner.refused).toHaveLength(1);
    expect(learner.evidenceOf(BEST)).toBe(0);
  });

  it('skips an outcome it cannot learn from, and says so', () => {
    const learner = new Oraculis();
    learner.learn(buildOutcome([1, 2], new Map([[BEST, 10]])), 0);
    learner.learn(buildOutcome(MEAN_CONTEXT, new Map([[BEST, Number.NaN]])), 0);
    expect(learner.refused).toHaveLength(2);
    expect(learner.evidenceOf(BEST)).toBe(0);
  });
});
