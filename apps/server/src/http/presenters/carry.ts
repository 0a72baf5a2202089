import type { z } from 'zod';
import type { CarryCandidateRow, CarryRoundRow } from '@riptide/contracts';
import type { CarryRound } from '@riptide/core/domain';
import type { CarryCandidate, CarryRoundView } from '@riptide/core/engine';
import { presentResult } from './executions.ts';
import { shown, shownOrNull } from './money.ts';
import { known, rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

const USD_DIGITS = 4;
const BPS_DIGITS = 4;
const RATE_DIGITS = 10;

/** A round that just began has no figures of now yet. */
export type ShownRound = CarryRound & Partial<CarryRoundView>;

/** Returns a round that has ended with the figures of its result, as the engine shows those it holds. */
export function endedRound(round: CarryRound): ShownRound {
  const { priceUsd = null, feesUsd = null, borrowUsd = null, netUsd = null } = round.result ?? {};
  return { ...round, priceUsd, feesUsd, borrowUsd, netUsd };
}

/** Returns a carry round as the API shows it. */
export function presentRound(round: ShownRound): z.input<typeof CarryRoundRow> {
  return {
    id: round.roundId,
    execution_id: round.arbId,
    symbol: round.symbol,
    venue: round.venue,
    side: round.side,
    long_instrument: round.longId,
    short_instrument: round.shortId,
    execution_mode: round.execution,
    notional_usd: shown(round.notionalUsd, USD_DIGITS),
    state: round.state,
    plan: {
      edge_per_hour_bps: rounded(round.plan.edgePerHourBps, BPS_DIGITS),
      cost_bps: rounded(round.plan.costBps, BPS_DIGITS),
      exit_spread_bps: rounded(round.plan.exitSpreadBps, BPS_DIGITS),
      break_even_hours: roundedOrNull(round.plan.breakEvenHours, 4),
      apr_pct: roundedOrNull(round.plan.aprPct, 4),
    },
    settlements: round.settlements,
    funding_usd: shown(round.fundingUsd, USD_DIGITS),
    price_usd: shownOrNull(round.priceUsd, USD_DIGITS),
    fees_usd: shownOrNull(round.feesUsd, USD_DIGITS),
    borrow_usd: shownOrNull(round.borrowUsd, USD_DIGITS),
    net_usd: shownOrNull(round.netUsd, USD_DIGITS),
    next_settlement_at: toEpochSecondsOrNull(round.nextSettlementMs ?? null),
    edge_per_hour_bps: roundedOrNull(round.edgePerHourBps, BPS_DIGITS),
    break_even_at: toEpochSecondsOrNull(round.breakEvenMs ?? null),
    liquidation_pct: bothLegs(round.liquidationPct),
    margin_left_pct: bothLegs(round.marginLeftPct),
    adl_rank: bothLegs(round.adlRank),
    warning: round.warning ?? null,
    rebalance: round.rebalance ?? null,
    created_at: toEpochSeconds(round.createdMs),
    opened_at: toEpochSecondsOrNull(round.openedMs),
    closed_at: toEpochSecondsOrNull(round.closedMs),
    exit_reason: round.exitReason,
    result: round.result === null ? null : presentResult(round.result),
    by: round.by,
    reason: round.reason,
  };
}

function bothLegs(values: CarryRoundView['liquidationPct'] | undefined) {
  return { buy: roundedOrNull(values?.buy, 4), sell: roundedOrNull(values?.sell, 4) };
}

/** Returns one way to carry; null when one of its figures is not a number. */
export function presentCarryCandidate(candidate: CarryCandidate): z.input<typeof CarryCandidateRow> | null {
  const figures = [candidate.edgePerHourBps, candidate.costBps, candidate.netBps, candidate.aprNetPct];
  if (!figures.every((figure) => Number.isFinite(figure))) return null;
  return {
    long_exchange: candidate.longVenue,
    long_market: candidate.longMarket,
    short_exchange: candidate.shortVenue,
    short_market: candidate.shortMarket,
    long_rate: roundedOrNull(candidate.longRateFrac, RATE_DIGITS),
    long_interval_hours: known(candidate.longIntervalHours),
    long_next_at: toEpochSecondsOrNull(candidate.longNextMs),
    long_settled_rate: roundedOrNull(candidate.longSettledFrac, RATE_DIGITS),
    short_rate: roundedOrNull(candidate.shortRateFrac, RATE_DIGITS),
    short_interval_hours: known(candidate.shortIntervalHours),
    short_next_at: toEpochSecondsOrNull(candidate.shortNextMs),
    short_settled_rate: roundedOrNull(candidate.shortSettledFrac, RATE_DIGITS),
    edge_per_hour_bps: rounded(candidate.edgePerHourBps, 6),
    blended: candidate.isBlended,
    next_settlement_at: toEpochSecondsOrNull(candidate.nextSettlementMs),
    long_settlements: candidate.longSettlements,
    short_settlements: candidate.shortSettlements,
    hold_income_bps: rounded(candidate.holdIncomeBps, BPS_DIGITS),
    size_usd: rounded(candidate.sizeUsd, 2),
    size_cut: candidate.isCut,
    fees_bps: rounded(candidate.feesBps, BPS_DIGITS),
    entry_spread_bps: rounded(candidate.entrySpreadBps, BPS_DIGITS),
    exit_spread_bps: rounded(candidate.exitSpreadBps, BPS_DIGITS),
    cost_bps: rounded(candidate.costBps, BPS_DIGITS),
    net_bps: rounded(candidate.netBps, BPS_DIGITS),
    apr_gross_pct: rounded(candidate.aprGrossPct, 4),
    apr_net_pct: rounded(candidate.aprNetPct, 4),
    break_even_hours: roundedOrNull(candidate.breakEvenHours, 4),
    break_even_payments: known(candidate.breakEvenPayments),
    break_even_at: toEpochSecondsOrNull(candidate.breakEvenMs),
    same_sign_share: roundedOrNull(candidate.sameSignFrac, 4),
    periods: candidate.periods,
    variation: roundedOrNull(candidate.variation, 4),
    capacity_usd: rounded(candidate.capacityUsd, 2),
    worth_it: candidate.isWorthIt,
    reason: candidate.reason,
  };
}
