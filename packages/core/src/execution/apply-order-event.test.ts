import { describe, expect, it } from 'vitest';
import { domainError, type DomainError } from '../domain/index.ts';
import { applyOrderEvent, type OrderEvent } from './apply-order-event.ts';
import { buildFill, buildPlanned, buildReport, T0 } from './build-execution.fixture.ts';
import { orderOfPlan } from './new-order.ts';
import { ORDER_STATES, type OrderRecord, type OrderState } from './order-record.ts';

const failed = (outcome: DomainError['outcome']): OrderEvent => ({
  kind: 'failed',
  error: domainError('ORDER_REJECTED', 'x', { outcome }),
});
const report = (over: Parameters<typeof buildReport>[0]): OrderEvent => ({
  kind: 'report',
  report: buildReport({ updatedMs: T0 + 10, ...over }),
});

const EVENTS: Record<string, OrderEvent> = {
  untriggered: report({ status: 'untriggered' }),
  open: report({ status: 'open' }),
  filled: report({ status: 'filled', cumQtyBase: '1' }),
  cancelled: report({ status: 'cancelled' }),
  rejectedByReport: report({ status: 'rejected' }),
  expired: report({ status: 'expired' }),
  adoptedOpen: { kind: 'adopted', report: buildReport({ updatedMs: T0 + 10 }) },
  partFill: { kind: 'fill', fill: buildFill({ qtyBase: '0.4' }) },
  wholeFill: { kind: 'fill', fill: buildFill({ qtyBase: '1' }) },
  failedNotSent: failed('not-sent'),
  failedRejected: failed('rejected'),
  failedUnknown: failed('unknown'),
  absent: { kind: 'absent', queries: 3 },
  cancel: { kind: 'cancel', reason: 'x' },
  cancelFailed: { kind: 'cancel-failed', error: domainError('ORDER_REJECTED', 'x') },
};

/** Rows: events. Columns: states in the order of ORDER_STATES. `!` marks a move that is told to people. */
const TABLE: Record<keyof typeof EVENTS, string> = {
  //                sent      unknown   open       filled   cancelled rejected  expired  not-sent   absent
  untriggered: '     open      open      open       filled   cancelled rejected! expired  open!      open!',
  open: '            open      open      open       filled   cancelled rejected! expired  open!      open!',
  filled: '          filled    filled    filled     filled   cancelled! rejected! expired! filled!   filled!',
  cancelled: '       cancelled cancelled cancelled  filled!  cancelled rejected! expired! cancelled! cancelled!',
  rejectedByReport: 'rejected  rejected  rejected   filled!  cancelled! rejected expired! rejected!  rejected!',
  expired: '         expired   expired   expired    filled!  cancelled! rejected! expired expired!   expired!',
  adoptedOpen: '     open      open      open       open!    open!     open!     open!    open!      open!',
  partFill: '        open      open      open       filled!  cancelled rejected! expired  open!      open!',
  wholeFill: '       filled    filled    filled     filled!  cancelled rejected! expired  filled!    filled!',
  failedNotSent: '   not-sent  not-sent  open!      filled   cancelled rejected  expired  not-sent   absent',
  failedRejected: '  rejected  rejected  open!      filled   cancelled rejected  expired  not-sent   absent',
  failedUnknown: '   unknown   unknown   open       filled   cancelled rejected  expired  not-sent   absent',
  absent: '          absent    absent    absent!    filled   cancelled rejected  expired  not-sent   absent',
  cancel: '          sent      unknown   open       filled   cancelled rejected  expired  not-sent   absent',
  cancelFailed: '    sent      unknown   open       filled   cancelled rejected  expired  not-sent   absent',
};

function orderIn(state: OrderState): OrderRecord {
  const order = { ...orderOfPlan(buildPlanned(), T0), state };
  if (state === 'filled')
    return { ...order, cumQtyBase: '1', filledQtyBase: '1', filledQuote: '50000', fillIds: ['f0'] };
  return order;
}

const cells = Object.entries(TABLE).flatMap(([event, row]) =>
  row
    .trim()
    .split(/\s+/)
    .map((text, at) => ({ event, state: ORDER_STATES[at] as OrderState, text })),
);

describe('applyOrderEvent', () => {
  it('has a row for every event and a cell for every state', () => {
    expect(cells).toHaveLength(Object.keys(EVENTS).length * ORDER_STATES.length);
  });

  it.each(cells)('moves $state by $event to $text', ({ event, state, text }) => {
    const { order, notice } = applyOrderEvent(orderIn(state), EVENTS[event] as OrderEvent, T0 + 100);
    expect(`${order.state}${notice === null ? '' : '!'}`).toBe(text);
  });

  it('never lets the cumulative quantity fall', () => {
    const half = applyOrderEvent(orderIn('sent'), report({ cumQtyBase: '0.5', avgPx: '49999' }), T0).order;
    const late = applyOrderEvent(half, report({ cumQtyBase: '0.2', updatedMs: T0 }), T0).order;
    expect([late.cumQtyBase, late.venueAvgPx]).toEqual(['0.5', '49999']);
  });

  it('lets the quantity of a cancelled order rise by a late fill without opening it again', () => {
    const { order } = applyOrderEvent(orderIn('cancelled'), EVENTS['partFill'] as OrderEvent, T0);
    expect([order.state, order.cumQtyBase]).toEqual(['cancelled', '0.4']);
  });

  it('returns the same object for a report that says nothing new', () => {
    const open = applyOrderEvent(orderIn('sent'), report({}), T0).order;
    expect(applyOrderEvent(open, report({}), T0).order).toBe(open);
  });

  it('counts a fill once', () => {
    const once = applyOrderEvent(orderIn('open'), EVENTS['partFill'] as OrderEvent, T0).order;
    expect(applyOrderEvent(once, EVENTS['partFill'] as OrderEvent, T0).order).toBe(once);
  });

  it('keeps a triggered stop triggered when its earlier report comes late', () => {
    const stop = { ...orderIn('sent'), type: 'stop-market' as const };
    const waiting = applyOrderEvent(stop, report({ status: 'untriggered', updatedMs: T0 + 1 }), T0).order;
    const triggered = applyOrderEvent(waiting, report({ status: 'open', updatedMs: T0 + 2 }), T0).order;
    const late = applyOrderEvent(triggered, report({ status: 'untriggered', updatedMs: T0 + 1 }), T0).order;
    expect([waiting.isUntriggered, triggered.isUntriggered, late.isUntriggered]).toEqual([true, false, false]);
  });

  it('marks a cancel as asked until the venue refuses it', () => {
    const asked = applyOrderEvent(orderIn('open'), EVENTS['cancel'] as OrderEvent, T0).order;
    const lost = applyOrderEvent(
      asked,
      { kind: 'cancel-failed', error: domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' }) },
      T0,
    ).order;
    const refused = applyOrderEvent(lost, EVENTS['cancelFailed'] as OrderEvent, T0).order;
    expect([asked.isCancelAsked, lost.isCancelAsked, refused.isCancelAsked]).toEqual([true, true, false]);
  });

  it('tells when more was filled than was ordered', () => {
    const { order, notice } = applyOrderEvent(orderIn('open'), report({ cumQtyBase: '1.5' }), T0);
    expect([order.cumQtyBase, notice?.event, notice?.severity]).toEqual(['1.5', 'order_overfilled', 'CRITICAL']);
  });
});
