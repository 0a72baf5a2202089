import type { z } from 'zod';
import type { ArbExecution, ArbExpectationRow, ArbLegRow, ArbResultRow, CertificateRow } from '@riptide/contracts';
import {
  decimal,
  LEG_KEYS,
  type ArbExpectation,
  type ArbLeg,
  type ArbResult,
  type ArbTrade,
  type FlatCertificate,
  type LegKey,
} from '@riptide/core/domain';
import type { ArbTradeView } from '@riptide/core/engine';
import { partsOfAccount } from './accounts.ts';
import { exact, exactOrNull, pxOrNull, shown, shownOrNull } from './money.ts';
import { price, rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

const USD_DIGITS = 4;
const BPS_DIGITS = 4;

type Execution = z.input<typeof ArbExecution>;
/** A trade that was just sent has no figures of now yet. */
type Shown = ArbTrade & Partial<ArbTradeView>;

/** Returns an arbitrage as the API shows it, leg by leg. */
export function presentExecution(trade: Shown): Execution {
  return {
    id: trade.arbId,
    source: trade.source,
    round_id: trade.roundId,
    pair_id: trade.pairId,
    symbol: trade.symbol,
    mode: trade.mode,
    execution_mode: trade.execution,
    sequencing: trade.sequencing,
    state: trade.state,
    phase: trade.phase,
    certified: certifiedOf(trade),
    buy_exchange: trade.buy.venue,
    sell_exchange: trade.sell.venue,
    quantity: exact(trade.wantedQtyBase),
    notional_usd: shown(decimal(trade.wantedQtyBase).times(decimal(trade.buy.plannedPx)).toString(), USD_DIGITS),
    legs: LEG_KEYS.map((key) => presentLeg(trade, key)),
    expected: presentExpectation(trade.expected),
    repair_max_bps: rounded(trade.repairMaxBps, BPS_DIGITS),
    with_bracket: trade.bracket,
    tp_bps: trade.takeProfitBps,
    sl_bps: trade.stopLossBps,
    exit_spread_bps: trade.exitSpreadBps,
    max_hold_seconds: rounded(trade.maxHoldMs / 1_000, 3),
    repairs: trade.repairs.map(({ kind, leg, step, qtyBase, completionBps, unwindBps, atMs, reason }) => ({
      kind,
      leg,
      step,
      qty: exact(qtyBase),
      completion_bps: roundedOrNull(completionBps, BPS_DIGITS),
      unwind_bps: roundedOrNull(unwindBps, BPS_DIGITS),
      timestamp: toEpochSeconds(atMs),
      reason,
    })),
    certificates: trade.certificates.map(presentCertificate),
    ...momentsOf(trade),
    result: trade.result === null ? null : presentResult(trade.result),
    open_net_usd: shownOrNull(trade.openNetUsd, USD_DIGITS),
    open_net_bps: roundedOrNull(trade.openNetBps, BPS_DIGITS),
    exit_spread_now_bps: roundedOrNull(trade.exitSpreadNowBps, BPS_DIGITS),
    by: trade.by,
    reason: trade.reason,
  };
}

/** Whether the venues confirm the state of now: the certificate of an earlier phase says nothing of it. null: they were not asked yet. */
function certifiedOf({ state, certificates }: ArbTrade): boolean | null {
  if (state === 'naked') return false;
  const last = certificates.at(-1);
  if (last === undefined) return null;
  const kind = state === 'hedged' ? 'hedged' : 'flat';
  const isOfNow = state === 'hedged' || state === 'closed' || state === 'certified' || state === 'aborted';
  return isOfNow && last.kind === kind ? last.ok : null;
}

function momentsOf(trade: ArbTrade) {
  return {
    started_at: toEpochSeconds(trade.startedMs),
    hedged_at: toEpochSecondsOrNull(trade.hedgedMs),
    exit_started_at: toEpochSecondsOrNull(trade.exitStartedMs),
    closed_at: toEpochSecondsOrNull(trade.closedMs),
    exit_reason: trade.exitReason,
  };
}

function presentLeg(trade: Shown, key: LegKey): z.input<typeof ArbLegRow> {
  const leg: ArbLeg = trade[key];
  return {
    leg: key,
    venue: leg.venue,
    mode: partsOfAccount(leg.account).mode,
    market: leg.market,
    instrument_id: leg.instrumentId,
    side: leg.side,
    planned_price: price(Number(leg.plannedPx)),
    limit_price: price(Number(leg.limitPx)),
    fee_bps: rounded(leg.feeBps, BPS_DIGITS),
    held_before: exact(leg.heldBefore),
    entry_qty: exact(leg.entryBase),
    entry_price: pxOrNull(leg.entryPx),
    exit_qty: exact(leg.exitBase),
    exit_price: pxOrNull(leg.exitPx),
    disaster_stop_price: pxOrNull(leg.disasterStopPx),
    first_fill_at: toEpochSecondsOrNull(leg.firstFillMs),
    entry_orders: trade.orders[key].entry,
    exit_orders: trade.orders[key].exit,
    liquidation_pct: roundedOrNull(trade.liquidationPct?.[key], BPS_DIGITS),
    adl_rank: trade.adlRank?.[key] ?? null,
  };
}

function presentCertificate(certificate: FlatCertificate): z.input<typeof CertificateRow> {
  return {
    kind: certificate.kind,
    ok: certificate.ok,
    timestamp: toEpochSeconds(certificate.atMs),
    legs: certificate.legs.map((leg) => ({
      leg: leg.key,
      ...partsOfAccount(leg.account),
      instrument_id: leg.instrumentId,
      before: exact(leg.before),
      after: exactOrNull(leg.after),
      expected: exact(leg.expected),
      residual: exactOrNull(leg.residual),
    })),
    net_qty: exactOrNull(certificate.netBase),
    tolerance_qty: exact(certificate.toleranceBase),
    text: certificate.text,
  };
}

/** Returns what was expected of a trade. */
export function presentExpectation(expected: ArbExpectation): z.input<typeof ArbExpectationRow> {
  return {
    gross_bps: rounded(expected.grossBps, BPS_DIGITS),
    entry_net_bps: rounded(expected.entryNetBps, BPS_DIGITS),
    round_trip_net_bps: roundedOrNull(expected.roundTripNetBps, BPS_DIGITS),
    exit_spread_bps: roundedOrNull(expected.exitSpreadBps, BPS_DIGITS),
    funding_bps: roundedOrNull(expected.fundingBps, BPS_DIGITS),
    borrow_bps: roundedOrNull(expected.borrowBps, BPS_DIGITS),
    latency_reserve_bps: rounded(expected.latencyReserveBps, BPS_DIGITS),
    learned_net_bps: roundedOrNull(expected.learnedNetBps, BPS_DIGITS),
    fill_probability: roundedOrNull(expected.fillProbability, BPS_DIGITS),
  };
}

/** Returns what a trade or a round earned. */
export function presentResult(result: ArbResult): z.input<typeof ArbResultRow> {
  return {
    price_usd: shownOrNull(result.priceUsd, USD_DIGITS),
    fees_usd: shownOrNull(result.feesUsd, USD_DIGITS),
    funding_usd: shown(result.fundingUsd, USD_DIGITS),
    borrow_usd: shown(result.borrowUsd, USD_DIGITS),
    net_usd: shownOrNull(result.netUsd, USD_DIGITS),
    net_bps: roundedOrNull(result.netBps, BPS_DIGITS),
  };
}

/** Says in words how an arbitrage stands. */
export function executionText({ symbol, state, buy, sell, reason }: ArbTrade): string {
  return `${symbol} bought at ${buy.venue}, sold at ${sell.venue}: ${state}${reason === '' ? '' : `, ${reason}`}`;
}
