import {
  parseDecimal,
  toDecimalString,
  type Fill,
  type Instrument,
  type OrderReport,
  type VenueOrderStatus,
} from '@riptide/core/domain';
import type { JsonRecord } from '../../kit/index.ts';
import { conditionalTypeOf, fillCauseOf, liquidityOf, orderSideOf, tifOf } from '../enums.ts';
import { epochMsOf } from '../extra/epoch-ms.ts';
import { fromWireAmount, fromWirePx, fromWireQty } from '../extra/wire-units.ts';
import { canonicalAsset } from '../symbols.ts';

/** Returns a text that names something; null for nothing and for the empty text. */
export function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the first readable time of several fields as epoch ms; null when none is. */
export function firstMs(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const ms = epochMsOf(value);
    if (!Number.isNaN(ms)) return ms;
  }
  return null;
}

/** Returns true for a JSON true, whichever way it was written. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Reads a futures order as queries and lists give it; null when it can't be read. Lots become base. */
export function readFuturesOrder(row: JsonRecord, instrument: Instrument): OrderReport | null {
  const side = orderSideOf(row['side']);
  const venueOrderId = nameOf(row['id']);
  const qtyBase = fromWireQty(row['size'], instrument);
  const cumQtyBase = fromWireQty(row['filledSize'] ?? row['dealSize'] ?? 0, instrument);
  const updatedMs = firstMs(row['updatedAt'], row['endAt'], row['createdAt'], row['orderTime']);
  if (side === null || venueOrderId === null || cumQtyBase === null || updatedMs === null) return null;
  const stop = row['stop'] === 'up' || row['stop'] === 'down' ? row['stop'] : null;
  const closesPosition = isTrue(row['closeOrder']);
  const isSized = qtyBase !== null && qtyBase !== '0';
  if (!isSized && !closesPosition) return null;
  const isLimit = row['type'] === 'limit';
  return {
    instrumentId: instrument.id,
    clientOrderId: nameOf(row['clientOid']),
    venueOrderId,
    side,
    type: stop === null ? (isLimit ? 'limit' : 'market') : conditionalTypeOf(side, stop),
    tif: tifOf(row['timeInForce'], row['postOnly']),
    qtyBase: isSized ? qtyBase : null,
    px: isLimit ? fromWirePx(row['price'], instrument) : null,
    triggerPx: stop === null ? null : fromWirePx(row['stopPrice'], instrument),
    isReduceOnly: isTrue(row['reduceOnly']) || closesPosition,
    closesPosition,
    status: futuresStatus(row, { qtyBase: isSized ? qtyBase : null, cumQtyBase, isConditional: stop !== null }),
    cumQtyBase,
    avgPx: cumQtyBase === '0' ? null : fromWirePx(row['avgDealPrice'], instrument),
    reason: null,
    updatedMs,
  };
}

interface Progress {
  readonly qtyBase: string | null;
  readonly cumQtyBase: string;
  readonly isConditional: boolean;
}

/** `done` with something cancelled is cancelled, also after a partial fill; a conditional order waits until it is triggered. */
function futuresStatus(row: JsonRecord, { qtyBase, cumQtyBase, isConditional }: Progress): VenueOrderStatus {
  const isDone = row['status'] === 'done' || (row['status'] === undefined && !isTrue(row['isActive']));
  if (!isDone) return isConditional && !isTrue(row['stopTriggered']) ? 'untriggered' : 'open';
  if (isTrue(row['cancelExist'])) return 'cancelled';
  return isFilled(qtyBase, cumQtyBase) ? 'filled' : 'cancelled';
}

/** True when all of an order was filled; an order without a size of its own is when anything was. */
export function isFilled(qtyBase: string | null, cumQtyBase: string): boolean {
  const cum = parseDecimal(cumQtyBase);
  const qty = parseDecimal(qtyBase);
  if (cum === null) return false;
  return qty === null || qty.lte(0) ? cum.gt(0) : cum.gte(qty);
}

/** Reads a spot order of the high-frequency account; null when it can't be read. */
export function readSpotOrder(row: JsonRecord, instrument: Instrument): OrderReport | null {
  const side = orderSideOf(row['side']);
  const venueOrderId = nameOf(row['id']);
  const qtyBase = fromWireQty(row['size'], instrument);
  const cumQtyBase = fromWireQty(row['dealSize'], instrument);
  const updatedMs = firstMs(row['lastUpdatedAt'], row['createdAt']);
  if (side === null || venueOrderId === null || cumQtyBase === null || updatedMs === null) return null;
  const sized = qtyBase === null || qtyBase === '0' ? null : qtyBase;
  const isLimit = row['type'] === 'limit';
  return {
    instrumentId: instrument.id,
    clientOrderId: nameOf(row['clientOid']),
    venueOrderId,
    side,
    type: isLimit ? 'limit' : 'market',
    tif: tifOf(row['timeInForce'], row['postOnly']),
    qtyBase: sized,
    px: isLimit ? fromWirePx(row['price'], instrument) : null,
    triggerPx: null,
    isReduceOnly: false,
    closesPosition: false,
    status: spotStatus(row, sized, cumQtyBase),
    cumQtyBase,
    avgPx: averagePx(row['dealFunds'], row['dealSize'], instrument),
    reason: null,
    updatedMs,
  };
}

function spotStatus(row: JsonRecord, qtyBase: string | null, cumQtyBase: string): VenueOrderStatus {
  if (isTrue(row['active'])) return 'open';
  if (isTrue(row['cancelExist'])) return 'cancelled';
  return isFilled(qtyBase, cumQtyBase) ? 'filled' : 'cancelled';
}

function averagePx(funds: unknown, size: unknown, instrument: Instrument): string | null {
  const quote = parseDecimal(funds);
  const qty = parseDecimal(size);
  if (quote === null || qty === null || qty.lte(0)) return null;
  return fromWirePx(toDecimalString(quote.div(qty)), instrument);
}

/** Reads a futures fill; `tradeId` is the fill's id, as on the stream. null when it can't be read. */
export function readFuturesFill(row: JsonRecord, instrument: Instrument): Fill | null {
  return readFill(row, instrument, {
    venueMs: firstMs(row['tradeTime'], row['createdAt']),
    cause: fillCauseOf(row['tradeType']),
    feeAsset: nameOf(row['feeCurrency']) ?? nameOf(row['settleCurrency']),
  });
}

/** Reads a spot fill; `tradeId` is the fill's id, as on the stream. null when it can't be read. */
export function readSpotFill(row: JsonRecord, instrument: Instrument): Fill | null {
  return readFill(row, instrument, {
    venueMs: firstMs(row['createdAt']),
    cause: 'order',
    feeAsset: nameOf(row['feeCurrency']),
  });
}

interface FillFacts {
  readonly venueMs: number | null;
  readonly cause: Fill['cause'];
  readonly feeAsset: string | null;
}

function readFill(row: JsonRecord, instrument: Instrument, facts: FillFacts): Fill | null {
  const side = orderSideOf(row['side']);
  const fillId = nameOf(row['tradeId']);
  const venueOrderId = nameOf(row['orderId']);
  const px = fromWirePx(row['price'], instrument);
  const qtyBase = fromWireQty(row['size'], instrument);
  const fee = fromWireAmount(row['fee']);
  const { venueMs, cause, feeAsset } = facts;
  if (side === null || fillId === null || venueOrderId === null || px === null || venueMs === null) return null;
  if (qtyBase === null || qtyBase === '0' || fee === null || feeAsset === null) return null;
  return {
    instrumentId: instrument.id,
    fillId,
    venueOrderId,
    clientOrderId: nameOf(row['clientOid']),
    side,
    px,
    qtyBase,
    fee,
    feeAsset: canonicalAsset(feeAsset),
    liquidity: liquidityOf(row['liquidity']),
    cause,
    venueMs,
  };
}
