import { decimal, type Instrument, type OrderReport, type TriggerSource } from '../../domain/index.ts';
import type { PaperOrder } from './paper-order.ts';

/** An open order from before a restart, with what a report leaves out. */
export interface PaperSeedOrder extends OrderReport {
  /** null or absent: that of the instrument. */
  readonly leverage?: number | null;
  /** Absent: the mark. */
  readonly triggerBy?: TriggerSource;
}

/** Returns an order from before a restart as the paper venue keeps it; it joins its queue anew. */
export function seedPaperOrder(report: PaperSeedOrder, instrument: Instrument, leverage: number): PaperOrder {
  const cumQtyBase = decimal(report.cumQtyBase);
  return {
    instrument,
    clientOrderId: report.clientOrderId,
    venueOrderId: report.venueOrderId,
    side: report.side,
    type: report.type,
    tif: report.tif,
    qtyBase: report.qtyBase === null ? null : decimal(report.qtyBase),
    px: report.px === null ? null : decimal(report.px),
    triggerPx: report.triggerPx === null ? null : decimal(report.triggerPx),
    triggerBy: report.triggerBy ?? 'mark',
    isReduceOnly: report.isReduceOnly,
    closesPosition: report.closesPosition,
    leverage,
    status: report.status,
    cumQtyBase,
    cumQuote: cumQtyBase.times(decimal(report.avgPx ?? report.px ?? '0')),
    reason: null,
    updatedMs: report.updatedMs,
    queueAhead: null,
    queueLookMs: 0,
    waitUntilMs: null,
  };
}
