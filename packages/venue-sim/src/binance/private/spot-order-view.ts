import type { Decimal } from '@riptide/core/domain';
import { decimal, ZERO } from '@riptide/core/domain';
import type { SimAccounts, SimFill, SimOrder } from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { clientIdOf, orderIdOf, wireOrderId, wireTradeId } from './binance-order-ids.ts';

/** A spot order as the venue counts it: a stop order keeps its id and its name when it fires. */
export interface SpotOrderView {
  /** What was asked for. */
  readonly asked: SimOrder;
  /** What stands in the book or was filled; the same order unless a stop order has fired. */
  readonly live: SimOrder;
}

const STP = 'EXPIRE_MAKER';
const TYPES = {
  market: 'MARKET',
  limit: 'LIMIT',
  'stop-market': 'STOP_LOSS',
  'stop-limit': 'STOP_LOSS_LIMIT',
  'take-profit-market': 'TAKE_PROFIT',
  'take-profit-limit': 'TAKE_PROFIT_LIMIT',
} as const;

/** Joins a stop order with the order that it became. */
export function spotViewOf(accounts: SimAccounts, order: SimOrder): SpotOrderView {
  if (order.parentOrderId !== null) {
    return { asked: accounts.order(order.accountId, { id: order.parentOrderId }) ?? order, live: order };
  }
  if (order.firedOrderId === null) return { asked: order, live: order };
  return { asked: order, live: accounts.order(order.accountId, { id: order.firedOrderId }) ?? order };
}

/** The venue's number of an order. */
export function spotWireId(view: SpotOrderView): number {
  return wireOrderId('spot', view.asked.id);
}

/** The name of an order. */
export function spotClientId(view: SpotOrderView): string {
  return clientIdOf(view.asked.request.clientId, spotWireId(view));
}

/** Finds an order by its venue's number or by its name. */
export function findSpotOrder(
  accounts: SimAccounts,
  accountId: number,
  by: { readonly ix: number; readonly wireId: number | null; readonly clientId: string | null },
): SpotOrderView | null {
  const order =
    by.wireId === null
      ? accounts.order(accountId, { clientId: by.clientId ?? '', ix: by.ix })
      : accounts.order(accountId, { id: orderIdOf('spot', by.wireId), ix: by.ix });
  return order === null ? null : spotViewOf(accounts, order);
}

/** Eight digits, as the spot wire prints every amount. */
export function amount8(value: Decimal): string {
  return value.toFixed(8);
}

/** The word for the type of an order. */
export function spotTypeOf({ asked }: SpotOrderView): string {
  const { type, tif } = asked.request;
  return type === 'limit' && tif === 'POST_ONLY' ? 'LIMIT_MAKER' : TYPES[type];
}

/** The word for the state of an order. */
export function spotStatusOf({ live }: SpotOrderView): string {
  switch (live.status) {
    case 'untriggered':
      return 'NEW';
    case 'open':
      return live.cumLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'filled':
      return 'FILLED';
    case 'cancelled':
      return live.endReason === 'self-trade' ? 'EXPIRED_IN_MATCH' : 'CANCELED';
    case 'expired':
      return 'EXPIRED';
    case 'rejected':
      return 'REJECTED';
    default:
      throw new Error(`Invariant: unknown status ${JSON.stringify(live.status)}`);
  }
}

/** Texts of one order that several rows share. */
export function spotTexts(listing: BinanceListing, { asked, live }: SpotOrderView) {
  const { request } = asked;
  const step = decimal(listing.instrument.qtyStep);
  const tick = decimal(listing.instrument.pxTick);
  const px = (ticks: number | null): string => amount8(ticks === null ? ZERO : tick.times(ticks));
  const executed = step.times(live.cumLots);
  // A buy by cost has no quantity of its own: the venue shows what was filled.
  const lots = request.lots ?? live.cumLots;
  return {
    price: px(request.ticks),
    stopPrice: px(request.triggerTicks),
    origQty: amount8(step.times(lots)),
    executedQty: amount8(executed),
    origQuoteOrderQty: amount8(request.quoteAmount ?? ZERO),
    cummulativeQuoteQty: amount8(live.cumQuote),
    timeInForce: request.tif === 'POST_ONLY' ? 'GTC' : request.tif,
    side: request.side,
  };
}

/** The answer to a new order: `ACK` tells ids only, `FULL` the fills too. */
export function spotPlaceRow(
  listing: BinanceListing,
  view: SpotOrderView,
  form: { readonly kind: string; readonly fills: readonly SimFill[] },
): Record<string, unknown> {
  const head = {
    symbol: listing.instrument.wireSymbol,
    orderId: spotWireId(view),
    orderListId: -1,
    clientOrderId: spotClientId(view),
    transactTime: view.asked.createdMs,
  };
  if (form.kind === 'ACK') return head;
  const row = { ...head, ...orderFields(listing, view), workingTime: workingMs(view), selfTradePreventionMode: STP };
  return form.kind === 'RESULT' ? row : { ...row, fills: form.fills.map((fill) => placeFill(listing, fill)) };
}

/** The answer to a cancel: the cancel's own name, the order's as the original. */
export function spotCancelRow(listing: BinanceListing, view: SpotOrderView, cancelId: string): Record<string, unknown> {
  return {
    symbol: listing.instrument.wireSymbol,
    origClientOrderId: spotClientId(view),
    orderId: spotWireId(view),
    orderListId: -1,
    clientOrderId: cancelId,
    transactTime: view.live.updatedMs,
    ...orderFields(listing, view),
    selfTradePreventionMode: STP,
  };
}

/** One order of a query or a list. */
export function spotQueryRow(listing: BinanceListing, view: SpotOrderView): Record<string, unknown> {
  const { asked, live } = view;
  return {
    symbol: listing.instrument.wireSymbol,
    orderId: spotWireId(view),
    orderListId: -1,
    clientOrderId: spotClientId(view),
    ...orderFields(listing, view),
    stopPrice: spotTexts(listing, view).stopPrice,
    icebergQty: '0.00000000',
    time: asked.createdMs,
    updateTime: live.updatedMs,
    isWorking: live.status !== 'untriggered',
    workingTime: workingMs(view),
    origQuoteOrderQty: spotTexts(listing, view).origQuoteOrderQty,
    selfTradePreventionMode: STP,
  };
}

/** One row of myTrades. */
export function spotTradeRow(listing: BinanceListing, fill: SimFill, orderId: number): Record<string, unknown> {
  return {
    symbol: listing.instrument.wireSymbol,
    id: wireTradeId('spot', fill.id),
    orderId,
    orderListId: -1,
    price: fillPx(listing, fill),
    qty: fillQty(listing, fill),
    quoteQty: amount8(fill.quote),
    commission: amount8(fill.fee),
    commissionAsset: fill.feeAsset,
    time: fill.atMs,
    isBuyer: fill.side === 'BUY',
    isMaker: fill.isMaker,
    isBestMatch: true,
  };
}

/** Price of a fill with eight digits. */
export function fillPx(listing: BinanceListing, fill: SimFill): string {
  return amount8(decimal(listing.instrument.pxTick).times(fill.ticks));
}

/** Quantity of a fill with eight digits. */
export function fillQty(listing: BinanceListing, fill: SimFill): string {
  return amount8(decimal(listing.instrument.qtyStep).times(fill.lots));
}

/** A stop order works from the moment it fires. */
export function workingMs({ asked, live }: SpotOrderView): number {
  return live.status === 'untriggered' ? -1 : asked === live ? asked.createdMs : live.createdMs;
}

function orderFields(listing: BinanceListing, view: SpotOrderView): Record<string, unknown> {
  const texts = spotTexts(listing, view);
  const stop = view.asked.request.triggerTicks === null ? {} : { stopPrice: texts.stopPrice };
  return {
    price: texts.price,
    origQty: texts.origQty,
    executedQty: texts.executedQty,
    origQuoteOrderQty: texts.origQuoteOrderQty,
    cummulativeQuoteQty: texts.cummulativeQuoteQty,
    status: spotStatusOf(view),
    timeInForce: texts.timeInForce,
    type: spotTypeOf(view),
    side: texts.side,
    ...stop,
  };
}

function placeFill(listing: BinanceListing, fill: SimFill): Record<string, unknown> {
  return {
    price: fillPx(listing, fill),
    qty: fillQty(listing, fill),
    commission: amount8(fill.fee),
    commissionAsset: fill.feeAsset,
    tradeId: wireTradeId('spot', fill.id),
  };
}
