import type { CandidatePolicy } from './evaluate-policy.ts';
import type { Oraculis } from './oraculis.ts';

/** Returns the policy of a learner as it stands, e.g. with an imported posterior or another exploration. */
export function policyOf(learner: Oraculis): CandidatePolicy {
  return ({ context, arms }) => {
    const { scores } = learner.choose(context, arms, () => 0);
    return new Map(scores.map(({ armId, propensity }) => [armId, propensity]));
  };
}
