import type { SimOrder } from '../../account/model.ts';
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
import { orderIdOf } from './kucoin-ids.ts';
import { findSpotOrder, spotCall } from './spot-order-calls.ts';
import { spotFillRow, spotOrderRow } from './spot-order-row.ts';

const ROWS = 20;
const ROWS_MAX = 100;
const NOT_THERE = bad('400100', 'order not exist.');

/** The signed spot calls that list orders and fills. */
export function spotQueryCalls(context: KucoinPrivateContext): KucoinCalls {
  const open = { name: 'open-orders', weight: 2 } as const;
  const query = { name: 'query-order', weight: 2 } as const;
  return {
    'GET /api/v1/hf/orders/active/symbols': spotCall(context, open, (at, caller) =>
      good({ symbols: [...new Set(openOf(at, caller).map(({ request }) => kucoinListingAt(at, request.ix).symbol))] }),
    ),
    'GET /api/v1/hf/orders/active/page': spotCall(context, open, (at, caller, params) =>
      active(at, caller, { params, isPaged: true }),
    ),
    'GET /api/v1/hf/orders/active': spotCall(context, open, (at, caller, params) =>
      active(at, caller, { params, isPaged: false }),
    ),
    'GET /api/v1/hf/orders/done': spotCall(context, query, done),
    'GET /api/v1/hf/orders/client-order/{id}': spotCall(context, query, (at, caller, params) =>
      one(at, caller, { symbol: params['symbol'], clientOid: params['id'] }),
    ),
    'GET /api/v1/hf/orders/{id}': spotCall(context, query, one),
    'GET /api/v1/hf/fills': spotCall(context, { name: 'fills', weight: 2 }, fills),
  };
}

function openOf({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, ix?: number): readonly SimOrder[] {
  return side.accounts.orders(accountId, {
    kind: 'spot',
    isOpen: true,
    isConditional: false,
    ...(ix === undefined ? {} : { ix }),
  });
}

function active(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  { params, isPaged }: { readonly params: KucoinParams; readonly isPaged: boolean },
): KucoinReply {
  const read = new KucoinFields('spot', params);
  if (read.text('symbol') === null) return bad('400100', 'symbol is required');
  const listing = read.listing(context.listings.spot);
  if (listing === null) return read.refusal ?? NOT_THERE;
  const rows = openOf(context, caller, listing.ix).map((order) => spotOrderRow(listing, order));
  if (!isPaged) return good(rows);
  const pageNum = Math.max(1, read.whole('pageNum') ?? 1);
  const pageSize = Math.max(1, Math.min(read.whole('pageSize') ?? ROWS, ROWS_MAX));
  const from = (pageNum - 1) * pageSize;
  const totalPage = Math.ceil(rows.length / pageSize);
  const items = rows.slice(from, from + pageSize);
  return good({ currentPage: pageNum, pageSize, totalNum: rows.length, totalPage, items });
}

function one(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const order = findSpotOrder(context, caller, params);
  if (order === null) return NOT_THERE;
  return 'code' in order ? order : good(spotOrderRow(kucoinListingAt(context, order.request.ix), order));
}

interface Page {
  readonly limit: number;
  /** Rows older than this number; 0 for the newest. */
  readonly lastId: number;
}

function pageOf(read: KucoinFields): Page {
  const limit = Math.max(1, Math.min(read.whole('limit') ?? ROWS, ROWS_MAX));
  return { limit, lastId: read.whole('lastId') ?? 0 };
}

function done(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('spot', params);
  if (read.text('symbol') === null) return bad('400100', 'symbol is required');
  const listing = read.listing(context.listings.spot);
  if (listing === null) return read.refusal ?? NOT_THERE;
  const { limit, lastId } = pageOf(read);
  const orders = context.side.accounts
    .orders(caller.accountId, { ix: listing.ix, isOpen: false, isConditional: false, ...read.span() })
    .filter(({ id }) => lastId === 0 || id < lastId)
    .slice(0, limit);
  const items = orders.map((order) => spotOrderRow(listing, order));
  return good({ lastId: orders.at(-1)?.id ?? 0, items });
}

function fills(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('spot', params);
  if (read.text('symbol') === null) return bad('400100', 'symbol is required');
  const listing = read.listing(context.listings.spot);
  if (listing === null) return read.refusal ?? NOT_THERE;
  const orderId = read.text('orderId');
  const { limit, lastId } = pageOf(read);
  const { accounts } = context.side;
  const found = accounts
    .fills(caller.accountId, {
      ix: listing.ix,
      ...read.span(),
      ...(orderId === null ? {} : { orderId: orderIdOf('spot', orderId) ?? -1 }),
    })
    .filter(({ id }) => lastId === 0 || id < lastId)
    .slice(0, limit);
  const items = found.map((fill) => spotFillRow(listing, fill, accounts.order(caller.accountId, { id: fill.orderId })));
  return good({ items, lastId: found.at(-1)?.id ?? 0 });
}
