import { decimal, ZERO } from '@riptide/core/domain';
import type { SimBalance, SimEndReason, SimIncome } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { clientIdOf, wireTradeId } from './binance-order-ids.ts';
import type { OrderNews } from '../../server/order-news.ts';
import {
  amount8,
  fillPx,
  fillQty,
  spotClientId,
  spotStatusOf,
  spotTexts,
  spotTypeOf,
  spotWireId,
  workingMs,
  type SpotOrderView,
} from './spot-order-view.ts';

const EXPIRY: Readonly<Partial<Record<SimEndReason, string>>> = {
  ioc: 'UNFILLED_IOC_QUANTITY_EXPIRED',
  fok: 'UNFILLED_FOK_ORDER_EXPIRED',
  'self-trade': 'EXCHANGE_CANCELED',
  fault: 'INSUFFICIENT_LIQUIDITY',
};
const KINDS = { new: 'NEW', amended: 'REPLACED', trade: 'TRADE' } as const;

/** One executionReport. `executionId` counts the reports of the venue. */
export function executionReport(
  listing: BinanceListing,
  view: SpotOrderView,
  told: { readonly news: OrderNews; readonly atMs: number; readonly executionId: number },
): Record<string, unknown> {
  const { news, atMs, executionId } = told;
  const { order } = news;
  const texts = spotTexts(listing, view);
  const fill = news.kind === 'trade' ? news.fill : null;
  const status = statusOf(news, view);
  const isCancel = news.kind === 'ended' && order.status === 'cancelled';
  const step = decimal(listing.instrument.qtyStep);
  const sums = sumsOf(news);
  const reason = news.kind === 'ended' && order.endReason !== null ? EXPIRY[order.endReason] : undefined;
  return {
    e: 'executionReport',
    E: atMs,
    s: listing.instrument.wireSymbol,
    c: isCancel ? clientIdOf('', spotWireId(view) + 1) : spotClientId(view),
    S: texts.side,
    o: spotTypeOf(view),
    f: texts.timeInForce,
    q: texts.origQty,
    p: texts.price,
    P: texts.stopPrice,
    F: '0.00000000',
    g: -1,
    C: isCancel ? spotClientId(view) : '',
    x: news.kind === 'ended' ? endKind(order.status) : KINDS[news.kind],
    X: status,
    r: 'NONE',
    i: spotWireId(view),
    l: fill === null ? '0.00000000' : fillQty(listing, fill),
    z: amount8(step.times(sums.cumLots)),
    L: fill === null ? '0.00000000' : fillPx(listing, fill),
    n: fill === null ? '0' : amount8(fill.fee),
    N: fill === null ? null : fill.feeAsset,
    T: fill?.atMs ?? order.updatedMs,
    t: fill === null ? -1 : wireTradeId('spot', fill.id),
    I: executionId,
    w: status === 'NEW' || status === 'PARTIALLY_FILLED' ? order.status !== 'untriggered' : false,
    m: fill?.isMaker ?? false,
    M: fill !== null,
    O: view.asked.createdMs,
    Z: amount8(sums.cumQuote),
    Y: fill === null ? '0.00000000' : amount8(fill.quote),
    Q: texts.origQuoteOrderQty,
    W: workingMs(view),
    V: 'EXPIRE_MAKER',
    ...(reason === undefined ? {} : { eR: reason }),
  };
}

function sumsOf(news: OrderNews): { cumLots: number; cumQuote: SimBalance['total'] } {
  if (news.kind === 'new') return { cumLots: 0, cumQuote: ZERO };
  return news.kind === 'trade' ? news : news.order;
}

/** The state right after this piece of news, not the latest one. */
function statusOf(news: OrderNews, view: SpotOrderView): string {
  if (news.kind === 'new') return 'NEW';
  if (news.kind === 'trade') return news.isFilled ? 'FILLED' : 'PARTIALLY_FILLED';
  return spotStatusOf({ ...view, live: news.order });
}

function endKind(status: string): string {
  return status === 'cancelled' ? 'CANCELED' : status === 'rejected' ? 'REJECTED' : 'EXPIRED';
}

/** Only the asset that changed, with what is free and what is locked. */
export function accountPosition(balance: SimBalance, atMs: number): Record<string, unknown> {
  return {
    e: 'outboundAccountPosition',
    E: atMs,
    u: balance.updatedMs,
    B: [{ a: balance.asset, f: amount8(balance.free), l: amount8(balance.locked) }],
  };
}

/** What a deposit or a transfer moved. */
export function balanceUpdate(income: SimIncome, atMs: number): Record<string, unknown> {
  return { e: 'balanceUpdate', E: atMs, a: income.asset, d: amount8(income.amount), T: income.atMs };
}
