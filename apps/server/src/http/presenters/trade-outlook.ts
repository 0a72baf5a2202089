import type { z } from 'zod';
import type { ArbExecution, TradeOutlook } from '@riptide/contracts';

const CENTS = 100;
const BPS_DIGITS = 4;

/** Returns what a planned trade costs and how it can end, by its bracket and the loss cap of the settings (USD; null: not known). */
export function presentOutlook(trade: ArbExecution, lossCapUsd: number | null): z.input<typeof TradeOutlook> {
  const { expected, legs, tp_bps: tpBps, sl_bps: slBps, notional_usd: notionalUsd } = trade;
  const feesBps = legs.reduce((sum, leg) => sum + leg.fee_bps, 0);
  const costBps = 2 * feesBps + expected.latency_reserve_bps + (expected.exit_spread_bps ?? 0);
  const takeProfitUsd = tpBps === null ? null : usdOf(notionalUsd, tpBps);
  const worst = worstOf(slBps === null ? null : (notionalUsd * (slBps + 2 * feesBps)) / 1e4, lossCapUsd);
  return {
    expected_net_bps: rounded(expectedNetBps(trade), BPS_DIGITS),
    cost_bps: rounded(costBps, BPS_DIGITS),
    cost_usd: usdOf(notionalUsd, costBps),
    take_profit_usd: takeProfitUsd,
    worst_case_usd: worst === null ? null : -cents(worst.usd),
    worst_case_bps: worst === null ? null : -rounded((worst.usd / notionalUsd) * 1e4, BPS_DIGITS),
    worst_case_by: worst === null ? null : worst.by,
    reward_to_risk:
      tpBps === null || worst === null || worst.usd === 0 ? null : rounded((notionalUsd * tpBps) / 1e4 / worst.usd, 2),
  };
}

/** Returns what a planned trade is expected to bring, USD, as the scanner's `expected_usd`. */
export function expectedUsd(trade: ArbExecution): number {
  return usdOf(trade.notional_usd, expectedNetBps(trade));
}

/** What is unknown counts as 0, and without a known exit spread both fees are paid once more. */
function expectedNetBps({ expected, legs }: ArbExecution): number {
  const { learned_net_bps: learned, round_trip_net_bps: roundTrip, entry_net_bps: entry } = expected;
  const exitFees = legs.reduce((sum, leg) => sum + leg.fee_bps, 0);
  return learned ?? (roundTrip ?? entry - exitFees) + (expected.funding_bps ?? 0) - (expected.borrow_bps ?? 0);
}

/** Whichever closes the pair first. */
function worstOf(stopUsd: number | null, capUsd: number | null) {
  if (stopUsd !== null && (capUsd === null || stopUsd <= capUsd)) return { usd: stopUsd, by: 'stop_loss' as const };
  return capUsd === null ? null : { usd: capUsd, by: 'loss_cap' as const };
}

function usdOf(notionalUsd: number, bps: number): number {
  return cents((notionalUsd * bps) / 1e4);
}

function cents(usd: number): number {
  return Math.round(usd * CENTS) / CENTS;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
