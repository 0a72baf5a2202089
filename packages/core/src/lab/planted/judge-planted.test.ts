import { describe, expect, it } from 'vitest';
import { judgePlanted, type PlantedFinding } from './judge-planted.ts';

const SEEDS = [1, 2, 3, 4];

function many(reversalBps: number): Promise<readonly PlantedFinding[]> {
  return Promise.all(SEEDS.map((seed) => judgePlanted({ seed, reversalBps })));
}

function mean(values: readonly (number | null)[]): number {
  return values.reduce((sum: number, value) => sum + (value ?? Number.NaN), 0) / values.length;
}

describe('judgePlanted', () => {
  it('finds an edge that was planted, of the right sign and size, with placebos that earn nothing', async () => {
    const found = await many(40);
    for (const { card } of found) {
      expect(card.trades).toBeGreaterThanOrEqual(30);
      expect(card.lowBps).toBeGreaterThan(0);
    }
    const planted = mean(found.map(({ plantedNetBps }) => plantedNetBps));
    expect(planted).toBeGreaterThan(15);
    expect(Math.abs(mean(found.map(({ card }) => card.netBps)) - planted)).toBeLessThan(4);
    expect(Math.abs(mean(found.map(({ card }) => card.placebos['random-side'].grossBps)))).toBeLessThan(6);
    expect(Math.abs(mean(found.map(({ card }) => card.placebos['shifted-time'].grossBps)))).toBeLessThan(8);
    expect(found.filter(({ card }) => card.verdict === 'edge').length).toBeGreaterThanOrEqual(SEEDS.length - 1);
  }, 60_000);

  it('finds no edge where none was planted', async () => {
    const found = await many(0);
    expect(found.map(({ card }) => card.verdict)).not.toContain('edge');
    expect(mean(found.map(({ plantedNetBps }) => plantedNetBps))).toBeLessThan(-10);
  }, 60_000);

  it('says too few where a tape holds too few trades', async () => {
    const { card } = await judgePlanted({ seed: 1, reversalBps: 40, hours: 3 });
    expect(card.verdict).toBe('too-few');
  });
});
