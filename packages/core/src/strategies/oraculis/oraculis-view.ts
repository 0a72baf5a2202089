import { ABSTAIN } from '../../domain/index.ts';
import { bestChances } from './best-chances.ts';
import { CALIBRATION_EDGES_BPS, HISTOGRAM_BAR_BPS } from './learner-ledger.ts';
import { INTERVAL_90_SDS, type Oraculis } from './oraculis.ts';
import type { DriftEvent } from './oraculis-state.ts';

/** One arm as a screen shows it. null: not known yet. */
export interface OraculisArmRow {
  readonly armId: string;
  /** Times it was chosen. */
  readonly pulls: number;
  readonly outcomes: number;
  readonly fills: number;
  readonly realFills: number;
  /** Mean over all its outcomes, and the last of them, in bps net of costs. */
  readonly meanRewardBps: number | null;
  readonly lastRewardBps: number | null;
  /** What is believed now at the context asked for, with its 90 % interval. */
  readonly meanBps: number;
  readonly lowBps: number;
  readonly highBps: number;
  /** That no other arm, and not doing nothing, is better. */
  readonly bestChance: number;
  /** Rewards the belief stands on, faded and weighted. */
  readonly evidence: number;
}

export interface OraculisView {
  readonly decisions: number;
  readonly isFrozen: boolean;
  readonly explorationScale: number;
  readonly arms: readonly OraculisArmRow[];
  readonly bestFixedArmId: string;
  /** The best mean of the beliefs at the context asked for; null while nothing was learnt of any arm. */
  readonly bestArmId: string | null;
  /** Against the best fixed arm, in bps summed over decisions; and its course as `[decisions, regret]`. */
  readonly regretBps: number;
  readonly regretCurve: readonly (readonly [number, number])[];
  readonly abstainShareFrac: number | null;
  readonly drifts: readonly DriftEvent[];
  /** Rewards of chosen arms; `fromBps` is the lower edge of a bar. */
  readonly histogram: readonly { readonly fromBps: number; readonly n: number }[];
  /** Predictions of one range and what came; `fromBps` null reaches down without end. */
  readonly calibration: readonly {
    readonly fromBps: number | null;
    readonly n: number;
    readonly predictedBps: number | null;
    readonly realisedBps: number | null;
  }[];
  readonly refused: readonly string[];
}

/** Builds what a screen shows of a learner; beliefs are those at a context, without one those at the usual one. */
export function buildOraculisView(learner: Oraculis, context = learner.usualContext): OraculisView {
  const { ledger } = learner;
  const { decisions } = ledger;
  const arms = armRows(learner, context);
  return {
    decisions,
    isFrozen: learner.isFrozen,
    explorationScale: learner.explorationScale,
    arms,
    bestArmId: bestArmOf(arms),
    bestFixedArmId: ledger.bestFixed().armId,
    regretBps: ledger.regretBps,
    regretCurve: ledger.curve(),
    abstainShareFrac: decisions === 0 ? null : ledger.tallyOf(ABSTAIN).pulls / decisions,
    drifts: learner.drifts,
    histogram: ledger.histogram().map((n, bar, { length }) => ({ fromBps: (bar - length / 2) * HISTOGRAM_BAR_BPS, n })),
    calibration: ledger.calibration().map(({ n, predictedSumBps, realisedSumBps }, ix) => {
      const fromBps = CALIBRATION_EDGES_BPS[ix] ?? -Infinity;
      return {
        fromBps: Number.isFinite(fromBps) ? fromBps : null,
        n,
        predictedBps: n === 0 ? null : predictedSumBps / n,
        realisedBps: n === 0 ? null : realisedSumBps / n,
      };
    }),
    refused: learner.refused,
  };
}

function armRows(learner: Oraculis, context: readonly number[]): readonly OraculisArmRow[] {
  const armIds = [...new Set([...learner.armIds, ...learner.ledger.armIds()])].filter((armId) => armId !== ABSTAIN);
  const beliefs = armIds.map((armId) => learner.predict(armId, context));
  const chances = bestChances(beliefs.map(({ meanBps, meanSdBps }) => ({ meanBps, sdBps: meanSdBps })));
  const rows = armIds.map((armId, ix): OraculisArmRow => {
    const { meanBps = 0, meanSdBps = 0 } = beliefs[ix] ?? {};
    return {
      ...tallyRow(learner, armId),
      meanBps,
      lowBps: meanBps - INTERVAL_90_SDS * meanSdBps,
      highBps: meanBps + INTERVAL_90_SDS * meanSdBps,
      bestChance: chances.arms[ix] ?? 0,
    };
  });
  const abstaining = { ...tallyRow(learner, ABSTAIN), meanBps: 0, lowBps: 0, highBps: 0, bestChance: chances.abstain };
  return [...rows, abstaining];
}

function bestArmOf(arms: readonly OraculisArmRow[]): string | null {
  const known = arms.filter(({ armId, evidence }) => armId !== ABSTAIN && evidence > 0);
  return known.toSorted((a, b) => b.meanBps - a.meanBps)[0]?.armId ?? null;
}

function tallyRow(learner: Oraculis, armId: string) {
  const { pulls, outcomes, fills, realFills, sumBps, lastBps } = learner.ledger.tallyOf(armId);
  return {
    armId,
    pulls,
    outcomes,
    fills,
    realFills,
    meanRewardBps: outcomes === 0 ? null : sumBps / outcomes,
    lastRewardBps: outcomes === 0 ? null : lastBps,
    evidence: learner.evidenceOf(armId),
  };
}
