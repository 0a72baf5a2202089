import {
  decimal,
  parseDecimal,
  toDecimalString,
  type Fill,
  type Instrument,
  type OrderReport,
  type OrderType,
} from '@riptide/core/domain';
import { numberOf, type JsonRecord } from '../../kit/index.ts';
import { fromWireExecType, fromWireStatus, fromWireTif, takerSideOf } from '../enums.ts';
import type { InstrumentBook } from '../extra/instrument-book.ts';
import { toCanonicalAmount } from '../extra/canonical-amount.ts';
import { fromWirePx, fromWireQty } from '../extra/wire-amounts.ts';
import type { BybitExecutionRow, BybitOrderRow } from '../extra/private-wire.ts';

/** Why a row gave nothing: an instrument nobody listed, something that does not concern us, another shape than agreed. */
export type RowRefusal = 'unknown-symbol' | 'left-out' | 'malformed';

/** Reads a row of orders; `category` is that of the list where the row has none. */
export function readOrder(record: JsonRecord, category: string, book: InstrumentBook): OrderReport | RowRefusal {
  const row = record as unknown as BybitOrderRow;
  const instrument = book.find(row.category ?? category, row.symbol);
  if (instrument === null) return 'unknown-symbol';
  const side = takerSideOf(row.side);
  const status = fromWireStatus(row.orderStatus);
  const tif = fromWireTif(row.timeInForce);
  const qty = fromWireQty(row.qty, instrument);
  const cum = fromWireQty(row.cumExecQty === '' ? '0' : row.cumExecQty, instrument);
  const updatedMs = numberOf(row.updatedTime);
  const isRead = typeof row.orderId === 'string' && row.orderId !== '' && Number.isFinite(updatedMs);
  if (!isRead || side === null || status === null || tif === null || qty === null || cum === null) return 'malformed';
  return {
    instrumentId: instrument.id,
    clientOrderId: textOrNull(row.orderLinkId),
    venueOrderId: row.orderId,
    side,
    type: typeOf(row),
    tif,
    qtyBase: qty.gt(0) && !isQuoteSized(row, instrument) ? toDecimalString(qty) : null,
    px: row.orderType === 'Limit' ? fromWirePx(row.price, instrument) : null,
    triggerPx: fromWirePx(row.triggerPrice, instrument),
    isReduceOnly: row.reduceOnly,
    closesPosition: row.closeOnTrigger,
    status,
    cumQtyBase: toDecimalString(cum),
    avgPx: fromWirePx(row.avgPrice, instrument),
    reason: status === 'cancelled' || status === 'rejected' ? reasonOf(row) : null,
    updatedMs,
  };
}

/** Reads a row of executions. Funding and settlements are left out: the transaction log tells them. */
export function readExecution(record: JsonRecord, category: string, book: InstrumentBook): Fill | RowRefusal {
  const row = record as unknown as BybitExecutionRow;
  const instrument = book.find(row.category ?? category, row.symbol);
  if (instrument === null) return 'unknown-symbol';
  const cause = fromWireExecType(row.execType, row.createType);
  if (cause === null) return 'left-out';
  const side = takerSideOf(row.side);
  const px = fromWirePx(row.execPrice, instrument);
  const qty = fromWireQty(row.execQty, instrument);
  const fee = parseDecimal(row.execFee);
  const venueMs = numberOf(row.execTime);
  const isNamed = typeof row.execId === 'string' && row.execId !== '' && typeof row.orderId === 'string';
  if (!isNamed || side === null || px === null || qty === null || fee === null || !Number.isFinite(venueMs)) {
    return 'malformed';
  }
  const paid = toCanonicalAmount(feeCoinOf(row, instrument), fee);
  return {
    instrumentId: instrument.id,
    fillId: row.execId,
    venueOrderId: row.orderId,
    clientOrderId: textOrNull(row.orderLinkId),
    side,
    px,
    qtyBase: toDecimalString(qty),
    fee: toDecimalString(paid.amount),
    feeAsset: paid.asset,
    liquidity: typeof row.isMaker === 'boolean' ? (row.isMaker ? 'maker' : 'taker') : null,
    cause,
    venueMs,
  };
}

/**
 * QUIRK(bybit): a conditional order of ours is a `Stop` whatever it is for; the direction of its trigger and its side tell. Orders that
 * hang on a position say by name what they are.
 */
function typeOf(row: BybitOrderRow): OrderType {
  switch (row.stopOrderType) {
    case undefined:
    case '':
    case 'UNKNOWN':
      return row.orderType === 'Limit' ? 'limit' : 'market';
    case 'TakeProfit':
    case 'PartialTakeProfit':
      return 'take-profit-market';
    case 'Stop': {
      const isTakeProfit = row.triggerDirection === (row.side === 'Sell' ? 1 : 2);
      return isTakeProfit ? 'take-profit-market' : 'stop-market';
    }
    default:
      return 'stop-market';
  }
}

/** QUIRK(bybit): a spot market order may be sized in quote, a buy is so unless it says otherwise. */
function isQuoteSized(row: BybitOrderRow, instrument: Instrument): boolean {
  if (instrument.kind !== 'spot' || row.orderType !== 'Market') return false;
  return row.side === 'Buy' ? row.marketUnit !== 'baseCoin' : row.marketUnit === 'quoteCoin';
}

function reasonOf(row: BybitOrderRow): string | null {
  const { rejectReason, cancelType } = row;
  if (rejectReason !== undefined && !['', 'EC_NoError'].includes(rejectReason)) return rejectReason;
  return cancelType === undefined || ['', 'UNKNOWN'].includes(cancelType) ? null : cancelType;
}

/** Where the venue leaves it out: what settles a contract; on spot what the side receives. */
function feeCoinOf(row: BybitExecutionRow, instrument: Instrument): string {
  if (typeof row.feeCurrency === 'string' && row.feeCurrency !== '') return row.feeCurrency;
  if (instrument.kind !== 'spot') return instrument.settleAsset;
  if (row.side === 'Sell') return instrument.quoteAsset;
  const multiplier = decimal(instrument.qtyScale);
  return multiplier.eq(1) ? instrument.baseAsset : `${toDecimalString(multiplier)}${instrument.baseAsset}`;
}

function textOrNull(text: unknown): string | null {
  return typeof text === 'string' && text !== '' ? text : null;
}
