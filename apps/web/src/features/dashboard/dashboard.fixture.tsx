import {
  type getArbitrageStatus,
  getBalances,
  getConnectionStatus,
  getEquityCourse,
  type getOpportunities,
  getPortfolioOverview,
  getPortfolioPositions,
  VENUE_NAMES,
  type ConnectionStatus,
  type Opportunity,
  type RouteOutput,
  type VenueBalances,
} from '@riptide/contracts/calls';
import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FakeServer, renderOn, type Refusal, type Stage } from '../../shared/fake-server.fixture.tsx';
import { ArbitrageFeedProvider } from '../../shared/opportunities/arbitrage-feed.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

const NOW_S = 1_700_000_000;

/** What the server says when it can't answer. */
export const REFUSAL: Refusal = { status: 503, code: 'engine_unavailable', error: 'The engine does not answer' };

const account = (isOn: boolean): VenueBalances => ({
  status: isOn ? 'available' : 'unavailable',
  mode: 'paper',
  reason: isOn ? null : 'The account is not connected',
  spot: { assets: [], usd: isOn ? 100 : null },
  futures: { usd: isOn ? 0 : null, margin_usd: 0, unrealized_pnl: 0 },
  real: null,
  updated_at: NOW_S,
});

/** Three of four accounts are known: OKX is not. */
const BALANCES: RouteOutput<typeof getBalances> = {
  ok: true,
  success: true,
  summary: {
    total_usd: null,
    free_usd: 290,
    in_positions_usd: null,
    exchanges_connected: 3,
    total_exchanges: 4,
    mode: 'paper',
    paper_total_usd: null,
    live_total_usd: null,
  },
  balances: [],
  exchanges: { BINANCE: account(true), BYBIT: account(true), OKX: account(false), KUCOIN: account(true) },
  ts: NOW_S,
  total_usd: null,
  spot_usd: null,
  futures_margin_usd: null,
};

const OVERVIEW: RouteOutput<typeof getPortfolioOverview> = {
  ok: true,
  success: true,
  mode: 'paper',
  known_usd: 300.5,
  unknown_venues: ['OKX'],
  venues: VENUE_NAMES.map((venue) => ({
    venue,
    equity_usd: venue === 'OKX' ? null : 100,
    share: null,
    spot_usd: null,
    futures_usd: null,
    free_usd: null,
    margin_usd: null,
    unrealized_usd: null,
  })),
  margin_usd: 0,
  positions_usd: 0,
  assets: [],
  exposure: [],
};

/** A curve of three points with one day of results. */
export const COURSE: RouteOutput<typeof getEquityCourse> = {
  ok: true,
  success: true,
  mode: 'paper',
  range: '24h',
  since: NOW_S,
  timestamps: [NOW_S + 60, NOW_S + 120, NOW_S + 180],
  equity: [100, 100, 104.5],
  drawdown_pct: [0, 0, 0],
  by_venue: {},
  trading_pnl: [0, 0, 4.25],
  arbitrage_pnl: [0, 0, 0],
  daily: [{ day: NOW_S - 80_000, trading_usd: 4.25, arbitrage_usd: 0, net_usd: 4.25, trades: 2 }],
  today: { pnl_usd: 4.5, pnl_pct: 4.5, realized_usd: 4.25, fees_usd: 0.1, funding_usd: 0, trades: 2 },
};

/** Builds how a venue's connection stands. */
export function buildConnection(change: Partial<ConnectionStatus> = {}): ConnectionStatus {
  return {
    enabled: true,
    api_key_configured: true,
    api_secret_configured: true,
    api_key_masked: 'abcd…wxyz',
    connected: true,
    last_test_at: NOW_S,
    hasKeys: true,
    hasFuturesPermission: true,
    hasSpotPermission: true,
    source: 'simulator',
    reason: null,
    balance_usd: 10_000,
    ...change,
  };
}

/** Four connections: well, empty, lost with a reason, and well. */
export const CONNECTIONS: RouteOutput<typeof getConnectionStatus> = {
  ok: true,
  venues: {
    BINANCE: buildConnection(),
    BYBIT: buildConnection({ balance_usd: 0 }),
    OKX: buildConnection({ connected: false, reason: 'OKX refuses the key (50111)' }),
    KUCOIN: buildConnection(),
  },
  updated_at: NOW_S,
};

/** Builds what the scanner says of itself. */
export function buildScanner(scanning: boolean): RouteOutput<typeof getArbitrageStatus> {
  return {
    ok: true,
    scanning,
    venues: ['BINANCE', 'BYBIT'],
    reason: null,
    pairs: 128,
    best_entry_net_bps: 3.2,
    best_gross_bps: 4.1,
    session: {
      id: 1,
      session_name: 'Default Arbitrage Session',
      exchanges: ['binance', 'bybit'],
      assets: ['BTC'],
      min_spread_bps: 5,
      max_position_pct: 15,
      max_position_usd: 1000,
      ai_enabled: true,
      confidence_threshold: 0.6,
      is_active: true,
      total_opportunities: 0,
      executed_trades: 0,
      total_profit_usd: null,
      success_rate: null,
      started_at: null,
      stopped_at: null,
    },
    execution_policies: {
      futures_futures_executable: true,
      spot_futures_evaluating: true,
      spot_futures_executable: false,
      spot_futures_crossvenue_evaluating: false,
    },
  };
}

/** Builds a row of the scanner by its round trip. */
export function buildOpportunity(asset: string, roundTripBps: number): Opportunity {
  const leg = { market: 'perp', fee_source: 'tier', book_age_ms: 100 } as const;
  return {
    asset,
    buy_exchange: 'BYBIT',
    sell_exchange: 'KUCOIN',
    spread_pct: 0.418,
    volume_usd: 1000,
    timestamp: NOW_S,
    confidence: 0.8,
    id: `${asset}USDT.PERP.BYBIT>${asset}USDT.PERP.KUCOIN`,
    symbol: `${asset}USDT`,
    mode: 'futures-futures',
    policy: 'executable',
    policy_reason: null,
    quantity: 6528,
    buy: { ...leg, venue: 'BYBIT', side: 'BUY', vwap: 0.15, best: 0.15, fee_bps: 5.5, slippage_bps: 1.2 },
    sell: { ...leg, venue: 'KUCOIN', side: 'SELL', vwap: 0.16, best: 0.16, fee_bps: 6, slippage_bps: 1.9 },
    gross_bps: 41.8,
    entry_net_bps: roundTripBps + 13,
    round_trip_net_bps: roundTripBps,
    net_bps: roundTripBps + 13,
    latency_reserve_bps: 0.8,
    exit_spread_bps: 1.7,
    funding_bps: 0.6,
    expected_usd: 1.63,
    capacity_usd: 18_420,
    alive_ms: 4200,
    age_ms: 100,
  };
}

/** Answers the scanner's rows as the server sends them. */
export function rowsAnswer(opportunities: readonly Opportunity[]): RouteOutput<typeof getOpportunities> {
  return { ok: true, opportunities: [...opportunities], count: opportunities.length, timestamp: NOW_S };
}

/** A server on which everything that the cards show is known, but OKX. */
export function buildServer(): FakeServer {
  return new FakeServer()
    .on(getBalances, BALANCES)
    .on(getPortfolioOverview, OVERVIEW)
    .on(getEquityCourse, COURSE)
    .on(getPortfolioPositions, { ok: true, success: true, positions: [] })
    .on(getConnectionStatus, CONNECTIONS);
}

/** Draws a part of the dashboard among links and live rows. */
export function draw(server: FakeServer, part: ReactNode): Stage {
  return renderOn(server, withRouter(<ArbitrageFeedProvider>{part}</ArbitrageFeedProvider>).element);
}
