import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { BookLadder, WINDOW } from './book-ladder.ts';

/**
 * In words: after any sequence of level changes the ladder holds exactly the levels a plain Map holds, best first, with
 * the same best price and size, wherever the levels lie relative to the window and however the best wanders.
 */
type Side = 'bid' | 'ask';

function sorted(levels: ReadonlyMap<number, number>, side: Side): [number, number][] {
  return [...levels].sort((a, b) => (side === 'bid' ? b[0] - a[0] : a[0] - b[0]));
}

function readAll(ladder: BookLadder): [number, number][] {
  const ticks = new Int32Array(4096);
  const qty = new Float64Array(4096);
  const count = ladder.read(4096, ticks, qty);
  return Array.from({ length: count }, (_, at) => [ticks[at] as number, qty[at] as number]);
}

function expectEqual(ladder: BookLadder, reference: ReadonlyMap<number, number>, side: Side): void {
  const expected = sorted(reference, side);
  expect(readAll(ladder)).toEqual(expected);
  expect(ladder.count).toBe(expected.length);
  expect(ladder.isEmpty).toBe(expected.length === 0);
  if (expected.length > 0) expect([ladder.bestTicks, ladder.bestQty]).toEqual(expected[0]);
}

const near = fc.integer({ min: 9_000, max: 9_100 });
const around = fc.integer({ min: 9_000 - 2 * WINDOW, max: 9_000 + 2 * WINDOW });
const anywhere = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });
const size = fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e9, noNaN: true }));
const change = fc.tuple(fc.oneof({ weight: 6, arbitrary: near }, { weight: 3, arbitrary: around }, anywhere), size);
const changes = fc.array(fc.oneof(change, change, fc.constant<'drop-best'>('drop-best')), { maxLength: 300 });

describe('BookLadder', () => {
  test.prop([changes, fc.constantFrom<Side>('bid', 'ask')], { numRuns: 400 })(
    'equals a Map after any changes, far levels and removals of the best included',
    (steps, side) => {
      const ladder = new BookLadder(side);
      const reference = new Map<number, number>();
      for (const step of steps) {
        const best = sorted(reference, side)[0];
        const [ticks, qty] = step === 'drop-best' ? [best?.[0] ?? 5, 0] : step;
        ladder.set(ticks, qty);
        if (qty === 0) reference.delete(ticks);
        else reference.set(ticks, qty);
        const now = sorted(reference, side)[0];
        if (now !== undefined) expect([ladder.bestTicks, ladder.bestQty]).toEqual(now);
        expect(ladder.qtyAt(ticks)).toBe(qty);
      }
      expectEqual(ladder, reference, side);
    },
  );

  test.prop([fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 50, maxLength: 200 })], { numRuns: 60 })(
    'follows a best price that wanders through many windows',
    (moves) => {
      const ladder = new BookLadder('ask');
      const reference = new Map<number, number>();
      let mid = 100_000;
      for (const move of moves) {
        mid += move * 10;
        for (const ticks of reference.keys()) {
          if (ticks > mid) continue;
          ladder.set(ticks, 0);
          reference.delete(ticks);
        }
        for (let step = 1; step <= 20; step += 1) {
          ladder.set(mid + step * 37, step);
          reference.set(mid + step * 37, step);
        }
      }
      expectEqual(ladder, reference, 'ask');
    },
  );

  test.prop([fc.array(change, { maxLength: 100 }), fc.array(change, { maxLength: 100 })], { numRuns: 100 })(
    'is as good as new after being cleared',
    (before, after) => {
      const ladder = new BookLadder('bid');
      for (const [ticks, qty] of before) ladder.set(ticks, qty);
      ladder.clear();
      expect(readAll(ladder)).toEqual([]);
      const reference = new Map<number, number>();
      for (const [ticks, qty] of after) {
        ladder.set(ticks, qty);
        if (qty === 0) reference.delete(ticks);
        else reference.set(ticks, qty);
      }
      expectEqual(ladder, reference, 'bid');
    },
  );

  test.prop([fc.array(change, { maxLength: 150 }), fc.integer({ min: 0, max: 20_000 })], { numRuns: 100 })(
    'stops reading at the reach it was given',
    (steps, reach) => {
      const ladder = new BookLadder('bid');
      const reference = new Map<number, number>();
      for (const [ticks, qty] of steps) {
        ladder.set(ticks, qty);
        if (qty === 0) reference.delete(ticks);
        else reference.set(ticks, qty);
      }
      const all = sorted(reference, 'bid');
      const expected = all.filter(([ticks]) => (all[0]?.[0] ?? 0) - ticks <= reach);
      const count = ladder.readWithin(reach, 4096, new Int32Array(4096), new Float64Array(4096));
      expect(count).toBe(expected.length);
    },
  );

  test.prop([fc.array(fc.array(change, { maxLength: 40 }), { maxLength: 12 }), fc.constantFrom<Side>('bid', 'ask')], {
    numRuns: 200,
  })('holds after lists of changes what it holds after each of them', (lists, side) => {
    const atOnce = new BookLadder(side);
    const oneByOne = new BookLadder(side);
    for (const list of lists) {
      const ticks = Int32Array.from(list, ([price]) => price);
      const qty = Float64Array.from(list, ([, amount]) => amount);
      atOnce.setAll(ticks, qty, list.length);
      for (const [price, amount] of list) oneByOne.set(price, amount);
      expect(readAll(atOnce)).toEqual(readAll(oneByOne));
      expect([atOnce.count, atOnce.bestTicks, atOnce.bestQty]).toEqual([
        oneByOne.count,
        oneByOne.bestTicks,
        oneByOne.bestQty,
      ]);
    }
  });

  test.prop([fc.constantFrom(Number.NaN, -1)])('takes no size below 0 or of no number from a list', (bad) => {
    const ladder = new BookLadder('bid');
    ladder.set(9_000, 1);
    expect(() => ladder.setAll(Int32Array.of(8_999), Float64Array.of(bad), 1)).toThrow('Invariant');
  });
});
