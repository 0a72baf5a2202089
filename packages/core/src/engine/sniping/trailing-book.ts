import type { TradingRecord, TrailingOrder } from '../../domain/index.ts';
import { clientOrderId } from '../../execution/index.ts';
import { isTrailingIntent } from './sniping-ids.ts';

/** A trailing order with what became of its closing order. */
export interface TrackedTrailing {
  readonly order: TrailingOrder;
  /** The closing order was journalled: it may exist at the venue and is never sent again. */
  readonly isSent: boolean;
  /** Why the closing order was denied or refused; null while it was not. */
  readonly refusal: string | null;
  /** Closing orders so far. */
  readonly closings: number;
}

export interface TrailingBookSnapshot {
  readonly orders: readonly TrackedTrailing[];
}

/** Trailing orders as the fold of the records. */
export class TrailingBook {
  private readonly byId: Map<string, TrackedTrailing>;
  version = 0;

  constructor(saved: TrailingBookSnapshot = { orders: [] }) {
    this.byId = new Map(saved.orders.map((each) => [each.order.orderId, each]));
  }

  apply(record: TradingRecord): void {
    switch (record.kind) {
      case 'trailing':
        return this.take(record.order);
      case 'trailing-removed':
        this.byId.delete(record.orderId);
        this.version += 1;
        return;
      case 'intent':
        if (record.isApproved || !isTrailingIntent(record.intent.intentId)) return;
        return this.mark(clientOrderId(record.intent.intentId, 0, 0), { refusal: 'a risk gate said no' });
      case 'order':
        return isTrailingIntent(record.order.intentId)
          ? this.mark(record.order.clientOrderId, { isSent: true })
          : undefined;
      case 'order-failed':
        if (record.error.outcome === 'unknown') return;
        return this.mark(record.clientOrderId, { refusal: `${record.error.code} ${record.error.detail}`.trim() });
      default:
    }
  }

  list(): readonly TrackedTrailing[] {
    return [...this.byId.values()];
  }

  get(orderId: string): TrackedTrailing | null {
    return this.byId.get(orderId) ?? null;
  }

  get size(): number {
    return this.byId.size;
  }

  snapshot(): TrailingBookSnapshot {
    return { orders: this.list() };
  }

  private take(order: TrailingOrder): void {
    this.version += 1;
    const known = this.byId.get(order.orderId);
    const isNewClosing = order.clientOrderId !== null && order.clientOrderId !== known?.order.clientOrderId;
    const closings = (known?.closings ?? 0) + (isNewClosing ? 1 : 0);
    const kept = isNewClosing || known === undefined ? { isSent: false, refusal: null } : known;
    this.byId.set(order.orderId, { order, isSent: kept.isSent, refusal: kept.refusal, closings });
  }

  private mark(id: string, over: Partial<Pick<TrackedTrailing, 'isSent' | 'refusal'>>): void {
    for (const tracked of this.byId.values()) {
      if (tracked.order.clientOrderId !== id) continue;
      this.version += 1;
      this.byId.set(tracked.order.orderId, { ...tracked, ...over });
    }
  }
}
