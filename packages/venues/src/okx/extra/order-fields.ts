import {
  domainError,
  err,
  ok,
  type DecimalString,
  type DomainError,
  type OrderSide,
  type PlaceOrder,
  type Result,
  type TimeInForce,
} from '@riptide/core/domain';
import type { RequestPurpose } from '../../kit/index.ts';
import { toWirePx, toWireQty } from './wire-amounts.ts';

/** What spot and swap orders have in common, in wire units. Undefined fields are left out. */
export interface OrderFields {
  readonly side: 'buy' | 'sell';
  /** null when the order closes whatever is open. */
  readonly sz: DecimalString | null;
  readonly px: DecimalString | undefined;
  readonly triggerPx: DecimalString | undefined;
}

/**
 * Marks the resting orders that `cancel-all-after` may take. Conditional orders go without it, so that no protective stop is
 * cancelled with them.
 */
export const OKX_ORDER_TAG = 'riptide';

/** How long a client id may be and of what. Source: OKX v5 documentation, place order. */
const CLIENT_ID = /^[A-Za-z0-9]{1,32}$/;

/**
 * Returns the fields of an order in wire units.
 *
 * @errors INPUT_INVALID for orders that lack what their type needs, INSTRUMENT_UNREPRESENTABLE for inverse contracts, QUANTITY_OFF_STEP,
 * QUANTITY_TOO_SMALL, PRICE_OFF_TICK; all `not-sent`.
 */
export function orderFields(order: PlaceOrder): Result<OrderFields, DomainError> {
  const { instrument, clientOrderId } = order;
  if (!CLIENT_ID.test(clientOrderId)) return invalid(order, 'client id');
  if (instrument.isInverse) {
    return err(domainError('INSTRUMENT_UNREPRESENTABLE', `instrument=${instrument.id}`, { outcome: 'not-sent' }));
  }
  if (order.qtyBase === null && !(order.closesPosition && isConditional(order))) return invalid(order, 'no quantity');
  const sz = order.qtyBase === null || closesWhole(order) ? ok(null) : toWireQty(instrument, order.qtyBase);
  if (!sz.ok) return sz;
  const px = order.type === 'limit' ? needPx(order, order.px) : ok(undefined);
  if (!px.ok) return px;
  const triggerPx = isConditional(order) ? needPx(order, order.triggerPx) : ok(undefined);
  if (!triggerPx.ok) return triggerPx;
  return ok({ side: wireSide(order.side), sz: sz.value, px: px.value, triggerPx: triggerPx.value });
}

/** True for orders that wait for a trigger at the venue. */
export function isConditional(order: Pick<PlaceOrder, 'type'>): boolean {
  return order.type === 'stop-market' || order.type === 'take-profit-market';
}

/** Returns what the rate limiter should take an order for. */
export function purposeOf(order: Pick<PlaceOrder, 'role'>): RequestPurpose {
  return order.role === 'entry' ? 'new-risk' : 'reduce-risk';
}

/** OKX says the time in force by the order type. */
export function wireOrdType(order: Pick<PlaceOrder, 'type' | 'tif'>): string {
  return order.type === 'limit' ? LIMIT_TYPES[order.tif] : 'market';
}

/**
 * The trigger of a conditional order: a stop is OKX's `sl`, a take-profit its `tp`; `-1` makes a market order of it. Spot has no mark
 * price, so the last one triggers there.
 */
export function triggerFields(
  order: PlaceOrder,
  triggerPx: DecimalString | undefined,
): Readonly<Record<string, string | undefined>> {
  const by = order.instrument.kind === 'spot' ? 'last' : order.triggerBy;
  return order.type === 'stop-market'
    ? { slTriggerPx: triggerPx, slOrdPx: '-1', slTriggerPxType: by }
    : { tpTriggerPx: triggerPx, tpOrdPx: '-1', tpTriggerPxType: by };
}

/** Builds the refusal of an order that makes no sense; nothing was sent. */
export function invalid(order: PlaceOrder, what: string): Result<never, DomainError> {
  const detail = `instrument=${order.instrument.id} clientOrderId=${order.clientOrderId} type=${order.type} what=${what}`;
  return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
}

const LIMIT_TYPES: Readonly<Record<TimeInForce, string>> = {
  GTC: 'limit',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'post_only',
};

function wireSide(side: OrderSide): 'buy' | 'sell' {
  return side === 'BUY' ? 'buy' : 'sell';
}

function closesWhole(order: PlaceOrder): boolean {
  return order.closesPosition && isConditional(order);
}

function needPx(order: PlaceOrder, px: DecimalString | null): Result<DecimalString, DomainError> {
  return px === null ? invalid(order, 'no price') : toWirePx(order.instrument, px);
}
