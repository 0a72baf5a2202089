import { beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, type PlaceOrder } from '../../domain/index.ts';
import { ArbWorld } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
  world.venues[1].faultOf = (order) => (isFirstSell(order) ? { kind: 'hang' } : null);
});

function isFirstSell({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}se01/.test(clientOrderId);
}

async function sent(sequencing: 'parallel' | 'thin-first' | 'maker-taker'): Promise<number> {
  expect(await world.execute({ sequencing })).toMatchObject({ ok: true });
  if (sequencing === 'maker-taker') {
    await world.pass(200);
    for (const id of world.venues[0].restingIds()) world.venues[0].hit(id, '0.01');
  }
  return world.clock.nowMs();
}

describe('an order that should end at once and does not', () => {
  it.each(['parallel', 'maker-taker'] as const)(
    'is cancelled and asked about after three seconds, and its leg completed, %s',
    async (sequencing) => {
      const sentMs = await sent(sequencing);
      await world.pass(2_500);
      expect(world.venues[1].cancelled).toEqual([]);
      await world.pass(1_000);
      expect(world.venues[1].cancelled).toHaveLength(1);
      expect(await world.settle(10_000)).toMatchObject({ state: 'hedged' });
      expect(world.clock.nowMs() - sentMs).toBeLessThan(6_000);
      expect(world.held()).toEqual(['0.01', '-0.01']);
    },
  );

  it('is judged by what the venue holds when it can neither be cancelled nor asked about', async () => {
    const lost = domainError('VENUE_UNREACHABLE', 'no answer', { outcome: 'unknown' });
    world.venues[1].onCancel = () => err(lost);
    world.venues[1].failing.set('queryOrder', lost);
    const sentMs = await sent('parallel');
    expect(await world.settle(30_000)).toMatchObject({ state: 'certified' });
    expect(world.clock.nowMs() - sentMs).toBeLessThan(20_000);
    expect(world.trade().judgedOrderIds).toHaveLength(1);
    expect(world.held()).toEqual(['0', '0']);
  });

  it('is judged so too when the venue calls it open for ever', async () => {
    world.venues[1].onCancel = () => err(domainError('VENUE_BUSY', 'later'));
    await sent('parallel');
    expect(await world.settle(30_000)).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
  });
});

describe('a resting order that its venue does not end', () => {
  it('is judged by what the venue holds, and what it fills then is closed', async () => {
    world.venues[0].onCancel = () => err(domainError('VENUE_BUSY', 'later'));
    world.venues[1].faultOf = () => null;
    expect(await world.execute({ sequencing: 'maker-taker' })).toMatchObject({ ok: true });
    await world.pass(200);
    const [id = ''] = world.venues[0].restingIds();
    expect(await world.settle(60_000)).toMatchObject({ state: 'aborted' });
    world.venues[0].hit(id, '0.004');
    await world.pass(10_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.errors).toEqual([]);
  });
});

describe('an acknowledgement that does not come', () => {
  it('is asked for after a second and a half, and its order of unknown outcome after three', async () => {
    const [, sell] = world.venues;
    sell.faultOf = (order) => (isFirstSell(order) ? { kind: 'silent', taken: false } : null);
    let asked = 0;
    const query = sell.queryOrder.bind(sell);
    sell.queryOrder = (ref) => {
      if (ref.clientOrderId?.includes('se01') === true) asked += 1;
      return query(ref);
    };
    await sent('parallel');
    await world.pass(1_400);
    expect(asked).toBe(0);
    await world.pass(300);
    expect(asked).toBe(1);
    await world.pass(1_500);
    expect(world.trade().state).toBe('unknown');
    expect(await world.settle(30_000)).toMatchObject({ state: 'certified' });
  });
});
