import {
  decimal,
  err,
  ok,
  toDecimalString,
  type DomainError,
  type Instrument,
  type OrderRef,
  type OrderSide,
  type OrderType,
  type PlaceOrder,
  type PositionMode,
  type Result,
} from '@riptide/core/domain';
import { toWireSide, toWireTif } from '../enums.ts';
import { notSent, toWirePx } from '../extra/wire-amounts.ts';
import { BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import { readCall, settingCall, type BybitCall } from '../extra/bybit-call.ts';
import { orderName, wirePxOf, wireQtyOf } from '../extra/order-fields.ts';

const RISES = 1;
const FALLS = 2;

/**
 * `POST /v5/order/create` for perpetuals, one-way mode.
 *
 * A stop is a conditional market order: the direction of its trigger follows from its side. One that closes whatever is open has the
 * quantity 0 with `reduceOnly` and `closeOnTrigger`.
 *
 * @errors QUANTITY_OFF_STEP, PRICE_OFF_TICK, ORDER_TYPE_UNSUPPORTED, INPUT_INVALID; all `not-sent`.
 */
export function buildCreateOrder(order: PlaceOrder): Result<BybitCall, DomainError> {
  const { instrument, type } = order;
  const isConditional = type === 'stop-market' || type === 'take-profit-market';
  if (order.closesPosition && !isConditional) {
    return err(notSent('ORDER_TYPE_UNSUPPORTED', `type=${type} closesPosition=true`));
  }
  const qty = order.closesPosition ? ok('0') : wireQtyOf(order);
  if (!qty.ok) return qty;
  const px = wirePxOf(order);
  if (!px.ok) return px;
  const trigger = isConditional ? triggerOf(order) : ok({});
  if (!trigger.ok) return trigger;
  return ok({
    method: 'POST',
    path: '/v5/order/create',
    params: {
      category: 'linear',
      symbol: instrument.wireSymbol,
      side: toWireSide(order.side),
      orderType: type === 'limit' ? 'Limit' : 'Market',
      qty: qty.value,
      price: px.value,
      timeInForce: type === 'limit' ? toWireTif(order.tif) : undefined,
      ...trigger.value,
      positionIdx: 0,
      orderLinkId: order.clientOrderId,
      reduceOnly: order.isReduceOnly || order.closesPosition ? true : undefined,
      closeOnTrigger: order.closesPosition ? true : undefined,
    },
    pool: 'create-linear',
    purpose: order.role === 'entry' ? 'new-risk' : 'reduce-risk',
  });
}

/** `POST /v5/order/cancel` for perpetuals; conditional orders have the same call. */
export function buildCancelOrder(ref: OrderRef, isRiskReducing: boolean): BybitCall {
  return {
    method: 'POST',
    path: '/v5/order/cancel',
    params: { category: 'linear', symbol: ref.instrument.wireSymbol, ...orderName(ref) },
    pool: 'cancel-linear',
    purpose: isRiskReducing ? 'reduce-risk' : 'new-risk',
  };
}

/** `GET /v5/position/list` of one instrument, flat or not. */
export function buildInstrumentPosition(instrument: Pick<Instrument, 'wireSymbol'>): BybitCall {
  return readCall('positions', '/v5/position/list', { category: 'linear', symbol: instrument.wireSymbol });
}

/** `GET /v5/position/list` of everything open that one coin settles. */
export function buildPositions(settleCoin: string, cursor?: string): BybitCall {
  const limit = BYBIT_PRIVATE_LIMITS.positionsPage;
  return readCall('positions', '/v5/position/list', { category: 'linear', settleCoin, limit, cursor });
}

/** `POST /v5/position/set-leverage`, the same for both sides. */
export function buildSetLeverage(instrument: Pick<Instrument, 'wireSymbol'>, leverage: number): BybitCall {
  const text = toDecimalString(decimal(leverage));
  return settingCall('leverage', '/v5/position/set-leverage', {
    category: 'linear',
    symbol: instrument.wireSymbol,
    buyLeverage: text,
    sellLeverage: text,
  });
}

/** `POST /v5/position/switch-mode` of every contract that one coin settles. */
export function buildSwitchMode(coin: string, mode: PositionMode): BybitCall {
  return settingCall('position-mode', '/v5/position/switch-mode', {
    category: 'linear',
    coin,
    mode: mode === 'one-way' ? 0 : 3,
  });
}

function triggerOf(order: PlaceOrder): Result<BybitCall['params'], DomainError> {
  if (order.triggerPx === null) return err(notSent('INPUT_INVALID', `type=${order.type} without a trigger price`));
  const px = toWirePx(order.triggerPx, order.instrument);
  if (!px.ok) return px;
  return ok({
    triggerPrice: px.value,
    triggerDirection: triggerDirectionOf(order.type, order.side),
    triggerBy: order.triggerBy === 'mark' ? 'MarkPrice' : 'LastPrice',
  });
}

/** A stop sells into a fall and buys into a rise; a take-profit does the opposite. */
function triggerDirectionOf(type: OrderType, side: OrderSide): number {
  return (type === 'stop-market') === (side === 'BUY') ? RISES : FALLS;
}
