import { err, ok, type DomainError, type OrderRef, type PlaceOrder, type Result } from '@riptide/core/domain';
import { toWireSide, toWireTif } from '../enums.ts';
import { notSent } from '../extra/wire-amounts.ts';
import type { BybitCall } from '../extra/bybit-call.ts';
import { orderName, wirePxOf, wireQtyOf } from '../extra/order-fields.ts';

/**
 * `POST /v5/order/create` for spot.
 *
 * QUIRK(bybit): the quantity of a market buy is quote unless `marketUnit` says otherwise. Conditional orders are not sent: spot has no
 * trigger direction, so a stop that arrives after the price passed it would wait for the price to come back.
 *
 * @errors ORDER_TYPE_UNSUPPORTED, QUANTITY_OFF_STEP, PRICE_OFF_TICK, INPUT_INVALID; all `not-sent`.
 */
export function buildCreateSpotOrder(order: PlaceOrder): Result<BybitCall, DomainError> {
  const { type } = order;
  if ((type !== 'limit' && type !== 'market') || order.closesPosition) {
    return err(notSent('ORDER_TYPE_UNSUPPORTED', `type=${type} market=spot`));
  }
  const qty = wireQtyOf(order);
  if (!qty.ok) return qty;
  const px = wirePxOf(order);
  if (!px.ok) return px;
  const isLimit = type === 'limit';
  return ok({
    method: 'POST',
    path: '/v5/order/create',
    params: {
      category: 'spot',
      symbol: order.instrument.wireSymbol,
      side: toWireSide(order.side),
      orderType: isLimit ? 'Limit' : 'Market',
      qty: qty.value,
      marketUnit: isLimit ? undefined : 'baseCoin',
      price: px.value,
      timeInForce: isLimit ? toWireTif(order.tif) : undefined,
      orderLinkId: order.clientOrderId,
    },
    pool: 'create-spot',
    purpose: order.role === 'entry' ? 'new-risk' : 'reduce-risk',
  });
}

/** `POST /v5/order/cancel` for spot; conditional orders given elsewhere are named by their filter. */
export function buildCancelSpotOrder(ref: OrderRef, isRiskReducing: boolean): BybitCall {
  return {
    method: 'POST',
    path: '/v5/order/cancel',
    params: {
      category: 'spot',
      symbol: ref.instrument.wireSymbol,
      ...orderName(ref),
      orderFilter: ref.isConditional ? 'StopOrder' : undefined,
    },
    pool: 'cancel-spot',
    purpose: isRiskReducing ? 'reduce-risk' : 'new-risk',
  };
}
