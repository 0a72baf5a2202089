import { describe, expect, it } from 'vitest';
import type { ArbTrade } from '../../domain/index.ts';
import type { MarketEyes } from '../trading/market-eyes.ts';
import { resultOf } from './arb-result.ts';
import { EMPTY_BOOKS, type LegBooks } from './leg-books.ts';
import type { TrackedArb } from './trade-book.ts';

const FILLED: LegBooks = { ...EMPTY_BOOKS, entryBase: '1', entryQuote: '100', exitBase: '1', feesQuote: '0.1' };

function tracked(otherFees: LegBooks['otherFees']): TrackedArb {
  const leg = { venue: 'BINANCE', plannedPx: '100' } as const;
  return {
    trade: { buy: { ...leg, side: 'BUY' }, sell: { ...leg, side: 'SELL' } } as ArbTrade,
    orders: [],
    stopIds: [],
    books: { buy: { ...FILLED, exitQuote: '103', otherFees }, sell: { ...FILLED, exitQuote: '99' } },
  };
}

function eyes(px: string | null): MarketEyes {
  return { priceUsd: () => px } as unknown as MarketEyes;
}

describe('a fee in a third asset', () => {
  const other = tracked([['BNB', '0.001']]);

  it('counts at its price', () => {
    expect(resultOf(other, eyes('600'))).toMatchObject({ priceUsd: '4', feesUsd: '0.8', netUsd: '3.2', netBps: 320 });
  });

  it('without a price leaves fees and net unknown, and what is known as it is', () => {
    expect(resultOf(other, eyes(null))).toMatchObject({ priceUsd: '4', feesUsd: null, netUsd: null, netBps: null });
  });

  it('asks for no price where none was taken', () => {
    expect(resultOf(tracked([]), eyes(null))).toMatchObject({ feesUsd: '0.2', netUsd: '3.8' });
  });
});
