import { decimal, toDecimalString, type Decimal } from '@riptide/core/domain';
import type { SimAccounts, SimEndReason, SimFill, SimOrder } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import { wireAlgoId, wireOrderId } from './okx-ids.ts';

const CANCEL_SOURCES: Readonly<Record<SimEndReason, string>> = {
  user: '1',
  ioc: '14',
  fok: '13',
  'post-only': '31',
  'reduce-only': '22',
  'position-gone': '21',
  liquidation: '3',
  'dead-man': '20',
  margin: '9',
  fault: '0',
  'self-trade': '32',
};

/** Figures of an order at one moment of its life. */
export interface OkxOrderMoment {
  readonly order: SimOrder;
  readonly state: 'live' | 'partially_filled' | 'filled' | 'canceled';
  readonly cumLots: number;
  readonly cumLotTicks: number;
  readonly cumFee: Decimal;
  readonly pnl: Decimal;
  readonly lastFill: SimFill | null;
}

/** The figures of an order as it stands, with the last of its fills. */
export function momentOf(accounts: SimAccounts, order: SimOrder): OkxOrderMoment {
  const fills = order.cumLots === 0 ? [] : accounts.fills(order.accountId, { orderId: order.id });
  return {
    order,
    state: stateOf(order),
    cumLots: order.cumLots,
    cumLotTicks: order.cumLotTicks,
    cumFee: order.cumFee,
    pnl: fills.reduce((sum, { realised }) => sum.plus(realised), decimal(0)),
    lastFill: fills[0] ?? null,
  };
}

/** The word for the state of an order. */
export function stateOf(order: SimOrder): OkxOrderMoment['state'] {
  if (order.status === 'filled') return 'filled';
  if (order.status !== 'open' && order.status !== 'untriggered') return 'canceled';
  return order.cumLots > 0 ? 'partially_filled' : 'live';
}

/** Average fill price, '' before the first fill. */
export function averageText({ instrument }: OkxListing, lots: number, lotTicks: number): string {
  if (lots === 0) return '';
  return toDecimalString(decimal(lotTicks).div(lots).times(decimal(instrument.pxTick)).round(8));
}

/** Side of a position as an order carries it; '' on spot. */
export function posSideText(listing: OkxListing, side: 'LONG' | 'SHORT' | 'BOTH' | null): string {
  if (listing.instType === 'SPOT') return '';
  return side === 'LONG' ? 'long' : side === 'SHORT' ? 'short' : 'net';
}

/** Margin mode as an order carries it. */
export function tdModeText(accounts: SimAccounts, listing: OkxListing, order: SimOrder): string {
  if (listing.instType === 'SPOT') return 'cash';
  return order.request.marginMode ?? accounts.setup(order.accountId, listing.ix).marginMode;
}

/** Order type in the venue's words; time in force is part of it. */
function ordTypeText({ request }: SimOrder): string {
  if (request.ticks === null) return request.tif === 'IOC' ? 'optimal_limit_ioc' : 'market';
  return { GTC: 'limit', IOC: 'ioc', FOK: 'fok', POST_ONLY: 'post_only' }[request.tif];
}

/** What an order was made for: its owner, or the venue by force. */
function categoryText(fill: SimFill | null): string {
  if (fill === null || fill.cause === 'order') return 'normal';
  return fill.cause === 'adl' ? 'adl' : 'full_liquidation';
}

/** Trade id; those of forced executions are negative. */
export function tradeIdText(fill: SimFill): string {
  return fill.cause === 'order' ? String(fill.id) : String(-fill.id);
}

/** One order object, of REST and of the `orders` channel. */
export function okxOrderRow(accounts: SimAccounts, listing: OkxListing, moment: OkxOrderMoment) {
  const { order, lastFill } = moment;
  const { request } = order;
  const isByQuote = request.quoteAmount !== null;
  const parent = order.parentOrderId === null ? null : accounts.order(order.accountId, { id: order.parentOrderId });
  const isEnded = moment.state === 'canceled' && order.endReason !== null;
  return {
    instType: listing.instType,
    instId: listing.instId,
    tgtCcy: listing.instType === 'SPOT' && request.ticks === null ? (isByQuote ? 'quote_ccy' : 'base_ccy') : '',
    ccy: '',
    ordId: wireOrderId(order.id),
    clOrdId: parent === null ? request.clientId : '',
    algoClOrdId: parent === null ? '' : request.clientId,
    algoId: parent === null ? '' : wireAlgoId(parent.id),
    tag: '',
    px: request.ticks === null ? '' : listing.px(request.ticks),
    sz:
      request.quoteAmount === null ? listing.qty(request.lots ?? order.cumLots) : toDecimalString(request.quoteAmount),
    pnl: toDecimalString(moment.pnl),
    ordType: ordTypeText(order),
    side: request.side === 'BUY' ? 'buy' : 'sell',
    posSide: posSideText(listing, request.positionSide),
    tdMode: tdModeText(accounts, listing, order),
    accFillSz: moment.cumLots === 0 ? '0' : listing.qty(moment.cumLots),
    fillPx: lastFill === null ? '' : listing.px(lastFill.ticks),
    tradeId: lastFill === null ? '' : tradeIdText(lastFill),
    fillSz: lastFill === null ? '0' : listing.qty(lastFill.lots),
    fillTime: lastFill === null ? '' : String(lastFill.atMs),
    avgPx: averageText(listing, moment.cumLots, moment.cumLotTicks),
    state: moment.state,
    lever: listing.instType === 'SPOT' ? '' : String(accounts.setup(order.accountId, listing.ix).leverage),
    attachAlgoOrds: [],
    linkedAlgoOrd: { algoId: '' },
    feeCcy: order.feeAsset,
    fee: toDecimalString(moment.cumFee.times(-1)),
    rebateCcy: listing.instType === 'SPOT' ? listing.instrument.quote : order.feeAsset,
    rebate: '0',
    source: parent === null ? '' : '7',
    category: categoryText(lastFill),
    reduceOnly: String(request.isReduceOnly),
    cancelSource: isEnded && order.endReason !== null ? CANCEL_SOURCES[order.endReason] : '',
    cancelSourceReason: '',
    stpId: '',
    stpMode: 'cancel_maker',
    quickMgnType: '',
    isTpLimit: 'false',
    uTime: String(order.updatedMs),
    cTime: String(order.createdMs),
  };
}

/** One fill of REST; fees paid are negative. */
export function okxFillRow(accounts: SimAccounts, listing: OkxListing, fill: SimFill) {
  const order = accounts.order(fill.accountId, { id: fill.orderId });
  const base = listing.instType === 'SPOT' && fill.feeAsset === listing.instrument.base;
  const traded = base ? decimal(listing.instrument.qtyStep).times(fill.lots) : fill.quote;
  return {
    instType: listing.instType,
    instId: listing.instId,
    tradeId: tradeIdText(fill),
    ordId: wireOrderId(fill.orderId),
    clOrdId: order?.parentOrderId === null ? fill.clientId : '',
    billId: billIdText(fill.id),
    subType: subTypeText(fill),
    tag: '',
    fillPx: listing.px(fill.ticks),
    fillSz: listing.qty(fill.lots),
    fillIdxPx: '',
    fillMarkPx: '',
    fillPnl: toDecimalString(fill.realised),
    side: fill.side === 'BUY' ? 'buy' : 'sell',
    posSide: posSideText(listing, order?.request.positionSide ?? null),
    execType: fill.isMaker ? 'M' : 'T',
    feeCcy: fill.feeAsset,
    fee: toDecimalString(fill.fee.times(-1)),
    feeRate: traded.eq(0) ? '0' : toDecimalString(fill.fee.times(-1).div(traded).round(6)),
    fillTime: String(fill.atMs),
    ts: String(fill.atMs),
  };
}

/** What a fill is in the words of its bill: trade, liquidation or deleveraging, by side. */
export function subTypeText({ cause, side }: SimFill): string {
  const isSale = side === 'SELL';
  if (cause === 'adl') return isSale ? '125' : '126';
  if (cause === 'liquidation') return isSale ? '107' : '106';
  return isSale ? '2' : '1';
}

/** Id of the bill behind a fill; `after` and `before` of the fills count by it. */
function billIdText(fillId: number): string {
  return `6230000${String(fillId).padStart(12, '0')}`;
}
