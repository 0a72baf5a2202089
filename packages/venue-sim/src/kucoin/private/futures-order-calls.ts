import type { SimOrder } from '../../account/model.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import {
  bad,
  good,
  isConditional,
  kucoinListingAt,
  kucoinViewOf,
  type KucoinCall,
  type KucoinCaller,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { readFuturesOrder } from './futures-new-order.ts';
import { futuresFillRow, futuresOrderRow, isActive } from './futures-order-row.ts';
import { orderIdOf, wireOrderId } from './kucoin-ids.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';

const BATCH_MAX = 20;
const DAY_MS = 86_400_000;
const RECENT_MAX = 1_000;

/** The signed futures calls that place, cancel and list orders and fills. */
export function futuresOrderCalls(context: KucoinPrivateContext): KucoinCalls {
  const call = (
    name: KucoinCall['name'],
    weight: number,
    answer: (context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams) => KucoinReply,
  ): KucoinCall => ({
    name,
    weight,
    pool: 'futures',
    needs: name === 'place' || name === 'cancel' ? 'futures' : 'general',
    answer: (caller, params) => answer(context, caller, params),
  });
  return {
    'POST /api/v1/orders': call('place', 2, place),
    'POST /api/v1/st-orders': call('place', 2, place),
    'POST /api/v1/orders/test': call('place', 2, test),
    'POST /api/v1/orders/multi': call('place', 20, placeMany),
    'DELETE /api/v1/orders/multi-cancel': call('cancel', 20, cancelMany),
    'DELETE /api/v1/orders/client-order/{id}': call('cancel', 1, cancelByClientOid),
    'DELETE /api/v1/orders/{id}': call('cancel', 1, cancelById),
    'DELETE /api/v3/orders': call('cancel', 10, (at, caller, params) =>
      cancelAll(at, caller, { params, isStop: false }),
    ),
    'DELETE /api/v1/orders': call('cancel', 200, (at, caller, params) =>
      cancelAll(at, caller, { params, isStop: false }),
    ),
    'DELETE /api/v1/stopOrders': call('cancel', 15, (at, caller, params) =>
      cancelAll(at, caller, { params, isStop: true }),
    ),
    'GET /api/v1/orders': call('open-orders', 2, list),
    'GET /api/v1/stopOrders': call('open-orders', 6, listStops),
    'GET /api/v1/recentDoneOrders': call('query-order', 5, recentDone),
    'GET /api/v1/orders/byClientOid': call('query-order', 5, (at, caller, params) => one(at, caller, params)),
    'GET /api/v1/orders/{id}': call('query-order', 5, (at, caller, params) => one(at, caller, params)),
    'GET /api/v1/fills': call('fills', 5, (at, caller, params) =>
      good(new KucoinFields('futures', params).page(fillsOf(at, caller, { params, sinceMs: null }))),
    ),
    'GET /api/v1/recentFills': call('fills', 3, (at, caller, params) =>
      good(fillsOf(at, caller, { params, sinceMs: at.market.nowMs() - DAY_MS }).slice(0, RECENT_MAX)),
    ),
  };
}

/** Only an acknowledgement: what became of the order is told by its topic. */
function place(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = readFuturesOrder(context, caller, params);
  if ('code' in read) return read;
  const placed = context.side.accounts.place(caller.accountId, read.request, caller.fillFrac);
  if (!placed.ok) return refusalOf(placed.refusal, read.request.side, isStop(params));
  context.attached.attach(placed.value, read.stops);
  return good({ orderId: wireOrderId('futures', placed.value.id), clientOid: read.request.clientId });
}

function isStop(params: KucoinParams): boolean {
  return typeof params['stop'] === 'string';
}

/** Too high for a buy, too low for a sale; stops are counted apart. */
function refusalOf(refusal: Parameters<typeof kucoinRefusalOf>[1], side: 'BUY' | 'SELL', stop: boolean): KucoinReply {
  if (refusal === 'px-out-of-band' && side === 'SELL') return bad('300012', 'The order price is too low.');
  if (refusal === 'too-many-orders' && stop) return bad('300004', 'The number of stop orders reached the limit.');
  return kucoinRefusalOf('futures', refusal);
}

function test(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = readFuturesOrder(context, caller, params);
  if ('code' in read) return read;
  const tested = context.side.accounts.test(caller.accountId, read.request);
  if (!tested.ok) return refusalOf(tested.refusal, read.request.side, isStop(params));
  return good({ orderId: wireOrderId('futures', 0), clientOid: read.request.clientId });
}

function placeMany(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const items = params['items'];
  if (!Array.isArray(items) || items.length === 0 || items.length > BATCH_MAX)
    return bad('100001', 'orders parameter invalid.');
  const rows = (items as readonly KucoinParams[]).map((item) => {
    const reply = place(context, caller, item);
    const head = { clientOid: item['clientOid'] ?? '', symbol: item['symbol'] ?? '' };
    if (reply.code !== '200000') return { orderId: null, ...head, code: reply.code, msg: reply.msg };
    return { ...(reply.data as object), symbol: head.symbol, code: '200000', msg: 'success' };
  });
  return good(rows);
}

/** Finds the order that a path or `clientOid` names, plain or conditional. */
function find(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): SimOrder | null {
  const read = new KucoinFields('futures', params);
  const id = read.text('id');
  const clientId = read.text('clientOid');
  const { accounts } = context.side;
  const order = accounts.order(
    caller.accountId,
    id === null ? { clientId: clientId ?? '' } : { id: orderIdOf('futures', id) ?? -1 },
  );
  return order !== null && kucoinListingAt(context, order.request.ix).product === 'futures' ? order : null;
}

function cancelOne(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  order: SimOrder | null,
): KucoinReply | SimOrder {
  if (order === null) return kucoinRefusalOf('futures', 'order-final');
  const { asked, live } = kucoinViewOf(context.side.accounts, order);
  const done = context.side.accounts.cancel(caller.accountId, { id: live.id });
  return done.ok ? asked : kucoinRefusalOf('futures', 'order-final');
}

function cancelById(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const done = cancelOne(context, caller, find(context, caller, params));
  return 'code' in done ? done : good({ cancelledOrderIds: [wireOrderId('futures', done.id)] });
}

function cancelByClientOid(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('futures', params);
  if (read.listing(context.listings.futures) === null)
    return read.refusal ?? bad('100001', 'symbol parameter invalid.');
  const done = cancelOne(context, caller, find(context, caller, { clientOid: params['id'] }));
  return 'code' in done ? done : good({ clientOid: done.request.clientId });
}

/** Per item; a good one carries the code 200. */
function cancelMany(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const list = (name: string): readonly unknown[] => (Array.isArray(params[name]) ? (params[name] as unknown[]) : []);
  const named = [
    ...list('orderIdsList').map((id): KucoinParams => ({ id })),
    ...list('clientOidsList').map((item): KucoinParams => ({ clientOid: (item as KucoinParams)['clientOid'] })),
  ];
  const rows = named.map((item) => {
    const done = cancelOne(context, caller, find(context, caller, item));
    if ('code' in done)
      return { orderId: item['id'] ?? null, clientOid: item['clientOid'] ?? null, code: done.code, msg: done.msg };
    return { orderId: wireOrderId('futures', done.id), clientOid: done.request.clientId, code: '200', msg: 'success' };
  });
  return good(rows);
}

function cancelAll(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  { params, isStop: isConditionalOnly }: { readonly params: KucoinParams; readonly isStop: boolean },
): KucoinReply {
  const read = new KucoinFields('futures', params);
  const listing = read.text('symbol') === null ? null : read.listing(context.listings.futures);
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const cancelled = accounts.cancelAll(caller.accountId, {
    kind: 'perp',
    isConditional: isConditionalOnly,
    ...(listing === null ? {} : { ix: listing.ix }),
  });
  return good({
    cancelledOrderIds: cancelled.map((order) => wireOrderId('futures', kucoinViewOf(accounts, order).asked.id)),
  });
}

function rowOf(context: KucoinPrivateContext, order: SimOrder) {
  const { accounts } = context.side;
  return futuresOrderRow(accounts, kucoinListingAt(context, order.request.ix), kucoinViewOf(accounts, order));
}

interface Scope {
  readonly read: KucoinFields;
  readonly listing: KucoinListing | null;
}

function scopeOf(context: KucoinPrivateContext, params: KucoinParams): Scope | KucoinReply {
  const read = new KucoinFields('futures', params);
  const listing = read.text('symbol') === null ? null : read.listing(context.listings.futures);
  return read.refusal ?? { read, listing };
}

/** Orders in the book or done; stops that wait are listed apart. */
function list(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const scope = scopeOf(context, params);
  if ('code' in scope) return scope;
  const { read, listing } = scope;
  const status = read.text('status');
  const orders = context.side.accounts.orders(caller.accountId, {
    kind: 'perp',
    ...(listing === null ? {} : { ix: listing.ix }),
    ...(status === 'active' ? { isOpen: true } : status === 'done' ? { isOpen: false } : {}),
    ...read.span(),
  });
  const side = read.text('side');
  const type = read.text('type');
  const rows = orders
    .filter((order) => order.status !== 'untriggered' && order.firedOrderId === null)
    .map((order) => rowOf(context, order))
    .filter((row) => (side === null || row.side === side) && (type === null || row.type === type));
  return good(read.page(rows));
}

function listStops(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const scope = scopeOf(context, params);
  if ('code' in scope) return scope;
  const { read, listing } = scope;
  const orders = context.side.accounts.orders(caller.accountId, {
    kind: 'perp',
    isOpen: true,
    isConditional: true,
    ...(listing === null ? {} : { ix: listing.ix }),
  });
  return good(read.page(orders.filter(isConditional).map((order) => rowOf(context, order))));
}

function recentDone(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const scope = scopeOf(context, params);
  if ('code' in scope) return scope;
  const orders = context.side.accounts.orders(caller.accountId, {
    kind: 'perp',
    isOpen: false,
    sinceMs: context.market.nowMs() - DAY_MS,
    limit: RECENT_MAX,
    ...(scope.listing === null ? {} : { ix: scope.listing.ix }),
  });
  return good(orders.filter(({ firedOrderId }) => firedOrderId === null).map((order) => rowOf(context, order)));
}

function one(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = find(context, caller, params);
  if (order === null) return kucoinRefusalOf('futures', 'unknown-order');
  const { accounts } = context.side;
  const view = kucoinViewOf(accounts, order);
  const row = futuresOrderRow(accounts, kucoinListingAt(context, order.request.ix), view);
  return good({ ...row, isActive: isActive(view) });
}

function fillsOf(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  { params, sinceMs }: { readonly params: KucoinParams; readonly sinceMs: number | null },
) {
  const read = new KucoinFields('futures', params);
  const symbol = read.text('symbol');
  const orderId = read.text('orderId');
  const { accounts } = context.side;
  const named = orderId === null ? null : accounts.order(caller.accountId, { id: orderIdOf('futures', orderId) ?? -1 });
  const live = named === null ? null : kucoinViewOf(accounts, named).live;
  if (orderId !== null && live === null) return [];
  const fills = accounts.fills(caller.accountId, {
    kind: 'perp',
    ...read.span(),
    ...(sinceMs === null ? {} : { sinceMs }),
    ...(live === null ? {} : { orderId: live.id }),
  });
  return fills
    .map((fill) => ({ fill, listing: kucoinListingAt(context, fill.ix) }))
    .filter(({ listing }) => symbol === null || listing.symbol === symbol)
    .map(({ fill, listing }) => {
      const order = accounts.order(caller.accountId, { id: fill.orderId });
      return futuresFillRow(accounts, listing, fill, order === null ? null : kucoinViewOf(accounts, order));
    });
}
