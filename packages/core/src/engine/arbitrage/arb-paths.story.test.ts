import { beforeEach, describe, expect, it } from 'vitest';
import { decimal, SEQUENCINGS, toDecimalString, ZERO, type PlaceOrder } from '../../domain/index.ts';
import { pnlOf } from '../../ledger/index.ts';
import type { Fault } from './arb-venue.fixture.ts';
import { ArbWorld } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

const isOfTrade = ({ clientOrderId }: PlaceOrder): boolean => /^Pa[0-9a-z]{11}[bs][ex]/.test(clientOrderId);

async function opened(sequencing: (typeof SEQUENCINGS)[number]) {
  const done = await world.execute({ sequencing });
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
  if (sequencing === 'maker-taker') {
    await world.pass(300);
    for (const venue of world.venues) for (const id of venue.restingIds()) venue.hit(id, '0.01');
  }
  return world.settle(60_000);
}

async function closed() {
  if (world.trade().state === 'hedged') {
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
  }
  for (let passedMs = 0; passedMs < 120_000 && !world.isOver(); passedMs += 500) await world.pass(500);
  await world.pass(1_000);
  return world.trade();
}

/** The end by the word of both venues, and the money by both books. */
function expectClean(): void {
  const trade = world.trade();
  expect(trade.certificates.at(-1)).toMatchObject({ kind: 'flat', ok: true });
  expect(world.held()).toEqual(['0', '0']);
  const earned = toDecimalString(
    world
      .core!.context.ledger.accounts()
      .reduce((sum, books) => sum.plus(decimal(pnlOf(books, () => '1').netUsd ?? 'NaN')), ZERO),
  );
  expect(world.arbitrage!.view().performance.live).toMatchObject({ unpriced: 0, netUsd: earned });
  expect(world.errors).toEqual([]);
}

/** An error 500 tells nothing of the order. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'HTTP 500, taken': { kind: 'lost', taken: true },
  'HTTP 500, not taken': { kind: 'lost', taken: false },
  'a third at a time': { kind: 'fill', frac: '0.34' },
};

describe.each(SEQUENCINGS)('at every order of a leg, %s', (sequencing) => {
  it.each(Object.keys(FAULTS))(
    '%s: ends flat by the word of both venues, its result as the books say',
    async (name) => {
      world.venues[1].faultOf = (order) => (isOfTrade(order) ? (FAULTS[name] ?? null) : null);
      await opened(sequencing);
      await closed();
      const trade = world.trade();
      if (trade.state === 'naked') {
        // Three closing orders, each lost: a person ends it once the venue answers again.
        world.venues[1].faultOf = () => null;
        await world.call('arb-close', { arbId: trade.arbId, by: 'operator' });
        await closed();
      }
      expect(['certified', 'aborted']).toContain(world.trade().state);
      expectClean();
    },
  );

  it('silence of the private stream: is followed by questions, hedged and closed', async () => {
    world.venues[1].deafen(true);
    expect(await opened(sequencing)).toMatchObject({ state: expect.stringMatching(/hedged|certified/) });
    expect(await closed()).toMatchObject({ state: 'certified' });
    expectClean();
  });
});

describe('a pair that is open when the process dies', () => {
  it('is closed within three seconds of the comparison of its accounts, without books or modes', async () => {
    await opened('parallel');
    const { arbId } = world.trade();
    world.crash();
    world.clock.advance(60_000);
    for (const venue of world.venues) venue.failing.set('readModes', { code: 'VENUE_BUSY', detail: '' } as never);
    await world.start();
    const compared = ['BINANCE:live', 'BYBIT:live'].map(
      (account) => world.core!.context.reconciler.lastResult(account as never)?.endedMs ?? Number.NaN,
    );
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(1_000);
    const exits = world.recordsOf('order').filter(({ order }) => order.role === 'exit' && order.source === 'arbitrage');
    expect(exits).toHaveLength(2);
    for (const { atMs } of exits) expect(atMs - Math.max(...compared)).toBeLessThan(3_000);
    expect(await closed()).toMatchObject({ state: 'certified' });
    expectClean();
  });

  it('is compared again at once when its account could not be read whole, and closed then', async () => {
    await opened('parallel');
    const { arbId } = world.trade();
    world.crash();
    world.clock.advance(60_000);
    world.venues[1].failing.set('fills', { code: 'VENUE_RATE_LIMITED', detail: '', outcome: 'not-sent' } as never);
    await world.start();
    expect(world.core!.context.reconciler.isReconciled('BYBIT:live')).toBe(false);
    await world.call('arb-close', { arbId, by: 'operator' });
    world.venues[1].failing.clear();
    const readableMs = world.clock.nowMs();
    await world.pass(5_000);
    const [exit] = world
      .recordsOf('order')
      .filter(({ order }) => order.role === 'exit' && order.source === 'arbitrage');
    expect((exit?.atMs ?? Infinity) - readableMs).toBeLessThan(4_000);
    expect(await closed()).toMatchObject({ state: 'certified' });
  });
});
