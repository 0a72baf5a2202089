import { ok, type DomainError, type MarginMode, type PlaceOrder, type Result } from '@riptide/core/domain';
import { changeCall, type OkxCall } from '../extra/call.ts';
import {
  invalid,
  isConditional,
  OKX_ORDER_TAG,
  orderFields,
  purposeOf,
  triggerFields,
  wireOrdType,
} from '../extra/order-fields.ts';

/**
 * Builds `POST /api/v5/trade/order` of a swap order; the size goes out in contracts. Net mode: no `posSide`.
 *
 * @errors those of `orderFields`; INPUT_INVALID for conditional types.
 */
export function buildSwapOrder(order: PlaceOrder, tdMode: MarginMode): Result<OkxCall, DomainError> {
  if (isConditional(order)) return invalid(order, 'conditional orders go to order-algo');
  const fields = orderFields(order);
  if (!fields.ok) return fields;
  const { side, sz, px } = fields.value;
  const instId = order.instrument.wireSymbol;
  const body = {
    instId,
    tdMode,
    side,
    ordType: wireOrdType(order),
    px,
    sz: sz ?? undefined,
    ...(order.isReduceOnly ? { reduceOnly: true } : {}),
    clOrdId: order.clientOrderId,
    tag: OKX_ORDER_TAG,
  };
  return ok(changeCall({ pool: 'place', purpose: purposeOf(order), instId }, '/trade/order', body));
}

/**
 * Builds `POST /api/v5/trade/order-algo` of a stop or take-profit on a swap. One that closes the position sends `closeFraction`
 * instead of a size.
 *
 * @errors those of `orderFields`; INPUT_INVALID for other types.
 */
export function buildSwapAlgoOrder(order: PlaceOrder, tdMode: MarginMode): Result<OkxCall, DomainError> {
  if (!isConditional(order)) return invalid(order, 'no conditional order');
  const fields = orderFields(order);
  if (!fields.ok) return fields;
  const { side, sz, triggerPx } = fields.value;
  const instId = order.instrument.wireSymbol;
  const body = {
    instId,
    tdMode,
    side,
    ordType: 'conditional',
    ...(sz === null ? { closeFraction: '1' } : { sz }),
    ...(order.isReduceOnly || sz === null ? { reduceOnly: true } : {}),
    ...triggerFields(order, triggerPx),
    algoClOrdId: order.clientOrderId,
  };
  return ok(changeCall({ pool: 'placeAlgo', purpose: purposeOf(order), instId }, '/trade/order-algo', body));
}
