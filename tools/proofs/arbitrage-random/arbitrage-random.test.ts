import { describe, expect, it } from 'vitest';
import { playWorld } from './play-world.ts';
import type { Tally } from './play-trade.ts';

const TRADES = 40;

/**
 * In words: whatever gets lost, late, refused or half filled, whatever dies or is taken away while arbitrages are traded, at rest every base unit at a venue
 * is that of an open trade or known dust, and the trades' results are the venues' money. `npm run prove -- arbitrage-random` is the long form.
 */
describe('the arbitrage engine against the account engines of four venues', { timeout: 110_000 }, () => {
  it.each([1, 2])('leaves nothing unexplained, seed %i', async (seed) => {
    const tally: Tally = { strikes: new Map(), refusals: new Map(), flattened: 0 };
    const world = await playWorld(seed, TRADES, tally);
    expect(world.misses).toEqual([]);
    expect(world.trades).toBeGreaterThanOrEqual(TRADES);
    expect(Number(world.apartUsd)).toBeLessThan(0.01);
    expect([...tally.strikes.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(TRADES / 4);
  });
});
