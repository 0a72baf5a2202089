import { beforeEach, describe, expect, it } from 'vitest';
import { ArbWorld } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

function perp(at: 0 | 1) {
  const { venue } = world.venues[at];
  const found = world.instruments.find((each) => each.venue === venue && each.kind === 'perp');
  if (found === undefined) throw new Error('no perp');
  return found;
}

async function hedged() {
  await world.execute();
  const trade = await world.settle(5_000);
  expect(trade.state).toBe('hedged');
  return trade;
}

/** Lets time pass until the trade is over. */
async function over(mostMs: number) {
  for (let passedMs = 0; passedMs < mostMs && !world.isOver(); passedMs += 500) await world.pass(500);
  await world.pass(1_000);
  return world.trade();
}

describe('a leg that is gone at its venue without a fill', () => {
  it.each([[[0]], [[0, 1]]] as const)('leaves the result unknown, and in no sum, legs %j', async (gone) => {
    await hedged();
    for (const at of gone) world.venues[at].vanish(perp(at).id);
    const trade = await over(120_000);
    expect(trade).toMatchObject({
      state: 'certified',
      exitReason: expect.stringContaining('it is gone there, and no fill says how'),
      result: { priceUsd: null, netUsd: null, netBps: null },
      reason: expect.stringContaining('the exit price of the buy leg is unknown, so is the result'),
    });
    expect(trade.buy).toMatchObject({ exitBase: '0.01', exitPx: null });
    expect(world.held()).toEqual(['0', '0']);
    const { live } = world.arbitrage!.view().performance;
    expect(live).toMatchObject({ trades: 1, unpriced: 1, netUsd: '0', wins: 0, successPct: null });
    await world.restart();
    expect(world.trade().result).toMatchObject({ netUsd: null });
    expect(world.arbitrage!.view().performance.live).toMatchObject({ trades: 1, unpriced: 1, netUsd: '0' });
  });

  it('is certified only when both venues list nothing, however our books stand', async () => {
    await hedged();
    world.venues[0].vanish(perp(0).id);
    world.venues[1].faultOf = ({ type }) => (type === 'stop-market' ? null : { kind: 'reject' });
    await world.pass(60_000);
    expect(world.held()).toEqual(['0', '-0.01']);
    expect(world.trade().state).toBe('naked');
    world.venues[1].faultOf = () => null;
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    expect(await over(30_000)).toMatchObject({ state: 'certified', result: { netUsd: null } });
    expect(world.held()).toEqual(['0', '0']);
  });
});

describe('a leg that stood naked and is gone at its venue', () => {
  it.each([true, false])(
    'has no result, whether its fill-less end is told to the books in time or not: %s',
    async (isTold) => {
      await hedged();
      world.venues[1].faultOf = ({ type }) => (type === 'stop-market' ? null : { kind: 'reject' });
      await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
      await world.pass(7_000);
      expect(world.trade()).toMatchObject({ state: 'naked', sell: { exitBase: '0' } });
      // Without its fills an account can't be compared: the certificate does not wait for ever.
      if (!isTold) world.core!.context.reconciler.reconcile = () => Promise.resolve(null as never);
      world.venues[1].vanish(perp(1).id);
      const trade = await over(240_000);
      expect(trade).toMatchObject({
        state: 'certified',
        result: { priceUsd: null, netUsd: null },
        reason: expect.stringContaining('the exit price of the sell leg is unknown'),
      });
      expect(trade.sell.exitPx).toBeNull();
      expect(world.arbitrage!.view().performance.live).toMatchObject({ trades: 1, unpriced: 1, netUsd: '0' });
    },
  );
});

describe('a naked trade', () => {
  beforeEach(async () => {
    await hedged();
    world.venues[0].faultOf = ({ side, type }) =>
      side === 'SELL' && type !== 'stop-market' ? { kind: 'reject' } : null;
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(30_000);
    expect(world.trade()).toMatchObject({ state: 'naked', phase: 'exit' });
  });

  it('is told as trouble until it is flat', async () => {
    const { arbId } = world.trade();
    const [trouble] = world.arbitrage!.view().troubles;
    expect(trouble).toMatchObject({ arbId, text: expect.stringContaining('NAKED') });
    expect(trouble!.sinceMs).toBeLessThan(world.clock.nowMs() - 10_000);
  });

  it('is flattened by a close', async () => {
    world.venues[0].faultOf = () => null;
    const closed = await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    expect(closed).toMatchObject({ ok: true, value: { trade: { state: 'exiting' } } });
    expect(await over(20_000)).toMatchObject({ state: 'certified', exitReason: 'flattened by operator' });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.arbitrage!.view().troubles).toEqual([]);
  });
});

describe('a trade that its venues do not confirm', () => {
  it('is told as trouble after thirty seconds', async () => {
    const { arbId } = await hedged();
    world.venues[1].failing.set('positions', { code: 'VENUE_UNREACHABLE', detail: '', outcome: 'unknown' } as never);
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(20_000);
    expect(world.arbitrage!.view().troubles).toEqual([]);
    await world.pass(20_000);
    expect(world.arbitrage!.view().troubles).toMatchObject([{ arbId, text: expect.stringContaining('not confirmed') }]);
    world.venues[1].failing.clear();
    await over(60_000);
    expect(world.arbitrage!.view().troubles).toEqual([]);
  });
});

describe('why a pair was closed', () => {
  it('names the kill switch', async () => {
    await hedged();
    await world.during(world.core!.call('kill-switch', { level: 3, reason: 'test', by: 'operator' }));
    expect(await over(20_000)).toMatchObject({ exitReason: expect.stringContaining('by the kill switch') });
  });

  it('names the operator who closed one leg of it', async () => {
    const { buy } = await hedged();
    const positionId = `${buy.account}|${buy.instrumentId}`;
    await world.during(world.core!.call('close-position', { positionId, by: 'operator' }));
    expect(await over(20_000)).toMatchObject({ exitReason: expect.stringMatching(/closed by (the )?operator/) });
  });

  it('names the far stop of a leg, and closes the other', async () => {
    await world.call('arb-settings', { value: { lossCapUsd: 1_000 }, by: 'operator' });
    const { buy } = await hedged();
    world.showOf(0, 'perp', Number(buy.disasterStopPx) - 10);
    const trade = await over(20_000);
    expect(trade).toMatchObject({ state: 'certified', exitReason: expect.stringContaining('by its far stop') });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.arbitrage!.view().performance.live).toMatchObject({ trades: 1, unpriced: 0 });
  });
});
