import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, SymbolInput, VENUE_NAMES, VenueInput, VenueName } from '../shared.ts';

/** Which account the figures are of. */
export const ExecutionModeName = z.enum(['paper', 'live']);

export const AssetBalance = z.object({
  asset: z.string(),
  free: z.number(),
  locked: z.number(),
  total: z.number(),
  /** Total at the current price; null while none is known. */
  usd: z.number().nullable(),
});

/** One venue's money. `spot.usd + futures.usd` is its equity, to the cent. */
export const VenueBalances = z.object({
  status: z.enum(['available', 'unavailable']),
  mode: ExecutionModeName,
  reason: z.string().nullable(),
  spot: z.object({ assets: z.array(AssetBalance), usd: z.number().nullable() }),
  futures: z.object({
    usd: z.number().nullable(),
    margin_usd: z.number().nullable(),
    unrealized_pnl: z.number().nullable(),
  }),
  /** The real account beside the paper one, read-only; null without keys or while live itself. */
  real: z.object({ total_usd: z.number().nullable(), assets: z.array(AssetBalance) }).nullable(),
  updated_at: EpochSeconds.nullable(),
});
export type VenueBalances = z.infer<typeof VenueBalances>;

/** A row of the flat form. */
export const BalanceRow = z.object({
  exchange: VenueName,
  mode: ExecutionModeName,
  asset: z.string(),
  free: z.number(),
  used: z.number(),
  total: z.number(),
  usd: z.number().nullable(),
});

export const BalancesAnswer = Ok.extend({
  success: z.literal(true),
  summary: z.object({
    /** Of accounts of one mode only; null while a venue's figure is unknown. */
    total_usd: z.number().nullable(),
    free_usd: z.number().nullable(),
    in_positions_usd: z.number().nullable(),
    exchanges_connected: z.number().int(),
    total_exchanges: z.number().int(),
    mode: z.enum(['paper', 'live', 'mixed']),
    /** Totals never mix the two. */
    paper_total_usd: z.number().nullable(),
    live_total_usd: z.number().nullable(),
  }),
  balances: z.array(BalanceRow),
  exchanges: z.record(z.enum(VENUE_NAMES), VenueBalances),
  ts: EpochSeconds,
  total_usd: z.number().nullable(),
  spot_usd: z.number().nullable(),
  futures_margin_usd: z.number().nullable(),
});

export const getBalances = defineRoute({
  method: 'GET',
  path: '/api/portfolio/balances',
  summary: 'Balances of every venue, by asset and in total.',
  response: BalancesAnswer,
});

/** A position as the second document names its fields, and more. */
export const PositionRow = z.object({
  id: z.string(),
  symbol: z.string(),
  venue: VenueName,
  mode: ExecutionModeName,
  market: z.enum(['perp', 'spot']),
  side: z.enum(['long', 'short']),
  size: z.number(),
  contracts: z.number(),
  entry_price: z.number(),
  mark_price: z.number().nullable(),
  pnl: z.number().nullable(),
  unrealized_pnl: z.number().nullable(),
  /** Percent of the notional at entry. */
  pnl_pct: z.number().nullable(),
  /** Percent of the margin. */
  roe_pct: z.number().nullable(),
  notional: z.number().nullable(),
  leverage: z.number().nullable(),
  margin_mode: z.enum(['isolated', 'cross']).nullable(),
  margin_usd: z.number().nullable(),
  liquidation_price: z.number().nullable(),
  adl_rank: z.number().nullable(),
  stop_price: z.number().nullable(),
  take_profit_price: z.number().nullable(),
  /** False while no acknowledged stop protects it. */
  protected: z.boolean(),
  fees: z.number(),
  funding: z.number(),
  realized_pnl: z.number(),
  opened_at: EpochSeconds,
  /** Smallest step of a price at the venue; null while the market is not followed. */
  tick_size: z.number().nullable().optional(),
  price_stale_since: EpochSeconds.nullable()
    .optional()
    .describe(
      'Since when neither book nor quote nor mark of it is fresh: mark_price and what follows it are of then, and a stop on paper waits. null while they are of now.',
    ),
});
export type PositionRow = z.infer<typeof PositionRow>;

/** The open positions, and what is not known of them. */
export const OpenPositions = z.object({
  positions: z.array(PositionRow),
  uncompared: z
    .array(VenueName)
    .optional()
    .describe(
      'Venues whose account was not compared with the records since the engine started: what is held there is not known to be all. Left out when there is none.',
    ),
});

const PositionsAnswer = Ok.extend({ success: z.literal(true), ...OpenPositions.shape });

export const getPortfolioPositions = defineRoute({
  method: 'GET',
  path: '/api/portfolio/positions',
  summary: 'Open positions of the accounts orders go to.',
  response: PositionsAnswer,
});

export const getTradingPositions = defineRoute({
  method: 'GET',
  path: '/api/trading/positions',
  summary: 'The same as /api/portfolio/positions.',
  response: PositionsAnswer,
});

export const EquityPoint = z.object({
  timestamp: EpochSeconds,
  equity: z.number(),
  /** Percent under the highest equity before, 0 or negative. */
  drawdown_pct: z.number(),
});

/**
 * A result, the same by every call: `total_pnl` is of closed trades alone, net of their fees and funding; what is open stands beside it,
 * and net_pnl = total_pnl + open_realized - open_fees + open_funding + unrealized_pnl. null: a price is unknown, or open positions are no
 * part of what was asked for.
 */
export const ResultParts = z.object({
  total_pnl: z.number(),
  /** Gross gains of parts of open positions that were closed. */
  open_realized: z.number().nullable(),
  /** Fees that open positions have paid so far. */
  open_fees: z.number().nullable(),
  open_funding: z.number().nullable(),
  unrealized_pnl: z.number().nullable(),
  net_pnl: z.number().nullable(),
});

/**
 * Figures of closed trades and of equity. null is unknown, which it is while there are none.
 *
 * An arbitrage or carry round is ONE trade in `total_trades`, `win_rate`, `largest_win`, `largest_loss` and `avg_hold_time_minutes`: the sum
 * of its legs, in the period in which the last of them closed. Sums of money are of all legs, also of those whose pair is not closed yet.
 */
export const Performance = ResultParts.extend({
  mode: ExecutionModeName,
  days: z.number().int(),
  /**
   * Change of the equity in the UTC day without deposits, so with the fees of what is open; asked for one kind of engine, and while the
   * engine is away, the net of what closed in it.
   */
  daily_pnl: z.number().nullable(),
  gross_pnl: z.number(),
  /** Every cost, `liquidation_fee` too: gross_pnl - fees + funding = total_pnl. */
  fees: z.number(),
  liquidation_fee: z.number(),
  funding: z.number(),
  /** Fraction 0 to 1. */
  win_rate: z.number().nullable(),
  total_trades: z.number().int(),
  /** Trades of known result above and below 0. */
  wins: z.number().int(),
  losses: z.number().int(),
  /** Means of those. */
  avg_win: z.number().nullable(),
  avg_loss: z.number().nullable(),
  /** Gains by losses; null without a loss. */
  profit_factor: z.number().nullable(),
  /** The deepest fall of the sum of closed trades under its highest before, 0 or positive. */
  closed_drawdown_usd: z.number(),
  /** By leg. */
  active_positions: z.number().int(),
  largest_win: z.number().nullable(),
  largest_loss: z.number().nullable(),
  avg_hold_time_minutes: z.number().nullable(),
  sharpe_ratio: z.number().nullable(),
  max_drawdown_pct: z.number().nullable(),
  equity_curve: z.array(EquityPoint),
});
export type Performance = z.infer<typeof Performance>;

export const HISTORY_ENGINES = ['all', 'trading', 'arbitrage'] as const;
export const DaysInput = z.coerce
  .number()
  .pipe(z.literal([7, 30, 90]))
  .default(30);
export const TRADE_SIDES = ['long', 'short'] as const;
export const TRADE_RESULTS = ['win', 'loss'] as const;
const lower = z.string().trim().toLowerCase();

/** Which closed trades are asked for. Venue and side choose legs: a leg of a pair then counts alone. */
export const HistoryQuery = z.object({
  engine: z.enum(HISTORY_ENGINES).default('all'),
  days: DaysInput,
  mode: ExecutionModeName.optional(),
  symbol: SymbolInput.optional(),
  venue: VenueInput.optional(),
  side: lower.pipe(z.enum(TRADE_SIDES)).optional(),
  /** Net above or below 0, a pair as one. */
  result: lower.pipe(z.enum(TRADE_RESULTS)).optional(),
});

const PerformanceAnswer = Ok.extend({
  success: z.literal(true),
  performance: Performance,
});

export const getPortfolioPerformance = defineRoute({
  method: 'GET',
  path: '/api/portfolio/performance',
  summary: 'Results of closed trades, and the equity curve.',
  query: HistoryQuery,
  response: PerformanceAnswer,
});

export const getTradingPerformance = defineRoute({
  method: 'GET',
  path: '/api/trading/performance',
  summary: 'The same as /api/portfolio/performance, its figures also at the top.',
  query: HistoryQuery,
  response: PerformanceAnswer.extend(Performance.shape),
});

export const HistoryItem = z.object({
  id: z.string(),
  timestamp: EpochSeconds,
  symbol: z.string(),
  venue: VenueName,
  mode: ExecutionModeName,
  side: z.enum(['BUY', 'SELL']),
  /** null when the venue's truth changed the quantity meanwhile. */
  quantity: z.number().nullable(),
  size: z.number().nullable(),
  /** Average of the entries. */
  price: z.number().nullable(),
  exit_price: z.number().nullable(),
  /** Net: gross_pnl - fees + funding. */
  pnl: z.number().nullable(),
  gross_pnl: z.number().nullable(),
  /** Every cost, `liquidation_fee` too. */
  fees: z.number(),
  /** What the venue took for a liquidation, less rebates and adjustments; 0 where none. */
  liquidation_fee: z.number(),
  funding: z.number(),
  hold_seconds: z.number().nullable(),
  /** Who wanted it; `external`: not known, `dust`: coins that ended trades had left, too few for an order, sold later. */
  engine: z.string(),
  /** The arbitrage whose leg it is; null for any other. */
  execution_id: z.string().nullable().optional(),
  opened_at: EpochSeconds,
  /** What closed it: the role of its last order, or what its venue did; null while that is not on record. */
  exit: z.string().nullable(),
  /** Smallest step of a price at the venue; null while the market is not followed. */
  tick_size: z.number().nullable().optional(),
  /** The middle of its book when its first entry was decided; null where none is on record. */
  decision_price: z.number().nullable().optional(),
  /** How much worse than that the entry was, in bps of it; negative: better. */
  slippage_bps: z.number().nullable().optional(),
});
export type HistoryItem = z.infer<typeof HistoryItem>;

export const historyPage = {
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
};

export const getHistory = defineRoute({
  method: 'GET',
  path: '/api/portfolio/history',
  summary:
    'Closed trades, newest first, by leg: an arbitrage has a row for each of its legs, which share `execution_id`.',
  query: HistoryQuery.extend(historyPage),
  response: Ok.extend({
    success: z.literal(true),
    history: z.array(HistoryItem),
    total: z.number().int(),
    /** Accounts whose newest fills may be missing: no complete comparison with the venue for over two minutes. */
    not_synced: z.array(z.object({ venue: VenueName, since: EpochSeconds.nullable() })),
  }),
});

export const PNL_PERIODS = ['24h', '7d', '30d', 'all'] as const;
export type PnlPeriod = (typeof PNL_PERIODS)[number];

export const getPnlPro = defineRoute({
  method: 'GET',
  path: '/api/trading/pnl_pro',
  summary:
    'Realised PnL of trades closed in the period, net of fees and funding, in total and by symbol; open positions beside it.',
  query: z.object({ period: z.enum(PNL_PERIODS).default('all') }),
  response: Ok.extend({
    period: z.enum(PNL_PERIODS),
    /** Of the `count` closed trades; the same as `total_pnl` elsewhere, in cents: of the exact values, not of rounded symbols. */
    realized_total: z.number(),
    realized_by_symbol: z.record(z.string(), z.number()),
    /** An arbitrage counts once. */
    count: z.number().int(),
    /** Mean of those; null while there are none. */
    average_pnl: z.number().nullable(),
    /** Every cost, `liquidation_fees_total` too. */
    fees_total: z.number(),
    liquidation_fees_total: z.number(),
    funding_total: z.number(),
    /** What positions that are open realised (gross), paid in fees, and got as funding. */
    open_realized: z.number(),
    open_fees: z.number(),
    open_funding: z.number(),
    mode: ExecutionModeName,
  }),
});
