import {
  getAdvancedStatus,
  getChartData,
  getEngineAiMetrics,
  getEngineStatus,
  getHistory,
  getLivePrices,
  getOraculisCourse,
  getPortfolioPositions,
  getRadar,
  type EngineState,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';

const NOW_S = 1_700_000_000;

type Status = RouteOutput<typeof getEngineStatus>;

const PERFORMANCE: EngineState['performance'] = {
  total_pnl: 2841.06,
  positions_opened: 178,
  closed_trades: 175,
  win_rate: 0.618,
  avg_hold_time_minutes: 14.2,
  sharpe_ratio: 1.42,
  best_trade: 90,
  worst_trade: -40,
  max_drawdown_usd: 120,
};

/** A stopped engine on paper. */
function buildEngine(change: Partial<EngineState> = {}): EngineState {
  return {
    engine: 'pas_trader',
    running: false,
    mode: 'auto',
    since: null,
    by: 'operator',
    reason: 'never started',
    venue: 'BINANCE',
    symbols: ['BTCUSDT', 'ETHUSDT'],
    auto_pick: false,
    risk_level: 'medium',
    execution_mode: 'paper',
    verdict: { ok: true, detail: '' },
    settings_hash: 'h',
    positions: 0,
    exposure_usd: 0,
    budget_usd: 3000,
    performance: PERFORMANCE,
    ...change,
  };
}

export interface EnginesOfTest {
  readonly pas?: Partial<EngineState>;
  readonly oraculis?: Partial<EngineState>;
  readonly performance?: Partial<EngineState['performance']>;
}

/** Both engines as the server tells of them. */
export function engineStatus({ pas = {}, oraculis = {}, performance = {} }: EnginesOfTest = {}): Status {
  return {
    ok: true,
    status: 'connected',
    trading_ready: true,
    real_data: false,
    system: { trading_engines_loaded: 2, active_threads: 0 },
    engines: {
      pas_trader: buildEngine(pas),
      oraculis: { ...buildEngine({ engine: 'oraculis', ...oraculis }), arms: 36 },
    },
    performance: { ...PERFORMANCE, ...performance, pas_trader: { total_pnl: PERFORMANCE.total_pnl } },
    settings: {
      engine_cap_usd: 3000,
      leverage_max: 10,
      risk_pct: 25,
      timeframe: '1m',
      enable_liq_sniper: true,
      auto_pick: false,
    },
  };
}

type Advanced = RouteOutput<typeof getAdvancedStatus>['advanced_status'];

/** Positions and capital against their limits. */
export function advancedStatus(change: Partial<Advanced> = {}): RouteOutput<typeof getAdvancedStatus> {
  return {
    ok: true,
    advanced_status: {
      total_pnl: 0,
      open_realized: 0,
      open_fees: 0,
      open_funding: 0,
      unrealized_pnl: 0,
      net_pnl: 0,
      active_positions: 3,
      max_positions: 5,
      total_equity: 10_000,
      available_capital: 5000,
      allocated_capital: 5000,
      daily_pnl: 0,
      positions: [],
      ...change,
    },
  };
}

/** A server that answers everything the engines' panel asks. */
export function enginesServer(engines: EnginesOfTest = {}): FakeServer {
  return new FakeServer()
    .on(getEngineStatus, engineStatus(engines))
    .on(getAdvancedStatus, advancedStatus())
    .on(getPortfolioPositions, { ok: true, success: true, positions: [] })
    .on(getHistory, { ok: true, success: true, history: [], total: 0, not_synced: [] })
    .on(getRadar, { status: 503, code: 'engine_unavailable', error: 'no tape in this test' })
    .on(getEngineAiMetrics, {
      ok: true,
      metrics: {
        running: false,
        mode: 'auto',
        since: null,
        decisions_made: 0,
        chosen_by_oraculis: 0,
        abstained: 0,
        added: 0,
        blocked: 0,
        watched: 0,
        proposed: 0,
        traded: 0,
        best_arm: null,
        shadows_followed: 0,
      },
      arms: [],
      decisions: [],
      learner: null,
    })
    .on(getOraculisCourse, {
      ok: true,
      days: 7,
      decisions: 40,
      points: [
        {
          timestamp: NOW_S,
          decisions: 40,
          taken: 20,
          outcomes: 20,
          mean_net_bps: 4,
          cumulative_net_bps: 80,
          exploration: 0.092,
        },
      ],
    })
    .on(getLivePrices, {
      ok: true,
      prices: [
        {
          symbol: 'BTCUSDT',
          price: 91_482.3,
          change_24h: 1.84,
          volume_24h: 1_000_000,
          last_updated: NOW_S,
          venue: 'BINANCE',
          tick_size: 0.1,
        },
        {
          symbol: 'ETHUSDT',
          price: 3046.18,
          change_24h: -2.31,
          volume_24h: 500_000,
          last_updated: NOW_S,
          venue: 'BINANCE',
          tick_size: 0.01,
        },
      ],
    })
    .on(getChartData, { ok: true, symbol: 'BTCUSDT', timeframe: '1m', venue: 'BINANCE', data: [] });
}
