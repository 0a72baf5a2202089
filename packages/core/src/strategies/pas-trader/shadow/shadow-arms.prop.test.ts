import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { ShadowWorld } from './build-shadow.fixture.ts';

type Event =
  | { readonly kind: 'book'; readonly afterMs: number; readonly midTicks: number; readonly qtyBase: number }
  | {
      readonly kind: 'trade';
      readonly afterMs: number;
      readonly pxTicks: number;
      readonly qtyBase: number;
      readonly isBuy: boolean;
    }
  | { readonly kind: 'tick'; readonly afterMs: number }
  | { readonly kind: 'dark'; readonly afterMs: number };

const afterMs = fc.integer({ min: 0, max: 15_000 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    afterMs,
    midTicks: fc.integer({ min: 9_900, max: 10_100 }),
    qtyBase: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({
    kind: fc.constant('trade' as const),
    afterMs,
    pxTicks: fc.integer({ min: 9_900, max: 10_100 }),
    qtyBase: fc.integer({ min: 1, max: 300 }),
    isBuy: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('tick' as const), afterMs }),
  fc.record({ kind: fc.constant('dark' as const), afterMs }),
);
const stories = fc.array(event, { minLength: 1, maxLength: 120 });

interface Seen {
  /** Every price that a bid, an ask or a trade showed, in ticks, from the first arrival on. */
  lowTicks: number;
  highTicks: number;
}

/** Plays a story to the end: whatever happened, quiet time ends every shadow. */
function play(story: readonly Event[]): { readonly world: ShadowWorld; readonly seen: Seen } {
  const world = new ShadowWorld();
  const seen: Seen = { lowTicks: 9_990, highTicks: 10_010 };
  const saw = (low: number, high: number): void => {
    seen.lowTicks = Math.min(seen.lowTicks, low);
    seen.highTicks = Math.max(seen.highTicks, high);
  };
  world.begin(0);
  let nowMs = 0;
  for (const each of story) {
    nowMs += each.afterMs;
    if (each.kind === 'book') {
      world.show(each.midTicks / 100, nowMs, each.qtyBase);
      saw(each.midTicks - 10, each.midTicks + 10);
    } else if (each.kind === 'trade') {
      world.trade(each.pxTicks / 100, each.qtyBase, each.isBuy ? 'BUY' : 'SELL', nowMs);
      saw(each.pxTicks, each.pxTicks);
    } else {
      if (each.kind === 'dark') world.book.clear();
      world.arms.onTick(nowMs);
    }
  }
  world.show(100, nowMs + 1);
  for (let ms = nowMs; ms < nowMs + 900_000; ms += 20_000) world.arms.onTick(ms);
  return { world, seen };
}

describe('ShadowArms', () => {
  // In words: every entry and exit lies within what books and trades showed, and none is filled before its order could be there.
  test.prop([stories])('never fills at a price that was not shown', (story) => {
    const { world, seen } = play(story);
    expect(world.told).toHaveLength(1);
    for (const outcome of world.told[0]?.outcomes ?? []) {
      if (!outcome.isFilled) {
        expect(outcome).toMatchObject({ netBps: 0, feesBps: 0, entryPx: null, exitPx: null, exit: 'none' });
        continue;
      }
      for (const px of [outcome.entryPx, outcome.exitPx]) {
        expect((px ?? Number.NaN) * 100).toBeGreaterThanOrEqual(seen.lowTicks - 1e-6);
        expect((px ?? Number.NaN) * 100).toBeLessThanOrEqual(seen.highTicks + 1e-6);
      }
      expect(outcome.heldMs).toBeGreaterThan(0);
    }
  });

  // In words: what it says it earned is what its prices and fees give, with the sign of its side.
  test.prop([stories])('adds up: net is the move less the fees', (story) => {
    for (const outcome of play(story).world.told[0]?.outcomes ?? []) {
      if (outcome.entryPx === null || outcome.exitPx === null) continue;
      const sign = outcome.armId.startsWith('fade') ? 1 : -1;
      const moveBps = ((outcome.exitPx - outcome.entryPx) / outcome.entryPx) * 1e4 * sign;
      expect(outcome.netBps).toBeCloseTo(moveBps - outcome.feesBps, 9);
      expect(outcome.feesBps).toBeGreaterThan(3.9);
      if (outcome.exit === 'take-profit') expect(moveBps).toBeGreaterThan(24.9);
    }
  });

  test.prop([stories])('is a function of its events: a story played twice tells the same, byte for byte', (story) => {
    expect(JSON.stringify(play(story).world.told)).toBe(JSON.stringify(play(story).world.told));
  });
});
