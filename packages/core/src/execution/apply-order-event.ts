import {
  decimal,
  isTerminal,
  maxOf,
  toDecimalString,
  ZERO,
  type DomainError,
  type Fill,
  type OrderReport,
  type Severity,
} from '../domain/index.ts';
import { isFinalState, isUnproven, type OrderRecord, type OrderState } from './order-record.ts';

/** What can happen to an order after it exists in memory. */
export type OrderEvent =
  | { readonly kind: 'report'; readonly report: OrderReport }
  | { readonly kind: 'adopted'; readonly report: OrderReport }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'failed'; readonly error: DomainError }
  | { readonly kind: 'absent'; readonly queries: number }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'cancel-failed'; readonly error: DomainError };

/** Something that should not have happened to an order. Told to people, never thrown. */
export interface OrderNotice {
  readonly event: string;
  readonly severity: Severity;
  readonly text: string;
}

export interface OrderMove {
  /** The same object when nothing changed. */
  readonly order: OrderRecord;
  readonly notice: OrderNotice | null;
}

/**
 * Moves one order by one event. Total: every state takes every event.
 *
 * Reports are monotone: an older, doubled or late one changes nothing, the cumulative quantity never falls, an end the venue told never
 * reopens (its filled quantity may still rise). Ends we concluded ourselves (`not-sent`, `absent`) yield to the venue's evidence.
 */
export function applyOrderEvent(order: OrderRecord, event: OrderEvent, atMs: number): OrderMove {
  switch (event.kind) {
    case 'report':
      return applyReport(order, event.report, atMs);
    case 'adopted':
      return applyAdoption(order, event.report, atMs);
    case 'fill':
      return applyFill(order, event.fill, atMs);
    case 'failed':
      return applyFailure(order, event.error, atMs);
    case 'absent':
      return applyAbsence(order, event.queries, atMs);
    case 'cancel':
      return isFinalState(order.state) || order.isCancelAsked ? same(order) : moved({ ...order, isCancelAsked: true });
    case 'cancel-failed':
      // WHY: an unknown cancel may have worked; the flag stays until a report or an answer says otherwise.
      return event.error.outcome === 'unknown' || !order.isCancelAsked
        ? same(order)
        : moved({ ...order, isCancelAsked: false });
  }
}

function applyReport(order: OrderRecord, report: OrderReport, atMs: number): OrderMove {
  const next = terminalOf(report);
  const grown = grow(order, report);
  const over = overfilled(grown, order);
  if (isConcluded(order.state)) {
    const reopened = { ...grown, ...standing(report, next, atMs), isCancelAsked: false };
    return moved(
      reopened,
      notice('order_reappeared', 'CRITICAL', `${label(order)} was held for ${order.state}, the venue has it`),
    );
  }
  if (isFinalState(order.state)) {
    if (next !== null && next !== order.state) {
      return moved(
        grown,
        notice('order_end_contradicted', 'ERROR', `${label(order)} is ${order.state}, the venue now says ${next}`),
      );
    }
    const isContradicted = order.state === 'rejected' && next === null && report.updatedMs > order.updatedMs;
    if (!isContradicted) return moved(grown, over);
    return moved(
      grown,
      notice('order_end_contradicted', 'CRITICAL', `${label(order)} is rejected, the venue lists it`),
    );
  }
  if (next !== null)
    return moved({ ...grown, ...standing(report, next, atMs), reason: report.reason ?? order.reason }, over);
  if (isUnproven(order.state)) return moved({ ...grown, ...standing(report, null, atMs), reason: null }, over);
  // WHY: an `untriggered` that arrives after the trigger is late; triggering is never undone.
  const isUntriggered = order.isUntriggered && report.status === 'untriggered' && grown.cumQtyBase === '0';
  return moved(isUntriggered === grown.isUntriggered ? grown : { ...grown, isUntriggered }, over);
}

function applyAdoption(order: OrderRecord, report: OrderReport, atMs: number): OrderMove {
  if (!isFinalState(order.state) || isTerminal(report.status)) return applyReport(order, report, atMs);
  const grown = grow(order, report);
  return moved(
    { ...grown, ...standing(report, null, atMs), isCancelAsked: false },
    notice('order_reappeared', 'CRITICAL', `${label(order)} was ${order.state}, the venue still works it`),
  );
}

function applyFill(order: OrderRecord, fill: Fill, atMs: number): OrderMove {
  if (order.fillIds.includes(fill.fillId)) return same(order);
  const filled = decimal(order.filledQtyBase).plus(decimal(fill.qtyBase));
  const quote = decimal(order.filledQuote).plus(decimal(fill.qtyBase).times(decimal(fill.px)));
  const grown: OrderRecord = {
    ...order,
    filledQtyBase: toDecimalString(filled),
    filledQuote: toDecimalString(quote),
    cumQtyBase: toDecimalString(maxOf(filled, decimal(order.cumQtyBase))),
    fillIds: [...order.fillIds, fill.fillId],
    isUntriggered: false,
    venueOrderId: order.venueOrderId ?? fill.venueOrderId,
  };
  const isWhole = order.qtyBase !== null && filled.gte(decimal(order.qtyBase));
  const over = overfilled(grown, order);
  if (order.state === 'rejected') {
    return moved(grown, notice('order_end_contradicted', 'CRITICAL', `${label(order)} is rejected, yet it was filled`));
  }
  if (isFinalState(order.state) && !isConcluded(order.state)) return moved(grown, over);
  const state: OrderState = isWhole ? 'filled' : 'open';
  const after = { ...grown, state, finalMs: isWhole ? atMs : null };
  if (!isConcluded(order.state)) return moved(after, over);
  return moved(
    after,
    notice('order_reappeared', 'CRITICAL', `${label(order)} was held for ${order.state}, yet it was filled`),
  );
}

function applyFailure(order: OrderRecord, error: DomainError, atMs: number): OrderMove {
  const reason = error.code;
  if (isUnproven(order.state)) {
    if (error.outcome === 'unknown') return moved({ ...order, state: 'unknown', reason });
    return moved({ ...order, state: error.outcome, reason, finalMs: atMs });
  }
  if (order.state === 'open' && error.outcome !== 'unknown') {
    return contradiction(order, `${label(order)} is open, its call now says ${error.outcome}`);
  }
  return same(order);
}

function applyAbsence(order: OrderRecord, queries: number, atMs: number): OrderMove {
  if (isFinalState(order.state)) return same(order);
  const gone: OrderRecord = { ...order, state: 'absent', finalMs: atMs, isUntriggered: false };
  if (order.state !== 'open') return moved(gone);
  return moved(
    gone,
    notice(
      'order_forgotten',
      'WARN',
      `${label(order)} was open; the venue denied it ${queries} times and no position moved`,
    ),
  );
}

/** Takes over what only grows: quantity, average, ids, time. */
function grow(order: OrderRecord, report: OrderReport): OrderRecord {
  const known = decimal(order.cumQtyBase);
  const told = decimal(report.cumQtyBase);
  const isNewer = report.updatedMs >= order.updatedMs;
  const takesAvg = report.avgPx !== null && told.gte(known) && told.gt(ZERO);
  const next: OrderRecord = {
    ...order,
    venueOrderId: order.venueOrderId === null || isNewer ? report.venueOrderId : order.venueOrderId,
    cumQtyBase: toDecimalString(maxOf(told, known)),
    // WHY: an average of less than is filled now is none of the order.
    venueAvgPx: takesAvg ? report.avgPx : told.gt(known) ? null : order.venueAvgPx,
    updatedMs: Math.max(order.updatedMs, report.updatedMs),
  };
  return isEqual(next, order) ? order : next;
}

function isEqual(a: OrderRecord, b: OrderRecord): boolean {
  return (
    a.venueOrderId === b.venueOrderId &&
    a.cumQtyBase === b.cumQtyBase &&
    a.venueAvgPx === b.venueAvgPx &&
    a.updatedMs === b.updatedMs
  );
}

function standing(
  report: OrderReport,
  terminal: OrderState | null,
  atMs: number,
): Pick<OrderRecord, 'state' | 'isUntriggered' | 'finalMs'> {
  return {
    state: terminal ?? 'open',
    isUntriggered: report.status === 'untriggered',
    finalMs: terminal === null ? null : atMs,
  };
}

function terminalOf(report: OrderReport): 'filled' | 'cancelled' | 'rejected' | 'expired' | null {
  return report.status === 'untriggered' || report.status === 'open' ? null : report.status;
}

function isConcluded(state: OrderState): boolean {
  return state === 'not-sent' || state === 'absent';
}

function overfilled(next: OrderRecord, before: OrderRecord): OrderNotice | null {
  if (next.qtyBase === null || next.cumQtyBase === before.cumQtyBase) return null;
  if (decimal(next.cumQtyBase).lte(decimal(next.qtyBase))) return null;
  return notice('order_overfilled', 'CRITICAL', `${label(next)} of ${next.qtyBase} is filled with ${next.cumQtyBase}`);
}

function contradiction(order: OrderRecord, text: string): OrderMove {
  return { order, notice: notice('order_end_contradicted', 'ERROR', text) };
}

function notice(event: string, severity: Severity, text: string): OrderNotice {
  return { event, severity, text };
}

function label(order: OrderRecord): string {
  return `order ${order.clientOrderId ?? order.venueOrderId ?? order.key}`;
}

function moved(order: OrderRecord, told: OrderNotice | null = null): OrderMove {
  return { order, notice: told };
}

function same(order: OrderRecord): OrderMove {
  return { order, notice: null };
}
