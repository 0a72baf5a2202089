import type { HistoryItem } from '@riptide/contracts/calls';

/** A line of the history as the server tells it: a long of BTCUSDT at BYBIT that was held for 61 s and won. */
export function historyRow(n: number, more: Partial<HistoryItem> = {}): HistoryItem {
  return {
    id: `BYBIT:paper|BTCUSDT.PERP.BYBIT|${n}`,
    timestamp: 1_000_000,
    symbol: 'BTCUSDT',
    venue: 'BYBIT',
    mode: 'paper',
    side: 'BUY',
    quantity: 0.01,
    size: 0.01,
    price: 64_000.5,
    exit_price: 64_100,
    pnl: 1.25,
    gross_pnl: 2,
    fees: 0.75,
    liquidation_fee: 0,
    funding: 0,
    hold_seconds: 61,
    engine: 'pas-trader',
    execution_id: null,
    opened_at: 999_939,
    exit: 'take-profit',
    ...more,
  };
}
