import type { SimOrder, SimOrderRequest, SimOrderSide, SimTif } from '../../account/model.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import {
  bad,
  good,
  kucoinListingAt,
  type KucoinCall,
  type KucoinCaller,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { orderIdOf, wireOrderId } from './kucoin-ids.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';
import { isEnded, spotOrderRow } from './spot-order-row.ts';

const SIDES: Readonly<Record<string, SimOrderSide>> = { buy: 'BUY', sell: 'SELL' };
const TYPES: Readonly<Record<string, 'market' | 'limit'>> = { limit: 'limit', market: 'market' };
const TIFS: Readonly<Record<string, SimTif>> = { GTC: 'GTC', GTT: 'GTC', IOC: 'IOC', FOK: 'FOK' };
const BATCH_MAX = 5;

/** Builds a signed spot call. */
export function spotCall(
  context: KucoinPrivateContext,
  head: Pick<KucoinCall, 'name' | 'weight'> & Partial<Pick<KucoinCall, 'needs' | 'pool'>>,
  answer: (context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams) => KucoinReply,
): KucoinCall {
  const needs = head.name === 'place' || head.name === 'cancel' ? 'spot' : 'general';
  return { pool: 'spot', needs, ...head, answer: (caller, params) => answer(context, caller, params) };
}

/** The signed spot calls that place, change and cancel orders. */
export function spotOrderCalls(context: KucoinPrivateContext): KucoinCalls {
  const placing = (weight: number, answer: Parameters<typeof spotCall>[2]) =>
    spotCall(context, { name: 'place', weight }, answer);
  const ending = (weight: number, answer: Parameters<typeof spotCall>[2]) =>
    spotCall(context, { name: 'cancel', weight }, answer);
  return {
    'POST /api/v1/hf/orders': placing(1, (at, caller, params) => acknowledged(place(at, caller, params))),
    'POST /api/v1/hf/orders/sync': placing(1, (at, caller, params) => matched(at, place(at, caller, params))),
    'POST /api/v1/hf/orders/test': placing(1, test),
    'POST /api/v1/hf/orders/multi': placing(1, placeMany),
    'POST /api/v1/hf/orders/alter': spotCall(context, { name: 'other', weight: 1, needs: 'spot' }, alter),
    'DELETE /api/v1/hf/orders/client-order/{id}': ending(1, (at, caller, params) =>
      cancel(at, caller, { symbol: params['symbol'], clientOid: params['id'] }),
    ),
    'DELETE /api/v1/hf/orders/cancelAll': ending(30, cancelEverything),
    'DELETE /api/v1/hf/orders/{id}': ending(1, cancel),
    'DELETE /api/v1/hf/orders': ending(2, cancelSymbol),
    'POST /api/v1/hf/orders/dead-cancel-all': spotCall(context, { name: 'other', weight: 2, needs: 'spot' }, deadMan),
  };
}

/** Reads a spot order, or refuses its parameters. */
export function readSpotOrder(
  context: KucoinPrivateContext,
  params: KucoinParams,
): { readonly listing: KucoinListing; readonly request: SimOrderRequest } | KucoinReply {
  const read = new KucoinFields('spot', params);
  const clientId = read.clientOid();
  const listing = read.listing(context.listings.spot);
  const side = read.choice('side', SIDES);
  const type = read.choice('type', TYPES, 'limit');
  if (listing === null || side === null || type === null)
    return read.refusal ?? bad('400100', 'side parameter invalid.');
  const isByFunds = type === 'market' && read.text('funds') !== null;
  if (isByFunds && read.text('size') !== null) read.refuse(bad('400100', 'size and funds can not be given together.'));
  const request: SimOrderRequest = {
    ix: listing.ix,
    side,
    type,
    tif:
      type === 'market'
        ? 'GTC'
        : read.flag('postOnly')
          ? 'POST_ONLY'
          : (read.choice('timeInForce', TIFS, 'GTC') ?? 'GTC'),
    lots: isByFunds ? null : read.lots('size', listing),
    quoteAmount: isByFunds ? read.amount('funds') : null,
    ticks: type === 'limit' ? read.ticks('price', listing) : null,
    triggerTicks: null,
    triggerBy: 'last',
    triggerDirection: null,
    isReduceOnly: false,
    closesPosition: false,
    clientId,
    leverage: null,
    marginMode: null,
    positionSide: null,
  };
  return read.refusal ?? { listing, request };
}

function place(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): SimOrder | KucoinReply {
  const read = readSpotOrder(context, params);
  if ('code' in read) return read;
  const latest = lateness(context, params);
  if (latest !== null) return latest;
  const placed = context.side.accounts.place(caller.accountId, read.request, caller.fillFrac);
  return placed.ok ? placed.value : kucoinRefusalOf('spot', placed.refusal);
}

/** The client may say how late an order is still wanted. */
function lateness({ market }: KucoinPrivateContext, params: KucoinParams): KucoinReply | null {
  const read = new KucoinFields('spot', params);
  const windowMs = read.whole('allowMaxTimeWindow');
  const sentMs = read.whole('clientTimestamp');
  const isLate = windowMs !== null && sentMs !== null && market.nowMs() > sentMs + windowMs;
  return isLate ? bad('400100', 'The order came later than allowMaxTimeWindow.') : null;
}

function acknowledged(placed: SimOrder | KucoinReply): KucoinReply {
  if ('code' in placed) return placed;
  return good({ orderId: wireOrderId('spot', placed.id), clientOid: placed.request.clientId });
}

function matched(context: KucoinPrivateContext, placed: SimOrder | KucoinReply): KucoinReply {
  if ('code' in placed) return placed;
  const listing = kucoinListingAt(context, placed.request.ix);
  const row = spotOrderRow(listing, placed);
  return good({
    orderId: row.id,
    clientOid: row.clientOid,
    orderTime: placed.createdMs,
    originSize: row.size,
    dealSize: row.dealSize,
    remainSize: row.remainSize,
    canceledSize: row.cancelledSize,
    status: row.active ? 'open' : 'done',
    matchTime: placed.updatedMs,
  });
}

function test(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = readSpotOrder(context, params);
  if ('code' in read) return read;
  const tested = context.side.accounts.test(caller.accountId, read.request);
  if (!tested.ok) return kucoinRefusalOf('spot', tested.refusal);
  return good({ orderId: wireOrderId('spot', 0), clientOid: read.request.clientId });
}

/** Each order has an outcome of its own. */
function placeMany(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const items = params['orderList'];
  if (!Array.isArray(items) || items.length === 0 || items.length > BATCH_MAX)
    return bad('400100', 'orderList parameter invalid.');
  const rows = (items as readonly KucoinParams[]).map((item) => {
    const placed = place(context, caller, item);
    if ('code' in placed) return { success: false, failMsg: placed.msg ?? '' };
    return { success: true, orderId: wireOrderId('spot', placed.id), clientOid: placed.request.clientId };
  });
  return good(rows);
}

/** Finds the order that a path or `clientOid` names; the symbol is required and must be its own. */
export function findSpotOrder(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  params: KucoinParams,
): SimOrder | KucoinReply | null {
  const read = new KucoinFields('spot', params);
  if (read.text('symbol') === null) return bad('400100', 'symbol is required');
  const listing = read.listing(context.listings.spot);
  if (listing === null) return read.refusal;
  const id = read.text('id') ?? read.text('orderId');
  const by = id === null ? { clientId: read.text('clientOid') ?? '' } : { id: orderIdOf('spot', id) ?? -1 };
  return context.side.accounts.order(caller.accountId, { ...by, ix: listing.ix, isConditional: false });
}

function cancel(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = findSpotOrder(context, caller, params);
  if (order === null) return kucoinRefusalOf('spot', 'unknown-order');
  if ('code' in order) return order;
  const done = context.side.accounts.cancel(caller.accountId, { id: order.id });
  if (!done.ok) return kucoinRefusalOf('spot', 'order-final');
  return good(
    params['clientOid'] === undefined
      ? { orderId: wireOrderId('spot', order.id) }
      : { clientOid: order.request.clientId },
  );
}

function cancelSymbol(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('spot', params);
  const listing = read.listing(context.listings.spot);
  if (listing === null) return read.refusal ?? kucoinRefusalOf('spot', 'unknown-symbol');
  context.side.accounts.cancelAll(caller.accountId, { ix: listing.ix, kind: 'spot', isConditional: false });
  return good('success');
}

function cancelEverything(context: KucoinPrivateContext, caller: KucoinCaller): KucoinReply {
  const cancelled = context.side.accounts.cancelAll(caller.accountId, { kind: 'spot', isConditional: false });
  const symbols = new Set(cancelled.map(({ request }) => kucoinListingAt(context, request.ix).symbol));
  return good({ succeedSymbols: [...symbols], failedSymbols: [] });
}

/** Cancels and places anew: the order gets a new id and keeps its client id. */
function alter(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = findSpotOrder(context, caller, params);
  if (order === null) return kucoinRefusalOf('spot', 'unknown-order');
  if ('code' in order) return order;
  if (order.status !== 'open' || isEnded(order)) return kucoinRefusalOf('spot', 'order-final');
  const listing = kucoinListingAt(context, order.request.ix);
  const read = new KucoinFields('spot', params);
  const lots = read.text('newSize') === null ? order.request.lots : read.lots('newSize', listing);
  const ticks = read.text('newPrice') === null ? order.request.ticks : read.ticks('newPrice', listing);
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const cancelled = accounts.cancel(caller.accountId, { id: order.id });
  if (!cancelled.ok) return kucoinRefusalOf('spot', 'order-final');
  const left = (lots ?? 0) - cancelled.value.cumLots;
  if (left <= 0) return good({ newOrderId: wireOrderId('spot', order.id), clientOid: order.request.clientId });
  const request: SimOrderRequest = { ...order.request, lots: left, ticks, clientId: '' };
  const placed = accounts.place(caller.accountId, request);
  if (!placed.ok) return kucoinRefusalOf('spot', placed.refusal);
  return good({ newOrderId: wireOrderId('spot', placed.value.id), clientOid: order.request.clientId });
}

/** 5 to 86,400 seconds; -1 disarms. */
function deadMan(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const timeout = Number(params['timeout']);
  if (!Number.isInteger(timeout) || (timeout !== -1 && (timeout < 5 || timeout > 86_400))) {
    return bad('400100', 'timeout parameter invalid.');
  }
  const names = new KucoinFields('spot', params).text('symbols')?.split(',') ?? [];
  const found = names.map((symbol) => context.listings.spot.bySymbol(symbol));
  if (found.includes(null)) return kucoinRefusalOf('spot', 'unknown-symbol');
  const timeoutMs = timeout === -1 ? 0 : timeout * 1_000;
  const { accounts } = context.side;
  if (found.length === 0) accounts.armDeadMan(caller.accountId, null, timeoutMs, 'spot');
  for (const listing of found)
    if (listing !== null) accounts.armDeadMan(caller.accountId, listing.ix, timeoutMs, 'spot');
  const nowS = Math.floor(context.market.nowMs() / 1_000);
  return good({ currentTime: nowS, triggerTime: timeout === -1 ? nowS : nowS + timeout });
}
