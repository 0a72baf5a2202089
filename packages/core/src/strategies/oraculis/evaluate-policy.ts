import { ABSTAIN, type Decision, type DecisionOutcome } from '../../domain/index.ts';
import { ArmPosterior } from './arm-posterior.ts';
import { rewardBpsOf } from './rewards.ts';

/** A decision whose outcomes are known, as the journal holds it. */
export interface LoggedDecision {
  readonly decision: Pick<Decision, 'symbol' | 'liquidatedSide' | 'trigger' | 'context' | 'arms'>;
  readonly outcome: DecisionOutcome;
}

/** Answers with which chance a policy would take each arm (abstaining is one) at a decision. Chances missing are 0. */
export type CandidatePolicy = (decision: LoggedDecision['decision']) => ReadonlyMap<string, number>;

/** A mean per decision in bps and its 95 % interval; null with fewer than two cascades or 30 decisions, counted as effective ones where weighted. */
export interface PolicyValue {
  readonly meanBps: number | null;
  readonly lowBps: number | null;
  readonly highBps: number | null;
}

export interface PolicyEvaluation {
  /** Decisions used; and left out because the chosen arm's reward or its propensity is missing. */
  readonly decisions: number;
  readonly leftOut: number;
  /** Intervals treat decisions of one cascade as one. */
  readonly cascades: number;
  /** How many decisions the weights are worth (Kish), and the largest weight. */
  readonly effectiveDecisions: number;
  readonly weightMax: number;
  /** Whether the effective decisions are fewer than 30: then no interval is told. */
  readonly isTooFew: boolean;
  /** What the decisions as they were taken earned. */
  readonly logged: PolicyValue;
  readonly ips: PolicyValue;
  readonly selfNormalised: PolicyValue;
  readonly doublyRobust: PolicyValue;
  /** From the outcomes of all arms: no weights, but shadows stand in for fills. */
  readonly shadows: PolicyValue;
}

/** With fewer the normal interval is too narrow: weights without variety even give one of width 0. */
const EFFECTIVE_MIN = 30;

interface Row {
  readonly cascade: string;
  readonly context: readonly number[];
  readonly chosenArmId: string;
  readonly chosenBps: number;
  readonly weight: number;
  readonly chances: ReadonlyMap<string, number>;
  readonly rewardsBps: ReadonlyMap<string, number>;
}

/**
 * Says what a changed policy would have earned on logged decisions: inverse propensity scoring (Horvitz and Thompson 1952),
 * self-normalised (Swaminathan and Joachims 2015), doubly robust (Dudík, Langford and Li 2011; its reward model is fitted on the other
 * half of the cascades), and from the shadows of all arms. A policy learnt from the same decisions is flattered by all of them.
 */
export function evaluatePolicy(logged: readonly LoggedDecision[], policy: CandidatePolicy): PolicyEvaluation {
  const rows = logged.flatMap((each) => rowOf(each, policy) ?? []);
  const weights = rows.map(({ weight }) => weight);
  const weightSum = sumOf(weights);
  const squares = sumOf(weights.map((weight) => weight * weight));
  const model = crossFitted(rows);
  const doublyRobust = rows.map((row) => {
    const expected = sumOf([...row.chances].map(([armId, chance]) => chance * model(row, armId)));
    return expected + row.weight * (row.chosenBps - model(row, row.chosenArmId));
  });
  const shadows = rows.map((row) =>
    sumOf([...row.chances].map(([armId, chance]) => chance * (row.rewardsBps.get(armId) ?? 0))),
  );
  const effectiveDecisions = squares > 0 ? weightSum ** 2 / squares : 0;
  const isTooFew = effectiveDecisions < EFFECTIVE_MIN;
  const weighted = (value: PolicyValue): PolicyValue => told(value, effectiveDecisions);
  return {
    decisions: rows.length,
    leftOut: logged.length - rows.length,
    cascades: new Set(rows.map(({ cascade }) => cascade)).size,
    effectiveDecisions,
    weightMax: Math.max(0, ...weights),
    isTooFew,
    logged: told(
      meanOf(
        rows,
        rows.map(({ chosenBps }) => chosenBps),
      ),
      rows.length,
    ),
    ips: weighted(
      meanOf(
        rows,
        rows.map(({ weight, chosenBps }) => weight * chosenBps),
      ),
    ),
    selfNormalised: weighted(ratioOf(rows)),
    doublyRobust: weighted(meanOf(rows, doublyRobust)),
    shadows: told(meanOf(rows, shadows), rows.length),
  };
}

function rowOf({ decision, outcome }: LoggedDecision, policy: CandidatePolicy): Row | null {
  const rewardsBps = new Map([[ABSTAIN, 0], ...outcome.outcomes.map((arm) => [arm.armId, rewardBpsOf(arm)] as const)]);
  const chosenBps = rewardsBps.get(outcome.chosenArmId);
  const propensity = outcome.propensity ?? 0;
  if (chosenBps === undefined || !Number.isFinite(chosenBps) || !(propensity > 0)) return null;
  const chances = policy(decision);
  const { symbol, liquidatedSide, trigger } = decision;
  return {
    cascade: `${symbol}|${liquidatedSide}|${trigger.clusterId}`,
    context: outcome.context,
    chosenArmId: outcome.chosenArmId,
    chosenBps,
    weight: (chances.get(outcome.chosenArmId) ?? 0) / propensity,
    chances,
    rewardsBps,
  };
}

/** Returns what a model of the other half of the cascades, taught by chosen arms alone, expects of an arm. */
function crossFitted(rows: readonly Row[]): (row: Row, armId: string) => number {
  const numbers = new Map<string, number>();
  for (const { cascade } of rows) if (!numbers.has(cascade)) numbers.set(cascade, numbers.size);
  const halfOf = (row: Row): 0 | 1 => ((numbers.get(row.cascade) ?? 0) % 2 === 0 ? 0 : 1);
  const halves = [new Map<string, ArmPosterior>(), new Map<string, ArmPosterior>()] as const;
  for (const row of rows) {
    const models = halves[halfOf(row)];
    const model = models.get(row.chosenArmId) ?? new ArmPosterior(row.context.length);
    model.add(row.context, row.chosenBps, 1);
    models.set(row.chosenArmId, model);
  }
  return (row, armId) => {
    if (armId === ABSTAIN) return 0;
    return halves[halfOf(row) === 0 ? 1 : 0].get(armId)?.predict(row.context).meanBps ?? 0;
  };
}

function ratioOf(rows: readonly Row[]): PolicyValue {
  const weightMean = sumOf(rows.map(({ weight }) => weight)) / Math.max(1, rows.length);
  if (weightMean === 0) return NO_VALUE;
  const ratio = sumOf(rows.map(({ weight, chosenBps }) => weight * chosenBps)) / (weightMean * rows.length);
  const influences = rows.map(({ weight, chosenBps }) => (weight * (chosenBps - ratio)) / weightMean);
  return around(ratio, rows, influences);
}

function meanOf(rows: readonly Row[], values: readonly number[]): PolicyValue {
  if (rows.length === 0) return NO_VALUE;
  const mean = sumOf(values) / rows.length;
  return around(
    mean,
    rows,
    values.map((value) => value - mean),
  );
}

const NO_VALUE: PolicyValue = { meanBps: null, lowBps: null, highBps: null };
const INTERVAL_95_SDS = 1.96;

/** Returns a value with its interval only where it stands on enough decisions. */
function told(value: PolicyValue, decisions: number): PolicyValue {
  return decisions < EFFECTIVE_MIN ? { ...NO_VALUE, meanBps: value.meanBps } : value;
}

/** Returns a value with the interval that its influences, summed by cascade, give. */
function around(meanBps: number, rows: readonly Row[], influences: readonly number[]): PolicyValue {
  const byCascade = new Map<string, number>();
  for (const [ix, { cascade }] of rows.entries()) {
    byCascade.set(cascade, (byCascade.get(cascade) ?? 0) + (influences[ix] ?? 0));
  }
  const cascades = byCascade.size;
  if (cascades < 2) return { ...NO_VALUE, meanBps };
  const variance = (cascades / (cascades - 1)) * sumOf([...byCascade.values()].map((sum) => sum * sum));
  const half = (INTERVAL_95_SDS * Math.sqrt(variance)) / rows.length;
  return { meanBps, lowBps: meanBps - half, highBps: meanBps + half };
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
