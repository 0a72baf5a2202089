import { decimal, toDecimalString, ZERO } from '@riptide/core/domain';
import type { SimFill, SimOrder } from '../../account/model.ts';
import { bareNumber } from '../kucoin-json.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import { wireOrderId, wireStopId, wireTradeId } from './kucoin-ids.ts';

/** True once an order was ended with something left. */
export function isEnded({ status }: SimOrder): boolean {
  return status === 'cancelled' || status === 'expired' || status === 'rejected';
}

/** Size asked for; '0' for buys by cost until they filled. */
function sizeText(listing: KucoinListing, { request }: SimOrder): string {
  return request.lots === null ? '0' : listing.qty(request.lots);
}

/** One order object of the spot REST. */
export function spotOrderRow(listing: KucoinListing, order: SimOrder) {
  const { request } = order;
  const active = order.status === 'open';
  const asked = request.lots ?? order.cumLots;
  const rest = Math.max(0, asked - order.cumLots);
  const funds = request.quoteAmount ?? ZERO;
  const restFunds = funds.minus(order.cumQuote);
  const zero = (lots: number): string => (lots === 0 ? '0' : listing.qty(lots));
  const ended = isEnded(order);
  return {
    id: wireOrderId('spot', order.id),
    clientOid: request.clientId,
    symbol: listing.symbol,
    opType: 'DEAL',
    type: request.ticks === null ? 'market' : 'limit',
    side: request.side === 'BUY' ? 'buy' : 'sell',
    price: request.ticks === null ? '0' : listing.px(request.ticks),
    size: sizeText(listing, order),
    funds: toDecimalString(funds),
    dealSize: zero(order.cumLots),
    dealFunds: toDecimalString(order.cumQuote),
    remainSize: active ? zero(rest) : '0',
    remainFunds: active && restFunds.gt(0) ? toDecimalString(restFunds) : '0',
    cancelledSize: ended ? zero(rest) : '0',
    cancelledFunds: ended && restFunds.gt(0) ? toDecimalString(restFunds) : '0',
    fee: toDecimalString(order.cumFee),
    feeCurrency: order.feeAsset,
    stp: null,
    timeInForce: request.tif === 'POST_ONLY' ? 'GTC' : request.tif,
    postOnly: request.tif === 'POST_ONLY',
    hidden: false,
    iceberg: false,
    visibleSize: '0',
    cancelAfter: 0,
    channel: 'API',
    remark: null,
    tags: null,
    cancelExist: ended,
    tradeType: 'TRADE',
    inOrderBook: active,
    active,
    tax: '0',
    createdAt: order.createdMs,
    lastUpdatedAt: order.updatedMs,
  };
}

/** One stop order of the spot REST while it waits. */
export function spotStopRow(listing: KucoinListing, order: SimOrder) {
  const { request } = order;
  return {
    id: wireStopId(order.id),
    symbol: listing.symbol,
    userId: String(order.accountId),
    status: order.status === 'untriggered' ? 'NEW' : order.firedOrderId === null ? 'CANCELLED' : 'TRIGGERED',
    type: request.ticks === null ? 'market' : 'limit',
    side: request.side === 'BUY' ? 'buy' : 'sell',
    price: request.ticks === null ? null : listing.px(request.ticks),
    size: sizeText(listing, order),
    funds: request.quoteAmount === null ? null : toDecimalString(request.quoteAmount),
    stp: null,
    timeInForce: request.tif === 'POST_ONLY' ? 'GTC' : request.tif,
    cancelAfter: -1,
    postOnly: request.tif === 'POST_ONLY',
    hidden: false,
    iceberg: false,
    visibleSize: null,
    channel: 'API',
    clientOid: request.clientId,
    remark: null,
    tags: null,
    domainId: 'kucoin',
    tradeSource: 'USER',
    tradeType: 'TRADE',
    feeCurrency: listing.instrument.quote,
    takerFeeRate: '0.001',
    makerFeeRate: '0.001',
    createdAt: order.createdMs,
    stop: request.triggerDirection === 'rises' ? 'entry' : 'loss',
    stopTriggerTime: order.firedOrderId === null ? null : order.updatedMs,
    stopPrice: request.triggerTicks === null ? '0' : listing.px(request.triggerTicks),
  };
}

/** One spot fill; ids are bare integers. */
export function spotFillRow(listing: KucoinListing, fill: SimFill, order: SimOrder | null) {
  return {
    id: bareNumber(String(fill.id)),
    symbol: listing.symbol,
    tradeId: bareNumber(String(wireTradeId(fill.id))),
    orderId: wireOrderId('spot', fill.orderId),
    counterOrderId: wireOrderId('spot', 0),
    side: fill.side === 'BUY' ? 'buy' : 'sell',
    liquidity: fill.isMaker ? 'maker' : 'taker',
    forceTaker: false,
    price: listing.px(fill.ticks),
    size: listing.qty(fill.lots),
    funds: toDecimalString(fill.quote),
    fee: toDecimalString(fill.fee),
    feeRate: fill.quote.eq(0) ? '0' : toDecimalString(decimal(fill.fee).div(fill.quote).round(6)),
    feeCurrency: fill.feeAsset,
    stop: '',
    tradeType: 'TRADE',
    taxRate: '0',
    tax: '0',
    type: order === null || order.request.ticks === null ? 'market' : 'limit',
    createdAt: fill.atMs,
  };
}
