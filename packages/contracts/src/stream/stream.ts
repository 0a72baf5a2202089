import { z } from 'zod';
import { ArbitrageMetrics, ArbitrageState } from '../arbitrage/arbitrage.ts';
import { Opportunity } from '../arbitrage/opportunity.ts';
import { Health } from '../health/health.ts';
import { LivePrice } from '../market/market.ts';
import { BalancesAnswer, PositionRow } from '../portfolio/portfolio.ts';
import { EpochSeconds, MarketName, VenueName } from '../shared.ts';
import { OrderRow } from '../trading/orders.ts';

/** The topics of `GET /api/stream?topics=a,b`. Those without an engine behind them yet answer an empty snapshot. */
export const STREAM_TOPICS = [
  'prices',
  'opportunities',
  'positions',
  'orders',
  'balances',
  'engine',
  'liquidations',
  'audit',
  'health',
  'arbitrage',
] as const;
export const StreamTopic = z.enum(STREAM_TOPICS);
export type StreamTopic = z.infer<typeof StreamTopic>;

/** A forced liquidation, whichever the venue's own words for it. */
export const LiquidationItem = z.object({
  venue: VenueName,
  market: MarketName,
  symbol: z.string(),
  liquidated_side: z.enum(['LONG', 'SHORT']),
  price: z.number(),
  quantity: z.number(),
  usd: z.number(),
  lower_bound: z.boolean(),
  inferred: z.boolean(),
  timestamp: EpochSeconds,
});
export type LiquidationItem = z.infer<typeof LiquidationItem>;

/**
 * What an item of each topic carries.
 * On connect every asked topic sends one `snapshot` item (whole state), then `update` items.
 * prices and opportunities updates carry only what changed; `removed` names opportunity ids that are gone. positions, orders and
 * balances are whole in every item.
 */
export const StreamPayloads = {
  prices: z.object({ prices: z.array(LivePrice) }),
  opportunities: z.object({ opportunities: z.array(Opportunity), removed: z.array(z.string()) }),
  arbitrage: z.object({ state: ArbitrageState, metrics: ArbitrageMetrics }),
  health: Health.omit({ ok: true }),
  liquidations: z.object({ liquidations: z.array(LiquidationItem) }),
  positions: z.object({ positions: z.array(PositionRow) }),
  orders: z.object({ orders: z.array(OrderRow) }),
  balances: BalancesAnswer.omit({ ok: true }),
  engine: z.object({ engines: z.record(z.string(), z.unknown()) }),
  audit: z.object({ rows: z.array(z.unknown()) }),
} as const satisfies Record<StreamTopic, z.ZodType>;

/** The `data` of one server-sent event. The event's name is the topic, its id the resume id. */
export type StreamItem<T extends StreamTopic = StreamTopic> = {
  readonly kind: 'snapshot' | 'update';
  /** When the server sent it. */
  readonly ts: number;
  readonly payload: z.infer<(typeof StreamPayloads)[T]>;
};
