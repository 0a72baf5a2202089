import { describe, expect, it } from 'vitest';
import { ArbWorld, PAIR } from '../arb-world.fixture.ts';

describe('a trade of the executor', () => {
  it('becomes a sample: what the venues gave against what was planned', async () => {
    const world = new ArbWorld();
    await world.start();
    // The venue has moved by 6 before the order comes; our book does not show it yet.
    const [buyAt] = world.instruments.filter(({ venue, kind }) => venue === 'BINANCE' && kind === 'perp');
    if (buyAt === undefined) throw new Error('no instrument');
    world.venues[0].show(buyAt.id, 60_006, 60_006.1);
    const done = await world.execute();
    if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
    await world.pass(2_500);
    expect(world.trade().state).toBe('hedged');
    const own = world.recordsOf('arb-sample').filter(({ sample }) => !sample.isShadow);
    expect(own).toHaveLength(1);
    const sample = own[0]?.sample;
    expect(sample).toMatchObject({ pairId: PAIR, arbId: world.trade().arbId, learnedBps: null });
    const [buy, sell] = sample?.legs ?? [];
    expect(buy).toMatchObject({ venue: 'BINANCE', side: 'BUY', filledFrac: 1, latencyCostBps: 0, adverseBps: 0 });
    expect(buy?.slippageBps).toBeCloseTo(1, 2);
    expect(sell).toMatchObject({ venue: 'BYBIT', filledFrac: 1, slippageBps: 0 });
    const { grossBps } = world.trade().expected;
    // The venues take 5 bps of each leg.
    expect(sample?.realisedBps).toBeCloseTo(grossBps - 10 - 1, 1);
    expect(world.errors).toEqual([]);
  });
});
