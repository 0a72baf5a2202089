import { domainError, err, ok, type DomainError, type PlaceOrder, type Result } from '@riptide/core/domain';
import { toWirePx, toWireQty } from '../extra/wire-units.ts';
import type { KucoinCall } from '../extra/private-api.ts';
import { PAGE_ROWS, PRIVATE_WEIGHTS } from '../limits.ts';

const ORDERS = '/api/v1/hf/orders';

function call(method: KucoinCall['method'], path: string, more: Pick<KucoinCall, 'params' | 'weight'>): KucoinCall {
  return { product: 'spot', pool: 'spot', method, path, ...more };
}

const WIRE_TIF = { GTC: undefined, POST_ONLY: undefined, IOC: 'IOC', FOK: 'FOK' } as const;

/**
 * Builds Add Order of the high-frequency spot account (`POST /api/v1/hf/orders`). Market orders name a base size, buys too.
 *
 * @errors all not-sent: ORDER_TYPE_UNSUPPORTED for conditional orders (the venue has abandoned them on spot), QUANTITY_OFF_STEP,
 * PRICE_OFF_TICK, INPUT_INVALID for a missing quantity.
 */
export function buildAddHfOrder(order: PlaceOrder): Result<KucoinCall, DomainError> {
  const { instrument, side, type, tif, qtyBase } = order;
  if (type !== 'limit' && type !== 'market') {
    return notSent('ORDER_TYPE_UNSUPPORTED', `KuCoin spot has no ${type} orders`);
  }
  if (qtyBase === null) return notSent('INPUT_INVALID', 'qtyBase is missing');
  const price = type === 'limit' ? toWirePx(order.px ?? '', instrument) : ok(undefined);
  if (!price.ok) return price;
  const size = toWireQty(qtyBase, instrument);
  if (!size.ok) return size;
  const params = {
    clientOid: order.clientOrderId,
    side: side === 'BUY' ? 'buy' : 'sell',
    symbol: instrument.wireSymbol,
    type,
    price: price.value,
    size: size.value,
    timeInForce: type === 'limit' ? WIRE_TIF[tif] : undefined,
    postOnly: type === 'limit' && tif === 'POST_ONLY' ? true : undefined,
  };
  return ok(call('POST', ORDERS, { params, weight: PRIVATE_WEIGHTS.hfAddOrder }));
}

/** Builds Cancel Order By OrderId (`DELETE /api/v1/hf/orders/{orderId}`). */
export function buildCancelHfOrderById(symbol: string, orderId: string): KucoinCall {
  const path = `${ORDERS}/${encodeURIComponent(orderId)}`;
  return call('DELETE', path, { params: { symbol }, weight: PRIVATE_WEIGHTS.hfCancelOrder });
}

/** Builds Cancel Order By ClientOid (`DELETE /api/v1/hf/orders/client-order/{clientOid}`). */
export function buildCancelHfOrderByClientOid(symbol: string, clientOid: string): KucoinCall {
  const path = `${ORDERS}/client-order/${encodeURIComponent(clientOid)}`;
  return call('DELETE', path, { params: { symbol }, weight: PRIVATE_WEIGHTS.hfCancelOrder });
}

/** Builds Get Order By OrderId (`GET /api/v1/hf/orders/{orderId}`). */
export function buildGetHfOrderById(symbol: string, orderId: string): KucoinCall {
  const path = `${ORDERS}/${encodeURIComponent(orderId)}`;
  return call('GET', path, { params: { symbol }, weight: PRIVATE_WEIGHTS.hfQuery });
}

/** Builds Get Order By ClientOid (`GET /api/v1/hf/orders/client-order/{clientOid}`). */
export function buildGetHfOrderByClientOid(symbol: string, clientOid: string): KucoinCall {
  const path = `${ORDERS}/client-order/${encodeURIComponent(clientOid)}`;
  return call('GET', path, { params: { symbol }, weight: PRIVATE_WEIGHTS.hfQuery });
}

/** Builds Get Symbols With Open Order (`GET /api/v1/hf/orders/active/symbols`). */
export function buildGetSymbolsWithOpenOrder(): KucoinCall {
  return call('GET', `${ORDERS}/active/symbols`, { params: {}, weight: PRIVATE_WEIGHTS.hfQuery });
}

/** Builds Get Open Orders of one pair (`GET /api/v1/hf/orders/active`). */
export function buildGetOpenOrders(symbol: string): KucoinCall {
  return call('GET', `${ORDERS}/active`, { params: { symbol }, weight: PRIVATE_WEIGHTS.hfQuery });
}

export interface SpotFillsQuery {
  readonly symbol: string;
  /** Not wider than a week. */
  readonly startAtMs: number;
  readonly endAtMs: number;
  /** What the page before named as its last; undefined for the newest. */
  readonly lastId: string | undefined;
}

/** Builds Get Trade History of one pair (`GET /api/v1/hf/fills`), newest first. */
export function buildGetHfTradeHistory(query: SpotFillsQuery): KucoinCall {
  const { symbol, startAtMs, endAtMs, lastId } = query;
  const params = { symbol, startAt: startAtMs, endAt: endAtMs, lastId, limit: PAGE_ROWS.hf };
  return call('GET', '/api/v1/hf/fills', { params, weight: PRIVATE_WEIGHTS.hfQuery });
}

/** Builds Set DCP (`POST /api/v1/hf/orders/dead-cancel-all`): seconds, -1 disarms; without symbols it guards all pairs. */
export function buildSetDcp(timeoutS: number, symbols: readonly string[]): KucoinCall {
  const params = { timeout: timeoutS, symbols: symbols.length === 0 ? undefined : symbols.join(',') };
  return call('POST', `${ORDERS}/dead-cancel-all`, { params, weight: PRIVATE_WEIGHTS.deadCancelAll });
}

function notSent(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
