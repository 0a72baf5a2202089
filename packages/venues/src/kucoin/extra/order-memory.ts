import type { OrderReport } from '@riptide/core/domain';

/** What a stream's event does not say about an order, but its placement or a query did. */
export type OrderTraits = Pick<
  OrderReport,
  'clientOrderId' | 'type' | 'tif' | 'qtyBase' | 'px' | 'triggerPx' | 'isReduceOnly' | 'closesPosition'
>;

/** Orders remembered; the oldest are forgotten first. */
const ENTRIES_MAX = 40_000;

/** Remembers the traits of orders by the venue's id and by ours. */
export class OrderMemory {
  private readonly byName = new Map<string, OrderTraits>();

  /** Remembers an order under the names known by now; called again when the venue's id becomes known. */
  remember(venueOrderId: string | null, traits: OrderTraits): void {
    if (traits.clientOrderId !== null) this.put(`c:${traits.clientOrderId}`, traits);
    if (venueOrderId !== null) this.put(`o:${venueOrderId}`, traits);
  }

  find(venueOrderId: string, clientOrderId: string | null): OrderTraits | null {
    const byId = this.byName.get(`o:${venueOrderId}`);
    if (byId !== undefined) return byId;
    return clientOrderId === null ? null : (this.byName.get(`c:${clientOrderId}`) ?? null);
  }

  private put(name: string, traits: OrderTraits): void {
    this.byName.delete(name);
    this.byName.set(name, traits);
    if (this.byName.size <= ENTRIES_MAX) return;
    const oldest = this.byName.keys().next();
    if (oldest.done !== true) this.byName.delete(oldest.value);
  }
}
