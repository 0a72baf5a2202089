import { crc32 } from 'node:zlib';
import { DepthMessage } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { MapBook } from '../../../test/okx/map-book.ts';
import { BookChecksum, plainDecimal } from './book-checksum.ts';

function bookOf(bids: readonly (readonly [number, number])[], asks: readonly (readonly [number, number])[]): MapBook {
  const depth = new DepthMessage();
  for (const [ticks, qty] of bids) depth.pushBid(ticks, qty);
  for (const [ticks, qty] of asks) depth.pushAsk(ticks, qty);
  const book = new MapBook();
  book.apply(true, depth);
  return book;
}

describe('BookChecksum', () => {
  it('prints both sides by turns as the documentation of the channel shows', () => {
    // Documented: crc32("3366.1:7:3366.8:9:3366:6:3368:8") for two levels a side.
    const book = bookOf(
      [
        [33661, 7],
        [33660, 6],
      ],
      [
        [33668, 9],
        [33680, 8],
      ],
    );
    expect(new BookChecksum().compute(book, 0, 1)).toBe(crc32('3366.1:7:3366.8:9:3366:6:3368:8') | 0);
  });

  it('goes on with the longer side where the other ends', () => {
    const book = bookOf(
      [[33661, 7]],
      [
        [33668, 9],
        [33680, 8],
        [33720, 8],
      ],
    );
    expect(new BookChecksum().compute(book, 0, 1)).toBe(crc32('3366.1:7:3366.8:9:3368:8:3372:8') | 0);
  });

  it('prints at most 25 levels a side, small prices and small sizes without exponent', () => {
    const bids = Array.from({ length: 30 }, (_, at) => [500 - at, 1e-7] as const);
    const text = bids
      .slice(0, 25)
      .map(([ticks]) => `0.000000${ticks}`.replace(/0+$/, '') + ':0.0000001')
      .join(':');
    expect(new BookChecksum().compute(bookOf(bids, []), 0, 9)).toBe(crc32(text) | 0);
  });
});

describe('plainDecimal', () => {
  it.each([
    [0, '0'],
    [0.1, '0.1'],
    [5e-7, '0.0000005'],
    [1.25e-8, '0.0000000125'],
    [123456789.5, '123456789.5'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
  ])('prints %d as %s', (value, text) => {
    expect(plainDecimal(value)).toBe(text);
    expect(Number(text)).toBe(value);
  });
});
