import { z } from 'zod';
import { ExecutionModeName, ResultParts } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueInput, VenueName } from '../shared.ts';
import {
  EngineModeInput,
  EngineModeName,
  EngineName,
  ENGINE_NAMES,
  RiskLevelInput,
  SymbolsInput,
} from './engine-settings.ts';
import { RISK_LEVELS } from './risk.ts';

const RiskLevelName = z.enum(RISK_LEVELS);
const nothing = z.object({}).optional();

/** What the closed trades of an engine achieved on the accounts of its execution mode, net; null is unknown. */
export const EnginePerformance = z.object({
  /** As in /api/trading/metrics: closed trades, net. */
  total_pnl: z.number(),
  positions_opened: z.number().int(),
  closed_trades: z.number().int(),
  /** Fraction 0 to 1. */
  win_rate: z.number().nullable(),
  avg_hold_time_minutes: z.number().nullable(),
  sharpe_ratio: z.number().nullable(),
  best_trade: z.number().nullable(),
  worst_trade: z.number().nullable(),
  max_drawdown_usd: z.number(),
});

/** One engine as it stands. */
export const EngineState = z.object({
  engine: EngineName,
  /** null while its process does not answer: `reason` says so. */
  running: z.boolean().nullable(),
  mode: EngineModeName,
  /** Since when it runs, or does not; null before it was ever started and while its process does not answer. */
  since: EpochSeconds.nullable(),
  by: z.string(),
  reason: z.string(),
  venue: VenueName,
  symbols: z.array(z.string()),
  auto_pick: z.boolean(),
  risk_level: RiskLevelName,
  execution_mode: ExecutionModeName,
  /** Whether it may open trades where it would, and why. */
  verdict: z.object({ ok: z.boolean(), detail: z.string() }),
  settings_hash: z.string(),
  /** Open trades. */
  positions: z.number().int(),
  exposure_usd: z.number(),
  budget_usd: z.number(),
  performance: EnginePerformance,
});
export type EngineState = z.infer<typeof EngineState>;

export const TradingStats = z.object({
  trades_taken: z.number().int(),
  avg_hold_s: z.number().nullable(),
  /** Fees of all closed trades, each in bps of its own notional, added up. */
  fees_bps_accum: z.number(),
  /** Mean net of a closed trade in bps of its notional. */
  avg_edge_bps: z.number().nullable(),
  /** How often each arm was chosen, `abstain` left out. */
  router_votes_hist: z.record(z.string(), z.number().int()),
});

/** The trading engine (PAS Trader) and the account it trades on. */
export const TradingStatus = z.object({
  active: z.boolean(),
  /** Of the open position, else the first of the settings. */
  symbol: z.string(),
  symbols: z.array(z.string()),
  auto_pick: z.boolean(),
  /** What it trades beside `symbols` because it picks by itself, the most traded first, at most 50. */
  picked_symbols: z.array(z.object({ symbol: z.string(), reason: z.string() })),
  positions: z.array(
    z.object({
      id: z.string(),
      symbol: z.string(),
      venue: VenueName,
      side: z.enum(['LONG', 'SHORT']),
      size: z.number(),
      contracts: z.number(),
      entry_price: z.number(),
      mark_price: z.number().nullable(),
      notional: z.number().nullable(),
      unrealized_pnl: z.number().nullable(),
      roe_pct: z.number().nullable(),
    }),
  ),
  leverage: z.number(),
  /** Of the venue the engine trades on. */
  account: z.object({
    equity: z.number().nullable(),
    available: z.number().nullable(),
    unrealized_pnl: z.number().nullable(),
  }),
  mode: EngineModeName,
  risk_level: RiskLevelName,
  exchange: VenueName,
  execution_mode: ExecutionModeName,
  /** Whether the engine could be started on its venue now, and if not, why. */
  trading_ready: z.boolean(),
  reason: z.string().nullable(),
  egress_ip: z.string().nullable(),
  binance: z.object({ connected: z.boolean(), mode: ExecutionModeName }),
  stats: TradingStats,
});
export type TradingStatus = z.infer<typeof TradingStatus>;

export const getTradingStatus = defineRoute({
  method: 'GET',
  path: '/api/trading/status',
  summary: 'The trading engine, its position, its account and its figures.',
  response: Ok.extend(TradingStatus.shape),
});

export const startTrading = defineRoute({
  method: 'POST',
  path: '/api/trading/start',
  isOnce: true,
  summary: 'Starts PAS Trader with these settings. While it runs they are locked: the answer is already_running.',
  body: z
    .object({
      mode: EngineModeInput.optional(),
      venue: VenueInput.optional(),
      symbols: SymbolsInput.optional(),
      risk_level: RiskLevelInput.optional(),
      auto_pick: z.boolean().optional(),
    })
    .strict()
    .default({}),
  response: Ok.extend({ already_running: z.boolean(), message: z.string(), engine: EngineState }),
});

export const stopTrading = defineRoute({
  method: 'POST',
  path: '/api/trading/stop',
  isOnce: true,
  summary: 'Stops PAS Trader: resting entries are cancelled, open trades are managed until they are flat.',
  body: nothing,
  response: Ok.extend({ already_stopped: z.boolean(), message: z.string(), engine: EngineState }),
});

export const setTradingMode = defineRoute({
  method: 'POST',
  path: '/api/trading/mode',
  summary: 'Sets the mode of both engines; 409 while one of them runs.',
  body: z.object({ mode: EngineModeInput }),
  response: Ok.extend({ mode: EngineModeName, message: z.string() }),
});

export const getTradingMetrics = defineRoute({
  method: 'GET',
  path: '/api/trading/metrics',
  summary: 'Figures of all closed trades, of what is open beside them, of the UTC day, and of the account at Binance.',
  response: Ok.extend({
    mode: ExecutionModeName,
    performance: ResultParts.extend({
      /** Change of the equity in the UTC day without deposits; null while a price is unknown. */
      daily_pnl: z.number().nullable(),
      /** Percent 0 to 100; 100 times win_rate. */
      success_rate: z.number().nullable(),
      /** By leg: a pair has two. */
      active_positions: z.number().int(),
      /** Closed since midnight UTC; an arbitrage or carry round counts once, in all counts. */
      daily_trades: z.number().int(),
      /** Fraction 0 to 1, of the trades that total_pnl is of. */
      win_rate: z.number().nullable(),
      total_trades: z.number().int(),
    }),
    binance: z.object({
      account_equity_usd: z.number().nullable(),
      available_balance: z.number().nullable(),
      unrealized_pnl: z.number().nullable(),
      mode: ExecutionModeName,
    }),
  }),
});

const EnginesByName = z.object({
  pas_trader: EngineState,
  oraculis: EngineState.extend({
    /** Arms it can choose among. */
    arms: z.number().int(),
  }),
});

export const getEngineStatus = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/status',
  summary: 'Both engines, their settings and their figures.',
  response: Ok.extend({
    status: z.enum(['connected', 'disconnected']),
    trading_ready: z.boolean(),
    /** False for simulated and recorded markets. */
    real_data: z.boolean(),
    system: z.object({
      trading_engines_loaded: z.number().int(),
      /** Engines that run. */
      active_threads: z.number().int(),
    }),
    engines: EnginesByName,
    performance: EnginePerformance.extend({ pas_trader: z.object({ total_pnl: z.number() }) }),
    settings: z.object({
      engine_cap_usd: z.number(),
      leverage_max: z.number(),
      /** Largest share of the capital of one trade, percent. */
      risk_pct: z.number(),
      /** Of the candles behind the average price. */
      timeframe: z.literal('1m'),
      enable_liq_sniper: z.boolean(),
      auto_pick: z.boolean(),
    }),
  }),
});

export const getEnginePro = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/pro',
  summary: 'The newest decision in six figures; null before the first.',
  response: Ok.extend({
    pair: z.string().nullable(),
    action: z.string().nullable(),
    qty: z.number().nullable(),
    vol_bps: z.number().nullable(),
    /** Spread of the book at the decision. */
    dyn_spread_bps: z.number().nullable(),
    /** What the chosen arm was expected to earn; without a learner what the best arm earns at its take-profit. */
    edge_bps: z.number().nullable(),
    reason: z.string().nullable(),
    decision_id: z.string().nullable(),
    timestamp: EpochSeconds.nullable(),
    venue: VenueName.nullable(),
    /** `abstain` or an arm's id. */
    arm: z.string().nullable(),
    /** Chance that the chooser gave what it chose, 0 to 1; null where no learner chose. */
    confidence: z.number().nullable(),
  }),
});

export const getAdvancedStatus = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/advanced_status',
  summary:
    'Open positions against their limits, each with the reason it was opened for. total_pnl and daily_pnl as in /api/trading/metrics.',
  response: Ok.extend({
    advanced_status: ResultParts.extend({
      active_positions: z.number().int(),
      /** The lower of the limit of the gates and that of the engine that acts. */
      max_positions: z.number().int(),
      total_equity: z.number().nullable(),
      available_capital: z.number().nullable(),
      /** Margin in use. */
      allocated_capital: z.number().nullable(),
      /** Change of the equity in the UTC day without deposits; null while a price is unknown. */
      daily_pnl: z.number().nullable(),
      positions: z.array(
        z.object({
          id: z.string(),
          symbol: z.string(),
          venue: VenueName,
          side: z.enum(['long', 'short']),
          entry_price: z.number(),
          current_price: z.number().nullable(),
          pnl_usd: z.number().nullable(),
          pnl_pct: z.number().nullable(),
          reasoning: z.string(),
        }),
      ),
    }),
  }),
});

const ProfitGroup = z.object({
  trades: z.number().int(),
  win_rate: z.number().nullable(),
  net_usd: z.number(),
  avg_net_bps: z.number().nullable(),
});

export const getProfitAnalytics = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/smart_profit_analytics',
  summary: 'What the newest closed trades of the engines earned, by way of exit, arm and symbol.',
  response: Ok.extend({
    analytics: ProfitGroup.extend({
      avg_hold_seconds: z.number().nullable(),
      /** Entries that were never reached. */
      missed: z.number().int(),
      by_exit: z.record(z.string(), ProfitGroup),
      by_arm: z.record(z.string(), ProfitGroup),
      by_symbol: z.record(z.string(), ProfitGroup),
      /** Of the fixed arm of PAS Trader, and the least that must remain of it after costs. */
      targets: z.object({ take_profit_bps: z.number(), stop_loss_bps: z.number(), min_net_bps: z.number() }),
    }),
  }),
});

const EngineChange = Ok.extend({ success: z.literal(true), message: z.string(), engine: EngineState });

export const startEngine = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/:engine/start',
  isOnce: true,
  summary: 'Starts PAS Trader or Oraculis with the settings it has.',
  params: z.object({ engine: z.enum(ENGINE_NAMES) }),
  body: nothing,
  response: EngineChange.extend({ already_running: z.boolean() }),
});

export const stopEngine = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/:engine/stop',
  isOnce: true,
  summary: 'Stops PAS Trader or Oraculis.',
  params: z.object({ engine: z.enum(ENGINE_NAMES) }),
  body: nothing,
  response: EngineChange.extend({ already_stopped: z.boolean() }),
});

const BothEngines = Ok.extend({ success: z.literal(true), message: z.string(), engines: EnginesByName });

export const startAllEngines = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/start_all',
  isOnce: true,
  summary: 'Starts PAS Trader and, a second later, Oraculis; answers when both are done.',
  body: nothing,
  response: BothEngines.extend({ already_running: z.boolean() }),
});

export const stopAllEngines = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/stop_all',
  isOnce: true,
  summary: 'Stops PAS Trader and, half a second later, Oraculis; answers when both are done.',
  body: nothing,
  response: BothEngines.extend({ already_stopped: z.boolean() }),
});
