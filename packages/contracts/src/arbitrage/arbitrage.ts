import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, PAIR_NEEDS_TWO, VenueInput, VenueName } from '../shared.ts';
import { Opportunity } from './opportunity.ts';

export const MIN_SPREAD_BPS = { min: 0, max: 10_000 } as const;
export const MAX_POSITION_USD = { min: 10, max: 10_000_000 } as const;

/** What a scanner that does not run begins with where a field is left out. */
export const START_DEFAULTS = { min_spread_bps: 50, max_position_usd: 1_000, venues: ['BINANCE', 'BYBIT'] } as const;

export const ExecutionPolicies = z.object({
  futures_futures_executable: z.boolean(),
  spot_futures_evaluating: z.boolean(),
  spot_futures_executable: z.boolean(),
  spot_futures_crossvenue_evaluating: z.boolean(),
});
export type ExecutionPolicies = z.infer<typeof ExecutionPolicies>;

/** The session with the specification's defaults; fields the engine does not know yet are null. */
export const ArbitrageSession = z.object({
  id: z.number().int(),
  session_name: z.string(),
  exchanges: z.array(z.string()),
  assets: z.array(z.string()),
  min_spread_bps: z.number(),
  max_position_pct: z.number(),
  max_position_usd: z.number(),
  ai_enabled: z.boolean(),
  confidence_threshold: z.number(),
  is_active: z.boolean(),
  /** The same count as `opportunities_found`. */
  total_opportunities: z.number().int(),
  executed_trades: z.number().int(),
  total_profit_usd: z.number().nullable(),
  success_rate: z.number().nullable(),
  started_at: EpochSeconds.nullable(),
  stopped_at: EpochSeconds.nullable(),
});
export type ArbitrageSession = z.infer<typeof ArbitrageSession>;

const ArbStability = z.object({ score: z.number(), max: z.number(), off: z.boolean() });
const ArbBreaker = z.object({
  /** Pairs in a row that ended with a loss; a pair is one result, whatever its legs say. */
  losses: z.number().int(),
  halted_until: EpochSeconds.nullable(),
  halts: z.number().int(),
  off: z.boolean(),
});
/** New risk of a mode is off after losses in a row: by the breaker of arbitrage or by the loss streak of all engines. */
const ArbHalt = z.object({
  by: z.enum(['breaker', 'loss-streak']),
  reason: z.string(),
  /** null: a release of the kill switch alone lifts it. */
  until: EpochSeconds.nullable(),
});
const ArbGuards = z.object({
  stability: ArbStability,
  breaker: ArbBreaker,
  trades_last_hour: z.number().int(),
  halt: ArbHalt.nullable().optional(),
});

/** The executor: what is open, and what keeps it from opening more. */
export const ArbitrageExecutor = z.object({
  auto_execute: z.boolean(),
  trades_last_hour: z.number().int(),
  last_refusal: z.string().nullable(),
  open_trades: z.number().int(),
  open_rounds: z.number().int(),
  /** Arbitrages of which a leg stands alone: new risk is off. */
  naked: z.array(z.string()),
  /** Of live where a venue trades live, else of paper; each mode has its own. */
  stability: ArbStability,
  breaker: ArbBreaker,
  /** What halts new risk of that mode; null: nothing. */
  halt: ArbHalt.nullable().optional(),
  guards: z.object({ paper: ArbGuards, live: ArbGuards }).optional(),
  cooldowns: z.array(
    z.object({
      pair_id: z.string(),
      mode: ExecutionModeName.optional(),
      ends_at: EpochSeconds,
      reason: z.string(),
    }),
  ),
  /** Quantities too small for an order, kept for the next trade of the same coin. */
  dust: z.array(
    z.object({
      venue: VenueName,
      mode: ExecutionModeName,
      instrument_id: z.string(),
      qty: z.number(),
      /** null: no arbitrage left it. */
      execution_id: z.string().nullable(),
      text: z.string(),
    }),
  ),
});
export type ArbitrageExecutor = z.infer<typeof ArbitrageExecutor>;

/** Scanner state; also the stream topic `arbitrage`. */
export const ArbitrageState = z.object({
  scanning: z.boolean(),
  venues: z.array(VenueName),
  /** Why it is not scanning, or what limits it; null when all is well. */
  reason: z.string().nullable(),
  /** Pairs compared, and the best figures seen now: so that an empty table is visibly alive. */
  pairs: z.number().int(),
  /** Best entry net of a pair that is not blocked, and the widest gross edge of one, which is what the minimum spread is held against. */
  best_entry_net_bps: z.number().nullable(),
  best_gross_bps: z.number().nullable().optional(),
  session: ArbitrageSession,
  execution_policies: ExecutionPolicies,
  /** What the executor does and what holds it back; null while the engine has not told of it. */
  executor: ArbitrageExecutor.nullable().optional(),
});
export type ArbitrageState = z.infer<typeof ArbitrageState>;

export const ArbitrageMetrics = z.object({
  total_pnl: z.number().nullable(),
  /** Percent 0..100. */
  success_rate: z.number().nullable(),
  /**
   * Distinct opportunities (buy leg, sell leg) whose entry net rose over the minimum while they were not blocked, over all runs of
   * the session. One counts again only after it was gone for 60 s. Rows shown now that are not executable may be among them.
   */
  opportunities_found: z
    .number()
    .int()
    .nullable()
    .describe(
      'Distinct opportunities whose entry net rose over the minimum while not blocked, over all runs; one counts again only after it was gone for 60 s.',
    ),
  executed_today: z.number().int().nullable(),
  /** Whose figures these are; null while unknown. */
  mode: ExecutionModeName.nullable().optional(),
  /** Of the last 24 h: distinct opportunities, those positive after the entry, and after the round trip. */
  seen: z
    .object({
      found: z.number().int(),
      entry_positive: z.number().int(),
      round_trip_positive: z.number().int(),
    })
    .nullable()
    .optional(),
});
export type ArbitrageMetrics = z.infer<typeof ArbitrageMetrics>;

export const getOpportunities = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/opportunities',
  summary:
    'Lists the live opportunities, blocked ones last, each group best entry net first; none while the scanner is stopped. `expected_usd` = `volume_usd` * (`round_trip_net_bps` + `funding_bps` - `borrow_bps`) / 10000: what is unknown of these counts as 0, without a round trip it is `entry_net_bps` less both fees; where learnt, `learned_cost_bps` stands in for `latency_reserve_bps` and all is weighed with `fill_probability`.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
  response: Ok.extend({ opportunities: z.array(Opportunity), count: z.number().int(), timestamp: EpochSeconds }),
});

export const getArbitrageStatus = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/status',
  summary: 'Tells whether the scanner runs, on which venues, and its session.',
  response: Ok.extend(ArbitrageState.shape),
});

export const getArbitrageMetrics = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/metrics',
  summary: 'Figures of the arbitrage engine; null is unknown.',
  response: Ok.extend(ArbitrageMetrics.shape),
});

export const getArbitrageExchanges = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/exchanges',
  summary: 'Lists the venues the scanner can use and how their data stand.',
  response: Ok.extend({
    exchanges: z.array(
      z.object({
        venue: VenueName,
        selected: z.boolean(),
        connected: z.boolean(),
        reason: z.string().nullable(),
        instruments: z.object({ spot: z.number().int(), perp: z.number().int() }),
        fees_bps: z.object({
          spot: z.object({ maker_bps: z.number(), taker_bps: z.number() }),
          perp: z.object({ maker_bps: z.number(), taker_bps: z.number() }),
        }),
        fee_source: z.enum(['account', 'tier', 'assumed']),
        latency_ms: z.number().nullable(),
      }),
    ),
  }),
});

/** Spot against perp of one symbol on one or two venues, from the live books. */
export const BasisRow = z.object({
  symbol: z.string(),
  spot_exchange: VenueName,
  futures_exchange: VenueName,
  spot_price: z.number(),
  futures_price: z.number(),
  /** (perp mid - spot mid) / spot mid. */
  basis_bps: z.number(),
  funding_rate: z.number().nullable(),
  funding_interval_hours: z.number().nullable(),
  next_funding_at: EpochSeconds.nullable(),
  /** Age of the older of the two books at the answer's `timestamp`. */
  age_ms: z.number(),
  /** Time of the data: of the older of the two books. */
  timestamp: EpochSeconds,
  /** Over 300 bps apart, either way: most likely two different coins or a stale market. */
  doubtful: z.boolean().optional(),
});
export type BasisRow = z.infer<typeof BasisRow>;

export const getSpotFutures = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/spot_futures',
  summary: 'Basis of every symbol with a spot and a perp book, widest first, and the spot-futures opportunities.',
  query: z.object({ symbol: z.string().trim().toUpperCase().optional() }),
  response: Ok.extend({
    basis: z.array(BasisRow),
    opportunities: z.array(Opportunity),
    execution_policies: ExecutionPolicies,
    timestamp: EpochSeconds,
  }),
});

export const startArbitrage = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/start',
  isOnce: true,
  summary:
    'Starts the scanner, or changes it while it runs: what is left out keeps its value then, and is 50 bps, 1000 USD, BINANCE and BYBIT else. Rows are listed from min_spread_bps gross.',
  body: z.object({
    /** Rows are listed from this gross edge; those whose entry net is under it are only evaluated. */
    min_spread_bps: z.number().min(MIN_SPREAD_BPS.min).max(MIN_SPREAD_BPS.max).optional(),
    max_position_usd: z.number().min(MAX_POSITION_USD.min).max(MAX_POSITION_USD.max).optional(),
    venues: z
      .array(VenueInput)
      .max(16)
      .transform((venues) => [...new Set(venues)])
      .refine((venues) => venues.length >= 2, PAIR_NEEDS_TWO)
      .optional(),
  }),
  response: Ok.extend({ already_running: z.boolean(), message: z.string(), ...ArbitrageState.shape }),
});

export const stopArbitrage = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/stop',
  isOnce: true,
  summary: 'Stops the scanner.',
  body: z.object({}).optional(),
  response: Ok.extend({ already_stopped: z.boolean(), message: z.string(), ...ArbitrageState.shape }),
});
