import { decimal, toDecimalString } from '@riptide/core/domain';
import type { SimFill } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { wireExecId, wireOrderId } from './bybit-order-ids.ts';
import { pxText, sideText, type BybitOrderView, type OrderOrigin } from './bybit-order-row.ts';
import type { FundingRecord } from './funding-log.ts';

const FORCED = {
  liquidation: { createType: 'CreateByLiq', execType: 'BustTrade' },
  adl: { createType: 'CreateByAdl_PassThrough', execType: 'AdlTrade' },
} as const;

/** One execution and what is known of its order. */
export interface ToldFill {
  readonly fill: SimFill;
  readonly view: BybitOrderView | null;
  readonly origin: OrderOrigin | null;
  /** Lots open after it; null: not known any more. */
  readonly leavesLots: number | null;
}

/** One execution. */
export function executionRow(listing: BybitListing, told: ToldFill): Record<string, unknown> {
  const { fill, view, origin, leavesLots } = told;
  const request = view?.asked.request ?? null;
  const forced = fill.cause === 'order' ? null : FORCED[fill.cause];
  const isSpot = listing.category === 'spot';
  return {
    symbol: listing.symbol,
    isLeverage: isSpot ? '0' : '',
    orderId: wireOrderId(listing.category, view?.asked.id ?? fill.orderId),
    orderLinkId: request?.clientId ?? fill.clientId,
    side: sideText(fill.side),
    orderPrice: pxText(listing, request?.ticks ?? null),
    orderQty: listing.qty(request?.lots ?? view?.live.cumLots ?? fill.lots),
    leavesQty: listing.qty(leavesLots ?? 0),
    createType: forced?.createType ?? origin?.createType ?? 'CreateByUser',
    orderType: (request?.ticks ?? null) === null ? 'Market' : 'Limit',
    stopOrderType: origin === null || origin.stopOrderType === '' ? 'UNKNOWN' : origin.stopOrderType,
    execFee: toDecimalString(fill.fee),
    execId: wireExecId(listing.category, fill.id),
    execPrice: listing.px(fill.ticks),
    execQty: listing.qty(fill.lots),
    execPnl: toDecimalString(fill.realised),
    execType: forced?.execType ?? 'Trade',
    execValue: toDecimalString(fill.quote),
    execTime: String(fill.atMs),
    isMaker: fill.isMaker,
    feeRate: feeRateText(listing, fill),
    markPrice: '',
    indexPrice: '',
    underlyingPrice: '',
    tradeIv: '',
    markIv: '',
    blockTradeId: '',
    closedSize: isSpot ? '' : fill.realised.eq(0) ? '0' : listing.qty(fill.lots),
    extraFees: [],
    seq: 140_612_000_000_000 + fill.id,
    feeCurrency: fill.feeAsset,
  };
}

/** Share of the traded amount in the fee's own coin. */
function feeRateText(listing: BybitListing, fill: SimFill): string {
  const isInBase = listing.category === 'spot' && fill.feeAsset === listing.instrument.base;
  const traded = isInBase ? decimal(listing.instrument.qtyStep).times(fill.lots) : fill.quote;
  return traded.eq(0) ? '0' : toDecimalString(fill.fee.div(traded).round(6));
}

/** A funding payment as an execution: a positive fee was paid. */
export function fundingRow(listing: BybitListing, { income, lots, markPx }: FundingRecord): Record<string, unknown> {
  const qty = decimal(listing.instrument.qtyStep).times(Math.abs(lots));
  return {
    symbol: listing.symbol,
    orderId: wireExecId('linear', income.id),
    orderLinkId: '',
    side: lots > 0 ? 'Sell' : 'Buy',
    orderPrice: '0',
    orderQty: '0',
    leavesQty: '0',
    createType: '',
    orderType: 'UNKNOWN',
    stopOrderType: 'UNKNOWN',
    execFee: toDecimalString(income.amount.times(-1)),
    execId: wireExecId('linear', 0x1000_0000_0000 + income.id),
    execPrice: listing.pxOf(markPx),
    execQty: listing.qty(Math.abs(lots)),
    execPnl: '0',
    execType: 'Funding',
    execValue: toDecimalString(qty.times(decimal(markPx)).round(8)),
    execTime: String(income.atMs),
    isMaker: false,
    feeRate: '',
    markPrice: listing.pxOf(markPx),
    closedSize: '0',
    extraFees: [],
    seq: 140_612_000_000_000 + income.id,
    feeCurrency: income.asset,
  };
}
