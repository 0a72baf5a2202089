import { ABSTAIN } from '@riptide/core/domain';
import type { Random } from '@riptide/core/kernel';
import type { Oraculis } from '@riptide/core/strategies';
import { bestChances } from '../../../packages/core/src/strategies/oraculis/best-chances.ts';
import { offersOf, PLANTED_ARMS } from '../../../packages/core/src/strategies/oraculis/planted-problem.fixture.ts';

/** A way of choosing from what a learner believes. */
export type Rule = (learner: Oraculis, context: readonly number[], random: Random) => string;

const OFFERS = offersOf(PLANTED_ARMS);
const WITH_ABSTAIN = [...PLANTED_ARMS, ABSTAIN];
const UCB_WIDTH_SDS = 1;
const EPSILON = 0.1;

const oraculis: Rule = (learner, context, random) => learner.choose(context, OFFERS, random).armId;

const thompson: Rule = (learner, context, random) => drawBest(learner, context, { random, widthFrac: 1 });

const narrowThompson: Rule = (learner, context, random) => drawBest(learner, context, { random, widthFrac: 0.25 });

function drawBest(
  learner: Oraculis,
  context: readonly number[],
  { random, widthFrac }: { readonly random: Random; readonly widthFrac: number },
): string {
  const beliefs = PLANTED_ARMS.map((armId) => learner.predict(armId, context));
  const { arms } = bestChances(beliefs.map(({ meanBps, meanSdBps }) => ({ meanBps, sdBps: meanSdBps * widthFrac })));
  let left = random();
  return PLANTED_ARMS.find((_, ix) => (left -= arms[ix] ?? 0) < 0) ?? ABSTAIN;
}

const linUcb: Rule = (learner, context) => bestBy(learner, context, UCB_WIDTH_SDS);

const greedy: Rule = (learner, context) => bestBy(learner, context, 0);

const uniform: Rule = (_learner, _context, random) =>
  WITH_ABSTAIN[Math.floor(random() * WITH_ABSTAIN.length)] ?? ABSTAIN;

const epsilonGreedy: Rule = (learner, context, random) =>
  random() < EPSILON ? uniform(learner, context, random) : greedy(learner, context, random);

function bestBy(learner: Oraculis, context: readonly number[], widthSds: number): string {
  let best = { armId: ABSTAIN, bps: 0 };
  for (const armId of PLANTED_ARMS) {
    const { meanBps, meanSdBps } = learner.predict(armId, context);
    const bps = meanBps + widthSds * meanSdBps;
    if (bps > best.bps) best = { armId, bps };
  }
  return best.armId;
}

/** Rules that see the outcomes of all arms: they differ in choosing alone, so one learner serves all. */
export const RULES_OF_ALL: Readonly<Record<string, Rule>> = {
  'Oraculis (quarter width, certainty)': oraculis,
  'Thompson, quarter width': narrowThompson,
  'Thompson, full width': thompson,
  'LinUCB, width 1': linUcb,
  greedy,
  'epsilon-greedy, 10 %': epsilonGreedy,
  random: uniform,
};

/** Rules that see the outcome of what they chose alone. */
export const RULES_OF_CHOSEN: Readonly<Record<string, Rule>> = {
  'Thompson, chosen arm only': thompson,
  'LinUCB, chosen arm only': linUcb,
  'epsilon-greedy, chosen arm only': epsilonGreedy,
};
