import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimAccounts, SimEndReason, SimOrder } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { wireOrderId } from './bybit-order-ids.ts';

/** An order as the venue counts it: a conditional order keeps its id when it fires. */
export interface BybitOrderView {
  /** What was asked for. */
  readonly asked: SimOrder;
  /** What stands in the book or was filled; the same order unless a conditional one has fired. */
  readonly live: SimOrder;
}

const CANCEL_TYPES: Readonly<Partial<Record<SimEndReason, string>>> = {
  user: 'CancelByUser',
  'reduce-only': 'CancelByReduceOnly',
  'position-gone': 'CancelByTpSlTsClear',
  liquidation: 'CancelAllBeforeLiq',
  'dead-man': 'CancelByDCP',
  'self-trade': 'CancelBySmp',
};
const REJECT_REASONS: Readonly<Partial<Record<SimEndReason, string>>> = {
  user: 'EC_PerCancelRequest',
  'post-only': 'EC_PostOnlyWillTakeLiquidity',
  ioc: 'EC_NoImmediateQtyToFill',
  fok: 'EC_NoEnoughQtyToFill',
  'self-trade': 'EC_BySelfMatch',
  margin: 'EC_Others',
  fault: 'EC_Others',
};
const TRIGGERS = { mark: 'MarkPrice', last: 'LastPrice', index: 'IndexPrice' } as const;

/** What an order was made by besides its owner: a position's stop, or the venue. */
export interface OrderOrigin {
  readonly createType: string;
  /** '' for orders that are no stops. */
  readonly stopOrderType: string;
  readonly tpslMode: string;
}

/** Joins a conditional order with the order that it became. */
export function bybitViewOf(accounts: SimAccounts, order: SimOrder): BybitOrderView {
  if (order.parentOrderId !== null) {
    return { asked: accounts.order(order.accountId, { id: order.parentOrderId }) ?? order, live: order };
  }
  if (order.firedOrderId === null) return { asked: order, live: order };
  return { asked: order, live: accounts.order(order.accountId, { id: order.firedOrderId }) ?? order };
}

/** True for stops, fired or not. */
export function isConditional({ request }: SimOrder): boolean {
  return request.type !== 'market' && request.type !== 'limit';
}

/** The word for the state of an order. */
function bybitStatusOf(listing: BybitListing, { live }: BybitOrderView): string {
  switch (live.status) {
    case 'untriggered':
      return 'Untriggered';
    case 'open':
      return live.cumLots > 0 ? 'PartiallyFilled' : 'New';
    case 'filled':
      return 'Filled';
    case 'rejected':
      return 'Rejected';
    case 'cancelled':
    case 'expired':
      if (isConditional(live)) return 'Deactivated';
      return listing.category === 'spot' && live.cumLots > 0 ? 'PartiallyFilledCanceled' : 'Cancelled';
    default:
      throw new Error(`Invariant: unknown status ${JSON.stringify(live.status)}`);
  }
}

/** Average fill price, '' before the first fill. */
function averageText(listing: BybitListing, order: Pick<SimOrder, 'cumLots' | 'cumLotTicks'>): string {
  if (order.cumLots === 0) return '';
  const px = decimal(order.cumLotTicks).div(order.cumLots).times(decimal(listing.instrument.pxTick));
  return toDecimalString(px.round(8));
}

/** Lots still open: none once the order is final. */
function leavesLots({ asked, live }: BybitOrderView): number {
  if (live.status !== 'open' && live.status !== 'untriggered') return 0;
  return Math.max(0, (asked.request.lots ?? 0) - live.cumLots);
}

/** Price text; 0 without one. */
export function pxText(listing: BybitListing, ticks: number | null): string {
  return ticks === null ? '0' : listing.px(ticks);
}

/** Side as the venue writes it. */
export function sideText(side: 'BUY' | 'SELL'): 'Buy' | 'Sell' {
  return side === 'BUY' ? 'Buy' : 'Sell';
}

/** 0 in one-way mode, 1 for the long and 2 for the short of hedge mode. */
export function positionIdxOf(side: 'LONG' | 'SHORT' | 'BOTH' | null): number {
  return side === 'LONG' ? 1 : side === 'SHORT' ? 2 : 0;
}

/** One order object of REST; the stream adds a few fields. */
export function bybitOrderRow(
  listing: BybitListing,
  view: BybitOrderView,
  origin: OrderOrigin,
): Record<string, unknown> {
  const { asked, live } = view;
  const { request } = asked;
  const leaves = leavesLots(view);
  const end = live.endReason;
  return {
    orderId: wireOrderId(listing.category, asked.id),
    orderLinkId: request.clientId,
    parentOrderLinkId: '',
    blockTradeId: '',
    symbol: listing.symbol,
    price: pxText(listing, request.ticks),
    qty: qtyText(listing, view),
    side: sideText(request.side),
    isLeverage: listing.category === 'spot' ? '0' : '',
    positionIdx: positionIdxOf(request.positionSide),
    orderStatus: bybitStatusOf(listing, view),
    createType: origin.createType,
    cancelType: end === null ? 'UNKNOWN' : (CANCEL_TYPES[end] ?? 'UNKNOWN'),
    rejectReason: end === null ? 'EC_NoError' : (REJECT_REASONS[end] ?? 'EC_NoError'),
    avgPrice: averageText(listing, live),
    leavesQty: listing.qty(leaves),
    leavesValue: toDecimalString(valueOf(listing, leaves, request.ticks)),
    cumExecQty: listing.qty(live.cumLots),
    cumExecValue: toDecimalString(live.cumQuote),
    cumExecFee: toDecimalString(live.cumFee),
    cumFeeDetail: live.cumLots === 0 ? {} : { [live.feeAsset]: toDecimalString(live.cumFee) },
    timeInForce: tifText(view),
    orderType: request.ticks === null ? 'Market' : 'Limit',
    stopOrderType: origin.stopOrderType,
    marketUnit: listing.category !== 'spot' ? '' : request.quoteAmount === null ? 'baseCoin' : 'quoteCoin',
    slippageToleranceType: 'UNKNOWN',
    slippageTolerance: '',
    ...triggerFields(listing, view, origin),
    reduceOnly: request.isReduceOnly || request.closesPosition,
    closeOnTrigger: request.closesPosition,
    placeType: '',
    smpType: 'None',
    smpGroup: 0,
    smpOrderId: '',
    createdTime: String(asked.createdMs),
    updatedTime: String(live.updatedMs),
  };
}

function triggerFields(listing: BybitListing, { asked }: BybitOrderView, origin: OrderOrigin): Record<string, unknown> {
  const { request } = asked;
  const isStop = isConditional(asked);
  return {
    triggerPrice: isStop ? pxText(listing, request.triggerTicks) : '',
    takeProfit: '',
    stopLoss: '',
    tpslMode: origin.tpslMode,
    ocoTriggerBy: '',
    tpLimitPrice: '',
    slLimitPrice: '',
    tpTriggerBy: '',
    slTriggerBy: '',
    triggerDirection: request.triggerDirection === 'rises' ? 1 : request.triggerDirection === 'falls' ? 2 : 0,
    triggerBy: isStop ? TRIGGERS[request.triggerBy] : '',
    lastPriceOnCreated: '',
    basePrice: '',
  };
}

/** A buy by cost shows its cost as its quantity. */
function qtyText(listing: BybitListing, { asked, live }: BybitOrderView): string {
  const { request } = asked;
  if (request.quoteAmount !== null) return toDecimalString(request.quoteAmount);
  return listing.qty(request.lots ?? live.cumLots);
}

function tifText({ asked }: BybitOrderView): string {
  if (asked.request.ticks === null) return 'IOC';
  return asked.request.tif === 'POST_ONLY' ? 'PostOnly' : asked.request.tif;
}

/** Worth of lots at a price, exact. */
export function valueOf(listing: BybitListing, lots: number, ticks: number | null): Decimal {
  if (ticks === null || lots === 0) return ZERO;
  const { pxTick, qtyStep } = listing.instrument;
  return decimal(qtyStep).times(lots).times(decimal(pxTick).times(ticks));
}
