import type { z } from 'zod';
import type { precheckTrade } from '@riptide/contracts';
import type { GateDecision, Market, OrderSide, Venue } from '@riptide/core/domain';
import type { ArbPlanView, TradingCalls, WhyNotCheck } from '@riptide/core/engine';
import { presentExpectation } from './executions.ts';
import { exactOrNull } from './money.ts';
import { known, roundedOrNull } from './numbers.ts';
import { presentGate } from './orders.ts';

type Answer = z.input<typeof precheckTrade.response>;
type Decision = Answer['decisions'][number];
type ByVenue = TradingCalls['precheck']['answer'];

interface Leg {
  readonly venue: Venue;
  readonly market: Market;
  readonly side: OrderSide;
}

/** Gates that plan and scanner both know are told once: as the plan says. */
const GATE_PREFIX = 'gate:';

/** Returns the code at the head of a plan's refusal and the words behind it. */
export function partsOfRefusal(refusal: string): { readonly code: string; readonly text: string } {
  const [, code = 'RISK_REFUSED', text = refusal] = /^([A-Z]+(?:_[A-Z]+)+) (.+)$/s.exec(refusal) ?? [];
  return { code, text };
}

/** Returns the verdict on a planned pair: what every gate says of both legs, and every check of the pair. */
export function presentPairCheck(
  { trade, gates, isAllowed, refusal }: ArbPlanView,
  checks: readonly WhyNotCheck[],
): Answer {
  const ofLegs = gates.map((gate) => presentGate(gate, trade[gate.leg].venue));
  const ofPair = checks.filter(({ check }) => !check.startsWith(GATE_PREFIX)).map(decisionOf);
  const isHeld = checks.some(({ ok, weight }) => !ok && weight === 'hard');
  const decisions: Decision[] = [...ofLegs, ...ofPair];
  const isPassed = isAllowed && !isHeld;
  // A refusal that no gate or check explains is a decision of its own.
  if (!isAllowed && decisions.every(({ ok, weight }) => ok || weight === 'soft')) {
    const { code, text } = partsOfRefusal(refusal ?? 'refused');
    decisions.push(planDecision(code, text));
  }
  return {
    ok: isPassed,
    verdict: isPassed ? 'PASS' : 'BLOCK',
    suggestion: { suggested_qty_quantized: known(exactOrNull(trade.wantedQtyBase)) },
    decisions,
    venues: [trade.buy, trade.sell].map((leg) =>
      rowOf(
        leg,
        gates.filter(({ leg: key }) => key === leg.key),
      ),
    ),
    expected: presentExpectation(trade.expected),
    pair_id: trade.pairId,
  };
}

/** Returns the verdict where no pair could be planned: what the gates say of each venue, and why there is no pair. */
export function presentNoPair(
  refusal: { readonly code: string; readonly text: string },
  byVenue: ByVenue,
  legs: readonly Leg[],
): Answer {
  const answer = presentVenueChecks(byVenue, legs);
  const decisions = [...answer.decisions, planDecision(refusal.code, refusal.text)];
  return { ...answer, ok: false, verdict: 'BLOCK', decisions };
}

/** Returns the verdict on one leg at each venue. */
export function presentVenueChecks(byVenue: ByVenue, legs: readonly Leg[]): Answer {
  return {
    ok: byVenue.isAllowed,
    verdict: byVenue.isAllowed ? 'PASS' : 'BLOCK',
    suggestion: { suggested_qty_quantized: known(exactOrNull(byVenue.suggestedQtyBase)) },
    decisions: byVenue.decisions.map((decision) => presentGate(decision, decision.venue)),
    venues: legs.map((leg) =>
      rowOf(
        leg,
        byVenue.decisions.filter(({ venue }) => venue === leg.venue),
      ),
    ),
    expected: null,
    pair_id: null,
  };
}

function rowOf({ venue, market, side }: Leg, gates: readonly GateDecision[]): Answer['venues'][number] {
  const blocked = gates.filter((gate) => !gate.ok);
  const isPassed = gates.length > 0 && blocked.length === 0;
  return {
    venue,
    market,
    side,
    ok: isPassed,
    verdict: isPassed ? 'PASS' : 'BLOCK',
    reason: isPassed ? null : (blocked[0]?.detail ?? 'was not judged'),
    gates: gates.length,
    blocked_gates: blocked.map(({ gate }) => gate),
  };
}

function decisionOf(check: WhyNotCheck): Decision {
  return {
    gate: check.check,
    ok: check.ok,
    code: check.ok ? null : `check_${check.check.replaceAll('-', '_')}`,
    detail: check.detail,
    value: roundedOrNull(check.value, 6),
    bound: roundedOrNull(check.bound, 6),
    venue: null,
    weight: check.weight,
    unit: check.unit,
    setting: check.setting,
  };
}

function planDecision(code: string, detail: string): Decision {
  return { gate: 'pair', ok: false, code: code.toLowerCase(), detail, value: null, bound: null, venue: null };
}
