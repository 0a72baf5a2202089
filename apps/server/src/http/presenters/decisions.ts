import type { z } from 'zod';
import type { DecisionArm, DecisionGateRow, DecisionItem, DecisionWhole } from '@riptide/contracts';
import type { ArmOutcome, ArmScore, DecisionGate } from '@riptide/core/domain';
import type { DecisionDetail, DecisionRow } from '@riptide/core/engine';
import { withoutCallerIds } from '../../audit/caller.ts';
import { wireEngine } from './engines.ts';
import { exact, exactOrNull, shown, shownOrNull } from './money.ts';
import { known, price, rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';
import { presentSnipe } from './snipes.ts';

/** A proposal can be executed for so long. */
const PROPOSAL_MS = 30_000;

type Item = z.input<typeof DecisionItem>;

/** Returns a decision as the lists show it. */
export function presentDecision(row: DecisionRow): Item {
  return {
    id: row.decisionId,
    timestamp: toEpochSeconds(row.atMs),
    engine: wireEngine(row.engine),
    mode: row.mode,
    venue: row.venue,
    symbol: row.symbol,
    liquidated_side: row.liquidatedSide,
    window_usd: roundedOrNull(row.windowUsd, 2),
    threshold_usd: roundedOrNull(row.thresholdUsd, 2),
    threshold_by: row.thresholdBy,
    count: row.count,
    lower_bound: row.isLowerBound,
    event_ids: [...row.eventIds],
    arm: row.chosenArmId,
    chosen_by: row.chosenBy,
    propensity: roundedOrNull(row.propensity, 6),
    action: row.action,
    reason: withoutCallerIds(row.reason),
    snipe_id: row.snipeId,
    expires_at: toEpochSecondsOrNull(row.expiresMs),
    net_bps: roundedOrNull(row.netBps, 4),
    trade: row.trade,
    ...presentPlan(row.plan),
  };
}

function presentPlan(plan: DecisionRow['plan']): Pick<Item, 'plan' | 'plan_refusal'> {
  if (plan === undefined) return {};
  if (!plan.ok) return { plan_refusal: plan.reason };
  const { side, qtyBase, entryPx, stopPx, takeProfitPx, notionalUsd, feesUsd, stopLossUsd } = plan.value;
  return {
    plan: {
      side,
      quantity: exact(qtyBase),
      entry_price: exact(entryPx),
      stop_price: exactOrNull(stopPx),
      take_profit_price: exactOrNull(takeProfitPx),
      notional_usd: shown(notionalUsd, 2),
      fees_usd: shownOrNull(feesUsd, 4),
      stop_loss_usd: shownOrNull(stopLossUsd, 4),
    },
  };
}

/** Returns a decision as the lists show it, from the whole of it. */
export function presentDecisionOf({ decision, outcome, snipe }: DecisionDetail): Item {
  const { trigger, ...rest } = decision;
  const own = outcome?.outcomes.find(({ armId }) => armId === decision.chosenArmId);
  const isProposal = decision.action === 'proposed';
  return presentDecision({
    ...rest,
    ...trigger,
    expiresMs: isProposal ? decision.atMs + PROPOSAL_MS : null,
    netBps: own?.netBps ?? null,
    trade: snipe === null ? null : { state: snipe.state, reason: snipe.reason },
  });
}

/** Returns everything known of a decision: gates, arms, and what became of each. */
export function presentDecisionWhole(detail: DecisionDetail): z.input<typeof DecisionWhole> {
  const { decision, outcome, snipe } = detail;
  const outcomes = new Map(outcome?.outcomes.map((each) => [each.armId, each]));
  return {
    ...presentDecisionOf(detail),
    cluster_id: decision.trigger.clusterId,
    values: { ...decision.values },
    context: [...decision.context],
    gates: decision.gates.map(presentDecisionGate),
    arms: decision.arms.map((score) => presentScore(score, outcomes.get(score.armId))),
    settled: outcome !== null && outcome.isInterrupted !== true,
    snipe: snipe === null ? null : presentSnipe(snipe),
  };
}

export function presentDecisionGate(gate: DecisionGate): z.input<typeof DecisionGateRow> {
  return { ...gate, value: known(gate.value), bound: known(gate.bound) };
}

function presentScore(score: ArmScore, outcome: ArmOutcome | undefined): z.input<typeof DecisionArm> {
  return {
    arm: score.armId,
    eligible: score.isEligible,
    reason: score.reason,
    mean_bps: roundedOrNull(score.meanBps, 4),
    half_width_bps: roundedOrNull(score.halfWidthBps, 4),
    propensity: rounded(score.propensity, 6),
    outcome: outcome === undefined ? null : presentOutcome(outcome),
  };
}

function presentOutcome(outcome: ArmOutcome): NonNullable<z.input<typeof DecisionArm>['outcome']> {
  return {
    filled: outcome.isFilled,
    real: outcome.isReal,
    net_bps: rounded(outcome.netBps, 4),
    fees_bps: rounded(outcome.feesBps, 4),
    entry_price: outcome.entryPx === null ? null : price(outcome.entryPx),
    exit_price: outcome.exitPx === null ? null : price(outcome.exitPx),
    exit: outcome.exit,
    held_seconds: outcome.heldMs === null ? null : rounded(outcome.heldMs / 1_000, 3),
  };
}
