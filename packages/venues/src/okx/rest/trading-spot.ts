import { ok, type DomainError, type PlaceOrder, type Result } from '@riptide/core/domain';
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

/** `cash` in the spot and futures modes of an account, `cross` in multi-currency and portfolio margin. */
export type SpotTdMode = 'cash' | 'cross';

/**
 * Builds `POST /api/v5/trade/order` of a spot order.
 *
 * QUIRK(okx): a market buy is counted in quote unless `tgtCcy` says otherwise, and shrinks to the balance unless `banAmend` forbids it.
 *
 * @errors those of `orderFields`; INPUT_INVALID for conditional types.
 */
export function buildSpotOrder(order: PlaceOrder, tdMode: SpotTdMode): Result<OkxCall, DomainError> {
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
    ...(order.type === 'market' ? { tgtCcy: 'base_ccy', banAmend: true } : {}),
    clOrdId: order.clientOrderId,
    tag: OKX_ORDER_TAG,
  };
  return ok(changeCall({ pool: 'place', purpose: purposeOf(order), instId }, '/trade/order', body));
}

/**
 * Builds `POST /api/v5/trade/order-algo` of a spot stop or take-profit.
 *
 * @errors those of `orderFields`; INPUT_INVALID for other types and for orders that close a position: spot has none.
 */
export function buildSpotAlgoOrder(order: PlaceOrder, tdMode: SpotTdMode): Result<OkxCall, DomainError> {
  if (!isConditional(order) || order.closesPosition) return invalid(order, 'no conditional order of spot');
  const fields = orderFields(order);
  if (!fields.ok) return fields;
  const { side, sz, triggerPx } = fields.value;
  const instId = order.instrument.wireSymbol;
  const body = {
    instId,
    tdMode,
    side,
    ordType: 'conditional',
    sz: sz ?? undefined,
    tgtCcy: 'base_ccy',
    ...triggerFields(order, triggerPx),
    algoClOrdId: order.clientOrderId,
  };
  return ok(changeCall({ pool: 'placeAlgo', purpose: purposeOf(order), instId }, '/trade/order-algo', body));
}
