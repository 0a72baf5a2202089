import { toDecimalString } from '@riptide/core/domain';
import type { SimAccounts, SimBalance, SimFill, SimOrder, SimPosition } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { wireOrderId, wireTradeId } from './binance-order-ids.ts';
import { breakEvenText, entryText, positionAmount } from './futures-account-rows.ts';
import {
  algoClientId,
  algoTypeOf,
  averagePx,
  futuresClientId,
  futuresPx,
  futuresQty,
  futuresStatusOf,
  futuresTifOf,
  futuresTypeOf,
} from './futures-order-view.ts';
import type { OrderNews } from '../../server/order-news.ts';
import { amount8 } from './spot-order-view.ts';

const KINDS = { new: 'NEW', amended: 'AMENDMENT' } as const;

/** A piece of news, why the venue sent the order if it did, and when it is told. */
export interface ToldNews {
  readonly news: OrderNews;
  readonly forcedBy: SimFill['cause'];
  readonly atMs: number;
}

/** The reason word of an account update; margin that a setting moved is told like an order's. */
const UPDATE_WORDS = {
  order: 'ORDER',
  funding: 'FUNDING_FEE',
  transfer: 'MARGIN_TRANSFER',
  liquidation: 'ORDER',
  adl: 'ORDER',
  setting: 'MARGIN_TYPE_CHANGE',
} as const;

/** One ORDER_TRADE_UPDATE. `origin` is the algo order that this one came from. */
export function orderTradeUpdate(
  listing: BinanceListing,
  told: ToldNews & { readonly origin: SimOrder | null },
): Record<string, unknown> {
  const { news, origin, atMs } = told;
  const { order } = news;
  const { request } = order;
  const fill = news.kind === 'trade' ? news.fill : null;
  const atOwnMs = fill?.atMs ?? order.updatedMs;
  const cumLots = news.kind === 'new' ? 0 : news.kind === 'trade' ? news.cumLots : order.cumLots;
  const body = {
    s: listing.instrument.wireSymbol,
    c: futuresClientId(order, told.forcedBy),
    S: request.side,
    o: futuresTypeOf(order),
    f: futuresTifOf(order),
    q: futuresQty(listing, request.lots ?? order.cumLots),
    p: futuresPx(listing, request.ticks),
    ap: news.kind === 'new' ? '0' : averagePx(listing, news.kind === 'trade' ? news : order),
    sp: futuresPx(listing, origin?.request.triggerTicks ?? null),
    x: kindOf(news),
    X: statusOf(news),
    i: wireOrderId('usdm', order.id),
    l: futuresQty(listing, fill?.lots ?? 0),
    z: futuresQty(listing, cumLots),
    L: futuresPx(listing, fill?.ticks ?? null),
    ...(fill === null ? {} : { N: fill.feeAsset, n: amount8(fill.fee) }),
    T: atOwnMs,
    t: fill === null ? 0 : wireTradeId('usdm', fill.id),
    b: '0',
    a: '0',
    m: fill?.isMaker ?? false,
    R: request.isReduceOnly,
    wt: request.triggerBy === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    ot: origin === null ? futuresTypeOf(order) : algoTypeOf(origin),
    ps: request.positionSide ?? 'BOTH',
    cp: origin?.request.closesPosition ?? request.closesPosition,
    rp: fill === null ? '0' : amount8(fill.realised),
    pP: false,
    si: 0,
    ss: 0,
    V: 'EXPIRE_MAKER',
    pm: 'NONE',
    gtd: 0,
    er: '0',
  };
  return { e: 'ORDER_TRADE_UPDATE', E: atMs, T: atOwnMs, o: body };
}

function kindOf(news: OrderNews): string {
  if (news.kind === 'trade') return news.fill.cause === 'order' ? 'TRADE' : 'CALCULATED';
  if (news.kind !== 'ended') return KINDS[news.kind];
  return news.order.status === 'cancelled' ? 'CANCELED' : 'EXPIRED';
}

/** The state right after this piece of news, not the latest one. */
function statusOf(news: OrderNews): string {
  if (news.kind === 'new') return 'NEW';
  if (news.kind === 'trade') return news.isFilled ? 'FILLED' : 'PARTIALLY_FILLED';
  return futuresStatusOf(news.order);
}

/** The short form of a fill, sent ahead; null for other news. */
export function tradeLite(listing: BinanceListing, told: ToldNews): Record<string, unknown> | null {
  const { news, atMs } = told;
  if (news.kind !== 'trade') return null;
  const { fill, order } = news;
  return {
    e: 'TRADE_LITE',
    E: atMs,
    T: fill.atMs,
    s: listing.instrument.wireSymbol,
    q: futuresQty(listing, order.request.lots ?? order.cumLots),
    p: futuresPx(listing, order.request.ticks),
    m: fill.isMaker,
    c: futuresClientId(order, told.forcedBy),
    S: fill.side,
    L: futuresPx(listing, fill.ticks),
    l: futuresQty(listing, fill.lots),
    t: wireTradeId('usdm', fill.id),
    i: wireOrderId('usdm', order.id),
  };
}

/** One ALGO_UPDATE. `fired` is the order that the algo order became. */
export function algoUpdate(
  listing: BinanceListing,
  told: { readonly order: SimOrder; readonly state: string; readonly fired: SimOrder | null; readonly atMs: number },
): Record<string, unknown> {
  const { order, state, fired, atMs } = told;
  const { request } = order;
  const body = {
    caid: algoClientId(order),
    aid: wireOrderId('algo', order.id),
    at: 'CONDITIONAL',
    o: algoTypeOf(order),
    s: listing.instrument.wireSymbol,
    S: request.side,
    ps: request.positionSide ?? 'BOTH',
    f: futuresTifOf(order),
    q: futuresQty(listing, request.lots ?? 0),
    X: state,
    ai: fired === null ? '' : String(wireOrderId('usdm', fired.id)),
    ap: fired === null ? '0.0' : averagePx(listing, fired),
    aq: fired === null ? '0.0' : futuresQty(listing, fired.cumLots),
    act: fired === null ? '0' : futuresTypeOf(fired),
    tp: futuresPx(listing, request.triggerTicks),
    p: futuresPx(listing, request.ticks),
    V: 'EXPIRE_MAKER',
    wt: request.triggerBy === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    pm: 'NONE',
    cp: request.closesPosition,
    pP: false,
    R: request.isReduceOnly,
    tt: fired === null ? 0 : order.updatedMs,
    gtd: 0,
    rm: '',
  };
  return { e: 'ALGO_UPDATE', T: order.updatedMs, E: atMs, o: body };
}

/** ACCOUNT_UPDATE of one position. */
export function positionUpdate(
  listing: BinanceListing,
  position: SimPosition,
  told: { readonly why: keyof typeof UPDATE_WORDS; readonly accounts: SimAccounts; readonly atMs: number },
): Record<string, unknown> {
  const isIsolated = position.marginMode === 'isolated';
  const row = {
    s: listing.instrument.wireSymbol,
    pa: positionAmount(listing, position),
    ep: entryText(position),
    bep: breakEvenText(position, told.accounts.feeRates(position.accountId, position.ix).takerFrac),
    cr: toDecimalString(position.realised),
    up: amount8(position.unrealised),
    mt: position.marginMode,
    iw: isIsolated && position.lots !== 0 ? amount8(position.margin) : '0',
    ps: position.positionSide,
    ma: listing.instrument.quote,
  };
  return accountUpdate(told, position.updatedMs, { B: [], P: [row] });
}

/** ACCOUNT_UPDATE of one asset. `isolatedMargin` is what isolated positions keep out of the cross wallet. */
export function balanceUpdateOf(
  balance: SimBalance,
  told: {
    readonly why: keyof typeof UPDATE_WORDS;
    readonly crossWallet: string;
    /** Change by anything but realised profit and fees. */
    readonly change: string;
    readonly atMs: number;
  },
): Record<string, unknown> {
  const row = { a: balance.asset, wb: amount8(balance.total), cw: told.crossWallet, bc: told.change };
  return accountUpdate(told, balance.updatedMs, { B: [row], P: [] });
}

function accountUpdate(
  told: { readonly why: keyof typeof UPDATE_WORDS; readonly atMs: number },
  ownMs: number,
  rows: { readonly B: readonly unknown[]; readonly P: readonly unknown[] },
): Record<string, unknown> {
  return { e: 'ACCOUNT_UPDATE', E: told.atMs, T: ownMs, a: { m: UPDATE_WORDS[told.why], ...rows } };
}
