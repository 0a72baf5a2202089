import { describe, expect, it } from 'vitest';
import { replayTapes } from '../jobs/run-replay.ts';
import { SimTape } from './sim-tape.ts';

async function play() {
  const tape = await SimTape.open({ seed: 3, minutes: 1.5 });
  return replayTapes(
    [tape],
    { strategy: 'all', settings: { floorUsd: 5_000 }, warmUpMinutes: 0, rules: {}, seed: 1 },
    { nowMs: () => 0, onProgress: () => true },
  );
}

describe('SimTape', () => {
  it('plays the simulated venue by its wire without sockets: every book in sync, twice the same decisions', async () => {
    const [first, second] = [await play(), await play()];
    expect(first.books).toBeGreaterThan(10);
    expect(first.booksInSync).toBe(first.books);
    expect(first.decisions).toBeGreaterThan(0);
    expect({ ...second, wallS: 0, cpuS: 0 }).toEqual({ ...first, wallS: 0, cpuS: 0 });
  }, 120_000);
});
