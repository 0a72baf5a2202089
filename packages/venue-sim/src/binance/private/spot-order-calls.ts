import type { SimFill } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { clientIdOf, fillIdOf, orderIdOf } from './binance-order-ids.ts';
import { missing } from './binance-auth.ts';
import { readSpotOrder } from './binance-new-order.ts';
import { BinanceParams } from './binance-params.ts';
import { binanceRefusalOf } from './binance-refusals.ts';
import {
  perSymbol,
  reading,
  trading,
  type BinanceCaller,
  type BinancePrivateCalls,
  type BinancePrivateContext,
} from './private-call.ts';
import {
  findSpotOrder,
  spotCancelRow,
  spotPlaceRow,
  spotQueryRow,
  spotTradeRow,
  spotViewOf,
  spotWireId,
  type SpotOrderView,
} from './spot-order-view.ts';

const ROWS = 500;
const ROWS_MAX = 1_000;
const FILLS_OF_ORDER = 1_000;
const DAY_MS = 86_400_000;
const NO_ORDER = new BinanceRefusal(-2013, 'Order does not exist.');
const SPAN_TOO_LONG = new BinanceRefusal(-1127, 'More than 24 hours between startTime and endTime.');

/** The signed order endpoints of spot. */
export function spotOrderCalls(context: BinancePrivateContext): BinancePrivateCalls {
  return {
    'POST /api/v3/order': trading('place', { weight: 1, orders: 1 }, (caller, params) =>
      place(context, caller, params),
    ),
    'POST /api/v3/order/test': trading('other', { weight: 1 }, (caller, params) => test(context, caller, params)),
    'DELETE /api/v3/order': trading('cancel', { weight: 1 }, (caller, params) => cancel(context, caller, params)),
    'DELETE /api/v3/openOrders': trading('cancel', { weight: 1 }, (caller, params) =>
      cancelAll(context, caller, params),
    ),
    'POST /api/v3/order/cancelReplace': trading('place', { weight: 1, orders: 1 }, (caller, params) =>
      cancelReplace(context, caller, params),
    ),
    'PUT /api/v3/order/amend/keepPriority': trading('other', { weight: 4 }, (caller, params) =>
      amend(context, caller, params),
    ),
    'GET /api/v3/order': reading('query-order', 4, (caller, params) =>
      withOrder(context, caller, { params, gone: NO_ORDER }, (view, listing) => spotQueryRow(listing, view)),
    ),
    'GET /api/v3/openOrders': reading('open-orders', perSymbol(6, 80), (caller, params) =>
      listOrders(context, caller, { params, isOpen: true }),
    ),
    'GET /api/v3/allOrders': reading('other', 20, (caller, params) =>
      listOrders(context, caller, { params, isOpen: false }),
    ),
    'GET /api/v3/myTrades': reading(
      'fills',
      (params) => (params.has('orderId') ? 5 : 20),
      (caller, params) => myTrades(context, caller, params),
    ),
  };
}

function place(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const order = readSpotOrder(context.product, params);
  if (order instanceof BinanceRefusal) return order;
  const { accounts } = context.side;
  const placed = accounts.place(caller.accountId, order.request, caller.fillFrac);
  if (!placed.ok) return binanceRefusalOf('spot', placed.refusal);
  const view = spotViewOf(accounts, placed.value);
  const { type } = order.request;
  const isPlain = type === 'market' || (type === 'limit' && order.request.tif !== 'POST_ONLY');
  const kind = params.get('newOrderRespType') ?? (isPlain ? 'FULL' : 'ACK');
  return spotPlaceRow(order.listing, view, { kind, fills: fillsOf(context, caller, view) });
}

function fillsOf({ side }: BinancePrivateContext, caller: BinanceCaller, view: SpotOrderView): readonly SimFill[] {
  return side.accounts.fills(caller.accountId, { orderId: view.live.id, limit: FILLS_OF_ORDER }).toReversed();
}

function test(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const order = readSpotOrder(context.product, params);
  if (order instanceof BinanceRefusal) return order;
  const tested = context.side.accounts.test(caller.accountId, order.request);
  return tested.ok ? {} : binanceRefusalOf('spot', tested.refusal);
}

/** Finds the order that `orderId` or `origClientOrderId` names; answers `gone` when there is none. */
function withOrder(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  call: { readonly params: URLSearchParams; readonly gone: BinanceRefusal },
  answer: (view: SpotOrderView, listing: BinanceListing) => unknown,
): unknown {
  const read = new BinanceParams(call.params, context.product);
  const listing = read.listing();
  const wireId = read.whole('orderId');
  const clientId = read.text('origClientOrderId');
  if (listing === null || read.refusal !== null) return read.refusal;
  if (wireId === null && clientId === null) {
    return new BinanceRefusal(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  }
  const view = findSpotOrder(context.side.accounts, caller.accountId, { ix: listing.ix, wireId, clientId });
  return view === null ? call.gone : answer(view, listing);
}

function cancel(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const gone = binanceRefusalOf('spot', 'unknown-order');
  return withOrder(context, caller, { params, gone }, (view, listing) => {
    const restriction = params.get('cancelRestrictions');
    const hasFills = view.live.cumLots > 0;
    if ((restriction === 'ONLY_NEW' && hasFills) || (restriction === 'ONLY_PARTIALLY_FILLED' && !hasFills)) {
      return new BinanceRefusal(-2011, 'Order was not canceled due to cancel restrictions.');
    }
    const { accounts } = context.side;
    const cancelled = accounts.cancel(caller.accountId, { id: view.live.id });
    if (!cancelled.ok) return binanceRefusalOf('spot', cancelled.refusal);
    const cancelId = params.get('newClientOrderId') ?? clientIdOf('', spotWireId(view) + 1);
    return spotCancelRow(listing, spotViewOf(accounts, cancelled.value), cancelId);
  });
}

function cancelAll(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  if (listing === null) return read.refusal;
  const { accounts } = context.side;
  const cancelled = accounts.cancelAll(caller.accountId, { ix: listing.ix, kind: 'spot' });
  if (cancelled.length === 0) return binanceRefusalOf('spot', 'unknown-order');
  return cancelled.map((order) => {
    const view = spotViewOf(accounts, order);
    return spotCancelRow(listing, view, clientIdOf('', spotWireId(view) + 1));
  });
}

function cancelReplace(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const mode = params.get('cancelReplaceMode');
  if (mode !== 'STOP_ON_FAILURE' && mode !== 'ALLOW_FAILURE') return missing('cancelReplaceMode');
  const named = new URLSearchParams({ symbol: params.get('symbol') ?? '' });
  for (const [name, from] of [
    ['orderId', 'cancelOrderId'],
    ['origClientOrderId', 'cancelOrigClientOrderId'],
    ['newClientOrderId', 'cancelNewClientOrderId'],
  ] as const) {
    const value = params.get(from);
    if (value !== null) named.set(name, value);
  }
  const cancelResponse = cancel(context, caller, named);
  const isCancelled = !(cancelResponse instanceof BinanceRefusal);
  const isTried = isCancelled || mode === 'ALLOW_FAILURE';
  const newOrderResponse = isTried ? place(context, caller, params) : null;
  const isPlaced = isTried && !(newOrderResponse instanceof BinanceRefusal);
  const data = {
    cancelResult: isCancelled ? 'SUCCESS' : 'FAILURE',
    newOrderResult: !isTried ? 'NOT_ATTEMPTED' : isPlaced ? 'SUCCESS' : 'FAILURE',
    cancelResponse: bodyOf(cancelResponse),
    newOrderResponse: bodyOf(newOrderResponse),
  };
  if (isCancelled && isPlaced) return data;
  return isCancelled || isPlaced
    ? new BinanceRefusal(-2021, 'Order cancel-replace partially failed.', 409, data)
    : new BinanceRefusal(-2022, 'Order cancel-replace failed.', 400, data);
}

function bodyOf(answer: unknown): unknown {
  return answer instanceof BinanceRefusal ? { code: answer.code, msg: answer.msg } : answer;
}

/** Only the quantity may shrink; the order keeps its place. */
function amend(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  return withOrder(context, caller, { params, gone: NO_ORDER }, (view, listing) => {
    const read = new BinanceParams(params, context.product);
    const lots = read.lots('newQty', listing);
    if (lots === null) return read.refusal;
    if (lots >= (view.live.request.lots ?? 0) || lots <= view.live.cumLots) {
      return new BinanceRefusal(-2038, 'Order amend rejected: the new quantity must be smaller than the old one.');
    }
    const { accounts } = context.side;
    const amended = accounts.amend(caller.accountId, view.live.id, { lots });
    if (!amended.ok) return binanceRefusalOf('spot', amended.refusal);
    const row = spotQueryRow(listing, spotViewOf(accounts, amended.value));
    return { transactTime: amended.value.updatedMs, executionId: amended.value.id, amendedOrder: row };
  });
}

interface OrdersWanted {
  readonly params: URLSearchParams;
  readonly isOpen: boolean;
}

/** Oldest first. All orders need a symbol and at most a day. */
function listOrders(context: BinancePrivateContext, caller: BinanceCaller, wanted: OrdersWanted): unknown {
  const read = new BinanceParams(wanted.params, context.product);
  const listing = wanted.isOpen ? read.optionalListing() : read.listing();
  const span = spanOf(read, wanted.isOpen);
  const fromId = read.whole('orderId');
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const limit = wanted.isOpen ? {} : { limit: Math.min(read.whole('limit') ?? ROWS, ROWS_MAX) };
  const orders = accounts.orders(caller.accountId, {
    kind: 'spot',
    ...(listing === null ? {} : { ix: listing.ix }),
    ...(wanted.isOpen ? { isOpen: true } : span),
    ...limit,
  });
  return orders
    .filter((order) => order.firedOrderId === null && (fromId === null || order.id >= orderIdOf('spot', fromId)))
    .map((order) => spotViewOf(accounts, order))
    .toSorted((one, two) => one.asked.id - two.asked.id)
    .map((view) => spotQueryRow(listingAt(context, view.asked.request.ix), view));
}

function spanOf(read: BinanceParams, isOpen: boolean): { sinceMs?: number; untilMs?: number } {
  if (isOpen) return {};
  const sinceMs = read.whole('startTime');
  const untilMs = read.whole('endTime');
  if (sinceMs !== null && untilMs !== null && untilMs - sinceMs > DAY_MS) read.refuse(SPAN_TOO_LONG);
  return { ...(sinceMs === null ? {} : { sinceMs }), ...(untilMs === null ? {} : { untilMs }) };
}

function myTrades(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  const span = spanOf(read, false);
  const wireId = read.whole('orderId');
  const fromId = read.whole('fromId');
  const limit = Math.min(read.whole('limit') ?? ROWS, ROWS_MAX);
  if (listing === null || read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const of =
    wireId === null ? null : findSpotOrder(accounts, caller.accountId, { ix: listing.ix, wireId, clientId: null });
  if (wireId !== null && of === null) return [];
  const fills = accounts.fills(caller.accountId, {
    ix: listing.ix,
    ...span,
    ...(of === null ? {} : { orderId: of.live.id }),
    ...(fromId === null ? { limit } : {}),
  });
  const ascending = fills.toReversed().filter(({ id }) => fromId === null || id >= fillIdOf('spot', fromId));
  return ascending.slice(0, limit).map((fill) => {
    const order = accounts.order(caller.accountId, { id: fill.orderId });
    const orderId = order === null ? fill.orderId : spotWireId(spotViewOf(accounts, order));
    return spotTradeRow(listing, fill, orderId);
  });
}

/** The listing at a market index; orders only stand on listings of the product. */
export function listingAt({ product }: BinancePrivateContext, ix: number): BinanceListing {
  const found = product.listings.find((listing) => listing.ix === ix);
  if (found === undefined) throw new Error(`Invariant: no ${product.kind} listing at ${ix}`);
  return found;
}
