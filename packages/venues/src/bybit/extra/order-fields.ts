import { err, ok, type DomainError, type OrderRef, type PlaceOrder, type Result } from '@riptide/core/domain';
import { notSent, toWirePx, toWireQty } from './wire-amounts.ts';

/** Names an order in a query or a cancel: by our id where there is one. */
export function orderName(ref: OrderRef): { readonly orderLinkId: string } | { readonly orderId: string } {
  if (ref.clientOrderId !== null) return { orderLinkId: ref.clientOrderId };
  if (ref.venueOrderId === null) throw new Error('Invariant: an order without any id');
  return { orderId: ref.venueOrderId };
}

/** Returns the quantity as the venue counts it. */
export function wireQtyOf(order: PlaceOrder): Result<string, DomainError> {
  if (order.qtyBase === null) return err(notSent('INPUT_INVALID', `type=${order.type} without a quantity`));
  return toWireQty(order.qtyBase, order.instrument);
}

/** Returns the limit price as the venue counts it; undefined for every other type. */
export function wirePxOf(order: PlaceOrder): Result<string | undefined, DomainError> {
  if (order.type !== 'limit') return ok(undefined);
  if (order.px === null) return err(notSent('INPUT_INVALID', 'limit order without a price'));
  return toWirePx(order.px, order.instrument);
}
