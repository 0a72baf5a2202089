import type { SimOrder } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { readAlgoOrder } from './binance-new-order.ts';
import { orderIdOf, wireOrderId } from './binance-order-ids.ts';
import { BinanceParams } from './binance-params.ts';
import { binanceRefusalOf } from './binance-refusals.ts';
import { refusedFuturesOrder, weekSpanOf } from './futures-order-calls.ts';
import { algoClientId, algoQueryRow, algoRow, isAlgo } from './futures-order-view.ts';
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

/** The endpoints of the algo service: conditional orders, with ids of their own. */
export function futuresAlgoCalls(context: BinancePrivateContext): BinancePrivateCalls {
  return {
    'POST /fapi/v1/algoOrder': trading('place', { weight: 0, orders: 1 }, (caller, params) =>
      place(context, caller, params),
    ),
    'DELETE /fapi/v1/algoOrder': trading('cancel', { weight: 1 }, (caller, params) => cancel(context, caller, params)),
    'DELETE /fapi/v1/algoOpenOrders': trading('cancel', { weight: 1 }, (caller, params) =>
      cancelAll(context, caller, params),
    ),
    'GET /fapi/v1/algoOrder': reading('query-order', 1, (caller, params) =>
      withAlgo(context, caller, params, (order, listing) => queryRow(context, caller, { listing, order })),
    ),
    'GET /fapi/v1/openAlgoOrders': reading('open-orders', perSymbol(1, 40), (caller, params) =>
      list(context, caller, { params, isOpen: true }),
    ),
    'GET /fapi/v1/allAlgoOrders': reading('other', 5, (caller, params) =>
      list(context, caller, { params, isOpen: false }),
    ),
  };
}

function place(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const order = readAlgoOrder(context.product, params);
  if (order instanceof BinanceRefusal) return order;
  const placed = context.side.accounts.place(caller.accountId, order.request);
  return placed.ok ? algoRow(order.listing, placed.value) : refusedFuturesOrder(order, placed.refusal);
}

function withAlgo(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  params: URLSearchParams,
  answer: (order: SimOrder, listing: BinanceListing) => unknown,
): unknown {
  const read = new BinanceParams(params, context.product);
  const wireId = read.whole('algoId');
  const clientId = read.text('clientAlgoId');
  if (read.refusal !== null) return read.refusal;
  if (wireId === null && clientId === null) {
    return new BinanceRefusal(-1102, "Param 'algoId' or 'clientAlgoId' must be sent, but both were empty/null!");
  }
  const order =
    wireId === null
      ? byClientId(context, caller, clientId ?? '')
      : context.side.accounts.order(caller.accountId, { id: orderIdOf('algo', wireId) });
  if (order === null || !isAlgo(order)) return new BinanceRefusal(-2013, 'Order does not exist.');
  return answer(order, listingAt(context, order.request.ix));
}

/** The name may by now belong to the order that the algo order became. */
function byClientId({ side }: BinancePrivateContext, caller: BinanceCaller, clientId: string): SimOrder | null {
  const order = side.accounts.order(caller.accountId, { clientId });
  if (order === null || order.parentOrderId === null) return order;
  return side.accounts.order(caller.accountId, { id: order.parentOrderId });
}

function cancel(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const answer = withAlgo(context, caller, params, (order) => {
    const cancelled = context.side.accounts.cancel(caller.accountId, { id: order.id });
    if (!cancelled.ok) return binanceRefusalOf('usdm', cancelled.refusal);
    const algoId = wireOrderId('algo', order.id);
    return { algoId, clientAlgoId: algoClientId(order), code: '200', msg: 'success' };
  });
  const isGone = answer instanceof BinanceRefusal && answer.code === -2013;
  return isGone ? binanceRefusalOf('usdm', 'unknown-order') : answer;
}

function cancelAll(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  if (listing === null) return read.refusal;
  context.side.accounts.cancelAll(caller.accountId, { ix: listing.ix, isConditional: true, kind: 'perp' });
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

function list(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  wanted: { readonly params: URLSearchParams; readonly isOpen: boolean },
): unknown {
  const read = new BinanceParams(wanted.params, context.product);
  const listing = wanted.isOpen ? read.optionalListing() : read.listing();
  const span = weekSpanOf(read);
  if (read.refusal !== null) return read.refusal;
  const limit = Math.min(read.whole('limit') ?? ROWS, ROWS_MAX);
  const orders = context.side.accounts.orders(caller.accountId, {
    kind: 'perp',
    isConditional: true,
    ...(listing === null ? {} : { ix: listing.ix }),
    ...(wanted.isOpen ? { isOpen: true } : { ...span, limit }),
  });
  return orders
    .toSorted((one, two) => one.id - two.id)
    .map((order) => queryRow(context, caller, { listing: listingAt(context, order.request.ix), order }));
}

function queryRow(
  { side }: BinancePrivateContext,
  caller: BinanceCaller,
  { listing, order }: { readonly listing: BinanceListing; readonly order: SimOrder },
): Record<string, unknown> {
  const fired = order.firedOrderId === null ? null : side.accounts.order(caller.accountId, { id: order.firedOrderId });
  return algoQueryRow(listing, order, fired);
}
