import type { SimOrder, SimOrderRequest } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { BinanceRefusal, refusalBody } from '../binance-refusal.ts';
import { missing } from './binance-auth.ts';
import { readFuturesOrder, type ReadOrder } from './binance-new-order.ts';
import { fillIdOf, orderIdOf } from './binance-order-ids.ts';
import { BinanceParams, invalidData } from './binance-params.ts';
import { binanceRefusalOf, futuresOrderRefusal } from './binance-refusals.ts';
import { futuresAckRow, futuresQueryRow, futuresTradeRow, isAlgo } from './futures-order-view.ts';
import {
  perSymbol,
  reading,
  trading,
  type BinanceCaller,
  type BinancePrivateCalls,
  type BinancePrivateContext,
} from './private-call.ts';
import { listingAt } from './spot-order-calls.ts';

const ROWS = 500;
const ROWS_MAX = 1_000;
const BATCH_MAX = 5;
const FOK_LEVELS = 1_000;
const CANCEL_BATCH_MAX = 10;
const WEEK_MS = 7 * 86_400_000;
const NO_ORDER = new BinanceRefusal(-2013, 'Order does not exist.');
const DONE = { code: 200, msg: 'The operation of cancel all open order is done.' };

/** The signed order endpoints of USD-M futures; conditional orders have a service of their own. */
export function futuresOrderCalls(context: BinancePrivateContext): BinancePrivateCalls {
  const query = reading('query-order', 1, (caller, params) =>
    withOrder(context, caller, { params, gone: NO_ORDER }, (order, listing) => futuresQueryRow(listing, order)),
  );
  return {
    'POST /fapi/v1/order': trading('place', { weight: 0, orders: 1 }, (caller, params) =>
      place(context, caller, params),
    ),
    'POST /fapi/v1/order/test': trading('other', { weight: 0 }, (caller, params) => test(context, caller, params)),
    'POST /fapi/v1/batchOrders': trading('place', { weight: 5, orders: batchSize }, (caller, params) =>
      placeBatch(context, caller, params),
    ),
    'PUT /fapi/v1/order': trading('other', { weight: 0, orders: 1 }, (caller, params) =>
      modify(context, caller, params),
    ),
    'DELETE /fapi/v1/order': trading('cancel', { weight: 1 }, (caller, params) => cancel(context, caller, params)),
    'DELETE /fapi/v1/batchOrders': trading('cancel', { weight: 1 }, (caller, params) =>
      cancelBatch(context, caller, params),
    ),
    'DELETE /fapi/v1/allOpenOrders': trading('cancel', { weight: 1 }, (caller, params) =>
      cancelAll(context, caller, params),
    ),
    'POST /fapi/v1/countdownCancelAll': trading('other', { weight: 10 }, (caller, params) =>
      countdown(context, caller, params),
    ),
    'GET /fapi/v1/order': query,
    'GET /fapi/v1/openOrder': { ...query, answer: (caller, params) => openOrder(context, caller, params) },
    'GET /fapi/v1/openOrders': reading('open-orders', perSymbol(1, 40), (caller, params) =>
      listOrders(context, caller, { params, isOpen: true }),
    ),
    'GET /fapi/v1/allOrders': reading('other', 5, (caller, params) =>
      listOrders(context, caller, { params, isOpen: false }),
    ),
    'GET /fapi/v1/userTrades': reading('fills', 5, (caller, params) => userTrades(context, caller, params)),
  };
}

/** Says why an order was refused. */
export function refusedFuturesOrder(
  { listing, request }: ReadOrder,
  refusal: Parameters<typeof futuresOrderRefusal>[0],
): BinanceRefusal {
  const isMarket = request.type.includes('market');
  return futuresOrderRefusal(refusal, {
    side: request.side,
    isMarket,
    notionalMin: listing.instrument.notionalMin,
  });
}

function place(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const order = readFuturesOrder(context.product, params);
  if (order instanceof BinanceRefusal) return order;
  if (isUnfillable(context, order.request)) return refusedFuturesOrder(order, 'fok-unfillable');
  const placed = context.side.accounts.place(caller.accountId, order.request, caller.fillFrac);
  return placed.ok ? placedRow(params, order.listing, placed.value) : refusedFuturesOrder(order, placed.refusal);
}

/** Futures refuse a fill-or-kill order that the book can't fill; spot accepts and expires it. */
function isUnfillable({ market }: BinancePrivateContext, { ix, lots, side, tif, ticks }: SimOrderRequest): boolean {
  if (tif !== 'FOK' || lots === null || ticks === null) return false;
  const levels = market.book(ix).levels(side === 'BUY' ? 'ask' : 'bid', FOK_LEVELS);
  const reached = levels.filter((level) => (side === 'BUY' ? level.ticks <= ticks : level.ticks >= ticks));
  return reached.reduce((sum, level) => sum + level.lots, 0) < lots;
}

/** `ACK`, the default, tells that the order stands and not yet what became of it. */
function placedRow(params: URLSearchParams, listing: BinanceListing, order: SimOrder): Record<string, unknown> {
  if (params.get('newOrderRespType') === 'RESULT') return futuresAckRow(listing, order);
  return futuresAckRow(listing, { ...order, status: 'open', cumLots: 0 });
}

function test(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const order = readFuturesOrder(context.product, params);
  if (order instanceof BinanceRefusal) return order;
  const tested = context.side.accounts.test(caller.accountId, order.request);
  return tested.ok ? {} : refusedFuturesOrder(order, tested.refusal);
}

function batchOf(params: URLSearchParams): readonly URLSearchParams[] | null {
  const rows = jsonList(params.get('batchOrders'));
  if (rows === null) return null;
  return rows.map((row) => {
    const fields = row !== null && typeof row === 'object' ? Object.entries(row) : [];
    return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
  });
}

function batchSize(params: URLSearchParams): number {
  return batchOf(params)?.length ?? 1;
}

/** Null when the text is no JSON array. */
function jsonList(text: string | null): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return Array.isArray(parsed) ? parsed : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function placeBatch(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const batch = batchOf(params);
  if (batch === null || batch.length === 0) return missing('batchOrders');
  if (batch.length > BATCH_MAX) return new BinanceRefusal(-4082, 'Invalid number of batch place orders.');
  return batch.map((one) => itemOf(place(context, caller, one)));
}

function itemOf(answer: unknown): unknown {
  return answer instanceof BinanceRefusal ? refusalBody(answer) : answer;
}

interface Named {
  readonly params: URLSearchParams;
  readonly gone: BinanceRefusal;
}

/** Finds the order of the book that `orderId` or `origClientOrderId` names; answers `gone` when there is none. */
function withOrder(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  { params, gone }: Named,
  answer: (order: SimOrder, listing: BinanceListing) => unknown,
): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  const wireId = read.whole('orderId');
  const clientId = read.text('origClientOrderId');
  if (listing === null || read.refusal !== null) return read.refusal;
  if (wireId === null && clientId === null) {
    return new BinanceRefusal(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  }
  const by = wireId === null ? { clientId: clientId ?? '' } : { id: orderIdOf('usdm', wireId) };
  const order = bookOrder(context, caller, { ...by, ix: listing.ix });
  return order === null ? gone : answer(order, listing);
}

/** An algo order shares its name with the order that it becomes: only the latter is in the book. */
function bookOrder(
  { side }: BinancePrivateContext,
  caller: BinanceCaller,
  by: { readonly id?: number; readonly clientId?: string; readonly ix: number },
): SimOrder | null {
  const order = side.accounts.order(caller.accountId, by);
  if (order === null || !isAlgo(order)) return order;
  if (by.id !== undefined || order.firedOrderId === null) return null;
  return side.accounts.order(caller.accountId, { id: order.firedOrderId });
}

function cancel(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const gone = binanceRefusalOf('usdm', 'unknown-order');
  return withOrder(context, caller, { params, gone }, (order, listing) => {
    const cancelled = context.side.accounts.cancel(caller.accountId, { id: order.id });
    return cancelled.ok ? futuresAckRow(listing, cancelled.value) : binanceRefusalOf('usdm', cancelled.refusal);
  });
}

function cancelBatch(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const ids = jsonList(params.get('orderIdList') ?? params.get('orderidlist'));
  const names = jsonList(params.get('origClientOrderIdList') ?? params.get('origclientorderidlist'));
  const wanted = ids ?? names;
  if (wanted === null) return missing('orderIdList');
  if (wanted.length > CANCEL_BATCH_MAX) return invalidData('orderIdList');
  const name = ids === null ? 'origClientOrderId' : 'orderId';
  return wanted.map((value) => {
    const one = new URLSearchParams({ symbol: params.get('symbol') ?? '', [name]: String(value) });
    return itemOf(cancel(context, caller, one));
  });
}

function cancelAll(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  if (listing === null) return read.refusal;
  context.side.accounts.cancelAll(caller.accountId, { ix: listing.ix, isConditional: false, kind: 'perp' });
  return DONE;
}

function countdown(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  const timeoutMs = read.whole('countdownTime');
  if (timeoutMs === null) read.refuse(missing('countdownTime'));
  if (listing === null || timeoutMs === null || read.refusal !== null) return read.refusal;
  context.side.accounts.armDeadMan(caller.accountId, listing.ix, timeoutMs, 'perp');
  return { symbol: listing.instrument.wireSymbol, countdownTime: String(timeoutMs) };
}

/** Price and quantity are both sent; a quantity that is already filled ends the order. */
function modify(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  return withOrder(context, caller, { params, gone: NO_ORDER }, (order, listing) => {
    const read = new BinanceParams(params, context.product);
    const lots = read.lots('quantity', listing);
    const ticks = read.ticks('price', listing);
    if (lots === null || ticks === null) return read.refusal;
    if (order.request.type !== 'limit') return new BinanceRefusal(-5025, 'Only limit order is supported.');
    if (lots === order.request.lots && ticks === order.request.ticks) {
      return new BinanceRefusal(-5027, 'No need to modify the order.');
    }
    const { accounts } = context.side;
    if (lots <= order.cumLots) {
      const ended = accounts.cancel(caller.accountId, { id: order.id });
      return ended.ok ? futuresAckRow(listing, ended.value) : binanceRefusalOf('usdm', ended.refusal);
    }
    const amended = accounts.amend(caller.accountId, order.id, { lots, ticks });
    if (amended.ok) return futuresAckRow(listing, amended.value);
    return amended.refusal === 'order-final' || amended.refusal === 'unknown-order'
      ? NO_ORDER
      : binanceRefusalOf('usdm', amended.refusal);
  });
}

function openOrder(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  return withOrder(context, caller, { params, gone: NO_ORDER }, (order, listing) =>
    order.status === 'open' ? futuresQueryRow(listing, order) : NO_ORDER,
  );
}

/** Reads `startTime` and `endTime`; more than seven days apart is refused. */
export function weekSpanOf(read: BinanceParams): { sinceMs?: number; untilMs?: number } {
  const sinceMs = read.whole('startTime');
  const untilMs = read.whole('endTime');
  if (sinceMs !== null && untilMs !== null && untilMs - sinceMs > WEEK_MS) {
    read.refuse(new BinanceRefusal(-4165, 'Invalid time interval.'));
  }
  return { ...(sinceMs === null ? {} : { sinceMs }), ...(untilMs === null ? {} : { untilMs }) };
}

function listOrders(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  wanted: { readonly params: URLSearchParams; readonly isOpen: boolean },
): unknown {
  const read = new BinanceParams(wanted.params, context.product);
  const listing = wanted.isOpen ? read.optionalListing() : read.listing();
  const span = weekSpanOf(read);
  const fromId = read.whole('orderId');
  if (read.refusal !== null) return read.refusal;
  const limit = Math.min(read.whole('limit') ?? ROWS, ROWS_MAX);
  const orders = context.side.accounts.orders(caller.accountId, {
    kind: 'perp',
    isConditional: false,
    ...(listing === null ? {} : { ix: listing.ix }),
    ...(wanted.isOpen ? { isOpen: true } : { ...span, limit }),
  });
  return orders
    .filter((order) => !isAlgo(order) && (fromId === null || order.id >= orderIdOf('usdm', fromId)))
    .toSorted((one, two) => one.id - two.id)
    .map((order) => futuresQueryRow(listingAt(context, order.request.ix), order));
}

function userTrades(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.optionalListing();
  const span = weekSpanOf(read);
  const wireId = read.whole('orderId');
  const fromId = read.whole('fromId');
  if (fromId !== null && (span.sinceMs !== undefined || span.untilMs !== undefined)) read.refuse(invalidData('fromId'));
  if (read.refusal !== null) return read.refusal;
  const limit = Math.min(read.whole('limit') ?? ROWS, ROWS_MAX);
  const { accounts } = context.side;
  const fills = accounts.fills(caller.accountId, {
    kind: 'perp',
    ...(listing === null ? {} : { ix: listing.ix }),
    ...span,
    ...(wireId === null ? {} : { orderId: orderIdOf('usdm', wireId) }),
    ...(fromId === null ? { limit } : {}),
  });
  const ascending = fills.toReversed().filter(({ id }) => fromId === null || id >= fillIdOf('usdm', fromId));
  return ascending.slice(0, limit).map((fill) => {
    const order = accounts.order(caller.accountId, { id: fill.orderId });
    return futuresTradeRow(listingAt(context, fill.ix), fill, order);
  });
}
