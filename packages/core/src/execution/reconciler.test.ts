import { describe, expect, it } from 'vitest';
import { domainError, err, ok, type Income } from '../domain/index.ts';
import { ACCOUNT, BTC, BTC_SPOT, buildFill, buildPlanned, buildReport, pass, T0 } from './build-execution.fixture.ts';
import { buildPosition, buildScene } from './reconciler-scene.fixture.ts';
import { Reconciler } from './reconciler.ts';

const order = { kind: 'order', order: buildPlanned() } as const;
const opened = { kind: 'order-report', account: ACCOUNT, report: buildReport(), source: 'ack' } as const;

describe('Reconciler', () => {
  it('adopts an order of ours that our memory lost, and shows a foreign one as foreign', async () => {
    const scene = buildScene();
    scene.client.orders.set('PLOST00', buildReport({ clientOrderId: 'PLOST00', venueOrderId: '1' }));
    scene.client.orders.set('web', buildReport({ clientOrderId: 'web_5', venueOrderId: '2' }));
    const result = await scene.run();
    expect(result.orders).toMatchObject({ adopted: 2, foreign: 1 });
    expect(scene.store.openOrders().map(({ key, isOurs }) => [key, isOurs])).toEqual([
      ['PLOST00', true],
      [`${ACCOUNT}|BTCUSDT.PERP.BINANCE|2`, false],
    ]);
    expect((await scene.run()).orders.adopted).toBe(0);
  });

  it('books a fill that no stream told, once', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.client.fillList = [buildFill({ venueMs: T0 - 1_000 })];
    scene.client.positionList = [buildPosition('1')];
    const result = await scene.run();
    expect(result).toMatchObject({ missingFills: 1, isEqual: true, positionsSet: [] });
    expect((await scene.run()).missingFills).toBe(0);
    expect(scene.store.byKey('PI100')?.state).toBe('filled');
    expect(scene.ledger.positionQtyOf(ACCOUNT, BTC.id)).toBe('1');
  });

  it('asks about an order that was too young to be asked about as soon as it is not', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.client.orders.set('PI100', buildReport({ status: 'cancelled', updatedMs: T0 + 1 }));
    await scene.run();
    expect(scene.store.byKey('PI100')?.state).toBe('open');
    await pass(scene.clock, 6_000, 250);
    expect(scene.store.byKey('PI100')?.state).toBe('cancelled');
  });

  it('gives a fill that names only the venue order the id of the order of ours it belongs to', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order]);
    scene.client.orders.set('PI100', buildReport({ status: 'filled', cumQtyBase: '1' }));
    scene.client.fillList = [buildFill({ clientOrderId: null, venueMs: T0 + 1 })];
    scene.client.positionList = [buildPosition('1')];
    await scene.run();
    const fills = scene.journal.records.filter((record) => record.kind === 'fill');
    expect(fills.map(({ fill }) => fill.clientOrderId)).toEqual(['PI100']);
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'filled', filledQtyBase: '1' });
  });

  it('books no fill of unknown owner while the venue does not tell of an order that may be behind it', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order]);
    scene.client.orders.set('PI100', buildReport({ status: 'filled', cumQtyBase: '1' }));
    scene.client.fillList = [buildFill({ clientOrderId: null, venueMs: T0 + 1 })];
    scene.client.positionList = [buildPosition('1')];
    scene.client.failing.set('queryOrder', domainError('VENUE_UNREACHABLE', 'no answer'));
    expect(await scene.run()).toMatchObject({ missingFills: 0, isComplete: false, positionsSet: [] });
    scene.client.failing.clear();
    expect(await scene.run()).toMatchObject({ missingFills: 1, isEqual: true });
    expect(scene.store.byKey('PI100')).toMatchObject({ state: 'filled', filledQtyBase: '1' });
  });

  it('reads fills one instrument at a time where the venue has no other way', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    const read = scene.client.fills.bind(scene.client);
    scene.client.fillList = [buildFill()];
    scene.client.fills = (market, instrument, sinceMs) =>
      instrument === null ? Promise.resolve(err(domainError('INPUT_INVALID', 'x'))) : read(market, instrument, sinceMs);
    scene.client.positionList = [buildPosition('1')];
    expect(await scene.run()).toMatchObject({ missingFills: 1, isComplete: true, isEqual: true });
  });

  it('reads the pair of a coin whose amount is not ours, where fills are told one instrument at a time', async () => {
    const scene = buildScene();
    const asked: string[] = [];
    scene.client.fills = (market, instrument) => {
      if (instrument === null) return Promise.resolve(err(domainError('INPUT_INVALID', 'x')));
      asked.push(instrument.id);
      return Promise.resolve(ok(market === 'spot' ? [buildFill({ instrumentId: BTC_SPOT.id })] : []));
    };
    const row = { scope: 'spot', free: '2', locked: '0', borrowed: '0', updatedMs: T0 } as const;
    scene.client.balances = () =>
      Promise.resolve(
        ok([
          { ...row, asset: 'BTC', total: '2' },
          { ...row, asset: 'USDT', total: '5' },
        ]),
      );
    const ledger = {
      positionQtyOf: scene.ledger.positionQtyOf,
      openPositions: scene.ledger.openPositions,
      cashTotalOf: (_account: string, asset: string) => (asset === 'BTC' ? '1' : '5'),
    };
    const reconciler = new Reconciler({ ...scene.deps, ledger, markPxOf: () => '51000' });
    const result = reconciler.reconcile(ACCOUNT, 'asked');
    await pass(scene.clock, 4_000, 250);
    expect(await result).toMatchObject({ missingFills: 1 });
    expect(new Set(asked)).toEqual(new Set([BTC_SPOT.id]));
  });

  it('tells the balances again when an older word has come over them', async () => {
    const scene = buildScene();
    let isStanding = true;
    const { positionQtyOf, openPositions } = scene.ledger;
    const ledger = { positionQtyOf, openPositions, hasBalances: () => isStanding };
    const reconciler = new Reconciler({ ...scene.deps, ledger, markPxOf: () => '51000' });
    const told: number[] = [];
    for (const stands of [true, true, false, true]) {
      isStanding = stands;
      const result = reconciler.reconcile(ACCOUNT, 'asked');
      await pass(scene.clock, 4_000, 250);
      await result;
      told.push(scene.journal.of('balances').length);
    }
    expect(told).toEqual([1, 1, 2, 2]);
  });

  it('books income once', async () => {
    const scene = buildScene();
    const funding: Income = {
      kind: 'funding',
      incomeId: '9',
      instrumentId: BTC.id,
      scope: 'futures',
      asset: 'USDT',
      amount: '-1.5',
      venueMs: T0,
    };
    scene.client.incomeList = [funding, funding];
    expect((await scene.run()).newIncome).toBe(1);
    expect((await scene.run()).newIncome).toBe(0);
    expect(scene.journal.of('income')).toHaveLength(1);
  });

  it('does not ask about an order placed within the last five seconds that the list lacks', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.client.orders.set('PI100', buildReport());
    scene.client.unlisted.add('PI100');
    expect((await scene.run()).orders.queried).toBe(0);
    scene.clock.advance(5_000);
    expect((await scene.run()).orders).toMatchObject({ queried: 1, missing: [] });
    expect(scene.store.byKey('PI100')?.state).toBe('open');
  });

  it('takes the end of an unlisted order from the venue, by name', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.client.orders.set('PI100', buildReport({ status: 'cancelled', updatedMs: T0 + 9 }));
    scene.clock.advance(10_000);
    await scene.run();
    expect(scene.store.byKey('PI100')?.state).toBe('cancelled');
  });

  it('ends an order that the venue neither lists nor knows by the second denial, with a record', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.clock.advance(10_000);
    expect(await scene.run()).toMatchObject({ isEqual: false, orders: { missing: ['PI100'], forgotten: [] } });
    expect(scene.store.byKey('PI100')?.state).toBe('open');
    expect(scene.journal.of('event').map((record) => record.event)).toEqual(['order_missing']);
    scene.clock.advance(5_000);
    expect((await scene.run()).orders.forgotten).toEqual(['PI100']);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
    expect(scene.journal.of('event').map((record) => record.event)).toEqual(['order_missing', 'order_forgotten']);
  });

  it('asks a second time by itself, seconds after the first denial', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.clock.advance(10_000);
    await scene.run();
    await pass(scene.clock, 6_000, 100);
    expect(scene.store.byKey('PI100')?.state).toBe('absent');
  });

  it('keeps a denied order while a position is not explained', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.clock.advance(10_000);
    scene.client.positionList = [buildPosition('1')];
    const first = scene.reconciler.reconcile(ACCOUNT, 'asked');
    await pass(scene.clock, 1_500, 100);
    scene.client.failing.set('positions', domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' }));
    await pass(scene.clock, 20_000, 100);
    await first;
    expect(scene.store.byKey('PI100')?.state).toBe('open');
  });

  it('concludes nothing from lists it could not read', async () => {
    const scene = buildScene();
    scene.deps.facts.append([order, opened]);
    scene.clock.advance(10_000);
    scene.client.failing.set('openOrders', domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' }));
    const result = await scene.run();
    expect(result).toMatchObject({ isComplete: false, isEqual: false, orders: { queried: 0 } });
    expect(scene.reconciler.isReconciled(ACCOUNT)).toBe(false);
    expect(scene.reconciler.lastEqualMs(ACCOUNT)).toBeNull();
  });

  it('reads an account again within seconds until it was read whole once, not before the venue allows it', async () => {
    const scene = buildScene();
    const limited = domainError('VENUE_RATE_LIMITED', 'x', { outcome: 'not-sent', retryAfterMs: 3_000 });
    scene.client.failing.set('balances', limited);
    const started = scene.reconciler.start([ACCOUNT]);
    await pass(scene.clock, 500, 100);
    await started;
    expect(scene.reconciler.isReconciled(ACCOUNT)).toBe(false);
    scene.client.failing.delete('balances');
    await pass(scene.clock, 2_000, 100);
    expect(scene.reconciler.isReconciled(ACCOUNT)).toBe(false);
    await pass(scene.clock, 1_500, 100);
    expect(scene.reconciler.isReconciled(ACCOUNT)).toBe(true);
    scene.reconciler.stop();
  });

  it('takes an order up again that ended here and is open there', async () => {
    const scene = buildScene();
    const error = domainError('ORDER_REJECTED', 'x');
    scene.deps.facts.append([order, { kind: 'order-failed', clientOrderId: 'PI100', error }]);
    scene.client.orders.set('PI100', buildReport());
    await scene.run();
    expect(scene.store.byKey('PI100')?.state).toBe('rejected');
    scene.clock.advance(5_000);
    await scene.run();
    expect(scene.store.byKey('PI100')?.state).toBe('open');
    expect(scene.journal.of('event')).toMatchObject([{ event: 'order_reappeared', severity: 'CRITICAL' }]);
  });

  it('records balances when they change', async () => {
    const scene = buildScene();
    const usdt = {
      scope: 'unified',
      asset: 'USDT',
      total: '10000',
      free: '10000',
      locked: '0',
      borrowed: '0',
      updatedMs: T0,
    } as const;
    scene.client.balanceList = [usdt];
    await scene.run();
    scene.client.balanceList = [{ ...usdt, free: '9000', locked: '1000', updatedMs: T0 + 1 }];
    await scene.run();
    scene.client.balanceList = [{ ...usdt, total: '9999' }];
    await scene.run();
    expect(scene.journal.of('balances').map((record) => record.balances[0]?.total)).toEqual(['10000', '9999']);
  });

  it('runs at the start, every 30 s and when a stream came up', async () => {
    const scene = buildScene();
    const causes: string[] = [];
    const reconciler = new Reconciler({
      ...scene.deps,
      ledger: scene.ledger,
      markPxOf: () => null,
      onResult: (result) => causes.push(result.cause),
    });
    await reconciler.start([ACCOUNT]);
    expect(reconciler.isReconciled(ACCOUNT)).toBe(true);
    await pass(scene.clock, 30_000, 1_000);
    reconciler.onStream(ACCOUNT, { isLive: true, sinceMs: T0, reason: null, reconnects: 1, lastEventMs: null });
    await pass(scene.clock, 100);
    reconciler.stop();
    await pass(scene.clock, 60_000, 1_000);
    expect(causes).toEqual(['start', 'periodic', 'stream-up']);
  });

  it('does not count as reconciled an account whose client throws', async () => {
    const scene = buildScene();
    scene.client.balances = () => {
      throw new Error('bug');
    };
    expect(await scene.run()).toMatchObject({ isComplete: false, failures: [{ what: 'balances' }] });
    scene.client.balances = () => Promise.resolve(ok([]));
    expect(await scene.run()).toMatchObject({ isComplete: true });
  });

  it('counts everything as known only up to the start of the last reading that was complete', async () => {
    const scene = buildScene();
    expect(scene.reconciler.lastCompleteMs(ACCOUNT)).toBeNull();
    const first = await scene.run();
    expect(scene.reconciler.lastCompleteMs(ACCOUNT)).toBe(first.startedMs);
    scene.client.fills = () => Promise.resolve(err(domainError('VENUE_TIMEOUT', 'lost', { outcome: 'unknown' })));
    expect((await scene.run()).isComplete).toBe(false);
    expect(scene.reconciler.lastCompleteMs(ACCOUNT)).toBe(first.startedMs);
  });
});
