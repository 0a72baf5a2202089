import { DECISION_ACTIONS, type DecisionAction, type TradingRecord, type VenueOrderStatus } from '@riptide/core/domain';

/** What becomes of a wish: `denied` by a gate; else it is `sent` and ends as one of the rest, `unknown` being what is asked about. */
const ORDER_OUTCOMES = [
  'denied',
  'sent',
  'filled',
  'cancelled',
  'expired',
  'rejected',
  'not_sent',
  'unknown',
  'absent',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** Counts of records since the start of the process. */
export interface RecordFigures {
  readonly orders: Readonly<Record<OrderOutcome, number>>;
  /** Decisions of the sniping engines by action. */
  readonly decisions: Readonly<Record<string, number>>;
  readonly fills: number;
}

/** Ends that are remembered, so that one told twice counts once. */
const ENDS_KEPT = 4_096;

const END_OF: Readonly<Partial<Record<VenueOrderStatus, OrderOutcome>>> = {
  filled: 'filled',
  cancelled: 'cancelled',
  expired: 'expired',
  rejected: 'rejected',
};

/** Counts what the records tell. Bounded, whatever comes. */
export class RecordCounter {
  private readonly orders = Object.fromEntries(ORDER_OUTCOMES.map((name) => [name, 0])) as Record<OrderOutcome, number>;
  private readonly decisions = Object.fromEntries(DECISION_ACTIONS.map((name) => [name, 0])) as Record<
    DecisionAction,
    number
  >;
  private readonly ended = new Set<string>();
  private fills = 0;

  get figures(): RecordFigures {
    return { orders: { ...this.orders }, decisions: { ...this.decisions }, fills: this.fills };
  }

  count(record: TradingRecord): void {
    switch (record.kind) {
      case 'intent':
        if (!record.isApproved) this.orders.denied += 1;
        return;
      case 'order':
        this.orders.sent += 1;
        return;
      case 'order-report':
        return this.end(record.report.clientOrderId ?? record.report.venueOrderId, END_OF[record.report.status]);
      case 'order-failed':
        return this.countFailure(record.clientOrderId, record.error.outcome);
      case 'order-absent':
        return this.end(record.clientOrderId, 'absent');
      case 'fill':
        this.fills += 1;
        return;
      case 'decision':
        this.decisions[record.decision.action] += 1;
        return;
      default:
    }
  }

  private countFailure(clientOrderId: string, outcome: string): void {
    if (outcome === 'unknown') this.orders.unknown += 1;
    else this.end(clientOrderId, outcome === 'rejected' ? 'rejected' : 'not_sent');
  }

  private end(id: string, outcome: OrderOutcome | undefined): void {
    if (outcome === undefined || this.ended.has(id)) return;
    this.ended.add(id);
    this.orders[outcome] += 1;
    if (this.ended.size <= ENDS_KEPT) return;
    const [oldest] = this.ended;
    if (oldest !== undefined) this.ended.delete(oldest);
  }
}
