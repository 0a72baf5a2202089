import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';
import { ExecutionModeName, HistoryItem, historyPage, HistoryQuery } from './portfolio.ts';

export const getHistoryCourse = defineRoute({
  method: 'GET',
  path: '/api/portfolio/history/course',
  summary: 'What closed trades earned, added up over time and by UTC day and symbol.',
  query: HistoryQuery,
  response: Ok.extend({
    mode: ExecutionModeName,
    /** When results came, rising, at most 500; `cumulative_usd` is as long. */
    timestamps: z.array(EpochSeconds),
    cumulative_usd: z.array(z.number()),
    /** UTC days, from the first to the last with a result. */
    daily: z.array(z.object({ day: EpochSeconds, net_usd: z.number(), trades: z.number().int() })),
    /** The highest net first. */
    symbols: z.array(z.object({ symbol: z.string(), net_usd: z.number(), trades: z.number().int() })),
  }),
});

/** One fill of a trade. */
export const TradeFill = z.object({
  trade_id: z.string(),
  fill_id: z.string(),
  order_id: z.string(),
  timestamp: EpochSeconds,
  symbol: z.string(),
  venue: HistoryItem.shape.venue,
  mode: ExecutionModeName,
  side: z.enum(['BUY', 'SELL']),
  price: z.number(),
  quantity: z.number(),
  /** As charged, in `fee_asset`; positive is a cost. */
  fee: z.number(),
  fee_asset: z.string(),
  liquidity: z.string().nullable(),
  /** `order`, or what the venue did. */
  cause: z.string(),
  /** What its order was for; null for orders of others. */
  role: z.string().nullable(),
});
export type TradeFill = z.infer<typeof TradeFill>;

export const getHistoryFills = defineRoute({
  method: 'GET',
  path: '/api/portfolio/history/fills',
  summary: 'The fills of closed trades, newest trade first; `limit`, `offset` and `total` count trades.',
  query: HistoryQuery.extend(historyPage),
  response: Ok.extend({ fills: z.array(TradeFill), trades: z.number().int(), total: z.number().int() }),
});

export const TradeOrder = z.object({
  order_id: z.string(),
  client_order_id: z.string().nullable(),
  created_at: EpochSeconds,
  updated_at: EpochSeconds,
  side: z.enum(['BUY', 'SELL']),
  type: z.string(),
  tif: z.string(),
  role: z.string().nullable(),
  source: z.string().nullable(),
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  trigger_price: z.number().nullable(),
  filled_qty: z.number(),
  avg_price: z.number().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
});
export type TradeOrder = z.infer<typeof TradeOrder>;

export const getHistoryTrade = defineRoute({
  method: 'GET',
  path: '/api/portfolio/history/trade',
  summary: 'One closed trade with everything that led to it: decision, orders, fills, funding.',
  query: z.object({ id: z.string().trim().min(1).max(200) }),
  response: Ok.extend({
    trade: HistoryItem,
    /** The other legs of its pair. */
    legs: z.array(HistoryItem),
    /** The engine's decision it came from; null where it came from none. */
    decision_id: z.string().nullable(),
    /** Rows of the audit log, for links. */
    audit_ids: z.array(z.number()),
    orders: z.array(TradeOrder),
    fills: z.array(TradeFill),
    /** Funding booked while it was open; positive: received. */
    income: z.array(z.object({ timestamp: EpochSeconds, kind: z.string(), amount: z.number(), asset: z.string() })),
  }),
});
export type HistoryTrade = z.infer<typeof getHistoryTrade.response>;
