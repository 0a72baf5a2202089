import { LEG_KEYS, type ArbLeg, type ArbTrade } from '../../domain/index.ts';
import { averageOf, ownExitBase } from './leg-books.ts';
import type { TrackedArb } from './trade-book.ts';

/** Returns the trade with what its fills add up to so far. */
export function withBooksOf({ trade, books }: Pick<TrackedArb, 'trade' | 'books'>): ArbTrade {
  const [buy, sell] = LEG_KEYS.map((key): ArbLeg => {
    const { entryBase, entryQuote, exitBase, exitQuote, firstFillMs } = books[key];
    const { isEntryPxUnknown = false, isExitPxUnknown = false } = books[key];
    return {
      ...trade[key],
      entryBase,
      entryPx: isEntryPxUnknown ? null : averageOf(entryBase, entryQuote),
      exitBase,
      exitPx: isExitPxUnknown ? null : averageOf(ownExitBase(books[key]), exitQuote),
      firstFillMs,
    };
  });
  if (buy === undefined || sell === undefined) throw new Error('Invariant: a trade has two legs');
  return { ...trade, buy, sell };
}
