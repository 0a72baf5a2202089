import { ABSTAIN } from '@riptide/core/domain';
import { seededRandom } from '@riptide/core/kernel';
import { Oraculis } from '@riptide/core/strategies';
import {
  buildOutcome,
  PlantedProblem,
  type MeanBps,
} from '../../../packages/core/src/strategies/oraculis/planted-problem.fixture.ts';
import { RULES_OF_ALL, RULES_OF_CHOSEN, type Rule } from './rules.ts';

export interface Problem {
  readonly name: string;
  readonly decisions: number;
  readonly meanBps: MeanBps;
  /** Mean of the best fixed arm in the regime of a decision. */
  readonly bestFixedBps: (decision: number) => number;
}

/** What one rule did on one problem and seed. */
export interface Course {
  /** Sum of the best fixed arm's mean less the chosen arm's, after each decision: noise of rewards left out. */
  readonly regretBps: Float64Array;
  /** Mean of the chosen arm at each decision. */
  readonly meanBps: Float64Array;
  /** 1 where it abstained. */
  readonly abstained: Uint8Array;
}

/** Plays one problem with all rules; the same seed gives all of them the same market. */
export function playProblem(problem: Problem, seed: number): ReadonlyMap<string, Course> {
  const courses = playTogether(problem, seed, RULES_OF_ALL, (rewards) => rewards);
  for (const [name, rule] of Object.entries(RULES_OF_CHOSEN)) {
    const alone = playTogether(problem, seed, { [name]: rule }, (rewards, chosen) => {
      const rewardBps = rewards.get(chosen);
      return rewardBps === undefined ? new Map() : new Map([[chosen, rewardBps]]);
    });
    for (const [each, course] of alone) courses.set(each, course);
  }
  return courses;
}

type Rewards = ReadonlyMap<string, number>;

function playTogether(
  problem: Problem,
  seed: number,
  rules: Readonly<Record<string, Rule>>,
  seen: (rewards: Rewards, chosen: string) => Rewards,
): Map<string, Course> {
  const market = new PlantedProblem(problem.meanBps, seed);
  const learner = new Oraculis();
  const players = Object.entries(rules).map(([name, rule], ix) => ({
    name,
    rule,
    random: seededRandom(seed * 31 + ix + 1),
    course: newCourse(problem.decisions),
  }));
  for (let at = 0; at < problem.decisions; at += 1) {
    const { context, rewardsBps } = market.next();
    let chosen = ABSTAIN as string;
    for (const { rule, random, course } of players) {
      chosen = rule(learner, context, random);
      const meanBps = chosen === ABSTAIN ? 0 : problem.meanBps(chosen, context, at);
      course.meanBps[at] = meanBps;
      course.regretBps[at] = (course.regretBps[at - 1] ?? 0) + problem.bestFixedBps(at) - meanBps;
      course.abstained[at] = chosen === ABSTAIN ? 1 : 0;
    }
    learner.learn(buildOutcome(context, seen(rewardsBps, chosen), { armId: chosen, propensity: 1 }), at);
  }
  return new Map(players.map(({ name, course }) => [name, course]));
}

function newCourse(decisions: number): Course {
  return {
    regretBps: new Float64Array(decisions),
    meanBps: new Float64Array(decisions),
    abstained: new Uint8Array(decisions),
  };
}
