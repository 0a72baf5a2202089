import type { StreamTopic } from '@riptide/contracts';
import type { Clock } from '@riptide/core/kernel';
import type { AuditDesk } from '../../audit/audit-desk.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import type { Notifier } from '../../notify/notifier.ts';
import { presentNewestAudit } from '../presenters/audit.ts';
import { presentBalances } from '../presenters/balances.ts';
import { presentHealth, type HealthFacts } from '../presenters/health.ts';
import { presentEngineTopic } from '../presenters/engine-topic.ts';
import { presentLiquidations } from '../presenters/liquidation.ts';
import { presentLivePrices } from '../presenters/live-prices.ts';
import { momentOf } from '../presenters/moment.ts';
import { presentCentre } from '../presenters/notifications.ts';
import { presentOpportunities } from '../presenters/opportunity.ts';
import { presentOrders } from '../presenters/orders.ts';
import { presentOpenPositions } from '../presenters/positions.ts';
import { presentMetrics, presentScanner } from '../presenters/scanner.ts';
import { presentExecutionsTopic } from './executions-changes.ts';

const STREAM_OPPORTUNITIES_MAX = 500;
const STREAM_LIQUIDATIONS_MAX = 100;

/** What the state of the topics is made of. */
export interface SnapshotDeps {
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly facts: HealthFacts;
  readonly notifier: Pick<Notifier, 'desk'>;
  readonly audit: Pick<AuditDesk, 'reader'>;
}

/** The whole state of every topic; that of one with nothing behind it is empty. */
const SNAPSHOTS: Readonly<Record<StreamTopic, (deps: SnapshotDeps) => unknown>> = {
  prices: ({ link }) => ({ prices: presentLivePrices(link.values('instrument').values()) }),
  opportunities: ({ link, clock }) => ({
    opportunities: presentOpportunities(link, link.values('opportunity').values(), {
      nowMs: clock.nowMs(),
      limit: STREAM_OPPORTUNITIES_MAX,
    }),
    removed: [],
  }),
  arbitrage: (deps) => ({ state: presentScanner(deps.link, momentOf(deps)), metrics: presentMetrics(deps.link) }),
  health: ({ link, clock, facts }) => presentHealth(link, facts, clock.nowMs()),
  liquidations: ({ link }) => ({ liquidations: presentLiquidations(link, STREAM_LIQUIDATIONS_MAX) }),
  positions: ({ link }) => presentOpenPositions(link),
  orders: ({ link }) => ({ orders: presentOrders(link) }),
  balances: ({ link, clock }) => presentBalances(link, clock.nowMs()),
  engine: ({ link }) => presentEngineTopic(link),
  executions: ({ link }) => presentExecutionsTopic(link),
  notifications: ({ notifier }) => presentCentre(notifier.desk.centre),
  audit: ({ audit }) => ({ rows: presentNewestAudit(audit.reader) }),
};

/** Returns the whole state of a topic. */
export function topicSnapshot(topic: StreamTopic, deps: SnapshotDeps): unknown {
  return SNAPSHOTS[topic](deps);
}
