import type { Opportunity } from '@riptide/contracts/calls';

/** Builds an opportunity for tests: buy on BYBIT, sell on KUCOIN, all costs known. */
export function buildOpportunity(change: Partial<Opportunity> = {}): Opportunity {
  const leg = { market: 'perp', fee_source: 'tier', book_age_ms: 100 } as const;
  return {
    asset: 'DOGE',
    buy_exchange: 'BYBIT',
    sell_exchange: 'KUCOIN',
    spread_pct: 0.418,
    volume_usd: 1000,
    timestamp: 1_700_000_000,
    confidence: 0.8,
    id: 'DOGEUSDT.PERP.BYBIT>DOGEUSDT.PERP.KUCOIN',
    symbol: 'DOGEUSDT',
    mode: 'futures-futures',
    policy: 'executable',
    policy_reason: null,
    quantity: 6528,
    buy: { ...leg, venue: 'BYBIT', side: 'BUY', vwap: 0.153184, best: 0.15317, fee_bps: 5.5, slippage_bps: 1.2 },
    sell: { ...leg, venue: 'KUCOIN', side: 'SELL', vwap: 0.153825, best: 0.15385, fee_bps: 6, slippage_bps: 1.9 },
    gross_bps: 41.8,
    entry_net_bps: 29.5,
    round_trip_net_bps: 16.3,
    net_bps: 29.5,
    latency_reserve_bps: 0.8,
    exit_spread_bps: 1.7,
    funding_bps: 0.6,
    expected_usd: 1.63,
    capacity_usd: 18_420,
    alive_ms: 4200,
    age_ms: 100,
    ...change,
  };
}
