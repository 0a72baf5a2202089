import { decimal, toDecimalString, type Fill, type OrderReport } from '@riptide/core/domain';
import { isRecord, listOf, type JsonRecord } from '../../kit/index.ts';
import { algoStatusOf, fillCauseOf, orderStatusOf, orderTypeOf, tifOf } from '../enums.ts';
import { fromWirePx, fromWireQty } from '../extra/exact-amounts.ts';
import { toOrderReport } from '../extra/order-report.ts';
import {
  figure,
  flagOf,
  idText,
  positiveFigure,
  sideOf,
  textOf,
  timeOf,
  type FindClientId,
  type FindInstrument,
  type RowReading,
} from '../extra/private-reading.ts';

/** Reads an order of spot, as answered to placing, cancelling and asking. */
export function parseSpotOrder(row: JsonRecord, find: FindInstrument): RowReading<OrderReport> {
  const instrument = find(String(row['symbol']));
  if (instrument === null) return 'unlisted';
  const venueOrderId = idText(row['orderId']);
  const status = orderStatusOf(row['status']);
  const side = sideOf(row['side']);
  const quantity = figure(row['origQty']);
  const filled = figure(row['executedQty']);
  const updatedMs = timeOf(row['updateTime']) ?? timeOf(row['transactTime']) ?? timeOf(row['time']);
  if (venueOrderId === null || status === null || side === null || quantity === null || filled === null)
    return 'malformed';
  if (updatedMs === null) return 'malformed';
  const price = positiveFigure(row['price']);
  const type = orderTypeOf(row['type'], price !== null);
  const cost = positiveFigure(row['cummulativeQuoteQty']);
  const waits = status === 'open' && (type === 'stop-market' || type === 'take-profit-market');
  return toOrderReport({
    instrument,
    // A cancel answers with an id of its own; the order keeps its id beside it.
    clientOrderId: textOf(row['origClientOrderId']) ?? textOf(row['clientOrderId']),
    venueOrderId,
    side,
    type,
    tif: tifOf(row['timeInForce'], row['type']),
    quantity,
    price,
    triggerPrice: positiveFigure(row['stopPrice']),
    isReduceOnly: false,
    closesPosition: false,
    status: waits && row['isWorking'] !== true && filled.eq(0) ? 'untriggered' : status,
    filled,
    averagePrice: cost === null || filled.eq(0) ? null : cost.div(filled),
    reason: textOf(row['expiryReason']),
    updatedMs,
  });
}

/** Reads the executions a spot order was answered with: they took liquidity, since they came at once. */
export function parseSpotPlaceFills(row: JsonRecord, find: FindInstrument): readonly Fill[] | null {
  const instrument = find(String(row['symbol']));
  const side = sideOf(row['side']);
  const venueOrderId = idText(row['orderId']);
  const venueMs = timeOf(row['transactTime']);
  if (instrument === null || side === null || venueOrderId === null || venueMs === null) return null;
  const fills: Fill[] = [];
  for (const part of listOf(row['fills']) ?? []) {
    const wire = isRecord(part) ? part : {};
    const fillId = idText(wire['tradeId']);
    const px = positiveFigure(wire['price']);
    const qty = positiveFigure(wire['qty']);
    const fee = figure(wire['commission']);
    const feeAsset = textOf(wire['commissionAsset']);
    if (fillId === null || px === null || qty === null || fee === null || feeAsset === null) return null;
    fills.push({
      instrumentId: instrument.id,
      fillId,
      venueOrderId,
      clientOrderId: textOf(row['clientOrderId']),
      side,
      px: fromWirePx(instrument, px),
      qtyBase: fromWireQty(instrument, qty),
      fee: toDecimalString(fee),
      feeAsset,
      liquidity: 'taker',
      cause: 'order',
      venueMs,
    });
  }
  return fills;
}

/** Reads a plain futures order, as answered to placing, cancelling and asking. */
export function parseFuturesOrder(
  row: JsonRecord,
  find: FindInstrument,
  clientIdOf: FindClientId,
): RowReading<OrderReport> {
  const instrument = find(String(row['symbol']));
  if (instrument === null) return 'unlisted';
  const venueOrderId = idText(row['orderId']);
  const status = orderStatusOf(row['status']);
  const side = sideOf(row['side']);
  const filled = figure(row['executedQty']);
  const updatedMs = timeOf(row['updateTime']) ?? timeOf(row['time']);
  if (venueOrderId === null || status === null || side === null || filled === null || updatedMs === null)
    return 'malformed';
  const price = positiveFigure(row['price']);
  const wireType = row['origType'] ?? row['type'];
  return toOrderReport({
    instrument,
    clientOrderId: clientIdOf(instrument.id, venueOrderId) ?? textOf(row['clientOrderId']),
    venueOrderId,
    side,
    type: orderTypeOf(wireType, price !== null),
    tif: tifOf(row['timeInForce'], wireType),
    quantity: positiveFigure(row['origQty']),
    price,
    triggerPrice: positiveFigure(row['stopPrice']),
    isReduceOnly: flagOf(row['reduceOnly']),
    closesPosition: flagOf(row['closePosition']),
    status,
    filled,
    averagePrice: filled.eq(0) ? null : positiveFigure(row['avgPrice']),
    reason: null,
    updatedMs,
  });
}

/** What a conditional order says of itself and of the order it became. */
export interface AlgoReading {
  readonly report: OrderReport;
  /** The order the trigger made; null before, and where the venue doesn't name it. */
  readonly actualOrderId: string | null;
  /** True once the venue is done with it: what the order did that it became is asked of that order. */
  readonly isFinished: boolean;
}

/** Reads a conditional futures order. After its trigger its number is that of the order it became. */
export function parseAlgoOrder(row: JsonRecord, find: FindInstrument): RowReading<AlgoReading> {
  const instrument = find(String(row['symbol']));
  if (instrument === null) return 'unlisted';
  const algoId = idText(row['algoId']);
  const wireStatus = algoStatusOf(row['algoStatus']);
  const side = sideOf(row['side']);
  const updatedMs = timeOf(row['updateTime']) ?? timeOf(row['createTime']);
  if (algoId === null || wireStatus === null || side === null || updatedMs === null) return 'malformed';
  const price = positiveFigure(row['price']);
  const quantity = positiveFigure(row['quantity']);
  const filled = positiveFigure(row['actualQty']) ?? decimal(0);
  const actualOrderId = idText(row['actualOrderId']);
  const closesPosition = flagOf(row['closePosition']);
  const isWhole = filled.gt(0) && (closesPosition || quantity === null || filled.gte(quantity));
  const report = toOrderReport({
    instrument,
    clientOrderId: textOf(row['clientAlgoId']),
    venueOrderId: actualOrderId ?? algoId,
    side,
    type: orderTypeOf(row['orderType'], price !== null),
    tif: tifOf(row['timeInForce'], row['orderType']),
    quantity: closesPosition ? null : quantity,
    price,
    triggerPrice: positiveFigure(row['triggerPrice']),
    isReduceOnly: flagOf(row['reduceOnly']),
    closesPosition,
    status: wireStatus === 'finished' ? (isWhole ? 'filled' : 'cancelled') : wireStatus,
    filled,
    averagePrice: positiveFigure(row['actualPrice']),
    reason: null,
    updatedMs,
  });
  return { report, actualOrderId, isFinished: wireStatus === 'finished' };
}

/** Reads one row of `myTrades` (spot) or `userTrades` (futures). `isBuyer`, `isMaker` on spot are `buyer`, `maker` on futures. */
export function parseTradeRow(row: JsonRecord, find: FindInstrument, clientIdOf: FindClientId): RowReading<Fill> {
  const instrument = find(String(row['symbol']));
  if (instrument === null) return 'unlisted';
  const fillId = idText(row['id']);
  const venueOrderId = idText(row['orderId']);
  const px = positiveFigure(row['price']);
  const qty = positiveFigure(row['qty']);
  const fee = figure(row['commission']);
  const feeAsset = textOf(row['commissionAsset']);
  const isBuyer = row['isBuyer'] ?? row['buyer'];
  const isMaker = row['isMaker'] ?? row['maker'];
  const venueMs = timeOf(row['time']);
  if (fillId === null || venueOrderId === null || px === null || qty === null || venueMs === null) return 'malformed';
  if (fee === null || feeAsset === null || typeof isBuyer !== 'boolean') return 'malformed';
  if (!/^\d+$/.test(fillId)) return 'malformed';
  const clientOrderId = clientIdOf(instrument.id, venueOrderId);
  return {
    instrumentId: instrument.id,
    fillId,
    venueOrderId,
    clientOrderId,
    side: isBuyer ? 'BUY' : 'SELL',
    px: fromWirePx(instrument, px),
    qtyBase: fromWireQty(instrument, qty),
    fee: toDecimalString(fee),
    feeAsset,
    liquidity: typeof isMaker === 'boolean' ? (isMaker ? 'maker' : 'taker') : null,
    cause: fillCauseOf(clientOrderId),
    venueMs,
  };
}
