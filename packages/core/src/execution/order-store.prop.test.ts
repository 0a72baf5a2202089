import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, type TradingFact, type TradingRecord } from '../domain/index.ts';
import { ACCOUNT, buildFill, buildPlanned, buildReport, T0 } from './build-execution.fixture.ts';
import { OrderStore } from './order-store.ts';

/**
 * In words: a venue has one true history of an order (open, partly filled, ended). Whatever of it arrives, in whatever order, doubled
 * or not at all: once the last truth has arrived, the order stands where the venue has it, and on the way its quantity never fell and
 * an end never opened again.
 */
const history = fc
  .record({
    parts: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
    end: fc.constantFrom('filled', 'cancelled', 'expired', 'open'),
  })
  .map(({ parts, end }) => {
    const total = parts.reduce((sum, part) => sum + part, 0);
    const ended = end === 'filled' && total === 0 ? 'cancelled' : end;
    const qtyBase = String(ended === 'filled' ? total : total + 5);
    const facts: TradingFact[] = [report('open', 0, 0, qtyBase)];
    let cum = 0;
    parts.forEach((part, at) => {
      cum += part;
      facts.push(
        { kind: 'fill', account: ACCOUNT, fill: buildFill({ fillId: `f${at}`, qtyBase: String(part) }) },
        report('open', cum, at + 1, qtyBase),
      );
    });
    const last = report(ended, total, parts.length + 1, qtyBase);
    return { facts, last, qtyBase, ended, total };
  });

function report(
  status: 'open' | 'filled' | 'cancelled' | 'expired',
  cum: number,
  at: number,
  qtyBase: string,
): TradingFact {
  const told = buildReport({ status, cumQtyBase: String(cum), updatedMs: T0 + at, qtyBase });
  return { kind: 'order-report', account: ACCOUNT, report: told, source: 'stream' };
}

const scrambled = history.chain((truth) =>
  fc
    .array(fc.constantFrom(...truth.facts, truth.last), { maxLength: 30 })
    .map((arrived) => ({ ...truth, arrived: [...arrived, truth.last] })),
);

describe('OrderStore', () => {
  test.prop([scrambled], { numRuns: 1_000 })('ends where the venue stands, whatever came on the way', (truth) => {
    const store = new OrderStore();
    const facts: TradingFact[] = [{ kind: 'order', order: buildPlanned({ qtyBase: truth.qtyBase }) }, ...truth.arrived];
    let cum = decimal(0);
    let end: string | null = null;
    const notices = facts.flatMap((fact, at) => {
      const { events } = store.apply({ ...fact, seq: at + 1, atMs: T0 + at } as TradingRecord);
      const order = store.byKey('PI100');
      const now = decimal(order?.cumQtyBase ?? '0');
      expect(now.gte(cum)).toBe(true);
      if (end !== null) expect(order?.state).toBe(end);
      if (order?.finalMs !== null) end = order?.state ?? null;
      cum = now;
      return events;
    });
    expect(store.byKey('PI100')).toMatchObject({ state: truth.ended, cumQtyBase: String(truth.total) });
    expect(notices).toEqual([]);
  });

  test.prop([scrambled, fc.nat(30)], { numRuns: 300 })(
    'folds alike through a checkpoint at any point',
    (truth, cut) => {
      const facts: TradingFact[] = [
        { kind: 'order', order: buildPlanned({ qtyBase: truth.qtyBase }) },
        ...truth.arrived,
      ];
      const records = facts.map((fact, at) => ({ ...fact, seq: at + 1, atMs: T0 + at }) as TradingRecord);
      const whole = new OrderStore();
      for (const record of records) whole.apply(record);
      const first = new OrderStore();
      for (const record of records.slice(0, cut)) first.apply(record);
      const second = new OrderStore();
      second.restore(JSON.parse(JSON.stringify(first.snapshot())));
      for (const record of records.slice(cut)) second.apply(record);
      expect(second.snapshot()).toEqual(whole.snapshot());
    },
  );
});
