import { decimal, type Venue } from '../../domain/index.ts';
import { isFinalState, type OrderRecord } from '../../execution/index.ts';
import type { CoreContext } from './core-context.ts';

/** More closings than this are not waited for at once: the oldest is let go. */
const WATCHED_MAX = 500;

/**
 * Waits for what became of positions that a person has asked to close. Their call is answered when the order is taken; an order that ends
 * without having closed the whole would otherwise leave the position standing without a word.
 */
export class UnfilledClosings {
  private readonly context: Pick<CoreContext, 'facts' | 'orders' | 'instrumentOf'>;
  private readonly watched = new Set<string>();

  constructor(context: UnfilledClosings['context']) {
    this.context = context;
  }

  /** Waits for the order of a closing, by its client order id. */
  watch(clientOrderId: string): void {
    this.watched.add(clientOrderId);
    const [oldest] = this.watched;
    if (this.watched.size > WATCHED_MAX && oldest !== undefined) this.watched.delete(oldest);
  }

  everySecond(): void {
    for (const id of this.watched) {
      const order = this.context.orders.byKey(id);
      if (order !== null && !isFinalState(order.state)) continue;
      this.watched.delete(id);
      if (order !== null && isShort(order)) this.tell(order);
    }
  }

  private tell({ account, instrumentId, qtyBase, cumQtyBase, state, reason }: OrderRecord): void {
    const venue = account.split(':')[0] as Venue;
    const why = reason === null ? state : `${state}: ${reason}`;
    const text = `closing ${qtyBase ?? 'all'} ${instrumentId} on ${account} ended with ${cumQtyBase} filled (${why}); what is left stays open`;
    const symbol = this.context.instrumentOf(instrumentId)?.symbol ?? null;
    this.context.facts.append([
      { kind: 'event', event: 'close_unfilled', severity: 'WARN', symbol, venues: [venue], text, data: { state } },
    ]);
  }
}

function isShort({ qtyBase, cumQtyBase }: OrderRecord): boolean {
  return qtyBase !== null && decimal(cumQtyBase).lt(decimal(qtyBase));
}
