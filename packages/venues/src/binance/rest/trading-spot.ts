import type { OrderRef, PlaceOrder, Result, DomainError } from '@riptide/core/domain';
import { domainError, err, ok } from '@riptide/core/domain';
import { orderCall, readCall, type BinanceCall } from '../extra/binance-call.ts';
import { wireAmounts } from '../extra/exact-amounts.ts';

/** Parameters of a spot order, named and written as the venue does. */
export interface SpotOrderParams {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly type:
    'MARKET' | 'LIMIT' | 'LIMIT_MAKER' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT' | 'TAKE_PROFIT' | 'TAKE_PROFIT_LIMIT';
  readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | undefined;
  readonly quantity?: string | undefined;
  readonly quoteOrderQty?: string | undefined;
  readonly price?: string | undefined;
  readonly stopPrice?: string | undefined;
  readonly icebergQty?: string | undefined;
  readonly newClientOrderId?: string | undefined;
  readonly selfTradePreventionMode?: string | undefined;
  readonly newOrderRespType?: 'ACK' | 'RESULT' | 'FULL' | undefined;
}

/** An order by the venue's number or by our id. */
export interface SpotOrderName {
  readonly symbol: string;
  readonly orderId?: string | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** Longest span of `myTrades` with both times, ms. */
export const SPOT_TRADES_SPAN_MS = 86_400_000;

/** `POST /api/v3/order`. */
export function buildNewOrder(params: SpotOrderParams): BinanceCall {
  return orderCall('spot', 'POST', '/api/v3/order', { ...params });
}

/**
 * `POST /api/v3/order/test`: checks and places nothing.
 *
 * @public
 */
export function buildTestOrder(params: SpotOrderParams): BinanceCall {
  return orderCall('spot', 'POST', '/api/v3/order/test', { ...params });
}

/** `DELETE /api/v3/order`. */
export function buildCancelOrder(name: SpotOrderName): BinanceCall {
  return orderCall('spot', 'DELETE', '/api/v3/order', { ...name });
}

/**
 * `DELETE /api/v3/openOrders`: every resting order of one symbol.
 *
 * @public
 */
export function buildCancelOpenOrders(symbol: string): BinanceCall {
  return orderCall('spot', 'DELETE', '/api/v3/openOrders', { symbol });
}

/** `GET /api/v3/order`. */
export function buildGetOrder(name: SpotOrderName): BinanceCall {
  return readCall('spot', '/api/v3/order', 4, { ...name });
}

/** `GET /api/v3/openOrders`, of one symbol or of all. */
export function buildOpenOrders(symbol?: string): BinanceCall {
  return readCall('spot', '/api/v3/openOrders', symbol === undefined ? 80 : 6, { symbol });
}

/**
 * `GET /api/v3/allOrders`.
 *
 * @public
 */
export function buildAllOrders(query: {
  readonly symbol: string;
  readonly orderId?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit?: number;
}): BinanceCall {
  return readCall('spot', '/api/v3/allOrders', 20, { ...query });
}

/** `GET /api/v3/myTrades`: by times (at most 24 h), or from a trade id on. */
export function buildMyTrades(query: {
  readonly symbol: string;
  readonly orderId?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly fromId?: string;
  readonly limit?: number;
}): BinanceCall {
  return readCall('spot', '/api/v3/myTrades', query.orderId === undefined ? 20 : 5, { ...query });
}

/**
 * Writes an order of the core as spot parameters; always asks for the full answer, so that immediate fills come with it.
 *
 * Spot triggers on the last price alone: `triggerBy` has no meaning there.
 *
 * @errors QUANTITY_OFF_STEP, PRICE_OFF_TICK, ORDER_TYPE_UNSUPPORTED, INPUT_INVALID; all `not-sent`.
 */
export function spotOrderParams(order: PlaceOrder): Result<SpotOrderParams, DomainError> {
  if (order.isReduceOnly || order.closesPosition) {
    return err(domainError('ORDER_TYPE_UNSUPPORTED', 'spot has no positions to reduce', { outcome: 'not-sent' }));
  }
  const amounts = wireAmounts(order);
  if (!amounts.ok) return amounts;
  const { quantity, price, triggerPrice } = amounts.value;
  const isPostOnly = order.type === 'limit' && order.tif === 'POST_ONLY';
  return ok({
    symbol: order.instrument.wireSymbol,
    side: order.side,
    type: isPostOnly ? 'LIMIT_MAKER' : SPOT_TYPES[order.type],
    timeInForce: order.type === 'limit' && order.tif !== 'POST_ONLY' ? order.tif : undefined,
    quantity,
    price,
    stopPrice: triggerPrice,
    newClientOrderId: order.clientOrderId,
    newOrderRespType: 'FULL',
  });
}

const SPOT_TYPES = {
  market: 'MARKET',
  limit: 'LIMIT',
  'stop-market': 'STOP_LOSS',
  'take-profit-market': 'TAKE_PROFIT',
} as const;

/** Names an order as spot calls do: our id where there is one. */
export function spotOrderName(ref: OrderRef): SpotOrderName {
  const symbol = ref.instrument.wireSymbol;
  if (ref.clientOrderId !== null) return { symbol, origClientOrderId: ref.clientOrderId };
  return { symbol, orderId: ref.venueOrderId ?? undefined };
}
