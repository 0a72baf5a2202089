import { describe, expect, it } from 'vitest';
import { buildDepth, buildQuote } from '../domain/build-messages.fixture.ts';
import { Book } from './book.ts';
import { QuoteCheck } from './quote-check.ts';

function bookAt(seq: number): Book {
  const book = new Book({ pxDecimals: 1, pxDivisor: 1, qtyScale: 1 });
  book.replace(buildDepth([[100, 1]], [[110, 2]], { seq }), 1);
  return book;
}

const counts = (check: QuoteCheck): number[] => [check.checks, check.mismatches];

describe('QuoteCheck', () => {
  it('compares a quote that comes after its book', () => {
    const check = new QuoteCheck();
    check.onBook(bookAt(7));
    check.onQuote(buildQuote([100, 1], [110, 2], { seq: 7 }));
    expect(counts(check)).toEqual([1, 0]);
  });

  it('compares a quote that comes before its book', () => {
    const check = new QuoteCheck();
    check.onQuote(buildQuote([100, 1], [110, 2], { seq: 7 }));
    check.onQuote(buildQuote([100, 1], [109, 2], { seq: 8 }));
    expect(counts(check)).toEqual([0, 0]);
    check.onBook(bookAt(7));
    expect(counts(check)).toEqual([1, 0]);
  });

  it.each([
    ['bid price', buildQuote([99, 1], [110, 2], { seq: 7 })],
    ['bid size', buildQuote([100, 1.5], [110, 2], { seq: 7 })],
    ['ask price', buildQuote([100, 1], [111, 2], { seq: 7 })],
    ['ask size', buildQuote([100, 1], [110, 3], { seq: 7 })],
  ])('counts a different %s as a mismatch, in either order', (_, quote) => {
    const after = new QuoteCheck();
    after.onBook(bookAt(7));
    after.onQuote(quote);
    const before = new QuoteCheck();
    before.onQuote(quote);
    before.onBook(bookAt(7));
    expect([counts(after), counts(before)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('compares nothing at other sequences or without one', () => {
    const check = new QuoteCheck();
    check.onBook(bookAt(7));
    check.onQuote(buildQuote([1, 1], [2, 2], { seq: 6 }));
    check.onQuote(buildQuote([1, 1], [2, 2], { seq: 8 }));
    check.onQuote(buildQuote([1, 1], [2, 2]));
    expect(counts(check)).toEqual([0, 0]);
  });

  it('does not compare with books from before a reset', () => {
    const check = new QuoteCheck();
    check.onBook(bookAt(7));
    check.onReset();
    check.onQuote(buildQuote([1, 1], [2, 2], { seq: 7 }));
    expect(counts(check)).toEqual([0, 0]);
  });

  it('still finds a quote 255 quotes later, and not 256 later', () => {
    for (const [later, checks] of [
      [255, 1],
      [256, 0],
    ] as const) {
      const check = new QuoteCheck();
      check.onQuote(buildQuote([100, 1], [110, 2], { seq: 5_000_000_000_000 }));
      for (let nth = 1; nth <= later; nth += 1)
        check.onQuote(buildQuote([1, 1], [2, 2], { seq: 5_000_000_000_000 + nth }));
      check.onBook(bookAt(5_000_000_000_000));
      expect(check.checks).toBe(checks);
    }
  });
});
