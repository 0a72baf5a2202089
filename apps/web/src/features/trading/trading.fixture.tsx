import {
  getAdvancedStatus,
  getConnectionStatus,
  getModes,
  getEngineSettings,
  getEquityCourse,
  getExecution,
  getPortfolioPositions,
  getRiskSettings,
  getTradingStatus,
  type ConnectionStatus,
  type EngineSettings,
  type PositionRow,
  type RouteOutput,
  type TradingStatus,
} from '@riptide/contracts/calls';
import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FakeServer, renderOn, type Stage } from '../../shared/fake-server.fixture.tsx';
import { MarketFeedProvider } from '../../shared/market-feed/market-feed.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';

// A busy machine draws a page in seconds.
configure({ asyncUtilTimeout: 8000 });

const NOW_S = 1_700_000_000;

/** A stopped engine on BINANCE, on paper. */
function buildStatus(change: Partial<TradingStatus> = {}): RouteOutput<typeof getTradingStatus> {
  return {
    ok: true,
    active: false,
    symbol: 'BTCUSDT',
    symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
    auto_pick: false,
    picked_symbols: [],
    positions: [],
    leverage: 10,
    account: { equity: 10_000, available: 10_000, unrealized_pnl: 0 },
    mode: 'auto',
    risk_level: 'medium',
    exchange: 'BINANCE',
    execution_mode: 'paper',
    trading_ready: true,
    reason: null,
    egress_ip: null,
    binance: { connected: true, mode: 'paper' },
    stats: { trades_taken: 0, avg_hold_s: null, fees_bps_accum: 0, avg_edge_bps: null, router_votes_hist: {} },
    ...change,
  };
}

/** A venue whose key is there, tested and connected. */
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

const FIGURES = {
  min_displacement_bps: 50,
  threshold_factor: 1,
  risk_usd: 5,
  max_notional_usd: 1000,
  capital_frac: 0.25,
  max_concurrent: 3,
};

export const RISK_LEVELS_OF_TEST = {
  low: {
    ...FIGURES,
    min_displacement_bps: 80,
    threshold_factor: 1.5,
    risk_usd: 2.5,
    capital_frac: 0.125,
    max_concurrent: 1,
  },
  medium: FIGURES,
  high: { ...FIGURES, min_displacement_bps: 30, threshold_factor: 0.75, risk_usd: 7.5 },
};

const SETTINGS: EngineSettings = {
  venue: 'BINANCE',
  symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
  auto_pick: false,
  mode: 'auto',
  risk_level: 'medium',
  threshold_by: 'P95',
  floor_usd: 25_000,
  fixed_btc_usd: 100_000,
  fixed_eth_usd: 50_000,
  fixed_alt_usd: 25_000,
  turnover_frac: 0.00005,
  n_min: 2,
  single_event_factor: 3,
  window_ms: 60_000,
  cooldown_ms: 30_000,
  min_displacement_bps: 50,
  max_displacement_bps: 1000,
  min_vwap_minutes: 10,
  max_vwap_age_ms: 5000,
  max_book_age_ms: 2000,
  min_listed_days: 21,
  min_day_volume_usd: 15_000_000,
  max_day_change_frac: 0.2,
  max_spread_bps: 5,
  max_funding_frac: 0.001,
  funding_window_ms: 120_000,
  fixed_arm_id: 'fade-15-35x25-post',
  entry_ttl_ms: 20_000,
  max_reprices: 2,
  max_slippage_bps: 10,
  time_stop_ms: 3_600_000,
  min_net_bps: 5,
  slip_reserve_bps: 2,
  risk_usd: 5,
  max_notional_usd: 1000,
  capital_frac: 0.25,
  leverage: 10,
  liquidation_to_stop_ratio: 1.5,
  max_concurrent: 3,
  budget_usd: 3000,
  dca_enabled: false,
  dca_levels: 2,
  dca_distances_pct: [0.5, 1],
  dca_factor: 1,
  dca_min_gap_ms: 60_000,
  shadow_horizon_ms: 600_000,
  shadow_latency_ms: 80,
};

/** A server that answers what the panels of the page ask, with a position where one is given. */
export function tradingServer(facts: {
  readonly status?: Partial<TradingStatus>;
  readonly positions?: readonly PositionRow[];
  readonly mode?: 'paper' | 'live';
}): FakeServer {
  const { status = {}, positions = [], mode = 'paper' } = facts;
  const connection = buildConnection();
  const settings = { ok: true, settings: SETTINGS, settings_hash: 'h', risk_levels: RISK_LEVELS_OF_TEST } as const;
  return new FakeServer()
    .on(getTradingStatus, buildStatus(status))
    .on(getPortfolioPositions, { ok: true, success: true, positions: [...positions] })
    .on(getExecution, {
      ok: true,
      market: 'sim',
      execution: mode,
      venues: (['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const).map((venue) => ({ venue, mode })),
    })
    .on(getEngineSettings, { ...settings, engine: 'pas_trader' }, '/api/trading/engine/pas_trader/settings')
    .on(getEngineSettings, { ...settings, engine: 'oraculis' }, '/api/trading/engine/oraculis/settings')
    .on(getRiskSettings, {
      ok: true,
      settings: {
        max_position_usd: 1000,
        daily_loss_pct: 5,
        max_leverage: 10,
        stop_loss_pct: 2,
        flatten_on_daily_loss: false,
      },
    })
    .on(getModes, {
      ok: true,
      venue: 'BINANCE',
      symbol: 'BTCUSDT',
      leverage: 10,
      margin_mode: 'isolated',
      position_mode: 'one-way',
      reason: null,
    })
    .on(getConnectionStatus, {
      ok: true,
      updated_at: NOW_S,
      venues: { BINANCE: connection, BYBIT: connection, OKX: connection, KUCOIN: connection },
    })
    .on(getAdvancedStatus, {
      ok: true,
      advanced_status: {
        total_pnl: 0,
        open_realized: 0,
        open_fees: 0,
        open_funding: 0,
        unrealized_pnl: 0,
        net_pnl: 0,
        active_positions: positions.length,
        max_positions: 3,
        total_equity: 10_000,
        available_capital: 9000,
        allocated_capital: 1000,
        daily_pnl: 0,
        positions: [],
      },
    })
    .on(getEquityCourse, buildCourse());
}

/** A day without a trade. */
function buildCourse(): RouteOutput<typeof getEquityCourse> {
  return {
    ok: true,
    success: true,
    mode: 'paper',
    range: '24h',
    since: NOW_S - 86_400,
    timestamps: [NOW_S - 60, NOW_S],
    equity: [10_000, 10_000],
    drawdown_pct: [0, 0],
    by_venue: {},
    trading_pnl: [0, 0],
    arbitrage_pnl: [0, 0],
    daily: [],
    today: { pnl_usd: -100, pnl_pct: -1, realized_usd: 0, fees_usd: 0, funding_usd: 0, trades: 0 },
  };
}

/** Draws a part of the page with its feeds and a router. */
export function draw(server: FakeServer, children: ReactNode): Stage {
  return renderOn(server, <MarketFeedProvider>{withRouter(children).element}</MarketFeedProvider>);
}
