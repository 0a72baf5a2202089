import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, type DomainError, type PlaceAck, type PlaceOrder, type Result } from '../../domain/index.ts';
import { CoreWorld, LIVE_KEYS, LiveVenue } from './core-world.fixture.ts';

const REAL = { market: 'live', execution: 'live', keys: LIVE_KEYS } as const;

describe('a live account beside paper', () => {
  let world: CoreWorld;

  beforeEach(() => (world = new CoreWorld()));
  afterEach(() => world.stop());

  const goLive = () =>
    world.during(
      world
        .running()
        .call('set-execution', { venue: 'BINANCE', mode: 'live', confirmation: 'GO LIVE BINANCE', by: 'operator' }),
    );
  const goPaper = () =>
    world.during(
      world.running().call('set-execution', { venue: 'BINANCE', mode: 'paper', confirmation: null, by: 'operator' }),
    );

  async function openLivePosition(): Promise<void> {
    await world.start(REAL);
    await goLive();
    world.show(60_000, 60_001);
    expect(await world.trade()).toMatchObject({ ok: true });
    await world.pass(2_000);
    expect(world.live.stops).toEqual(['58800.5']);
  }

  it('is held against the capital of real money alone', async () => {
    world.live.balanceList = world.live.balanceList.map((row) => ({ ...row, total: '500', free: '500' }));
    await world.start(REAL);
    await goLive();
    world.show(60_000, 60_001);
    const { live, paper } = world.running().view().state.capital;
    expect(live).toEqual({ totalUsd: '500', byVenue: [{ venue: 'BINANCE', usd: '250' }], unallocatedUsd: '250' });
    expect(paper?.byVenue.map(({ venue }) => venue)).not.toContain('BINANCE');
    const value = { maxPositionUsd: 5_000, capitalPerTradeFrac: 1 };
    await world.during(world.running().call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    expect(await world.trade({ qtyBase: '0.006' })).toMatchObject({
      ok: false,
      error: { code: 'RISK_ALLOCATION_CAP' },
    });
  });

  it('keeps its stop when the orders of its venue go to paper again', async () => {
    await openLivePosition();
    await goPaper();
    await world.pass(10_000);
    expect(world.live.stops).toEqual(['58800.5']);
    expect(world.live.cancelled).toEqual([]);
  });

  it('keeps its stop over a restart, which forgets the confirmation', async () => {
    await openLivePosition();
    await world.stop();
    await world.start(REAL);
    await world.pass(10_000);
    expect(world.live.stops).toEqual(['58800.5']);
    expect(world.live.cancelled).toEqual([]);
  });

  it('keeps its stop while its key is exchanged', async () => {
    await openLivePosition();
    await world.during(world.running().call('set-key', { venue: 'BINANCE', key: null }));
    await world.pass(3_000);
    await world.during(world.running().call('set-key', { venue: 'BINANCE', key: LIVE_KEYS.BINANCE ?? null }));
    await world.pass(3_000);
    expect(world.live.stops).toEqual(['58800.5']);
    expect(world.running().view().state.conditions).toEqual([]);
  });

  it('closes the streams of every key but the last when keys come at once', async () => {
    const made: LiveVenue[] = [];
    const createLiveClient = (): LiveVenue => {
      const client = new LiveVenue();
      made.push(client);
      return client;
    };
    const core = await world.start({ ...REAL, createLiveClient });
    const key = LIVE_KEYS.BINANCE ?? null;
    const set = () => core.call('set-key', { venue: 'BINANCE', key });
    await world.during(Promise.all([set(), set()]));
    expect(made.map(({ sink }) => sink !== null)).toEqual([false, false, true]);
  });

  it('is shown as unprotected when its stop is gone while it is only looked at', async () => {
    await openLivePosition();
    await goPaper();
    const placed = world.live.placed.length;
    for (const [id, report] of world.live.orders) {
      if (report.type !== 'stop-market') continue;
      const gone = { ...report, status: 'cancelled' as const, updatedMs: report.updatedMs + 5 };
      world.live.orders.set(id, gone);
      world.live.sink?.onOrder(gone);
    }
    await world.pass(2_000);
    expect(world.running().view().state.conditions).toMatchObject([{ kind: 'unprotected', account: 'BINANCE:live' }]);
    expect(world.live.placed).toHaveLength(placed);
  });

  it('is left alone by the daily loss of live while it is only looked at', async () => {
    await world.start(REAL);
    await goLive();
    world.show(60_000, 60_001);
    const value = { dailyLossPct: 0.1, flattenOnDailyLoss: true };
    await world.during(world.running().call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    await world.trade({ type: 'limit', px: '59000', tif: 'GTC' });
    await goPaper();
    const cancelled = world.live.cancelled.length;
    world.live.sink?.onIncome({
      kind: 'funding',
      incomeId: 'i1',
      instrumentId: null,
      scope: 'futures',
      asset: 'USDT',
      amount: '-500',
      venueMs: world.clock.nowMs(),
    });
    await world.pass(5_000);
    expect(world.running().view().state.conditions).toMatchObject([{ key: 'halted:daily-loss:live' }]);
    expect(world.live.cancelled).toHaveLength(cancelled);
  });

  it('gets no order that was previewed for paper', async () => {
    await world.start(REAL);
    const preview = await world.preview();
    expect(preview).toMatchObject({ ok: true, value: { account: 'BINANCE:paper', isAllowed: true } });
    await goLive();
    world.show(60_000, 60_001);
    const sent = await world.execute(preview.ok ? preview.value.previewId : '');
    expect(sent).toMatchObject({ ok: false, error: { code: 'PREVIEW_EXPIRED' } });
    expect(world.live.placed).toEqual([]);
  });

  it('that throws at the start does not keep the others from trading', async () => {
    world.live.balances = () => {
      throw new Error('no such thing');
    };
    const core = await world.start({ ...REAL, execution: 'paper' });
    expect(core.view().state.isReady).toBe(true);
    expect(await world.trade({ venue: 'BYBIT' })).toMatchObject({ ok: true });
    await world.pass(2_000);
    expect(core.view().positions).toMatchObject([{ account: 'BYBIT:paper', stopPx: '58800.5' }]);
  });

  it('whose client can not be built does not keep the others from trading', async () => {
    const core = await world.start({
      ...REAL,
      execution: 'paper',
      createLiveClient: () => {
        throw new Error('a key of another shape');
      },
    });
    expect(core.view().state.isReady).toBe(true);
    expect(await world.trade({ venue: 'BYBIT' })).toMatchObject({ ok: true });
  });

  it('has an entry cancelled that arrived after the kill switch was pulled', async () => {
    await world.start(REAL);
    await goLive();
    world.show(60_000, 60_001);
    let arrive: (value: Result<PlaceAck, DomainError>) => void = () => undefined;
    let late: PlaceOrder | null = null;
    world.live.onPlace = (order) => {
      late = order;
      return new Promise((resolve) => (arrive = resolve));
    };
    world.live.onCancel = (ref) =>
      world.live.orders.has(ref.clientOrderId ?? '')
        ? { ok: true, value: { kind: 'accepted', report: endOf(ref.clientOrderId ?? '') } }
        : err(domainError('ORDER_NOT_FOUND', 'unknown here', { outcome: 'rejected' }));
    const endOf = (id: string) => {
      const report = world.live.orders.get(id);
      if (report === undefined) throw new Error(`no order ${id}`);
      const gone = { ...report, status: 'cancelled' as const, updatedMs: report.updatedMs + 1 };
      world.live.orders.set(id, gone);
      return gone;
    };
    const preview = await world.preview({ type: 'limit', px: '59000', tif: 'GTC' });
    const sent = world
      .running()
      .call('execute-order', { previewId: preview.ok ? preview.value.previewId : '', by: 'operator' });
    await world.pass(50);
    await world.during(world.running().call('kill-switch', { level: 2, reason: 'drill', by: 'operator' }));
    if (late === null) throw new Error('nothing was sent');
    arrive({ ok: true, value: world.live.take(late) });
    await world.during(sent);
    await world.pass(5_000);
    expect([...world.live.orders.values()].map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('keeps the stop of a position where it is while a lower entry only rests', async () => {
    await openLivePosition();
    world.show(60_000, 60_001);
    expect(await world.trade({ type: 'limit', px: '59000', tif: 'GTC', qtyBase: '0.005' })).toMatchObject({ ok: true });
    await world.pass(3_000);
    expect(world.live.stops).toEqual(['58800.5']);
  });
});

describe('an order that claims to reduce', () => {
  it('is new risk when it buys coins', async () => {
    const world = new CoreWorld();
    await world.start();
    await world.during(world.running().call('kill-switch', { level: 1, reason: 'drill', by: 'operator' }));
    const sent = await world.trade({ market: 'spot', isReduceOnly: true });
    expect(sent).toMatchObject({ ok: false, error: { code: 'RISK_KILL_SWITCH' } });
    await world.stop();
  });
});

describe('losses in a row', () => {
  it('keep new risk out after the last halt until a person releases the switch', async () => {
    const world = new CoreWorld();
    const core = await world.start();
    const value = { lossStreakMax: 1, haltsMax: 1, haltMs: 1_000 };
    await world.during(core.call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    await world.trade();
    await world.during(core.call('close-all', { by: 'operator' }));
    await world.pass(5_000);
    world.show(60_000, 60_001);
    expect(await world.trade()).toMatchObject({ ok: false, error: { code: 'RISK_LOSS_STREAK' } });
    expect(core.view().state.conditions).toMatchObject([{ key: 'halted:loss-streak:paper', kind: 'halted' }]);
    await world.during(core.call('release-kill-switch', { by: 'operator' }));
    expect(core.view().state.conditions).toEqual([]);
    expect(await world.trade()).toMatchObject({ ok: true });
    await world.stop();
  });
});
