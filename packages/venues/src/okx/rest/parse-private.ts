import {
  err,
  ok,
  parseDecimal,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type Fill,
  type Instrument,
  type MarginMode,
  type OrderReport,
  type OrderSide,
  type OrderType,
  type PositionReport,
  type Result,
  type TimeInForce,
} from '@riptide/core/domain';
import { isRecord, numberOrNull, type JsonRecord } from '../../kit/index.ts';
import { cancelReason, fillCause, orderStatus } from '../enums.ts';
import { toBasePx, toBaseQty } from '../extra/wire-amounts.ts';
import { assetOf } from '../symbols.ts';

/** Finds the instrument of a wire symbol; null for what nobody listed. */
export type InstrumentLookup = (instId: string) => Instrument | null;

/** Why a row was not read: of an instrument that is not followed, or of another shape than documented. */
type RowMiss = 'unknown-symbol' | 'malformed';

/** What can be said of a row, or why nothing can. */
export type RowReading<T> = Result<T, RowMiss>;

const MALFORMED = err('malformed' as const);
const UNKNOWN = err('unknown-symbol' as const);

/** Returns the text of a field; '' where there is none. */
export function textOf(row: JsonRecord, field: string): string {
  const value = row[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the text of a field; null where it is empty or absent. */
export function textOrNull(row: JsonRecord, field: string): string | null {
  const text = textOf(row, field);
  return text === '' ? null : text;
}

/** Returns the exact value of a field; null where it is empty, absent or no number. */
export function decimalOf(row: JsonRecord, field: string): Decimal | null {
  return parseDecimal(textOf(row, field));
}

/** Returns the time of a field in epoch ms; null where it is empty, absent or no time. */
export function timeOf(row: JsonRecord, ...fields: readonly string[]): number | null {
  for (const field of fields) {
    const ms = numberOrNull(row[field]);
    if (ms !== null && ms >= 1e12 && ms < 1e13) return ms;
  }
  return null;
}

/** Returns BUY or SELL; null for anything else. */
export function sideOf(row: JsonRecord): OrderSide | null {
  const side = row['side'];
  return side === 'buy' ? 'BUY' : side === 'sell' ? 'SELL' : null;
}

/** Returns the instrument a row speaks of, with the row itself. */
export function subjectOf(
  value: unknown,
  find: InstrumentLookup,
): RowReading<{ readonly row: JsonRecord; readonly instrument: Instrument }> {
  if (!isRecord(value) || textOf(value, 'instId') === '') return MALFORMED;
  const instrument = find(textOf(value, 'instId'));
  return instrument === null ? UNKNOWN : ok({ row: value, instrument });
}

const ORDER_TYPES: Readonly<Record<string, readonly [OrderType, TimeInForce]>> = {
  market: ['market', 'IOC'],
  optimal_limit_ioc: ['market', 'IOC'],
  limit: ['limit', 'GTC'],
  post_only: ['limit', 'POST_ONLY'],
  rpi: ['limit', 'POST_ONLY'],
  elp: ['limit', 'POST_ONLY'],
  fok: ['limit', 'FOK'],
  ioc: ['limit', 'IOC'],
};

/**
 * Reads an order of `trade/order`, `orders-pending` and the `orders` channel. Sizes come out in base units.
 *
 * QUIRK(okx): the order that a triggered conditional order becomes has no client id of its own, but names the conditional one.
 */
export function parseOrder(value: unknown, find: InstrumentLookup): RowReading<OrderReport> {
  const subject = subjectOf(value, find);
  if (!subject.ok) return subject;
  const { row, instrument } = subject.value;
  const side = sideOf(row);
  const types = ORDER_TYPES[textOf(row, 'ordType')];
  const status = orderStatus(textOf(row, 'state'), textOf(row, 'cancelSource'));
  const filled = decimalOf(row, 'accFillSz');
  const updatedMs = timeOf(row, 'uTime', 'cTime');
  const venueOrderId = textOf(row, 'ordId');
  if (side === null || types === undefined || status === null || updatedMs === null || venueOrderId === '') {
    return MALFORMED;
  }
  if (filled === null && status !== 'open' && status !== 'cancelled') return MALFORMED;
  return ok({
    instrumentId: instrument.id,
    clientOrderId: textOrNull(row, 'clOrdId') ?? textOrNull(row, 'algoClOrdId'),
    venueOrderId,
    side,
    type: types[0],
    tif: types[1],
    qtyBase: countsInQuote(row) ? null : qty(row, 'sz', instrument),
    px: types[0] === 'limit' ? px(row, 'px', instrument) : null,
    triggerPx: null,
    isReduceOnly: isTrue(row['reduceOnly']),
    closesPosition: false,
    status,
    cumQtyBase: filled === null ? '0' : toBaseQty(instrument, filled),
    avgPx: px(row, 'avgPx', instrument),
    reason: status === 'cancelled' || status === 'expired' ? cancelReason(row) : null,
    updatedMs,
  });
}

/**
 * Reads the execution that a push of the `orders` channel carries; null when it carries none.
 *
 * The id is `tradeId`, the same as in `trade/fills`. Fees are negative on the wire when paid.
 */
export function parseOrderFill(value: unknown, find: InstrumentLookup): RowReading<Fill | null> {
  const subject = subjectOf(value, find);
  if (!subject.ok) return subject;
  const { row } = subject.value;
  const size = decimalOf(row, 'fillSz');
  if (textOf(row, 'tradeId') === '' || size === null || size.eq(0)) return ok(null);
  return fillOf(subject.value, { fee: 'fillFee', feeAsset: 'fillFeeCcy' });
}

/** Reads an execution of `trade/fills` and `fills-history`. */
export function parseFill(value: unknown, find: InstrumentLookup): RowReading<Fill> {
  const subject = subjectOf(value, find);
  return subject.ok ? fillOf(subject.value, { fee: 'fee', feeAsset: 'feeCcy' }) : subject;
}

function fillOf(
  { row, instrument }: { readonly row: JsonRecord; readonly instrument: Instrument },
  fields: { readonly fee: string; readonly feeAsset: string },
): RowReading<Fill> {
  const side = sideOf(row);
  const size = decimalOf(row, 'fillSz');
  const price = decimalOf(row, 'fillPx');
  const fee = decimalOf(row, fields.fee);
  const feeAsset = textOf(row, fields.feeAsset);
  const venueMs = timeOf(row, 'fillTime', 'ts', 'uTime');
  const venueOrderId = textOf(row, 'ordId');
  const fillId = textOf(row, 'tradeId');
  if (side === null || size === null || price === null || fee === null || venueMs === null) return MALFORMED;
  if (fillId === '' || venueOrderId === '' || feeAsset === '' || size.lte(0) || price.lte(0)) return MALFORMED;
  const execType = textOf(row, 'execType');
  return ok({
    instrumentId: instrument.id,
    fillId,
    venueOrderId,
    clientOrderId: textOrNull(row, 'clOrdId') ?? textOrNull(row, 'algoClOrdId'),
    side,
    px: toBasePx(instrument, price),
    qtyBase: toBaseQty(instrument, size),
    fee: toDecimalString(fee.times(-1)),
    feeAsset: assetOf(feeAsset),
    liquidity: execType === 'M' ? 'maker' : execType === 'T' ? 'taker' : null,
    cause: fillCause(textOf(row, 'category'), textOf(row, 'subType')),
    venueMs,
  });
}

/**
 * Reads a position of `account/positions` and the `positions` channel.
 *
 * QUIRK(okx): `pos` is signed in net mode, and positive with `posSide` in hedge mode. `adl` counts from 0.
 */
export function parsePosition(value: unknown, find: InstrumentLookup): RowReading<PositionReport> {
  const subject = subjectOf(value, find);
  if (!subject.ok) return subject;
  const { row, instrument } = subject.value;
  const pos = decimalOf(row, 'pos');
  const updatedMs = timeOf(row, 'uTime', 'cTime', 'pTime');
  if (pos === null || updatedMs === null) return MALFORMED;
  const signed = textOf(row, 'posSide') === 'short' ? pos.abs().times(-1) : pos;
  const isFlat = signed.eq(0);
  const adl = numberOrNull(row['adl']);
  return ok({
    instrumentId: instrument.id,
    qtyBase: toBaseQty(instrument, signed),
    entryPx: isFlat ? null : px(row, 'avgPx', instrument),
    markPx: px(row, 'markPx', instrument),
    unrealisedUsd: isFlat ? null : plain(row, 'upl'),
    leverage: numberOrNull(row['lever']),
    marginMode: marginModeOf(row['mgnMode']),
    liquidationPx: isFlat ? null : px(row, 'liqPx', instrument),
    marginUsd: isFlat ? null : (plain(row, 'margin') ?? plain(row, 'imr')),
    adlRank: isFlat || adl === null ? null : Math.min(5, Math.max(1, adl)),
    updatedMs,
  });
}

/** Returns the margin mode of a wire value; null for anything else. */
function marginModeOf(value: unknown): MarginMode | null {
  return value === 'cross' || value === 'isolated' ? value : null;
}

/** Returns the plain text of a number; null where there is none. */
function plain(row: JsonRecord, field: string): DecimalString | null {
  const value = decimalOf(row, field);
  return value === null ? null : toDecimalString(value);
}

/** Returns true for the flag in both of its forms. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Returns a positive price per base unit; null for none, 0 and the -1 of market orders. */
export function px(row: JsonRecord, field: string, instrument: Instrument): DecimalString | null {
  const value = decimalOf(row, field);
  return value === null || value.lte(0) ? null : toBasePx(instrument, value);
}

/** Returns a positive quantity in base units; null for none and 0. */
export function qty(row: JsonRecord, field: string, instrument: Instrument): DecimalString | null {
  const value = decimalOf(row, field);
  return value === null || value.lte(0) ? null : toBaseQty(instrument, value);
}

/** A spot market buy given in quote: its base size is known only from the fills. */
function countsInQuote(row: JsonRecord): boolean {
  return row['tgtCcy'] === 'quote_ccy' && row['ordType'] === 'market' && row['side'] === 'buy';
}
