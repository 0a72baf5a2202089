import type { DomainError, OrderRef, PlaceOrder, Result } from '@riptide/core/domain';
import { ok } from '@riptide/core/domain';
import { orderCall, readCall, settingCall, type BinanceCall } from '../extra/binance-call.ts';
import { wireAmounts } from '../extra/exact-amounts.ts';

/** Parameters of a plain futures order, named and written as the venue does. */
export interface FuturesOrderParams {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide?: 'BOTH' | 'LONG' | 'SHORT' | undefined;
  readonly type: 'MARKET' | 'LIMIT';
  readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTX' | 'GTD' | undefined;
  readonly quantity?: string | undefined;
  readonly price?: string | undefined;
  readonly reduceOnly?: 'true' | 'false' | undefined;
  readonly newClientOrderId?: string | undefined;
  readonly newOrderRespType?: 'ACK' | 'RESULT' | undefined;
  readonly selfTradePreventionMode?: string | undefined;
  readonly goodTillDate?: number | undefined;
}

/** Parameters of a conditional order; the venue keeps these apart since 2025-12-09. */
export interface AlgoOrderParams {
  readonly algoType: 'CONDITIONAL';
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide?: 'BOTH' | 'LONG' | 'SHORT' | undefined;
  readonly type: 'STOP' | 'STOP_MARKET' | 'TAKE_PROFIT' | 'TAKE_PROFIT_MARKET' | 'TRAILING_STOP_MARKET';
  readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTX' | undefined;
  readonly quantity?: string | undefined;
  readonly price?: string | undefined;
  readonly triggerPrice?: string | undefined;
  readonly workingType?: 'MARK_PRICE' | 'CONTRACT_PRICE' | undefined;
  readonly closePosition?: 'true' | undefined;
  readonly reduceOnly?: 'true' | 'false' | undefined;
  readonly activatePrice?: string | undefined;
  readonly callbackRate?: string | undefined;
  readonly clientAlgoId?: string | undefined;
  readonly newOrderRespType?: 'ACK' | 'RESULT' | undefined;
}

/** An order by the venue's number or by our id. */
export interface FuturesOrderName {
  readonly symbol: string;
  readonly orderId?: string | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** A conditional order by either of its ids; these calls take no symbol. */
export interface AlgoOrderName {
  readonly algoId?: string | undefined;
  readonly clientAlgoId?: string | undefined;
}

/** Longest span of `userTrades` with both times, ms. */
export const FUTURES_TRADES_SPAN_MS = 7 * 86_400_000;

/** `POST /fapi/v1/order`: market and limit orders only. */
export function buildNewOrder(params: FuturesOrderParams): BinanceCall {
  return orderCall('usdm', 'POST', '/fapi/v1/order', { ...params });
}

/**
 * `POST /fapi/v1/order/test`: checks and places nothing.
 *
 * @public
 */
export function buildTestOrder(params: FuturesOrderParams): BinanceCall {
  return orderCall('usdm', 'POST', '/fapi/v1/order/test', { ...params });
}

/** `DELETE /fapi/v1/order`. */
export function buildCancelOrder(name: FuturesOrderName): BinanceCall {
  return orderCall('usdm', 'DELETE', '/fapi/v1/order', { ...name });
}

/**
 * `DELETE /fapi/v1/allOpenOrders`; leaves conditional orders alone.
 *
 * @public
 */
export function buildCancelAllOpenOrders(symbol: string): BinanceCall {
  return orderCall('usdm', 'DELETE', '/fapi/v1/allOpenOrders', { symbol });
}

/** `GET /fapi/v1/order`. */
export function buildQueryOrder(name: FuturesOrderName): BinanceCall {
  return readCall('usdm', '/fapi/v1/order', 1, { ...name });
}

/** `GET /fapi/v1/openOrders`, of one symbol or of all; without conditional ones. */
export function buildOpenOrders(symbol?: string): BinanceCall {
  return readCall('usdm', '/fapi/v1/openOrders', symbol === undefined ? 40 : 1, { symbol });
}

/**
 * `GET /fapi/v1/allOrders`.
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
  return readCall('usdm', '/fapi/v1/allOrders', 5, { ...query });
}

/** `POST /fapi/v1/algoOrder`. */
export function buildNewAlgoOrder(params: AlgoOrderParams): BinanceCall {
  return orderCall('usdm', 'POST', '/fapi/v1/algoOrder', { ...params });
}

/** `DELETE /fapi/v1/algoOrder`. */
export function buildCancelAlgoOrder(name: AlgoOrderName): BinanceCall {
  return orderCall('usdm', 'DELETE', '/fapi/v1/algoOrder', { ...name });
}

/**
 * `DELETE /fapi/v1/algoOpenOrders`: every conditional order of one symbol that waits.
 *
 * @public
 */
export function buildCancelAlgoOpenOrders(symbol: string): BinanceCall {
  return orderCall('usdm', 'DELETE', '/fapi/v1/algoOpenOrders', { symbol });
}

/**
 * `DELETE /fapi/v1/batchOrders`: up to ten orders of one symbol, by our ids or by the venue's numbers.
 *
 * @public
 */
export function buildCancelBatchOrders(query: {
  readonly symbol: string;
  readonly orderIdList?: readonly number[];
  readonly origClientOrderIdList?: readonly string[];
}): BinanceCall {
  const { symbol, orderIdList, origClientOrderIdList } = query;
  return orderCall('usdm', 'DELETE', '/fapi/v1/batchOrders', {
    symbol,
    orderIdList: orderIdList === undefined ? undefined : JSON.stringify(orderIdList),
    origClientOrderIdList: origClientOrderIdList === undefined ? undefined : JSON.stringify(origClientOrderIdList),
  });
}

/**
 * `GET /fapi/v1/allAlgoOrders`: at most 7 days.
 *
 * @public
 */
export function buildAllAlgoOrders(query: {
  readonly symbol: string;
  readonly algoId?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit?: number;
}): BinanceCall {
  return readCall('usdm', '/fapi/v1/allAlgoOrders', 5, { ...query });
}

/** `GET /fapi/v1/algoOrder`. */
export function buildQueryAlgoOrder(name: AlgoOrderName): BinanceCall {
  return readCall('usdm', '/fapi/v1/algoOrder', 1, { ...name });
}

/** `GET /fapi/v1/openAlgoOrders`, of one symbol or of all. */
export function buildOpenAlgoOrders(symbol?: string): BinanceCall {
  return readCall('usdm', '/fapi/v1/openAlgoOrders', symbol === undefined ? 40 : 1, { symbol });
}

/** `GET /fapi/v1/userTrades`: by times (at most 7 days), or from a trade id on, never both. */
export function buildUserTrades(query: {
  readonly symbol: string;
  readonly orderId?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly fromId?: string;
  readonly limit?: number;
}): BinanceCall {
  return readCall('usdm', '/fapi/v1/userTrades', 5, { ...query });
}

/** `POST /fapi/v1/countdownCancelAll`: cancels the resting orders of one symbol after `countdownTime` ms of silence; 0 disarms. */
export function buildCountdownCancelAll(symbol: string, countdownTime: number): BinanceCall {
  return settingCall('POST', '/fapi/v1/countdownCancelAll', { symbol, countdownTime }, 10);
}

/**
 * Writes a market or limit order of the core as futures parameters, for one-way mode.
 *
 * @errors QUANTITY_OFF_STEP, PRICE_OFF_TICK, INPUT_INVALID; all `not-sent`.
 */
export function futuresOrderParams(order: PlaceOrder): Result<FuturesOrderParams, DomainError> {
  const amounts = wireAmounts(order);
  if (!amounts.ok) return amounts;
  const { quantity, price } = amounts.value;
  const isLimit = order.type === 'limit';
  return ok({
    symbol: order.instrument.wireSymbol,
    side: order.side,
    type: isLimit ? 'LIMIT' : 'MARKET',
    timeInForce: isLimit ? (order.tif === 'POST_ONLY' ? 'GTX' : order.tif) : undefined,
    quantity,
    price,
    reduceOnly: order.isReduceOnly ? 'true' : undefined,
    newClientOrderId: order.clientOrderId,
    newOrderRespType: 'RESULT',
  });
}

/**
 * Writes a conditional order of the core as algo parameters. One that closes the position carries neither quantity nor reduceOnly:
 * the venue refuses them together.
 *
 * @errors QUANTITY_OFF_STEP, PRICE_OFF_TICK, INPUT_INVALID; all `not-sent`.
 */
export function algoOrderParams(order: PlaceOrder): Result<AlgoOrderParams, DomainError> {
  const amounts = wireAmounts(order);
  if (!amounts.ok) return amounts;
  const { quantity, triggerPrice } = amounts.value;
  return ok({
    algoType: 'CONDITIONAL',
    symbol: order.instrument.wireSymbol,
    side: order.side,
    type: order.type === 'take-profit-market' ? 'TAKE_PROFIT_MARKET' : 'STOP_MARKET',
    quantity: order.closesPosition ? undefined : quantity,
    triggerPrice,
    workingType: order.triggerBy === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    closePosition: order.closesPosition ? 'true' : undefined,
    reduceOnly: order.isReduceOnly && !order.closesPosition ? 'true' : undefined,
    clientAlgoId: order.clientOrderId,
  });
}

/** Names an order as futures calls do: our id where there is one. */
export function futuresOrderName(ref: OrderRef): FuturesOrderName {
  const symbol = ref.instrument.wireSymbol;
  if (ref.clientOrderId !== null) return { symbol, origClientOrderId: ref.clientOrderId };
  return { symbol, orderId: ref.venueOrderId ?? undefined };
}

/** Names a conditional order: our id where there is one. */
export function algoOrderName(ref: OrderRef): AlgoOrderName {
  if (ref.clientOrderId !== null) return { clientAlgoId: ref.clientOrderId };
  return { algoId: ref.venueOrderId ?? undefined };
}
