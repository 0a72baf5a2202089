import { describe, expect, it } from 'vitest';
import { decimal, domainError, err, ok, type Fill, type PlaceOrder, type TradingFact } from '../domain/index.ts';
import {
  ACCOUNT,
  approve,
  BTC,
  buildBench,
  buildFill,
  buildReport,
  pass,
  type Bench,
} from './build-execution.fixture.ts';
import { Executor } from './executor.ts';
import { reportOf } from './fake-execution-client.fixture.ts';
import { defaultStopPx } from './open-position.ts';
import { Protection } from './protection.ts';
import { quantiseOrder } from './quantise-order.ts';
import { UnknownResolver } from './unknown-resolver.ts';

interface Scene extends Bench {
  readonly protection: Protection;
  stopPx: string | null;
  bookFill(over?: Partial<Fill>): void;
  openStops(): readonly (string | null)[];
}

const LOST = domainError('VENUE_TIMEOUT', 'lost', { outcome: 'unknown' });

function build(closePosition = false): Scene {
  const bench = buildBench();
  bench.client.capabilities = { ...bench.client.capabilities, closePosition };
  const resolver = new UnknownResolver(bench.deps, bench.ledger);
  const executor = new Executor({ ...bench.deps, resolver, isReconciled: () => true });
  let intents = 0;
  let fills = 0;
  const scene: Scene = {
    ...bench,
    stopPx: null,
    bookFill: (over = {}) => {
      fills += 1;
      const fill = buildFill({ fillId: `fill${fills}`, venueOrderId: 'entry', clientOrderId: null, ...over });
      bench.deps.facts.append([{ kind: 'fill', account: ACCOUNT, fill }]);
      scene.protection.onRecord(bench.journal.records.at(-1)!);
    },
    openStops: () =>
      [...bench.client.orders.values()].filter((o) => o.status === 'untriggered').map((o) => o.qtyBase ?? o.triggerPx),
    protection: new Protection({
      ...bench.deps,
      openPositions: () =>
        bench.ledger.openPositions(ACCOUNT).map((instrumentId) => ({
          account: ACCOUNT,
          instrumentId,
          qtyBase: bench.ledger.positionQtyOf(ACCOUNT, instrumentId),
          entryPx: '50000',
        })),
      stopPxOf: (position) => scene.stopPx ?? defaultStopPx(position, '0.02'),
      mayAct: () => true,
      newIntentId: () => `S${(intents += 1)}`,
      submit: (_account, intent) => {
        const planned = quantiseOrder(intent, BTC, { mode: 'paper', leg: 0, attempt: 0, refPx: null, mayBump: false });
        return planned.ok
          ? executor.submit(approve(intent), { order: planned.value.order, gates: [] })
          : Promise.resolve(planned);
      },
      cancel: (key, reason) => executor.cancel(key, reason),
    }),
  };
  scene.protection.start();
  return scene;
}

function refuseStops(scene: Scene, answer: (order: PlaceOrder) => ReturnType<typeof scene.client.onPlace>): void {
  scene.client.onPlace = (order) =>
    order.type === 'stop-market' ? answer(order) : Promise.resolve(ok(scene.client.take(order)));
}

describe('Protection', () => {
  it('places one stop by mark price on the first fill, and shows the position as unprotected until it stands', async () => {
    const scene = build();
    scene.bookFill();
    await pass(scene.clock, 50);
    expect(scene.client.placed).toMatchObject([
      {
        type: 'stop-market',
        side: 'SELL',
        qtyBase: '1',
        triggerPx: '49000',
        triggerBy: 'mark',
        isReduceOnly: true,
        closesPosition: false,
      },
    ]);
    const kinds = scene.journal.records.map((record) => record.kind);
    expect(kinds.indexOf('condition')).toBeLessThan(kinds.indexOf('order'));
    expect(scene.conditions.list()).toEqual([]);
    await pass(scene.clock, 10_000, 250);
    expect(scene.client.placed).toHaveLength(1);
  });

  it('lets a stop that closes the position stand whatever is added', async () => {
    const scene = build(true);
    scene.bookFill({ qtyBase: '0.4' });
    await pass(scene.clock, 50);
    scene.bookFill({ qtyBase: '0.6' });
    await pass(scene.clock, 3_000, 250);
    expect(scene.client.placed).toMatchObject([{ closesPosition: true, qtyBase: null, triggerPx: '49000' }]);
  });

  it('resizes by placing the right stop before the old one goes', async () => {
    const scene = build();
    scene.bookFill({ qtyBase: '0.4' });
    await pass(scene.clock, 50);
    scene.bookFill({ qtyBase: '0.6' });
    await pass(scene.clock, 100);
    expect(scene.client.placed.map((order) => order.qtyBase)).toEqual(['0.4', '1']);
    expect(scene.openStops()).toEqual(['1']);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('moves the stop when another price is wanted', async () => {
    const scene = build(true);
    scene.bookFill();
    await pass(scene.clock, 50);
    scene.stopPx = '49500.01';
    await pass(scene.clock, 1_100);
    expect(scene.openStops()).toEqual(['49500.1']);
  });

  it('removes the stop when the position is closed', async () => {
    const scene = build(true);
    scene.bookFill();
    await pass(scene.clock, 50);
    scene.bookFill({ side: 'SELL' });
    await pass(scene.clock, 100);
    expect(scene.openStops()).toEqual([]);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('finds its stop again after a restart, and cancels a double', async () => {
    const scene = build(true);
    const stop = {
      type: 'stop-market',
      side: 'SELL',
      triggerPx: '49000',
      px: null,
      status: 'untriggered',
      closesPosition: true,
      qtyBase: null,
    } as const;
    const facts = ['PA00', 'PB00'].map((clientOrderId): TradingFact => {
      const report = buildReport({ ...stop, clientOrderId, venueOrderId: `v-${clientOrderId}` });
      scene.client.orders.set(clientOrderId, report);
      return { kind: 'order-adopted', account: ACCOUNT, report, isOurs: true };
    });
    scene.deps.facts.append(facts);
    scene.bookFill();
    await pass(scene.clock, 100);
    expect(scene.client.placed).toEqual([]);
    expect(scene.client.cancelled.map((ref) => ref.clientOrderId)).toEqual(['PB00']);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('never touches a stop that somebody else gave', async () => {
    const scene = build(true);
    const report = buildReport({
      type: 'stop-market',
      clientOrderId: 'web_1',
      status: 'untriggered',
      triggerPx: '1',
      isReduceOnly: true,
    });
    scene.deps.facts.append([{ kind: 'order-adopted', account: ACCOUNT, report, isOurs: false }]);
    await pass(scene.clock, 2_000, 250);
    expect(scene.client.cancelled).toEqual([]);
  });

  it('closes the position at market when the price has passed the stop', async () => {
    const scene = build();
    refuseStops(scene, () => Promise.resolve(err(domainError('ORDER_TRIGGERS_NOW', 'x'))));
    scene.bookFill();
    await pass(scene.clock, 100);
    expect(
      scene.client.placed.map(({ type, role, isReduceOnly, qtyBase }) => [type, role, isReduceOnly, qtyBase]),
    ).toEqual([
      ['stop-market', 'protective-stop', true, '1'],
      ['market', 'flatten', true, '1'],
    ]);
    expect(scene.journal.of('event').map((record) => record.event)).toContain('unprotected_flattened');
    expect(scene.conditions.list()).toMatchObject([{ kind: 'unprotected' }]);
    scene.bookFill({ side: 'SELL' });
    await pass(scene.clock, 100);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('tries a stop that is refused twice, then closes the position', async () => {
    const scene = build();
    refuseStops(scene, () => Promise.resolve(err(domainError('ORDER_REJECTED', 'x'))));
    scene.bookFill();
    await pass(scene.clock, 3_000, 250);
    expect(scene.client.placed.map((order) => order.role)).toEqual(['protective-stop', 'protective-stop', 'flatten']);
  });

  it('waits three seconds for each of two stops of unknown outcome before it closes the position', async () => {
    const scene = build();
    refuseStops(scene, () => Promise.resolve(err(LOST)));
    scene.bookFill();
    await pass(scene.clock, 2_900, 100);
    expect(scene.client.placed).toHaveLength(1);
    await pass(scene.clock, 1_000, 100);
    expect(scene.client.placed).toHaveLength(2);
    await pass(scene.clock, 3_500, 100);
    expect(scene.client.placed.map((order) => order.role)).toEqual(['protective-stop', 'protective-stop', 'flatten']);
  });

  it('takes a stop whose answer was lost for placed when the venue has it', async () => {
    const scene = build();
    refuseStops(scene, (order) => {
      scene.client.take(order);
      return Promise.resolve(err(LOST));
    });
    scene.bookFill();
    await pass(scene.clock, 6_000, 100);
    expect(scene.client.placed).toHaveLength(1);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('goes on closing, ever more slowly, while the venue refuses', async () => {
    const scene = build();
    scene.client.onPlace = (order) =>
      Promise.resolve(err(domainError(order.type === 'market' ? 'VENUE_MAINTENANCE' : 'ORDER_TRIGGERS_NOW', 'x')));
    scene.bookFill();
    await pass(scene.clock, 60_000, 500);
    const closings = scene.client.placed.filter((order) => order.role === 'flatten').length;
    expect(closings).toBeGreaterThanOrEqual(5);
    expect(closings).toBeLessThanOrEqual(8);
    expect(scene.conditions.list()).toHaveLength(1);
  });

  it('cancels the old stop first where the venue counts it against the position, and does not close what is partly covered', async () => {
    const scene = build();
    scene.bookFill({ qtyBase: '0.4' });
    await pass(scene.clock, 50);
    refuseStops(scene, (order) => {
      const standing = [...scene.client.orders.values()].filter((o) => o.status === 'untriggered');
      const isTooMuch = standing
        .reduce((sum, o) => sum.plus(decimal(o.qtyBase ?? '0')), decimal(order.qtyBase ?? '0'))
        .gt(1);
      return Promise.resolve(isTooMuch ? err(domainError('ORDER_REDUCE_ONLY', 'x')) : ok(scene.client.take(order)));
    });
    scene.bookFill({ qtyBase: '0.6' });
    await pass(scene.clock, 5_000, 250);
    expect(scene.openStops()).toEqual(['1']);
    expect(scene.client.placed.map((order) => order.role)).not.toContain('flatten');
    expect(scene.conditions.list()).toEqual([]);
  });

  it('places a new stop when the venue has ended the old one', async () => {
    const scene = build(true);
    scene.bookFill();
    await pass(scene.clock, 50);
    const [first] = scene.client.placed;
    const report = reportOf(first!, { status: 'cancelled', updatedMs: 1_700_000_000_001 });
    scene.client.orders.set(first!.clientOrderId, report);
    scene.deps.facts.append([{ kind: 'order-report', account: ACCOUNT, report, source: 'stream' }]);
    await pass(scene.clock, 1_100);
    expect(scene.openStops()).toEqual(['49000']);
    expect(scene.client.placed).toHaveLength(2);
  });
});
