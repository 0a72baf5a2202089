import type { SimOrder, SimOrderRequest } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { bad, good, invalid, type BybitAnswer } from './bybit-answer.ts';
import {
  bybitCall,
  listingAt,
  type BybitCall,
  type BybitCaller,
  type BybitCalls,
  type BybitPrivateContext,
} from './bybit-context.ts';
import { BybitFields, type BybitParams } from './bybit-fields.ts';
import { readOrder } from './bybit-new-order.ts';
import { orderIdOf, wireOrderId } from './bybit-order-ids.ts';
import { bybitViewOf, type BybitOrderView } from './bybit-order-row.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

const BATCH_MAX = { spot: 10, linear: 20 } as const;

/** The signed calls that place, change and cancel orders. */
export function bybitOrderCalls(context: BybitPrivateContext): BybitCalls {
  const one = (answer: BybitCall['answer'], name: BybitCall['name']): BybitCall =>
    bybitCall({ name, needs: 'category', perSecond: 10, spotPerSecond: 20 }, answer);
  const create = one((caller, params) => place(context, caller, params), 'place');
  const cancelOne = one((caller, params) => cancel(context, caller, params), 'cancel');
  const change = one((caller, params) => amend(context, caller, params), 'other');
  return {
    'POST /v5/order/create': create,
    'POST /v5/order/amend': change,
    'POST /v5/order/cancel': cancelOne,
    'POST /v5/order/cancel-all': one((caller, params) => cancelAll(context, caller, params), 'cancel'),
    'POST /v5/order/create-batch': batchOf(create),
    'POST /v5/order/amend-batch': batchOf(change),
    'POST /v5/order/cancel-batch': batchOf(cancelOne),
    'POST /v5/order/disconnected-cancel-all': bybitCall({ name: 'other', needs: 'none', perSecond: 5 }, () =>
      bad(10005, 'Permission denied, please check your API key permissions.'),
    ),
  };
}

function idsOf(listing: BybitListing, asked: SimOrder): Record<string, unknown> {
  return { orderId: wireOrderId(listing.category, asked.id), orderLinkId: asked.request.clientId };
}

/** Only an acknowledgement: what became of the order is told by its stream. */
function place(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const order = readOrder(context, caller.accountId, params);
  if ('retCode' in order) return order;
  const { listing, request, stops } = order;
  if (listing.category === 'spot' && wouldTake(context, request)) return bybitRefusalOf('spot', 'would-take');
  const placed = context.side.accounts.place(caller.accountId, request, caller.fillFrac);
  if (!placed.ok) return refusedOrder(context, order, placed.refusal);
  const target = { accountId: caller.accountId, listing, positionSide: request.positionSide };
  context.stops.attach(placed.value, target, stops);
  return good(idsOf(listing, placed.value));
}

/** Spot refuses a maker-only order that would take; linear accepts it and ends it. */
function wouldTake({ market }: BybitPrivateContext, { ix, side, tif, ticks, triggerTicks }: SimOrderRequest): boolean {
  if (tif !== 'POST_ONLY' || ticks === null || triggerTicks !== null) return false;
  const { bestAsk, bestBid } = market.book(ix);
  return side === 'BUY' ? bestAsk !== null && ticks >= bestAsk.ticks : bestBid !== null && ticks <= bestBid.ticks;
}

/** Two refusals tell more: which way a trigger had to lie, and the least worth of an order. */
function refusedOrder(
  context: BybitPrivateContext,
  { listing, request }: Exclude<ReturnType<typeof readOrder>, BybitAnswer>,
  refusal: Parameters<typeof bybitRefusalOf>[1],
): BybitAnswer {
  if (listing.category === 'linear' && refusal === 'notional-too-small') {
    const { notionalMin, quote } = listing.instrument;
    return bad(110094, `Order does not meet minimum order value ${notionalMin}${quote}`);
  }
  if (listing.category === 'linear' && refusal === 'triggers-now') {
    const trigger = `trigger_price[${request.triggerTicks ?? 0}]`;
    const current = `current[${context.market.dayStats(listing.ix).lastPx}]`;
    return request.triggerDirection === 'falls'
      ? bad(110093, `expect Falling, but ${trigger} >= ${current}`)
      : bad(110092, `expect Rising, but ${trigger} <= ${current}`);
  }
  return bybitRefusalOf(listing.category, refusal);
}

/** Finds the order that `orderId` or `orderLinkId` names. */
function withOrder(
  context: BybitPrivateContext,
  caller: BybitCaller,
  params: BybitParams,
  answer: (view: BybitOrderView, listing: BybitListing) => BybitAnswer,
): BybitAnswer {
  const read = new BybitFields(params);
  const listing = read.listing(context.categories);
  if (listing === null) return read.refusal ?? invalid('Illegal category');
  const orderId = read.text('orderId');
  const orderLinkId = read.text('orderLinkId');
  if (orderId === null && orderLinkId === null) return invalid('params error: orderId and orderLinkId are both empty');
  const { accounts } = context.side;
  const id = orderId === null ? null : orderIdOf(listing.category, orderId);
  const by = orderId === null ? { clientId: orderLinkId ?? '' } : { id: id ?? -1 };
  const order = accounts.order(caller.accountId, { ...by, ix: listing.ix });
  return order === null
    ? bybitRefusalOf(listing.category, 'unknown-order')
    : answer(bybitViewOf(accounts, order), listing);
}

function cancel(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  return withOrder(context, caller, params, (view, listing) => {
    const cancelled = context.side.accounts.cancel(caller.accountId, { id: view.live.id });
    return cancelled.ok ? good(idsOf(listing, view.asked)) : bybitRefusalOf(listing.category, cancelled.refusal);
  });
}

function amend(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  return withOrder(context, caller, params, (view, listing) => {
    const read = new BybitFields(params);
    const lots = read.text('qty') === null ? null : read.lots('qty', listing);
    const ticks = read.text('price') === null ? null : read.ticks('price', listing);
    const triggerTicks = read.text('triggerPrice') === null ? null : read.ticks('triggerPrice', listing);
    if (read.refusal !== null) return read.refusal;
    if (lots === null && ticks === null && triggerTicks === null) return bad(10001, 'The order remains unchanged.');
    const amended = context.side.accounts.amend(caller.accountId, view.live.id, {
      ...(lots === null ? {} : { lots }),
      ...(ticks === null ? {} : { ticks }),
      ...(triggerTicks === null ? {} : { triggerTicks }),
    });
    return amended.ok ? good(idsOf(listing, view.asked)) : bybitRefusalOf(listing.category, amended.refusal);
  });
}

/** Linear needs a symbol or a coin; `orderFilter` picks plain or conditional orders. */
function cancelAll(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const category = read.category();
  if (category === null) return read.refusal ?? invalid('Illegal category');
  const coins = { base: read.text('baseCoin'), settle: read.text('settleCoin') };
  const listing = read.text('symbol') === null ? null : read.listing(context.categories);
  if (read.refusal !== null) return read.refusal;
  if (category === 'linear' && listing === null && coins.base === null && coins.settle === null) {
    return invalid('params error: symbol, baseCoin and settleCoin are all empty');
  }
  const filter = read.text('orderFilter');
  const isConditional = filter === 'StopOrder' || filter === 'tpslOrder' ? true : filter === 'Order' ? false : null;
  const kind = category === 'spot' ? 'spot' : 'perp';
  const wanted = listing === null ? context.categories[category].all : [listing];
  const fits = wanted.filter(({ instrument }) => {
    return (
      (coins.base === null || instrument.base === coins.base) &&
      (coins.settle === null || category === 'spot' || instrument.quote === coins.settle)
    );
  });
  const { accounts } = context.side;
  const open = new Set(accounts.orders(caller.accountId, { isOpen: true, kind }).map(({ request }) => request.ix));
  const cancelled = fits
    .filter(({ ix }) => open.has(ix))
    .flatMap(({ ix }) =>
      accounts.cancelAll(caller.accountId, { ix, kind, ...(isConditional === null ? {} : { isConditional }) }),
    );
  const list = cancelled.map((order) =>
    idsOf(listingAt(context, order.request.ix), bybitViewOf(accounts, order).asked),
  );
  return good({ list, success: '1' });
}

/** Every item has an outcome of its own; the call as a whole succeeds. */
function batchOf(call: BybitCall): BybitCall {
  const itemsOf = (params: BybitParams): readonly BybitParams[] => {
    const items = params['request'];
    return Array.isArray(items) ? (items as BybitParams[]) : [];
  };
  return {
    ...call,
    cost: (params) => Math.max(1, itemsOf(params).length),
    answer: (caller, params) => {
      const category = params['category'];
      if (category !== 'spot' && category !== 'linear') return invalid('Illegal category');
      const items = itemsOf(params);
      if (items.length === 0) return invalid('params error: request invalid');
      if (items.length > BATCH_MAX[category]) return invalid('params error: too many orders in one batch');
      const answers = items.map((item) => ({ item, answer: call.answer(caller, { ...item, category }) }));
      const list = answers.map(({ item, answer }) => itemRow(category, item, answer));
      return good({ list }, { list: answers.map(({ answer }) => ({ code: answer.retCode, msg: answer.retMsg })) });
    },
  };
}

function itemRow(category: string, item: BybitParams, answer: BybitAnswer): Record<string, unknown> {
  const ids =
    answer.retCode === 0
      ? (answer.result as Record<string, unknown>)
      : { orderId: '', orderLinkId: item['orderLinkId'] ?? '' };
  return { category, symbol: item['symbol'] ?? '', ...ids, createAt: '' };
}
