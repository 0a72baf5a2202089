import { describe, expect, it } from 'vitest';
import { buildDepth } from '../domain/build-messages.fixture.ts';
import { DepthLevels } from '../domain/index.ts';
import { Book } from './book.ts';

function levelsOf(book: Book, side: 'bid' | 'ask', maxDepthBps: number): number[][] {
  const out = new DepthLevels();
  book.readDepth(side, maxDepthBps, out);
  return Array.from({ length: out.count }, (_, at) => [out.px[at] as number, out.qtyBase[at] as number]);
}

describe('Book', () => {
  it('converts contracts and multiplier names to base units when read', () => {
    // 1000PEPE: wire 0.0123456 is 0.0000123456 a coin; 7 contracts of 1000 coins are 7000 coins.
    const book = new Book({ pxDecimals: 7, pxDivisor: 1000, qtyScale: 1000 });
    book.replace(buildDepth([[123_456, 7]], [[123_460, 2]]), 1);
    expect(levelsOf(book, 'bid', 100)).toEqual([[0.0000123456, 7000]]);
    expect(levelsOf(book, 'ask', 100)).toEqual([[0.000012346, 2000]]);
  });

  it('reads levels up to the depth limit and no further', () => {
    const book = new Book({ pxDecimals: 0, pxDivisor: 1, qtyScale: 1 });
    // 30 bps of 10,000 are 30: 10,030 is in, 10,031 is out.
    book.replace(
      buildDepth(
        [],
        [
          [10_000, 1],
          [10_030, 2],
          [10_031, 3],
        ],
      ),
      1,
    );
    expect(levelsOf(book, 'ask', 30)).toEqual([
      [10_000, 1],
      [10_030, 2],
    ]);
    expect(levelsOf(book, 'bid', 30)).toEqual([]);
  });

  it('forgets the old levels when replaced', () => {
    const book = new Book({ pxDecimals: 1, pxDivisor: 1, qtyScale: 1 });
    book.replace(buildDepth([[100, 1]], [[110, 1]]), 1);
    book.replace(buildDepth([[90, 2]], [[95, 1]]), 2);
    expect(levelsOf(book, 'bid', 1e4)).toEqual([[9, 2]]);
    expect(book.isLive).toBe(true);
  });

  it('is crossed when the best bid reaches the best ask, and not while a side is empty', () => {
    const book = new Book({ pxDecimals: 1, pxDivisor: 1, qtyScale: 1 });
    book.replace(buildDepth([[100, 1]], []), 1);
    expect(book.isCrossed).toBe(false);
    book.apply(buildDepth([], [[101, 1]]), 2);
    expect(book.isCrossed).toBe(false);
    book.apply(buildDepth([], [[100, 1]]), 3);
    expect(book.isCrossed).toBe(true);
  });

  it('keeps the delay of the last message that carried a venue time', () => {
    const book = new Book({ pxDecimals: 1, pxDivisor: 1, qtyScale: 1 });
    book.replace(buildDepth([[1, 1]], [[2, 1]], { venueMs: 1000 }), 1040);
    book.touch(Number.NaN, 9000);
    expect([book.rawDelayMs, book.recvMs]).toEqual([40, 9000]);
  });
});
