import { describe, expect, it } from 'vitest';
import { BookLadder, WINDOW } from './book-ladder.ts';

describe('BookLadder', () => {
  it('finds the next best far outside the window when the window runs empty', () => {
    const bids = new BookLadder('bid');
    bids.set(1_000_000, 1);
    bids.set(1_000, 2);
    bids.set(1_000_000, 0);
    expect([bids.bestTicks, bids.bestQty, bids.count]).toEqual([1_000, 2, 1]);
  });

  it('keeps the old levels when a far better price comes and goes', () => {
    const asks = new BookLadder('ask');
    asks.set(50_000, 3);
    asks.set(50_010, 4);
    asks.set(50_000 - 3 * WINDOW, 9);
    expect(asks.bestTicks).toBe(50_000 - 3 * WINDOW);
    asks.set(50_000 - 3 * WINDOW, 0);
    expect([asks.bestTicks, asks.bestQty, asks.count]).toEqual([50_000, 3, 2]);
  });

  it('never hands out a negative zero for an ask at 0 ticks', () => {
    const asks = new BookLadder('ask');
    asks.set(0, 1);
    expect(Object.is(asks.bestTicks, 0)).toBe(true);
  });

  it('holds after many levels at once what it holds after each of them', () => {
    const ticks = Int32Array.from([100, 90, 110, 100, 90, 9_000_000, 95, 110, 9_000_000, -3]);
    const qty = Float64Array.from([1, 2, 3, 0, 4, 5, 6, 0, 0, 7]);
    for (const side of ['bid', 'ask'] as const) {
      const [one, all] = [new BookLadder(side), new BookLadder(side)];
      ticks.forEach((px, at) => one.set(px, qty[at] as number));
      all.setAll(ticks, qty, ticks.length);
      const levels = (ladder: BookLadder): unknown => {
        const [px, size] = [new Int32Array(16), new Float64Array(16)];
        return [ladder.read(16, px, size), px, size, ladder.count];
      };
      expect(levels(all)).toEqual(levels(one));
    }
  });

  it('ignores the removal of a level that is not there', () => {
    const bids = new BookLadder('bid');
    bids.set(0, 0);
    bids.set(7, 1);
    bids.set(8, 0);
    bids.set(8_000_000, 0);
    expect([bids.bestTicks, bids.count]).toEqual([7, 1]);
  });

  it.each([Number.NaN, -1, Number.NEGATIVE_INFINITY])('refuses a size of %d', (size) => {
    const bids = new BookLadder('bid');
    expect(() => bids.set(5, size)).toThrow('Invariant: level size');
    expect(bids.isEmpty).toBe(true);
  });
});
