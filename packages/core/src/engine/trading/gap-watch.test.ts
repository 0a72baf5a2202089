import { describe, expect, it } from 'vitest';
import { domainError, ok, type AccountKey, type OrderReport, type TradingFact } from '../../domain/index.ts';
import { OrderStore } from '../../execution/index.ts';
import { buildFill, buildPlanned, buildReport } from '../../execution/build-execution.fixture.ts';
import { silentLog, VirtualClock } from '../../kernel/index.ts';
import { GapWatch } from './gap-watch.ts';

const T0 = 1_700_000_000_000;

function build(told: ReadonlyMap<string, string> = new Map(), resting: OrderReport | null = null) {
  const clock = new VirtualClock(T0);
  const orders = new OrderStore();
  const asked: string[] = [];
  const shown: string[] = [];
  let account: AccountKey = 'BINANCE:live';
  let seq = 0;
  const apply = (fact: TradingFact): void => {
    seq += 1;
    orders.apply({ ...fact, seq, atMs: clock.nowMs() });
    account = orders.all()[0]?.account ?? account;
  };
  const kind = resting === null ? ({ type: 'market', tif: 'IOC' } as const) : {};
  apply({ kind: 'order', order: buildPlanned({ ...kind, mode: 'live' }) });
  const watch = new GapWatch({
    clock,
    orders,
    facts: {
      raise: ({ key }: { readonly key: string }) => void (shown.includes(key) || shown.push(key)),
      clear: () => void (shown.length = 0),
      append: (facts: readonly TradingFact[]) => facts.forEach(apply),
    },
    log: silentLog(),
    ledger: { account: () => null },
    desks: new Map([[account, { account, mode: 'live', toldQuantities: () => told }]]),
    resolver: {
      async ask({ key }: { readonly key: string }) {
        asked.push(`order ${key}`);
        return resting === null ? null : ok(resting);
      },
    },
    reconciler: { isReconciled: () => true, reconcile: async (key: AccountKey) => void asked.push(`account ${key}`) },
  } as never);
  const pass = async (seconds: number): Promise<void> => {
    for (let at = 0; at < seconds; at += 1) {
      clock.advance(1_000);
      watch.everySecond();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { account, apply, asked, shown, pass, orders };
}

describe('GapWatch', () => {
  it('asks about a market order that was taken and never ended', async () => {
    const { account, apply, asked, pass } = build();
    apply({ kind: 'order-report', account, report: buildReport({ type: 'market', tif: 'IOC' }), source: 'ack' });
    await pass(2);
    expect(asked).toEqual([]);
    await pass(2);
    expect(asked).toEqual(['order PI100', `account ${account}`]);
  });

  it('compares the account when the fills are fewer than the sum of the venue, ever more slowly', async () => {
    const { account, apply, asked, pass } = build();
    const report = buildReport({ type: 'market', tif: 'IOC', status: 'filled', cumQtyBase: '1' });
    apply({ kind: 'order-report', account, report, source: 'stream' });
    await pass(4);
    expect(asked).toEqual([`account ${account}`]);
    await pass(60);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.length).toBeLessThan(8);
  });

  it('shows what asking did not close, until it is closed', async () => {
    const { account, apply, shown, pass } = build();
    apply({ kind: 'order-report', account, report: buildReport({ type: 'market', tif: 'IOC' }), source: 'ack' });
    await pass(5);
    expect(shown).toEqual([]);
    await pass(3);
    expect(shown).toEqual([`gap:${account}`]);
    apply({ kind: 'fill', account, fill: buildFill() });
    await pass(1);
    expect(shown).toEqual([]);
  });

  it('gives a cancel up that never arrived, once the venue has said three times that it works the order', async () => {
    const report = buildReport({ status: 'open' });
    const { account, apply, asked, shown, orders, pass } = build(new Map(), report);
    apply({ kind: 'order-report', account, report, source: 'ack' });
    apply({ kind: 'cancel', clientOrderId: 'PI100', reason: 'test' });
    const error = domainError('VENUE_TIMEOUT', 'no answer', { outcome: 'unknown' });
    apply({ kind: 'cancel-failed', clientOrderId: 'PI100', error });
    await pass(8);
    expect(orders.byKey('PI100')).toMatchObject({ state: 'open', isCancelAsked: true });
    expect(shown).toEqual([`gap:${account}`]);
    await pass(4);
    expect(orders.byKey('PI100')).toMatchObject({ state: 'open', isCancelAsked: false });
    expect(shown).toEqual([]);
    const sofar = asked.length;
    await pass(60);
    expect(asked).toHaveLength(sofar);
  });

  it('asks nothing once the fills have come', async () => {
    const { account, apply, asked, pass } = build();
    const report = buildReport({ type: 'market', tif: 'IOC', status: 'filled', cumQtyBase: '1' });
    apply({ kind: 'order-report', account, report, source: 'stream' });
    apply({ kind: 'fill', account, fill: buildFill() });
    await pass(10);
    expect(asked).toEqual([]);
  });

  it('compares the account when its venue tells a position that no fill explains', async () => {
    const { account, apply, asked, pass } = build(new Map([['BTCUSDT.PERP.BINANCE', '0.5']]));
    apply({ kind: 'order-report', account, report: buildReport({ status: 'cancelled' }), source: 'stream' });
    await pass(4);
    expect(asked).toEqual([`account ${account}`]);
  });
});
