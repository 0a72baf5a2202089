import type { z } from 'zod';
import type { evaluatePolicyOffline, OraculisLearner } from '@riptide/contracts';
import { buildOraculisView, Oraculis, type PolicyEvaluation, type PolicyValue } from '@riptide/core/strategies';
import { rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';

type Evaluation = z.input<typeof evaluatePolicyOffline.response>['evaluation'];

/** Returns what a learner knows, from what it saved; null while there is none. */
export function presentLearner(saved: unknown): z.input<typeof OraculisLearner> | null {
  if (saved === null || saved === undefined) return null;
  const view = buildOraculisView(new Oraculis(saved));
  return {
    decisions: view.decisions,
    frozen: view.isFrozen,
    exploration_scale: view.explorationScale,
    best_arm: view.bestArmId,
    best_fixed_arm: view.bestFixedArmId,
    regret_bps: rounded(view.regretBps, 4),
    regret_curve: view.regretCurve.map(([decisions, regret]) => [decisions, rounded(regret, 4)]),
    abstain_share: roundedOrNull(view.abstainShareFrac, 6),
    arms: view.arms.map((row) => ({
      arm: row.armId,
      pulls: row.pulls,
      outcomes: row.outcomes,
      fills: row.fills,
      real_fills: row.realFills,
      mean_reward_bps: roundedOrNull(row.meanRewardBps, 4),
      last_reward_bps: roundedOrNull(row.lastRewardBps, 4),
      mean_bps: rounded(row.meanBps, 4),
      low_bps: rounded(row.lowBps, 4),
      high_bps: rounded(row.highBps, 4),
      best_chance: rounded(row.bestChance, 6),
      evidence: rounded(row.evidence, 4),
    })),
    drifts: view.drifts.map(({ atMs, decision, armIds }) => ({
      timestamp: toEpochSeconds(atMs),
      decision,
      arms: [...armIds],
    })),
    histogram: view.histogram.map(({ fromBps, n }) => ({ from_bps: fromBps, count: n })),
    calibration: view.calibration.map(({ fromBps, n, predictedBps, realisedBps }) => ({
      from_bps: fromBps,
      count: n,
      predicted_bps: roundedOrNull(predictedBps, 4),
      realised_bps: roundedOrNull(realisedBps, 4),
    })),
    refused: [...view.refused],
  };
}

/** Returns what a changed policy would have earned. */
export function presentEvaluation(found: PolicyEvaluation): Evaluation {
  return {
    decisions: found.decisions,
    left_out: found.leftOut,
    cascades: found.cascades,
    effective_decisions: rounded(found.effectiveDecisions, 2),
    weight_max: rounded(found.weightMax, 4),
    verdict: found.isTooFew ? 'too few' : 'enough',
    logged: presentValue(found.logged),
    ips: presentValue(found.ips),
    self_normalised: presentValue(found.selfNormalised),
    doubly_robust: presentValue(found.doublyRobust),
    shadows: presentValue(found.shadows),
  };
}

function presentValue({ meanBps, lowBps, highBps }: PolicyValue): Evaluation['ips'] {
  return {
    mean_bps: roundedOrNull(meanBps, 4),
    low_bps: roundedOrNull(lowBps, 4),
    high_bps: roundedOrNull(highBps, 4),
  };
}
