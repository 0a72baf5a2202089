import type { AccountKey, OrderRef, OrderReport, PlaceAck, ReportSource, TradingFact } from '../domain/index.ts';
import { applyOrderEvent } from './apply-order-event.ts';
import { isOurs } from './client-ids.ts';
import type { ExecutionDeps } from './execution-deps.ts';
import { isConditionalType, isUnproven, type OrderRecord } from './order-record.ts';
import type { OrderStore } from './order-store.ts';

/**
 * Returns the facts a venue's report adds to what is known: none for what we know already, an adoption for an order we do not know,
 * also when it is of our making.
 */
export function reportFacts(
  store: OrderStore,
  account: AccountKey,
  report: OrderReport,
  source: ReportSource,
): readonly TradingFact[] {
  const known = store.find(account, report);
  if (known === null) {
    if (store.hasLeft(account, report)) return [];
    return [{ kind: 'order-adopted', account, report, isOurs: isOurs(report.clientOrderId) }];
  }
  const { order, notice } = applyOrderEvent(known, { kind: 'report', report }, 0);
  const isNews = notice !== null || isUnproven(known.state) || !isEqualApartFromTime(order, known);
  return isNews ? [{ kind: 'order-report', account, report, source }] : [];
}

/** Returns what a venue that knew all we know of an open order would report. */
export function reportOfOpen(order: OrderRecord): OrderReport {
  return {
    instrumentId: order.instrumentId,
    clientOrderId: order.clientOrderId,
    venueOrderId: order.venueOrderId ?? '',
    side: order.side,
    type: order.type,
    tif: order.tif,
    qtyBase: order.qtyBase,
    px: order.px,
    triggerPx: order.triggerPx,
    isReduceOnly: order.isReduceOnly,
    closesPosition: order.closesPosition,
    status: order.isUntriggered ? 'untriggered' : 'open',
    cumQtyBase: order.cumQtyBase,
    avgPx: order.venueAvgPx,
    reason: null,
    updatedMs: order.updatedMs,
  };
}

/** Returns the report an acknowledgement amounts to: the venue has the order, and has said nothing of its filling. */
export function reportOfAck(order: OrderRecord, ack: PlaceAck): OrderReport {
  if (ack.report !== null) return ack.report;
  const status = isConditionalType(order.type) ? 'untriggered' : 'open';
  // WHY: our clock may run before the venue's; the time known so far lets every report of the venue count as newer.
  return { ...reportOfOpen(order), venueOrderId: ack.venueOrderId, status, cumQtyBase: '0', avgPx: null };
}

/** Returns how an order is named to its venue, or null when its instrument is not listed here. */
export function refOf(deps: Pick<ExecutionDeps, 'instrumentOf'>, order: OrderRecord): OrderRef | null {
  const instrument = deps.instrumentOf(order.instrumentId);
  if (instrument === null) return null;
  const { clientOrderId, venueOrderId } = order;
  // WHY: a triggered conditional order is a plain one at most venues; only a waiting or unproven one lives under the other calls.
  const isConditional = isConditionalType(order.type) && (order.isUntriggered || isUnproven(order.state));
  return { instrument, clientOrderId, venueOrderId, isConditional };
}

function isEqualApartFromTime(a: OrderRecord, b: OrderRecord): boolean {
  return (
    a.state === b.state &&
    a.isUntriggered === b.isUntriggered &&
    a.cumQtyBase === b.cumQtyBase &&
    a.venueAvgPx === b.venueAvgPx &&
    a.venueOrderId === b.venueOrderId &&
    a.reason === b.reason
  );
}
