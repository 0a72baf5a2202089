import { describe, expect, it } from 'vitest';
import { SIM_ASSETS } from './assets.ts';
import { Cascades } from './cascades.ts';
import type { FairPrices } from './fair-prices.ts';
import type { ListingState } from './listing-state.ts';

const ASSET_AT = 2;

describe('a cascade as asked for', () => {
  it('stays at its extreme while forced orders go on, then gives back', () => {
    const pushes: { readonly atMs: number; readonly frac: number }[] = [];
    const hits: number[] = [];
    let nowMs = 0;
    const fair = { push: (at: number, frac: number) => at === ASSET_AT && pushes.push({ atMs: nowMs, frac }) };
    const perps = [{ assetAt: ASSET_AT }] as unknown as readonly ListingState[];
    const cascades = new Cascades(SIM_ASSETS, perps, {
      fair: fair as unknown as FairPrices,
      random: () => 0.1,
      // Those that come by themselves begin after the end of the test.
      startMs: 1e9,
    });
    const asset = SIM_ASSETS[ASSET_AT]?.key ?? '';
    const plan = { asset, liquidatedSide: 'LONG' as const, usd: 1_000, pushFrac: 0.01, durationMs: 200, holdMs: 1_000 };
    cascades.begin({ ...plan, revertFrac: 0.01, revertMs: 500 }, 0);
    for (nowMs = 50; nowMs <= 3_000; nowMs += 50) {
      cascades.step(nowMs, () => {
        hits.push(nowMs);
        return true;
      });
    }
    const down = pushes.filter(({ frac }) => frac < 0).map(({ atMs }) => atMs);
    const up = pushes.filter(({ frac }) => frac > 0).map(({ atMs }) => atMs);
    expect([down[0], down.at(-1)]).toEqual([50, 200]);
    expect([up[0], up.at(-1)]).toEqual([1_250, 1_700]);
    expect(pushes.reduce((sum, { frac }) => sum + frac, 0)).toBeCloseTo(0, 6);
    expect(hits.at(-1)).toBe(1_200);
    expect(hits.length).toBeGreaterThan(20);
  });
});
