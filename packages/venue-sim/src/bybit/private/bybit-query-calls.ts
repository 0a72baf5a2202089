import { decimal, toDecimalString } from '@riptide/core/domain';
import type { SimFill, SimOrder } from '../../account/model.ts';
import type { BybitCategory, BybitListing } from '../bybit-listing.ts';
import { good, invalid, type BybitAnswer } from './bybit-answer.ts';
import { bybitCall, listingAt, type BybitCaller, type BybitCalls, type BybitPrivateContext } from './bybit-context.ts';
import { executionRow, fundingRow } from './bybit-execution-row.ts';
import { BybitFields, type BybitParams } from './bybit-fields.ts';
import { orderIdOf, wireOrderId } from './bybit-order-ids.ts';
import { bybitOrderRow, bybitViewOf, isConditional, sideText } from './bybit-order-row.ts';

const ROWS = 20;
const ORDER_ROWS_MAX = 50;
const ROWS_MAX = 100;
const CLOSED_MAX = 500;
const WEEK_MS = 7 * 86_400_000;

/** The signed calls that list orders, executions and closed profits. */
export function bybitQueryCalls(context: BybitPrivateContext): BybitCalls {
  return {
    'GET /v5/order/realtime': bybitCall({ name: 'open-orders', needs: 'none', perSecond: 50 }, (caller, params) =>
      realtime(context, caller, params),
    ),
    'GET /v5/order/history': bybitCall({ name: 'query-order', needs: 'none', perSecond: 50 }, (caller, params) =>
      history(context, caller, params),
    ),
    'GET /v5/execution/list': bybitCall({ name: 'fills', needs: 'none', perSecond: 50 }, (caller, params) =>
      executions(context, caller, params),
    ),
    'GET /v5/position/closed-pnl': bybitCall({ name: 'other', needs: 'none', perSecond: 50 }, (caller, params) =>
      closedPnl(context, caller, params),
    ),
  };
}

interface Wanted {
  readonly category: BybitCategory;
  readonly listing: BybitListing | null;
  readonly read: BybitFields;
}

/** Reads category and symbol; `needsScope`: linear must name a symbol or a coin. */
function wantedOf(context: BybitPrivateContext, params: BybitParams, needsScope: boolean): Wanted | BybitAnswer {
  const read = new BybitFields(params);
  const category = read.category();
  const listing = read.text('symbol') === null ? null : read.listing(context.categories);
  const hasScope = ['symbol', 'baseCoin', 'settleCoin', 'orderId', 'orderLinkId'].some(
    (name) => read.text(name) !== null,
  );
  if (needsScope && category === 'linear' && !hasScope) {
    read.refuse(invalid('Missing some parameters that must be filled in, symbol or settleCoin or baseCoin'));
  }
  if (read.refusal !== null || category === null) return read.refusal ?? invalid('Illegal category');
  return { category, listing, read };
}

/** Rows of a page from `cursor` on, and the cursor of the next. */
function pageOf<T>(read: BybitFields, rows: readonly T[], bounds: { readonly fallback: number; readonly max: number }) {
  const limit = Math.min(read.whole('limit') ?? bounds.fallback, bounds.max);
  const from = Number(/^from=(\d+)$/.exec(read.text('cursor') ?? '')?.[1] ?? 0);
  const next = from + limit < rows.length ? `from=${from + limit}` : '';
  return { rows: rows.slice(from, from + limit), nextPageCursor: next };
}

function orderRows(context: BybitPrivateContext, { category, read }: Wanted, orders: readonly SimOrder[]) {
  const { accounts } = context.side;
  const filter = read.text('orderFilter');
  const coins = { base: read.text('baseCoin'), settle: read.text('settleCoin') };
  const rows = orders
    .filter((order) => order.firedOrderId === null)
    .map((order) => ({ view: bybitViewOf(accounts, order), listing: listingAt(context, order.request.ix) }))
    .filter(({ view, listing }) => {
      const isStop = isConditional(view.asked);
      return (
        (filter === null || filter === 'OpenOrder' || isStop === (filter !== 'Order')) &&
        (coins.base === null || listing.instrument.base === coins.base) &&
        (coins.settle === null || listing.instrument.quote === coins.settle)
      );
    })
    .map(({ view, listing }) => bybitOrderRow(listing, view, context.stops.originOf(view.asked)));
  const page = pageOf(read, rows, { fallback: ROWS, max: ORDER_ROWS_MAX });
  return good({ category, nextPageCursor: page.nextPageCursor, list: page.rows });
}

/** The one order named, as a list; null when none is named. */
function namedOrders(
  context: BybitPrivateContext,
  caller: BybitCaller,
  { category, read }: Wanted,
): readonly SimOrder[] | null {
  const orderId = read.text('orderId');
  const clientId = read.text('orderLinkId');
  if (orderId === null && clientId === null) return null;
  const { accounts } = context.side;
  const by = orderId === null ? { clientId: clientId ?? '' } : { id: orderIdOf(category, orderId) ?? -1 };
  const found = accounts.order(caller.accountId, by);
  const order = found === null ? null : bybitViewOf(accounts, found).live;
  const kind = category === 'spot' ? 'spot' : 'perp';
  return order !== null && context.market.instruments[order.request.ix]?.kind === kind ? [order] : [];
}

function scopeOf({ category, listing }: Wanted) {
  return {
    kind: category === 'spot' ? ('spot' as const) : ('perp' as const),
    ...(listing === null ? {} : { ix: listing.ix }),
  };
}

/** Open orders, and by id the finished ones of the last 500 too. */
function realtime(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const wanted = wantedOf(context, params, true);
  if ('retCode' in wanted) return wanted;
  const named = namedOrders(context, caller, wanted);
  const isClosed = wanted.read.text('openOnly') === '1';
  const orders =
    named ??
    context.side.accounts.orders(caller.accountId, {
      ...scopeOf(wanted),
      isOpen: !isClosed,
      ...(isClosed ? { limit: CLOSED_MAX } : {}),
    });
  return orderRows(context, wanted, orders);
}

function history(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const wanted = wantedOf(context, params, false);
  if ('retCode' in wanted) return wanted;
  const span = spanOf(wanted.read, context.market.nowMs());
  if ('retCode' in span) return span;
  const named = namedOrders(context, caller, wanted);
  const orders =
    named ?? context.side.accounts.orders(caller.accountId, { ...scopeOf(wanted), isOpen: false, ...span });
  return orderRows(context, wanted, orders);
}

/** At most seven days; without bounds the last seven. */
export function spanOf(read: BybitFields, nowMs: number): { sinceMs: number; untilMs: number } | BybitAnswer {
  const startMs = read.whole('startTime');
  const endMs = read.whole('endTime');
  const untilMs = endMs ?? (startMs === null ? nowMs : startMs + WEEK_MS);
  const sinceMs = startMs ?? untilMs - WEEK_MS;
  if (untilMs - sinceMs > WEEK_MS) return invalid('The time range between startTime and endTime cannot exceed 7 days');
  return read.refusal ?? { sinceMs, untilMs };
}

function executions(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const wanted = wantedOf(context, params, false);
  if ('retCode' in wanted) return wanted;
  const { read, listing, category } = wanted;
  const span = spanOf(read, context.market.nowMs());
  if ('retCode' in span) return span;
  const named = namedOrders(context, caller, wanted);
  const orderId = named?.[0]?.id;
  const isOther = named !== null && orderId === undefined;
  const fills = isOther
    ? []
    : context.side.accounts.fills(caller.accountId, {
        ...scopeOf(wanted),
        ...span,
        ...(orderId === undefined ? {} : { orderId }),
      });
  const execType = read.text('execType');
  const rows = fills.map((fill) => ({ atMs: fill.atMs, row: rowOfFill(context, fill) }));
  if (category === 'linear' && named === null) {
    for (const record of context.funding.of(caller.accountId)) {
      const { ix, atMs } = record.income;
      if (ix === null || atMs < span.sinceMs || atMs > span.untilMs || (listing !== null && listing.ix !== ix))
        continue;
      rows.push({ atMs, row: fundingRow(listingAt(context, ix), record) });
    }
  }
  const wantedRows = rows
    .filter(({ row }) => execType === null || row['execType'] === execType)
    .toSorted((one, two) => two.atMs - one.atMs)
    .map(({ row }) => row);
  const page = pageOf(read, wantedRows, { fallback: ORDER_ROWS_MAX, max: ROWS_MAX });
  return good({ category, nextPageCursor: page.nextPageCursor, list: page.rows });
}

function rowOfFill(context: BybitPrivateContext, fill: SimFill): Record<string, unknown> {
  const { accounts } = context.side;
  const order = accounts.order(fill.accountId, { id: fill.orderId });
  const view = order === null ? null : bybitViewOf(accounts, order);
  const origin = view === null ? null : context.stops.originOf(view.asked);
  return executionRow(listingAt(context, fill.ix), { fill, view, origin, leavesLots: null });
}

/** Executions that closed something; the side is that of the closing order. */
function closedPnl(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const wanted = wantedOf(context, params, false);
  if ('retCode' in wanted) return wanted;
  const span = spanOf(wanted.read, context.market.nowMs());
  if ('retCode' in span) return span;
  const fills = context.side.accounts
    .fills(caller.accountId, { ...scopeOf(wanted), ...span })
    .filter(({ realised }) => !realised.eq(0));
  const rows = fills.map((fill) => closedRow(context, fill));
  const page = pageOf(wanted.read, rows, { fallback: ORDER_ROWS_MAX, max: ROWS_MAX });
  return good({ category: wanted.category, nextPageCursor: page.nextPageCursor, list: page.rows });
}

function closedRow(context: BybitPrivateContext, fill: SimFill): Record<string, unknown> {
  const listing = listingAt(context, fill.ix);
  const qty = decimal(listing.instrument.qtyStep).times(fill.lots);
  // Closing by a sale ends a long: entry = exit − profit per unit; by a purchase the other way.
  const perUnit = fill.realised.div(qty).times(fill.side === 'SELL' ? 1 : -1);
  const exitPx = decimal(listing.instrument.pxTick).times(fill.ticks);
  const entryPx = exitPx.minus(perUnit);
  return {
    symbol: listing.symbol,
    orderId: wireOrderId(listing.category, fill.orderId),
    side: sideText(fill.side),
    qty: listing.qty(fill.lots),
    orderPrice: listing.px(fill.ticks),
    orderType: 'Market',
    execType: fill.cause === 'order' ? 'Trade' : fill.cause === 'adl' ? 'AdlTrade' : 'BustTrade',
    closedSize: listing.qty(fill.lots),
    cumEntryValue: toDecimalString(entryPx.times(qty).round(8)),
    avgEntryPrice: toDecimalString(entryPx.round(8)),
    cumExitValue: toDecimalString(fill.quote),
    avgExitPrice: listing.px(fill.ticks),
    closedPnl: toDecimalString(fill.realised.minus(fill.fee)),
    fillCount: '1',
    leverage: String(context.side.accounts.setup(fill.accountId, fill.ix).leverage),
    openFee: '',
    closeFee: toDecimalString(fill.fee),
    createdTime: String(fill.atMs),
    updatedTime: String(fill.atMs),
  };
}
