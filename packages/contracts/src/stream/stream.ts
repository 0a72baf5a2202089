import { z } from 'zod';
import { ArbitrageMetrics, ArbitrageState } from '../arbitrage/arbitrage.ts';
import { AuditStreamItem } from '../audit/audit.ts';
import { ArbExecution } from '../arbitrage/executions.ts';
import { CarryRoundRow } from '../arbitrage/rounds.ts';
import { Opportunity } from '../arbitrage/opportunity.ts';
import { Health } from '../health/health.ts';
import { LivePrice } from '../market/market.ts';
import { NotificationRow } from '../notify/notifications.ts';
import { BalancesAnswer, OpenPositions } from '../portfolio/portfolio.ts';
import { CandidateRow, LiquidationItem } from '../trading/radar.ts';
import { DecisionItem, SnipeRow } from '../trading/decisions.ts';
import { EngineName } from '../trading/engine-settings.ts';
import { EngineState } from '../trading/engine.ts';
import { OrderRow } from '../trading/orders.ts';
import { TrailingOrderRow } from '../trading/trailing.ts';

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
  'executions',
  'notifications',
] as const;
export const StreamTopic = z.enum(STREAM_TOPICS);
export type StreamTopic = z.infer<typeof StreamTopic>;

/**
 * What an item of each topic carries.
 * On connect every asked topic sends one `snapshot` item (whole state), then `update` items.
 * prices and opportunities updates carry only what changed; `removed` names opportunity ids that are gone. A liquidation comes again,
 * under its id, when something was decided on it. executions updates carry only what changed; `removed` names ids that are no longer
 * among the newest. engine, positions, orders and balances are whole in every item.
 */
export const StreamPayloads = {
  prices: z.object({ prices: z.array(LivePrice) }),
  opportunities: z.object({ opportunities: z.array(Opportunity), removed: z.array(z.string()) }),
  arbitrage: z.object({ state: ArbitrageState, metrics: ArbitrageMetrics }),
  health: Health.omit({ ok: true }),
  liquidations: z.object({ liquidations: z.array(LiquidationItem) }),
  positions: OpenPositions,
  orders: z.object({ orders: z.array(OrderRow) }),
  balances: BalancesAnswer.omit({ ok: true }),
  engine: z.object({
    /** Empty before the engine told of them. */
    engines: z.partialRecord(EngineName, EngineState),
    candidates: z.array(CandidateRow),
    /** The newest 50, newest first. */
    decisions: z.array(DecisionItem),
    snipes: z.array(SnipeRow),
    trailing_orders: z.array(TrailingOrderRow),
  }),
  executions: z.object({
    executions: z.array(ArbExecution),
    rounds: z.array(CarryRoundRow),
    removed: z.array(z.string()),
  }),
  /** The newest 50 in the snapshot; updates carry what is new, was counted up or read. */
  notifications: z.object({ notifications: z.array(NotificationRow), unread: z.number() }),
  /** The newest 50 in the snapshot, the last written last; updates carry what was written since. */
  audit: z.object({ rows: z.array(AuditStreamItem) }),
} as const satisfies Record<StreamTopic, z.ZodType>;

/** The `data` of one server-sent event. The event's name is the topic, its id the resume id. */
export type StreamItem<T extends StreamTopic = StreamTopic> = {
  readonly kind: 'snapshot' | 'update';
  /** When the server sent it. */
  readonly ts: number;
  readonly payload: z.infer<(typeof StreamPayloads)[T]>;
};
