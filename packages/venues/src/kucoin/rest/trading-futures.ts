import {
  domainError,
  err,
  ok,
  type DomainError,
  type MarginMode,
  type PlaceOrder,
  type Result,
} from '@riptide/core/domain';
import { toWirePx, toWireQty } from '../extra/wire-units.ts';
import type { KucoinCall } from '../extra/private-api.ts';
import { PAGE_ROWS, PRIVATE_WEIGHTS } from '../limits.ts';

const ORDERS = '/api/v1/orders';

function call(method: KucoinCall['method'], path: string, more: Pick<KucoinCall, 'params' | 'weight'>): KucoinCall {
  return { product: 'futures', pool: 'futures', method, path, ...more };
}

/**
 * Builds Add Order (`POST /api/v1/orders`): lots, leverage and the symbol's margin mode go with it; conditional orders are market
 * orders with a trigger.
 *
 * @errors all not-sent: ORDER_TYPE_UNSUPPORTED for FOK, QUANTITY_OFF_STEP, PRICE_OFF_TICK, INPUT_INVALID for a missing price.
 */
export function buildAddOrder(order: PlaceOrder, marginMode: MarginMode): Result<KucoinCall, DomainError> {
  const { instrument, side, type, tif } = order;
  if (type === 'limit' && tif === 'FOK') {
    return notSent('ORDER_TYPE_UNSUPPORTED', 'KuCoin futures have no FOK');
  }
  const price = type === 'limit' ? toWirePx(order.px ?? '', instrument) : ok(undefined);
  if (!price.ok) return price;
  const size = lotsOf(order);
  if (!size.ok) return size;
  const stop = stopFields(order);
  if (!stop.ok) return stop;
  const params = {
    clientOid: order.clientOrderId,
    side: side === 'BUY' ? 'buy' : 'sell',
    symbol: instrument.wireSymbol,
    leverage: order.leverage ?? undefined,
    type: type === 'limit' ? 'limit' : 'market',
    price: price.value,
    size: size.value,
    timeInForce: type === 'limit' && tif === 'IOC' ? 'IOC' : undefined,
    postOnly: type === 'limit' && tif === 'POST_ONLY' ? true : undefined,
    ...stop.value,
    reduceOnly: order.isReduceOnly && !order.closesPosition ? true : undefined,
    closeOrder: order.closesPosition ? true : undefined,
    marginMode: marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
  };
  return ok(call('POST', ORDERS, { params, weight: PRIVATE_WEIGHTS.addOrder }));
}

/** Lots are a JSON integer; an order that closes the position names none. */
function lotsOf({ qtyBase, instrument, closesPosition }: PlaceOrder): Result<number | undefined, DomainError> {
  if (closesPosition) return ok(undefined);
  if (qtyBase === null) return notSent('INPUT_INVALID', 'qtyBase is missing');
  const wire = toWireQty(qtyBase, instrument);
  if (!wire.ok) return wire;
  const lots = Number(wire.value);
  return Number.isSafeInteger(lots) ? ok(lots) : notSent('QUANTITY_OFF_STEP', `lots=${wire.value} is no whole number`);
}

type StopFields = Readonly<Record<'stop' | 'stopPriceType' | 'stopPrice', string>>;

/** A stop of a long fires when the price falls, its take-profit when it rises; the other way round for a short. */
function stopFields(order: PlaceOrder): Result<StopFields | null, DomainError> {
  const { type, side, triggerPx, triggerBy, instrument } = order;
  if (type !== 'stop-market' && type !== 'take-profit-market') return ok(null);
  const stopPrice = toWirePx(triggerPx ?? '', instrument);
  if (!stopPrice.ok) return stopPrice;
  const falls = (type === 'stop-market') === (side === 'SELL');
  return ok({
    stop: falls ? 'down' : 'up',
    stopPriceType: triggerBy === 'mark' ? 'MP' : 'TP',
    stopPrice: stopPrice.value,
  });
}

/** Builds Cancel Order By OrderId (`DELETE /api/v1/orders/{orderId}`); takes stop orders too. */
export function buildCancelOrderById(orderId: string): KucoinCall {
  return call('DELETE', `${ORDERS}/${encodeURIComponent(orderId)}`, {
    params: {},
    weight: PRIVATE_WEIGHTS.cancelOrder,
  });
}

/** Builds Cancel Order By ClientOid (`DELETE /api/v1/orders/client-order/{clientOid}`). */
export function buildCancelOrderByClientOid(symbol: string, clientOid: string): KucoinCall {
  const path = `${ORDERS}/client-order/${encodeURIComponent(clientOid)}`;
  return call('DELETE', path, { params: { symbol }, weight: PRIVATE_WEIGHTS.cancelOrder });
}

/** Builds Get Order By OrderId (`GET /api/v1/orders/{orderId}`). */
export function buildGetOrderByOrderId(orderId: string): KucoinCall {
  return call('GET', `${ORDERS}/${encodeURIComponent(orderId)}`, { params: {}, weight: PRIVATE_WEIGHTS.orderDetail });
}

/** Builds Get Order By ClientOid (`GET /api/v1/orders/byClientOid`). */
export function buildGetOrderByClientOid(clientOid: string): KucoinCall {
  return call('GET', `${ORDERS}/byClientOid`, { params: { clientOid }, weight: PRIVATE_WEIGHTS.orderDetail });
}

/** Builds Get Order List (`GET /api/v1/orders`) of resting orders, all symbols; pages count from 1. */
export function buildGetOrderList(currentPage: number): KucoinCall {
  const params = { status: 'active', currentPage, pageSize: PAGE_ROWS.futuresOrders };
  return call('GET', ORDERS, { params, weight: PRIVATE_WEIGHTS.orderList });
}

/** Builds Get Stop Order List (`GET /api/v1/stopOrders`): those that wait for their trigger. */
export function buildGetStopOrderList(currentPage: number, symbol?: string): KucoinCall {
  const params = { symbol, currentPage, pageSize: PAGE_ROWS.futuresOrders };
  return call('GET', '/api/v1/stopOrders', { params, weight: PRIVATE_WEIGHTS.stopOrderList });
}

export interface FuturesFillsQuery {
  /** undefined: all symbols. */
  readonly symbol: string | undefined;
  /** Not wider than a week. */
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly currentPage: number;
}

/** Builds Get Trade History (`GET /api/v1/fills`), newest first. */
export function buildGetTradeHistory(query: FuturesFillsQuery): KucoinCall {
  const { symbol, startAtMs, endAtMs, currentPage } = query;
  const params = { symbol, startAt: startAtMs, endAt: endAtMs, currentPage, pageSize: PAGE_ROWS.futuresFills };
  return call('GET', '/api/v1/fills', { params, weight: PRIVATE_WEIGHTS.fills });
}

/** Reads the order id an order call answered; null when there is none. */
export function readPlacedId(data: unknown): string | null {
  const id = (data as { readonly orderId?: unknown } | null)?.orderId;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** True when a cancel by id says that it cancelled nothing. */
export function cancelledNothing(data: unknown): boolean {
  const ids = (data as { readonly cancelledOrderIds?: unknown } | null)?.cancelledOrderIds;
  return Array.isArray(ids) && ids.length === 0;
}

function notSent(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
