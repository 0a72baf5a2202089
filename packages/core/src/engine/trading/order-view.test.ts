import { expect, it } from 'vitest';
import { buildFill, buildPlanned, buildReport } from '../../execution/build-execution.fixture.ts';
import { applyOrderEvent } from '../../execution/apply-order-event.ts';
import { orderOfPlan } from '../../execution/new-order.ts';
import { orderView } from './order-view.ts';

const sent = orderOfPlan(buildPlanned(), 1);
const fills = [
  { kind: 'fill', fill: buildFill({ fillId: 'f1', px: '50000', qtyBase: '0.25' }) },
  { kind: 'fill', fill: buildFill({ fillId: 'f2', px: '50100', qtyBase: '0.75' }) },
] as const;
const filled = { status: 'filled', cumQtyBase: '1' } as const;

it('takes the average from the fills where the venue tells none', () => {
  const events = [...fills, { kind: 'report', report: buildReport({ ...filled, avgPx: null }) } as const];
  const order = events.reduce((known, event) => applyOrderEvent(known, event, 2).order, sent);
  expect(orderView(order)).toMatchObject({ state: 'filled', avgPx: '50075' });
});

it('forgets an average of the venue that the order has outgrown', () => {
  const first = buildReport({ status: 'open', cumQtyBase: '0.25', avgPx: '50000' });
  const events = [first, buildReport({ ...filled, avgPx: null, updatedMs: first.updatedMs + 1 })];
  const told = events.reduce((known, report) => applyOrderEvent(known, { kind: 'report', report }, 2).order, sent);
  expect(orderView(told).avgPx).toBeNull();
  const booked = fills.reduce((known, event) => applyOrderEvent(known, event, 3).order, told);
  expect(orderView(booked).avgPx).toBe('50075');
});

it("keeps the venue's own average, and none before a fill is known", () => {
  const told = applyOrderEvent(sent, { kind: 'report', report: buildReport({ ...filled, avgPx: '50074.9' }) }, 2).order;
  expect(orderView(applyOrderEvent(told, fills[0], 3).order).avgPx).toBe('50074.9');
  const untold = applyOrderEvent(sent, { kind: 'report', report: buildReport({ ...filled, avgPx: null }) }, 2).order;
  expect(orderView(untold)).toMatchObject({ state: 'filled', avgPx: null });
});
