import type { SimOrder } from '../../account/model.ts';
import { bad, good, missing, type OkxAnswer } from './okx-answer.ts';
import {
  okxCall,
  okxListingAt,
  type OkxCaller,
  type OkxCalls,
  type OkxParams,
  type OkxPrivateContext,
} from './okx-context.ts';
import { isConditional } from './okx-algos.ts';
import { OkxFields } from './okx-fields.ts';
import { orderIdOf } from './okx-ids.ts';
import { findOrder } from './okx-order-calls.ts';
import { momentOf, okxFillRow, okxOrderRow } from './okx-order-row.ts';

const ROWS_MAX = 100;
const DAY_MS = 86_400_000;
const UNFILLED_KEPT_MS = 2 * 3_600_000;

/** The signed calls that list orders and fills. */
export function okxQueryCalls(context: OkxPrivateContext): OkxCalls {
  const fills = (days: number, per2s: number) =>
    okxCall({ name: 'fills', needsTrade: false, per2s }, (caller, params) =>
      listFills(context, caller, { params, days }),
    );
  const history = (days: number, per2s: number) =>
    okxCall({ name: 'query-order', needsTrade: false, per2s }, (caller, params) =>
      listHistory(context, caller, { params, days }),
    );
  return {
    'GET /api/v5/trade/order': okxCall({ name: 'query-order', needsTrade: false, per2s: 60 }, (caller, params) =>
      oneOrder(context, caller, params),
    ),
    'GET /api/v5/trade/orders-pending': okxCall(
      { name: 'open-orders', needsTrade: false, per2s: 60 },
      (caller, params) => listPending(context, caller, params),
    ),
    'GET /api/v5/trade/orders-history': history(7, 40),
    'GET /api/v5/trade/orders-history-archive': history(90, 20),
    'GET /api/v5/trade/fills': fills(3, 60),
    'GET /api/v5/trade/fills-history': fills(90, 10),
  };
}

/** Cuts a page out of rows that come newest first: `after` asks for older ones than an id, `before` for newer ones. */
export function pageOf<T>(read: OkxFields, rows: readonly T[], idOf: (row: T) => string): readonly T[] {
  const after = read.text('after');
  const before = read.text('before');
  const limit = Math.min(read.whole('limit') ?? ROWS_MAX, ROWS_MAX);
  const fits = rows.filter(
    (row) => (after === null || isOlder(idOf(row), after)) && (before === null || isOlder(before, idOf(row))),
  );
  return before !== null && after === null ? fits.slice(-limit) : fits.slice(0, limit);
}

/** Ids are digits without leading zeros: the shorter is the older. */
function isOlder(one: string, two: string): boolean {
  return one.length === two.length ? one < two : one.length < two.length;
}

function rowOf(context: OkxPrivateContext, order: SimOrder) {
  const { accounts } = context.side;
  return okxOrderRow(accounts, okxListingAt(context, order.request.ix), momentOf(accounts, order));
}

/** Canceled orders that never filled are forgotten after two hours. */
function isForgotten(context: OkxPrivateContext, order: SimOrder): boolean {
  const isOver = order.status !== 'open' && order.cumLots === 0;
  return isOver && context.market.nowMs() - order.updatedMs > UNFILLED_KEPT_MS;
}

function oneOrder(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const order = findOrder(context, caller, read);
  if (read.refusal !== null) return bad(read.refusal[0], read.refusal[1], read.refusal[0] === '51001' ? 200 : 400);
  if (order === null || isConditional(order) || isForgotten(context, order))
    return bad('51603', 'Order does not exist');
  return good([rowOf(context, order)]);
}

function fitsOf(read: OkxFields): (row: Readonly<Record<string, unknown>>) => boolean {
  const wanted = ['instType', 'instId', 'ordType', 'state', 'category'].flatMap((name) => {
    const text = read.text(name);
    return text === null ? [] : [{ name, words: text.split(',') }];
  });
  return (row) => wanted.every(({ name, words }) => words.includes(String(row[name])));
}

function listPending(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const orders = context.side.accounts.orders(caller.accountId, { isOpen: true, isConditional: false });
  const rows = orders.map((order) => rowOf(context, order)).filter(fitsOf(read));
  return good(pageOf(read, rows, ({ ordId }) => ordId));
}

interface History {
  readonly params: OkxParams;
  readonly days: number;
}

function spanOf(context: OkxPrivateContext, read: OkxFields, days: number): { sinceMs: number; untilMs: number } {
  const nowMs = context.market.nowMs();
  const sinceMs = Math.max(read.whole('begin') ?? 0, nowMs - days * DAY_MS);
  return { sinceMs, untilMs: read.whole('end') ?? nowMs };
}

function listHistory(context: OkxPrivateContext, caller: OkxCaller, { params, days }: History): OkxAnswer {
  const read = new OkxFields(params);
  if (read.text('instType') === null) return missing('instType');
  const orders = context.side.accounts.orders(caller.accountId, {
    isOpen: false,
    isConditional: false,
    ...spanOf(context, read, days),
  });
  const rows = orders
    .filter((order) => !isForgotten(context, order))
    .map((order) => rowOf(context, order))
    .filter(fitsOf(read));
  return good(pageOf(read, rows, ({ ordId }) => ordId));
}

function listFills(context: OkxPrivateContext, caller: OkxCaller, { params, days }: History): OkxAnswer {
  const read = new OkxFields(params);
  const ordId = read.text('ordId');
  const fills = context.side.accounts.fills(caller.accountId, {
    ...spanOf(context, read, days),
    ...(ordId === null ? {} : { orderId: orderIdOf(ordId) ?? -1 }),
  });
  const rows = fills
    .map((fill) => okxFillRow(context.side.accounts, okxListingAt(context, fill.ix), fill))
    .filter(fitsOf(read));
  return good(pageOf(read, rows, ({ billId }) => billId));
}
