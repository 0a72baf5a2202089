import type { PositionRow } from '@riptide/contracts/calls';

const NOW_S = 1_700_000_000;

/** A long on paper with stop and target. */
export function buildPosition(change: Partial<PositionRow> = {}): PositionRow {
  return {
    id: 'p1',
    symbol: 'BTCUSDT',
    venue: 'BINANCE',
    mode: 'paper',
    market: 'perp',
    side: 'long',
    size: 0.125,
    contracts: 0.125,
    entry_price: 91_204.1,
    mark_price: 91_482.3,
    pnl: 34.78,
    unrealized_pnl: 34.78,
    pnl_pct: 0.305,
    roe_pct: 3.05,
    notional: 11_435.29,
    leverage: 10,
    margin_mode: 'isolated',
    margin_usd: 1_140.05,
    liquidation_price: 82_448.5,
    adl_rank: null,
    stop_price: 90_976.1,
    take_profit_price: 91_523.3,
    protected: true,
    fees: 1,
    funding: 0,
    realized_pnl: 0,
    opened_at: NOW_S - 1440,
    ...change,
  };
}
