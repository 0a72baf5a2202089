import { decimal, toDecimalString, type Decimal } from '@riptide/core/domain';
import type { SimAccounts, SimFill } from '../../account/model.ts';
import { nanos } from '../kucoin-json.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import { isConditional, type KucoinOrderView } from './kucoin-context.ts';
import { wireOrderId, wireTradeId } from './kucoin-ids.ts';

const TRIGGERS = { last: 'TP', mark: 'MP', index: 'IP' } as const;

/** A decimal as a JSON number, as the futures write figures. */
export function numberOf(value: Decimal, digits = 10): number {
  return Number(toDecimalString(value.round(digits)));
}

/** True while an order may still fill or fire. */
export function isActive({ live }: KucoinOrderView): boolean {
  return live.status === 'open' || live.status === 'untriggered';
}

/** Price of the trigger; '' without one. */
export function stopPxText(listing: KucoinListing, { asked }: KucoinOrderView): string {
  const { triggerTicks } = asked.request;
  return triggerTicks === null ? '' : listing.px(triggerTicks);
}

/** Which way a stop watches; '' for orders that are none. */
export function stopText({ asked }: KucoinOrderView): 'up' | 'down' | '' {
  if (!isConditional(asked)) return '';
  return asked.request.triggerDirection === 'rises' ? 'up' : 'down';
}

/** The price a stop watches; '' for orders that are none. */
export function stopPxTypeText({ asked }: KucoinOrderView): string {
  return isConditional(asked) ? TRIGGERS[asked.request.triggerBy] : '';
}

/** Which position an order is for. */
export function positionSideText(side: 'LONG' | 'SHORT' | 'BOTH' | null): string {
  return side ?? 'BOTH';
}

/** Lots asked for; a stop that closes the position has none until it fires. */
export function askedLots({ asked, live }: KucoinOrderView): number {
  return asked.request.lots ?? live.request.lots ?? live.cumLots;
}

/** One order object of the futures REST. */
export function futuresOrderRow(accounts: SimAccounts, listing: KucoinListing, view: KucoinOrderView) {
  const { asked, live } = view;
  const { request } = asked;
  const { instrument } = listing;
  const active = isActive(view);
  const setup = accounts.setup(asked.accountId, listing.ix);
  const lots = askedLots(view);
  const perLotTick = decimal(instrument.qtyStep).times(decimal(instrument.qtyScale)).times(decimal(instrument.pxTick));
  const value = toDecimalString(perLotTick.times(lots).times(request.ticks ?? 0));
  const dealt = toDecimalString(live.cumQuote);
  const average =
    live.cumLots === 0
      ? '0'
      : toDecimalString(decimal(live.cumLotTicks).div(live.cumLots).times(decimal(instrument.pxTick)).round(8));
  return {
    id: wireOrderId('futures', asked.id),
    symbol: listing.symbol,
    type: request.ticks === null ? 'market' : 'limit',
    side: request.side === 'BUY' ? 'buy' : 'sell',
    price: request.ticks === null ? null : listing.px(request.ticks),
    size: listing.size(lots),
    value,
    dealValue: dealt,
    dealSize: listing.size(live.cumLots),
    stp: '',
    stop: stopText(view),
    stopPriceType: stopPxTypeText(view),
    stopTriggered: asked.firedOrderId !== null,
    stopPrice: isConditional(asked) ? stopPxText(listing, view) : null,
    timeInForce: request.ticks === null ? '' : request.tif === 'POST_ONLY' ? 'GTC' : request.tif,
    postOnly: request.tif === 'POST_ONLY',
    hidden: false,
    iceberg: false,
    leverage: String(request.leverage ?? setup.leverage),
    forceHold: false,
    closeOrder: request.closesPosition,
    visibleSize: 0,
    clientOid: request.clientId,
    remark: null,
    tags: '',
    isActive: active,
    cancelExist: live.status === 'cancelled' || live.status === 'expired',
    createdAt: asked.createdMs,
    updatedAt: live.updatedMs,
    endAt: active ? null : live.updatedMs,
    orderTime: nanos(asked.createdMs),
    settleCurrency: instrument.quote,
    marginMode: setup.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
    positionSide: positionSideText(request.positionSide),
    avgDealPrice: average,
    filledSize: listing.size(live.cumLots),
    filledValue: dealt,
    status: active ? 'open' : 'done',
    reduceOnly: request.isReduceOnly || request.closesPosition,
  };
}

/** What a forced execution is called. */
export function tradeTypeText({ cause }: SimFill): 'trade' | 'liquid' | 'adl' {
  return cause === 'order' ? 'trade' : cause === 'adl' ? 'adl' : 'liquid';
}

/** One futures fill; fees paid are positive and split by whether they opened or closed. */
export function futuresFillRow(
  accounts: SimAccounts,
  listing: KucoinListing,
  fill: SimFill,
  view: KucoinOrderView | null,
) {
  const fee = toDecimalString(fill.fee);
  const isClose = !fill.realised.eq(0);
  const isMarket = view === null || view.asked.request.ticks === null;
  const setup = accounts.setup(fill.accountId, fill.ix);
  return {
    symbol: listing.symbol,
    tradeId: String(wireTradeId(fill.id)),
    orderId: wireOrderId('futures', view?.asked.id ?? fill.orderId),
    side: fill.side === 'BUY' ? 'buy' : 'sell',
    liquidity: fill.isMaker ? 'maker' : 'taker',
    forceTaker: false,
    price: listing.px(fill.ticks),
    size: listing.size(fill.lots),
    value: toDecimalString(fill.quote),
    openFeePay: isClose ? '0' : fee,
    closeFeePay: isClose ? fee : '0',
    stop: view === null ? '' : stopText(view),
    feeRate: fill.quote.eq(0) ? '0' : toDecimalString(fill.fee.div(fill.quote).round(6)),
    fixFee: '0',
    feeCurrency: fill.feeAsset,
    subTradeType: null,
    marginMode: setup.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
    positionSide: positionSideText(view?.asked.request.positionSide ?? null),
    settleCurrency: listing.instrument.quote,
    displayType: isMarket ? 'market' : 'limit',
    fee,
    orderType: isMarket ? 'market' : 'limit',
    tradeType: tradeTypeText(fill),
    tradeTime: nanos(fill.atMs),
    createdAt: fill.atMs,
  };
}
