import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimFill, SimOrder } from '../../account/model.ts';
import { trimZeros } from '../../server/text.ts';
import type { BinanceListing } from '../binance-product.ts';
import { clientIdOf, wireOrderId, wireTradeId } from './binance-order-ids.ts';
import { amount8 } from './spot-order-view.ts';

const STP = 'EXPIRE_MAKER';
const PLAIN_TYPES = { market: 'MARKET', limit: 'LIMIT' } as const;
const ALGO_TYPES = {
  'stop-market': 'STOP_MARKET',
  'stop-limit': 'STOP',
  'take-profit-market': 'TAKE_PROFIT_MARKET',
  'take-profit-limit': 'TAKE_PROFIT',
} as const;

/** True for an order of the algo service, which has ids and lists of its own. */
export function isAlgo(order: SimOrder): boolean {
  return order.request.type !== 'market' && order.request.type !== 'limit';
}

/** True for an order that the venue sent to close a position by force: nobody else sends a market order as IOC. */
export function isForced({ request }: SimOrder): boolean {
  return request.type === 'market' && request.tif === 'IOC' && request.clientId === '';
}

/** The name of an order of the book; the venue's own are named by what they are for. */
export function futuresClientId(order: SimOrder, forcedBy: SimFill['cause'] = 'liquidation'): string {
  if (isForced(order)) return forcedBy === 'adl' ? 'adl_autoclose' : `autoclose-${order.createdMs}${order.id}`;
  return clientIdOf(order.request.clientId, wireOrderId('usdm', order.id));
}

/** The word for the type of an order of the book; one that an algo order became is named by what it does. */
export function futuresTypeOf(order: SimOrder): string {
  const { type } = order.request;
  return type === 'market' || type === 'limit' ? PLAIN_TYPES[type] : algoTypeOf(order);
}

/** The word for the type of an algo order. */
export function algoTypeOf(order: SimOrder): string {
  const { type } = order.request;
  if (type === 'market' || type === 'limit') throw new Error(`Invariant: order ${order.id} is not conditional`);
  return ALGO_TYPES[type];
}

/** The word for how long an order of the book stays. */
export function futuresTifOf(order: SimOrder): string {
  return order.request.tif === 'POST_ONLY' ? 'GTX' : order.request.tif;
}

/** The word for the state of an order of the book. */
export function futuresStatusOf(order: SimOrder): string {
  switch (order.status) {
    case 'untriggered':
      return 'NEW';
    case 'open':
      return order.cumLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'filled':
      return 'FILLED';
    case 'cancelled':
      return order.endReason === 'self-trade' ? 'EXPIRED_IN_MATCH' : 'CANCELED';
    case 'expired':
      return 'EXPIRED';
    case 'rejected':
      return 'REJECTED';
    default:
      throw new Error(`Invariant: unknown status ${JSON.stringify(order.status)}`);
  }
}

/** The word for the state of an algo order. */
function algoStatusOf(order: SimOrder): string {
  if (order.firedOrderId !== null) return 'FINISHED';
  if (order.status === 'cancelled') return 'CANCELED';
  if (order.status === 'expired') return 'EXPIRED';
  return order.status === 'rejected' ? 'REJECTED' : 'NEW';
}

/** Quantity text of a number of lots. */
export function futuresQty(listing: BinanceListing, lots: number): string {
  return listing.text.qty(lots);
}

/** Price text of a number of ticks, without needless zeros; null is 0. */
export function futuresPx(listing: BinanceListing, ticks: number | null): string {
  return ticks === null ? '0' : trimZeros(listing.text.px(ticks));
}

/** Average fill price; `0` before the first fill. */
export function averagePx(
  listing: BinanceListing,
  sums: { readonly cumLots: number; readonly cumLotTicks: number },
): string {
  if (sums.cumLots === 0) return '0';
  const ticks = decimal(sums.cumLotTicks).div(sums.cumLots);
  const px = ticks.times(decimal(listing.instrument.pxTick)).round(8);
  return toDecimalString(px);
}

/** The answer to placing, changing or cancelling an order of the book. */
export function futuresAckRow(listing: BinanceListing, order: SimOrder): Record<string, unknown> {
  return { ...orderRow(listing, order), cumQty: futuresQty(listing, order.cumLots) };
}

function orderRow(listing: BinanceListing, order: SimOrder): Record<string, unknown> {
  const { request } = order;
  return {
    clientOrderId: futuresClientId(order),
    executedQty: futuresQty(listing, order.cumLots),
    orderId: wireOrderId('usdm', order.id),
    origQty: futuresQty(listing, request.lots ?? order.cumLots),
    price: futuresPx(listing, request.ticks),
    reduceOnly: request.isReduceOnly,
    side: request.side,
    positionSide: request.positionSide ?? 'BOTH',
    status: futuresStatusOf(order),
    stopPrice: futuresPx(listing, request.triggerTicks),
    closePosition: request.closesPosition,
    symbol: listing.instrument.wireSymbol,
    timeInForce: futuresTifOf(order),
    type: futuresTypeOf(order),
    origType: futuresTypeOf(order),
    updateTime: order.updatedMs,
    workingType: request.triggerBy === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceProtect: false,
    priceMatch: 'NONE',
    selfTradePreventionMode: STP,
    goodTillDate: 0,
  };
}

/** One order of a query or a list. */
export function futuresQueryRow(listing: BinanceListing, order: SimOrder): Record<string, unknown> {
  return {
    ...orderRow(listing, order),
    cumQuote: toDecimalString(order.cumQuote),
    avgPrice: averagePx(listing, order),
    time: order.createdMs,
  };
}

/** One order of the algo service. */
export function algoRow(listing: BinanceListing, order: SimOrder): Record<string, unknown> {
  const { request } = order;
  return {
    algoId: wireOrderId('algo', order.id),
    clientAlgoId: algoClientId(order),
    algoType: 'CONDITIONAL',
    orderType: algoTypeOf(order),
    symbol: listing.instrument.wireSymbol,
    side: request.side,
    positionSide: request.positionSide ?? 'BOTH',
    timeInForce: futuresTifOf(order),
    quantity: futuresQty(listing, request.lots ?? 0),
    algoStatus: algoStatusOf(order),
    triggerPrice: futuresPx(listing, request.triggerTicks),
    price: futuresPx(listing, request.ticks),
    icebergQuantity: null,
    selfTradePreventionMode: STP,
    workingType: request.triggerBy === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    closePosition: request.closesPosition,
    priceProtect: false,
    reduceOnly: request.isReduceOnly,
    activatePrice: '',
    callbackRate: '',
    createTime: order.createdMs,
    updateTime: order.updatedMs,
    triggerTime: order.firedOrderId === null ? 0 : order.updatedMs,
    goodTillDate: 0,
  };
}

/** A queried algo order: with the order that it became. */
export function algoQueryRow(
  listing: BinanceListing,
  order: SimOrder,
  fired: SimOrder | null,
): Record<string, unknown> {
  return {
    ...algoRow(listing, order),
    ...(fired?.status === 'open' ? { algoStatus: 'TRIGGERED' } : {}),
    actualOrderId: fired === null ? '' : String(wireOrderId('usdm', fired.id)),
    actualPrice: fired === null ? '0.00000' : averagePx(listing, fired),
    actualQty: fired === null ? '' : futuresQty(listing, fired.cumLots),
    actualType: fired === null ? '' : futuresTypeOf(fired),
    tpTriggerPrice: '0.000',
    tpPrice: '0.000',
    slTriggerPrice: '0.000',
    slPrice: '0.000',
    tpOrderType: '',
  };
}

/** The name of an algo order. */
export function algoClientId(order: SimOrder): string {
  return clientIdOf(order.request.clientId, wireOrderId('algo', order.id));
}

/** One row of userTrades. */
export function futuresTradeRow(
  listing: BinanceListing,
  fill: SimFill,
  order: SimOrder | null,
): Record<string, unknown> {
  return {
    buyer: fill.side === 'BUY',
    commission: amount8(fill.fee),
    commissionAsset: fill.feeAsset,
    id: wireTradeId('usdm', fill.id),
    maker: fill.isMaker,
    orderId: wireOrderId('usdm', fill.orderId),
    price: futuresPx(listing, fill.ticks),
    qty: futuresQty(listing, fill.lots),
    quoteQty: toDecimalString(fill.quote),
    realizedPnl: amount8(fill.realised),
    side: fill.side,
    positionSide: order?.request.positionSide ?? 'BOTH',
    symbol: listing.instrument.wireSymbol,
    time: fill.atMs,
  };
}

/** Quote worth of lots at a price, exact. */
export function notionalOf(listing: BinanceListing, lots: number, px: number): Decimal {
  return lots === 0 ? ZERO : decimal(listing.instrument.qtyStep).times(lots).times(decimal(px));
}
