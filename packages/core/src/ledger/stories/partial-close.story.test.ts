import { expect, it } from 'vitest';
import { unrealisedUsd } from '../account-worth.ts';
import { books, fill, T0, usdt } from './build-ledger.fixture.ts';

// Short 3 at 100; buy 1 at 94: +6. Left: short 2 at 100; at 95 another +10 unrealised.
it('realises the closed part and leaves the average price', () => {
  const ledger = books([
    fill({ fillId: '1', side: 'SELL', qtyBase: '3' }),
    fill({ fillId: '2', px: '94', venueMs: T0 + 1 }),
  ]);
  expect(ledger.realised().toTexts()).toEqual({ USDT: '6' });
  expect(ledger.positions()).toMatchObject([
    { side: 'SHORT', qtyBase: '-2', avgPx: '100', costQuote: '-200', realisedQuote: '6' },
  ]);
  expect(ledger.closedTrades()).toEqual([]);
  expect(unrealisedUsd(ledger, { markOf: () => '95', priceUsd: usdt, kinds: ['perp'] })).toBe('10');
});
