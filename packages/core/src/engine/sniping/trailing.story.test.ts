import { afterEach, describe, expect, it } from 'vitest';
import type { SnipingCalls } from '../sniping-views.ts';
import { wish as orderWish } from '../trading/core-world.fixture.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];
type Wish = SnipingCalls['trailing-create']['request'];

const wish = (over: Partial<Wish> = {}): Wish => ({
  orderId: 'T1',
  venue: null,
  symbol: 'btcusdt',
  side: 'BUY',
  entryPx: '60000',
  qtyBase: '0.01',
  initialTakeProfitPx: '60300',
  trailingDistanceFrac: 0.002,
  maxTrailingFrac: 0.05,
  by: 'operator',
  ...over,
});

async function newWorld(isLive = false, crashAfter: number | null = null): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive });
  worlds.push(world);
  world.crashAfter = crashAfter;
  await world.start();
  await world.pass(1_200);
  return world;
}

/** Buys 0.01 at the market. */
async function buy(world: SnipingWorld): Promise<void> {
  const { core } = world;
  if (core === null) throw new Error('no core');
  const preview = await world.during(core.call('preview-order', orderWish()));
  if (!preview.ok) throw new Error(preview.error.detail);
  await world.during(core.call('execute-order', { previewId: preview.value.previewId, by: 'operator' }));
  await world.pass(1_000);
}

const stateOf = (world: SnipingWorld) => world.fold.state.trailing.get('T1')?.order;
const closings = (world: SnipingWorld) =>
  world.recordsOf('order').flatMap(({ order }) => (order.source === 'trailing' ? [order] : []));

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('a trailing order', () => {
  it('waits until it is started, follows the best price, and closes what it protects when the price comes back', async () => {
    const world = await newWorld();
    await buy(world);
    await world.call('trailing-create', wish());
    world.show(60_500);
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'initial', symbol: 'BTCUSDT', venue: 'BINANCE', bestPx: null });
    world.show(60_100);
    await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'trailing', currentTakeProfitPx: '60300' });
    world.show(60_600);
    await world.pass(1_500);
    // 60600.05 less 0.2 %
    expect(stateOf(world)).toMatchObject({ bestPx: '60600.05', currentTakeProfitPx: '60478.8499' });
    world.show(60_470);
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'triggered' });
    expect(closings(world)).toMatchObject([{ side: 'SELL', type: 'market', isReduceOnly: true, qtyBase: '0.01' }]);
    expect(world.core?.view().positions).toEqual([]);
  });

  it('never gives back more than the initial target once that was passed', async () => {
    const world = await newWorld();
    await buy(world);
    await world.call('trailing-create', wish({ trailingDistanceFrac: 0.02 }));
    await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    world.show(60_310);
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'trailing', currentTakeProfitPx: '60300' });
    world.show(60_299);
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'triggered' });
  });

  it('is not started twice, and only where there is something to protect', async () => {
    const world = await newWorld();
    await world.call('trailing-create', wish());
    const early = await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    expect(early).toMatchObject({ ok: false, error: { code: 'POSITION_NOT_FOUND' } });
    await buy(world);
    await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    const twice = await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    expect(twice).toMatchObject({ ok: false, error: { code: 'ORDER_FINAL' } });
    const unknown = await world.call('trailing-start', { orderId: 'T2', by: 'operator' });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'ORDER_NOT_FOUND' } });
  });

  it('expires when the position is gone, and when the loss is wider than it may trail', async () => {
    const world = await newWorld();
    await buy(world);
    await world.call('trailing-create', wish());
    await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    const { core } = world;
    if (core === null) throw new Error('no core');
    await world.during(core.call('close-all', { by: 'operator' }));
    await world.pass(1_500);
    expect(stateOf(world)).toMatchObject({ state: 'expired', reason: 'the position is gone' });
    expect(closings(world)).toEqual([]);

    const losing = await newWorld();
    await buy(losing);
    await losing.call('trailing-create', wish({ maxTrailingFrac: 0.01 }));
    await losing.call('trailing-start', { orderId: 'T1', by: 'operator' });
    losing.show(59_300);
    await losing.pass(1_000);
    expect(stateOf(losing)).toMatchObject({ state: 'expired' });
    expect(closings(losing)).toEqual([]);
    expect(losing.core?.view().positions).toHaveLength(1);
  });

  it('takes the fallbacks for zeros and refuses what is wider, naming the fields', async () => {
    const world = await newWorld();
    const made = await world.call('trailing-create', wish({ trailingDistanceFrac: 0, maxTrailingFrac: 0 }));
    expect(made).toMatchObject({ ok: true, value: { trailingDistanceFrac: 0.02, maxTrailingFrac: 0.05 } });
    const again = await world.call('trailing-create', wish());
    expect(again).toMatchObject({ ok: false, error: { code: 'ORDER_DUPLICATE_ID' } });
    const bad = await world.call(
      'trailing-create',
      wish({
        orderId: ' ',
        symbol: '',
        entryPx: '0',
        qtyBase: '-1',
        trailingDistanceFrac: 0.11,
        maxTrailingFrac: 0.21,
      }),
    );
    if (bad.ok) throw new Error('it passed');
    for (const field of ['orderId', 'symbol', 'entryPx', 'qtyBase', 'trailingDistanceFrac', 'maxTrailingFrac']) {
      expect(bad.error.detail).toContain(field);
    }
    const nowhere = await world.call('trailing-create', wish({ orderId: 'T3', symbol: 'NOSUCHUSDT' }));
    expect(nowhere).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_UNKNOWN' } });
  });

  it('refuses a target on the wrong side, a distance wider than the widest trail, and more than can exist', async () => {
    const world = await newWorld();
    const refused = async (over: Partial<Wish>): Promise<string> => {
      const made = await world.call('trailing-create', wish(over));
      return made.ok ? 'it passed' : `${made.error.code} ${made.error.detail}`;
    };
    expect(await refused({ initialTakeProfitPx: '59999' })).toMatch(/^INPUT_INVALID initialTakeProfitPx .*long$/u);
    expect(await refused({ initialTakeProfitPx: '60000' })).toMatch(/^INPUT_INVALID initialTakeProfitPx /u);
    expect(await refused({ side: 'SELL', initialTakeProfitPx: '60300' })).toMatch(/initialTakeProfitPx .*short$/u);
    expect(await refused({ trailingDistanceFrac: 0.06 })).toMatch(/^INPUT_INVALID trailingDistanceFrac is 0.06/u);
    expect(await refused({ trailingDistanceFrac: 0, maxTrailingFrac: 0.01 })).toMatch(/trailingDistanceFrac is 0.02/u);
    expect(await refused({ qtyBase: '1000000001' })).toMatch(/^INPUT_INVALID qtyBase /u);
    expect(world.fold.state.trailing.size).toBe(0);
    const made = await world.call('trailing-create', wish({ trailingDistanceFrac: 0, initialTakeProfitPx: null }));
    expect(made).toMatchObject({ ok: true, value: { trailingDistanceFrac: 0.02, initialTakeProfitPx: '61200' } });
    expect(made.ok && made.value.reason).toContain('trails by 0.02 (none was given)');
  });

  it('is not started for more than the position holds', async () => {
    const world = await newWorld();
    await buy(world);
    await world.call('trailing-create', wish({ qtyBase: '0.011' }));
    const started = await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
    expect(started).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    expect(!started.ok && started.error.detail).toMatch(/^qtyBase 0\.011 is more than the long position of 0\.01 /u);
    expect(stateOf(world)).toMatchObject({ state: 'initial' });
  });

  it('says that nothing was left when another one closed the position first', async () => {
    const world = await newWorld();
    await buy(world);
    for (const orderId of ['T0', 'T1']) {
      await world.call('trailing-create', wish({ orderId }));
      await world.call('trailing-start', { orderId, by: 'operator' });
    }
    world.show(60_600);
    await world.pass(1_500);
    world.show(60_470);
    await world.pass(5_000);
    expect(world.fold.state.trailing.get('T0')?.order).toMatchObject({ state: 'triggered' });
    expect(stateOf(world)).toMatchObject({ state: 'expired' });
    expect(stateOf(world)?.reason).toBe('the position was closed by another order, nothing was left');
    expect(world.core?.view().positions).toEqual([]);
  });

  it('closes once, after whatever record the process dies', { timeout: 120_000 }, async () => {
    const play = async (crashAfter: number | null): Promise<SnipingWorld> => {
      const world = await newWorld(true, crashAfter);
      await buy(world);
      await world.call('trailing-create', wish());
      await world.pass(100);
      await world.call('trailing-start', { orderId: 'T1', by: 'operator' });
      await world.pass(1_000);
      world.show(60_600);
      await world.pass(2_000);
      world.show(60_470);
      await world.pass(3_000);
      return world;
    };
    const whole = await play(null);
    const { records } = whole.journal;
    const started = records.findIndex((record) => record.kind === 'trailing' && record.order.state === 'trailing') + 1;
    expect(started).toBeGreaterThan(0);
    for (let last = started; last < records.length; last += 1) {
      const world = await play(last);
      const about = `after record ${last} (${world.journal.records[last - 1]?.kind ?? 'none'})`;
      expect(world.crashes, about).toBe(1);
      expect(stateOf(world), about).toMatchObject({ state: 'triggered' });
      expect(world.core?.view().positions, about).toEqual([]);
      const filled = world.venue.fillList.filter(({ side }) => side === 'SELL');
      expect(filled, about).toHaveLength(1);
      world.crash();
    }
  });
});
