import { describe, expect, it } from 'vitest';
import { domainError, type TradingFact, type TradingRecord } from '../domain/index.ts';
import { ACCOUNT, buildFill, buildPlanned, buildReport, T0 } from './build-execution.fixture.ts';
import { FINAL_KEPT_MS, FINAL_MAX, OrderStore } from './order-store.ts';

function fold(store: OrderStore, facts: readonly TradingFact[], atMs = T0): readonly TradingFact[] {
  return facts.flatMap((fact, at) => store.apply({ ...fact, seq: at + 1, atMs } as TradingRecord).events);
}

const order = { kind: 'order', order: buildPlanned() } as const;
const reported = (over: Parameters<typeof buildReport>[0]): TradingFact => ({
  kind: 'order-report',
  account: ACCOUNT,
  report: buildReport(over),
  source: 'stream',
});
const filled = (over: Parameters<typeof buildFill>[0] = {}): TradingFact => ({
  kind: 'fill',
  account: ACCOUNT,
  fill: buildFill(over),
});

describe('OrderStore', () => {
  it('keeps an order that was journalled as one that may exist', () => {
    const store = new OrderStore();
    fold(store, [order]);
    expect(store.unprovenOrders().map((found) => [found.key, found.state])).toEqual([['PI100', 'sent']]);
  });

  it('finds an order by the venue id for reports without our id', () => {
    const store = new OrderStore();
    fold(store, [order, reported({}), filled({ clientOrderId: null, qtyBase: '0.3' })]);
    expect(store.byKey('PI100')?.filledQtyBase).toBe('0.3');
  });

  it('books a fill once, by account, instrument and fill id', () => {
    const store = new OrderStore();
    fold(store, [
      order,
      filled({ qtyBase: '0.3' }),
      filled({ qtyBase: '0.3' }),
      filled({ qtyBase: '0.3', fillId: 'f2' }),
    ]);
    expect(store.byKey('PI100')?.filledQtyBase).toBe('0.6');
    expect(store.hasFill(ACCOUNT, buildFill())).toBe(true);
    expect(store.hasFill('BYBIT:paper', buildFill())).toBe(false);
  });

  it('remembers the fills of an open order after the ring has forgotten them', () => {
    const store = new OrderStore();
    fold(store, [order, filled({ qtyBase: '0.001' })]);
    for (let at = 0; at < 50_001; at += 1)
      fold(store, [filled({ fillId: `x${at}`, venueOrderId: 'other', clientOrderId: null })]);
    expect(store.hasFill(ACCOUNT, buildFill())).toBe(true);
    expect(store.hasFill(ACCOUNT, buildFill({ fillId: 'x0', venueOrderId: 'other', clientOrderId: null }))).toBe(false);
  });

  it('tells, and does not throw, when an order stands in the journal twice', () => {
    const store = new OrderStore();
    const events = fold(store, [order, order]);
    expect(events).toMatchObject([{ kind: 'event', event: 'order_doubled' }]);
  });

  it('forgets final orders ten minutes after their end, and knows that they were here', () => {
    const store = new OrderStore();
    fold(store, [order, reported({ status: 'cancelled' })]);
    fold(
      store,
      [{ kind: 'order', order: buildPlanned({ clientOrderId: 'PI200', intentId: 'I2' }) }],
      T0 + FINAL_KEPT_MS,
    );
    expect(store.byKey('PI100')).toBeNull();
    expect(store.hasLeft(ACCOUNT, buildReport())).toBe(true);
    expect(store.hasLeft(ACCOUNT, buildReport({ clientOrderId: null }))).toBe(true);
  });

  it('forgets every name the venue gave an order with it, and knows that each was here', () => {
    const store = new OrderStore();
    fold(store, [order, reported({ venueOrderId: 'algo-1' }), reported({ venueOrderId: '7', status: 'cancelled' })]);
    const named = (venueOrderId: string) => ({ ...buildReport(), clientOrderId: null, venueOrderId });
    expect(store.find(ACCOUNT, named('algo-1'))?.key).toBe('PI100');
    fold(store, [filled({ clientOrderId: 'other' })], T0 + FINAL_KEPT_MS);
    fold(store, [{ ...order, order: buildPlanned({ clientOrderId: 'PI200' }) }], T0 + FINAL_KEPT_MS);
    expect(['algo-1', '7'].map((id) => store.find(ACCOUNT, named(id)))).toEqual([null, null]);
    expect(['algo-1', '7'].map((id) => store.hasLeft(ACCOUNT, named(id)))).toEqual([true, true]);
  });

  it('keeps at most 5,000 final orders, and every open one', () => {
    const store = new OrderStore();
    fold(store, [order, reported({})]);
    for (let at = 0; at < FINAL_MAX + 10; at += 1) {
      const clientOrderId = `PX${at}y00`;
      const error = domainError('ORDER_REJECTED', 'x');
      fold(store, [
        { kind: 'order', order: buildPlanned({ clientOrderId }) },
        { kind: 'order-failed', clientOrderId, error },
      ]);
    }
    expect(store.all()).toHaveLength(FINAL_MAX + 1);
    expect(store.openOrders().map((found) => found.key)).toEqual(['PI100']);
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    const before = new OrderStore();
    fold(before, [order, reported({}), filled({ qtyBase: '0.4' })]);
    const after = new OrderStore();
    after.restore(JSON.parse(JSON.stringify(before.snapshot())));
    for (const store of [before, after])
      fold(store, [filled({ qtyBase: '0.4' }), filled({ fillId: 'f2', qtyBase: '0.6' })]);
    expect(after.snapshot()).toEqual(before.snapshot());
    expect(after.byKey('PI100')).toMatchObject({ state: 'filled', filledQtyBase: '1', filledQuote: '50000' });
  });

  it('follows an order given elsewhere under its account, instrument and venue id', () => {
    const store = new OrderStore();
    const report = buildReport({ clientOrderId: 'web_1', venueOrderId: '77' });
    fold(store, [{ kind: 'order-adopted', account: ACCOUNT, report, isOurs: false }]);
    expect(store.openOrders(ACCOUNT)).toMatchObject([
      { key: `${ACCOUNT}|BTCUSDT.PERP.BINANCE|77`, isOurs: false, role: null },
    ]);
  });
});
