import type { SimOrder, SimOrderRequest } from '../../account/model.ts';
import {
  bad,
  good,
  kucoinListingAt,
  type KucoinCaller,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { orderIdOf, wireStopId } from './kucoin-ids.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';
import { readSpotOrder, spotCall } from './spot-order-calls.ts';
import { spotStopRow } from './spot-order-row.ts';

const DIRECTIONS: Readonly<Record<string, 'rises' | 'falls'>> = { entry: 'rises', loss: 'falls' };

/** The signed spot calls of stop orders, which the venue calls old but still serves. */
export function spotStopCalls(context: KucoinPrivateContext): KucoinCalls {
  return {
    'POST /api/v1/stop-order': spotCall(context, { name: 'place', weight: 1 }, place),
    'DELETE /api/v1/stop-order/cancelOrderByClientOid': spotCall(context, { name: 'cancel', weight: 5 }, cancel),
    'DELETE /api/v1/stop-order/cancel': spotCall(context, { name: 'cancel', weight: 3 }, cancelAll),
    'DELETE /api/v1/stop-order/{id}': spotCall(context, { name: 'cancel', weight: 3 }, cancel),
    'GET /api/v1/stop-order': spotCall(context, { name: 'open-orders', weight: 8 }, list),
    'GET /api/v1/stop-order/queryOrderByClientOid': spotCall(
      context,
      { name: 'query-order', weight: 3 },
      (at, caller, params) => {
        const order = find(at, caller, params);
        return good(order === null ? [] : [spotStopRow(kucoinListingAt(at, order.request.ix), order)]);
      },
    ),
    'GET /api/v1/stop-order/{id}': spotCall(context, { name: 'query-order', weight: 3 }, (at, caller, params) => {
      const order = find(at, caller, params);
      return order === null
        ? bad('400100', 'order not exist.')
        : good(spotStopRow(kucoinListingAt(at, order.request.ix), order));
    }),
  };
}

/** Without `stop` the trigger lies where the price has to go from where it stands. */
function place(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = readSpotOrder(context, params);
  if ('code' in order) return order;
  const read = new KucoinFields('spot', params);
  const triggerTicks = read.ticks('stopPrice', order.listing);
  const lastPx = context.market.dayStats(order.listing.ix).lastPx;
  const rises = (triggerTicks ?? 0) * order.listing.instrument.pxTick > lastPx;
  const triggerDirection = read.choice('stop', DIRECTIONS, rises ? 'rises' : 'falls');
  if (read.refusal !== null) return read.refusal;
  const type = order.request.type === 'limit' ? ('stop-limit' as const) : ('stop-market' as const);
  const request: SimOrderRequest = { ...order.request, type, triggerTicks, triggerDirection };
  const placed = context.side.accounts.place(caller.accountId, request, caller.fillFrac);
  return placed.ok ? good({ orderId: wireStopId(placed.value.id) }) : kucoinRefusalOf('spot', placed.refusal);
}

function find({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, params: KucoinParams): SimOrder | null {
  const read = new KucoinFields('spot', params);
  const id = read.text('id');
  const by = id === null ? { clientId: read.text('clientOid') ?? '' } : { id: orderIdOf('spot', id) ?? -1 };
  return side.accounts.order(accountId, { ...by, isConditional: true });
}

function cancel(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = find(context, caller, params);
  const done = order === null ? null : context.side.accounts.cancel(caller.accountId, { id: order.id });
  if (order === null || done?.ok !== true) return kucoinRefusalOf('spot', 'order-final');
  const cancelled = wireStopId(order.id);
  return good(
    params['id'] === undefined
      ? { cancelledOrderId: cancelled, clientOid: order.request.clientId }
      : { cancelledOrderIds: [cancelled] },
  );
}

function openOf(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): readonly SimOrder[] {
  const symbol = new KucoinFields('spot', params).text('symbol');
  return context.side.accounts
    .orders(caller.accountId, { kind: 'spot', isOpen: true, isConditional: true })
    .filter(({ request }) => symbol === null || kucoinListingAt(context, request.ix).symbol === symbol);
}

function cancelAll(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const cancelled = openOf(context, caller, params).flatMap(({ id }) =>
    context.side.accounts.cancel(caller.accountId, { id }).ok ? [wireStopId(id)] : [],
  );
  return good({ cancelledOrderIds: cancelled });
}

function list(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const rows = openOf(context, caller, params).map((order) =>
    spotStopRow(kucoinListingAt(context, order.request.ix), order),
  );
  return good(new KucoinFields('spot', params).page(rows));
}
