import { expect, it } from 'vitest';
import { books, fill, T0 } from './build-ledger.fixture.ts';

// Long 1 at 100. Sell 3 at 112 for a fee of 0.3: closes 1 (+12, a third of the fee = 0.1), opens a short of 2 (fee 0.2).
// Buy 2 at 107 for 0.2: closes the short (+10), its fees 0.4.
const facts = [
  fill({ fillId: '1' }),
  fill({ fillId: '2', side: 'SELL', px: '112', qtyBase: '3', fee: '0.3', venueMs: T0 + 1 }),
];

it('closes the long and opens the short with one fill', () => {
  const ledger = books(facts);
  expect(ledger.closedTrades()).toMatchObject([{ side: 'LONG', grossQuote: '12', feesQuote: '0.1' }]);
  expect(ledger.positions()).toMatchObject([
    { side: 'SHORT', qtyBase: '-2', avgPx: '112', feesQuote: '0.2', openMs: T0 + 1 },
  ]);
});

it('keeps every fee when the short closes as well', () => {
  const ledger = books([...facts, fill({ fillId: '3', px: '107', qtyBase: '2', fee: '0.2', venueMs: T0 + 2 })]);
  expect(ledger.closedTrades()).toMatchObject([
    { side: 'LONG', grossQuote: '12', feesQuote: '0.1' },
    { side: 'SHORT', grossQuote: '10', feesQuote: '0.4' },
  ]);
  expect(ledger.closedTrades().map((t) => t.tradeId.split('|')[2])).toEqual(['1', '2']);
  expect(ledger.cash.totals().toTexts()).toEqual({ USDT: '21.5' });
});
