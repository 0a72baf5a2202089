import {
  accountKey,
  type AccountKey,
  type InstrumentId,
  type OrderReport,
  type PlannedOrder,
} from '../domain/index.ts';
import { parseClientOrderId } from './client-ids.ts';
import type { OrderRecord } from './order-record.ts';

const BLANK = {
  state: 'sent',
  isUntriggered: false,
  cumQtyBase: '0',
  filledQtyBase: '0',
  filledQuote: '0',
  venueAvgPx: null,
  fillIds: [],
  isCancelAsked: false,
  reason: null,
  updatedMs: 0,
  finalMs: null,
} as const satisfies Partial<OrderRecord>;

/** Names an order by its venue's id. */
export function venueKey(account: AccountKey, instrumentId: InstrumentId, venueOrderId: string): string {
  return `${account}|${instrumentId}|${venueOrderId}`;
}

/** Returns the order a journal row begins: it may exist at the venue from now on. */
export function orderOfPlan(planned: PlannedOrder, atMs: number): OrderRecord {
  // HOT: field by field; spreading some thirty fields costs more than everything else between journal and venue.
  return {
    key: planned.clientOrderId,
    account: accountKey(planned.venue, planned.mode),
    clientOrderId: planned.clientOrderId,
    venueOrderId: null,
    isOurs: true,
    intentId: planned.intentId,
    source: planned.source,
    role: planned.role,
    instrumentId: planned.instrumentId,
    side: planned.side,
    type: planned.type,
    tif: planned.tif,
    qtyBase: planned.qtyBase,
    px: planned.px,
    triggerPx: planned.triggerPx,
    triggerBy: planned.triggerBy,
    isReduceOnly: planned.isReduceOnly,
    closesPosition: planned.closesPosition,
    leverage: planned.leverage,
    state: 'sent',
    isUntriggered: false,
    cumQtyBase: '0',
    filledQtyBase: '0',
    filledQuote: '0',
    venueAvgPx: null,
    fillIds: [],
    isCancelAsked: false,
    reason: null,
    createdMs: atMs,
    updatedMs: 0,
    finalMs: null,
  };
}

/** Returns an order that only the venue told of; its standing comes from applying the report. */
export function orderOfReport(account: AccountKey, report: OrderReport, ours: boolean, atMs: number): OrderRecord {
  const { instrumentId, clientOrderId, side, type, tif, qtyBase, px, triggerPx, isReduceOnly, closesPosition } = report;
  return {
    ...BLANK,
    instrumentId,
    clientOrderId,
    side,
    type,
    tif,
    qtyBase,
    px,
    triggerPx,
    isReduceOnly,
    closesPosition,
    key: ours && clientOrderId !== null ? clientOrderId : venueKey(account, instrumentId, report.venueOrderId),
    account,
    venueOrderId: report.venueOrderId,
    isOurs: ours,
    intentId: ours && clientOrderId !== null ? (parseClientOrderId(clientOrderId)?.intentId ?? null) : null,
    source: null,
    role: null,
    triggerBy: 'mark',
    leverage: null,
    createdMs: atMs,
  };
}
