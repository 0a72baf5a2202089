import type { Opportunity } from '@riptide/contracts/calls';
import { toCsv } from '../../../lib/csv.ts';

const HEADER = [
  'time_utc',
  'id',
  'asset',
  'symbol',
  'mode',
  'buy_venue',
  'buy_market',
  'buy_vwap',
  'buy_fee_bps',
  'buy_fee_source',
  'buy_slippage_bps',
  'sell_venue',
  'sell_market',
  'sell_vwap',
  'sell_fee_bps',
  'sell_fee_source',
  'sell_slippage_bps',
  'gross_bps',
  'latency_reserve_bps',
  'exit_spread_bps',
  'entry_net_bps',
  'round_trip_net_bps',
  'funding_bps',
  'expected_usd',
  'volume_usd',
  'capacity_usd',
  'quantity',
  'policy',
  'policy_reason',
  'execution',
] as const;

/** Writes opportunities as CSV: the current filter, raw figures, time in ISO-8601 UTC, and whether orders are paper or live. */
export function opportunitiesCsv(rows: readonly Opportunity[], execution: 'paper' | 'live' | null): string {
  const lines = rows.map((row) => [
    new Date(row.timestamp * 1000).toISOString(),
    row.id,
    row.asset,
    row.symbol,
    row.mode,
    ...legCells(row.buy),
    ...legCells(row.sell),
    row.gross_bps,
    row.latency_reserve_bps,
    row.exit_spread_bps,
    row.entry_net_bps,
    row.round_trip_net_bps,
    row.funding_bps,
    row.expected_usd,
    row.volume_usd,
    row.capacity_usd,
    row.quantity,
    row.policy,
    row.policy_reason,
    execution,
  ]);
  return toCsv(HEADER, lines);
}

function legCells(leg: Opportunity['buy']): (string | number)[] {
  return [leg.venue, leg.market, leg.vwap, leg.fee_bps, leg.fee_source, leg.slippage_bps];
}
