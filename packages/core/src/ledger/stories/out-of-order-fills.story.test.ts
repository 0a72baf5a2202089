import { expect, it } from 'vitest';
import { books, fill, T0 } from './build-ledger.fixture.ts';

// In the venue's order: buy 1 at 100, buy 1 at 110 (2 at 105), sell 1 at 120 (+15), sell 2 at 90 (-15, then short 1 at 90).
// Taken as told, buy 110 last, the first sale would have gained 20.
const buy100 = fill({ fillId: '1' });
const buy110 = fill({ fillId: '2', px: '110', venueMs: T0 + 1 });
const sell120 = fill({ fillId: '3', side: 'SELL', px: '120', venueMs: T0 + 2 });
const sell90 = fill({ fillId: '4', side: 'SELL', px: '90', qtyBase: '2', venueMs: T0 + 3 });

const orders = [
  { name: 'in order', facts: [buy100, buy110, sell120, sell90] },
  { name: 'with a buy told after the sale', facts: [buy100, sell120, buy110, sell90] },
  { name: 'backwards', facts: [sell90, sell120, buy110, buy100] },
];
for (const { name, facts } of orders) {
  it(`books the same ${name}`, () => {
    const ledger = books(facts);
    expect(ledger.closedTrades()).toMatchObject([
      { side: 'LONG', qtyBase: '2', avgEntryPx: '105', avgExitPx: '105', grossQuote: '0' },
    ]);
    expect(ledger.positions()).toMatchObject([{ qtyBase: '-1', avgPx: '90', openMs: T0 + 3 }]);
    expect(ledger.cash.totals().toTexts()).toEqual({});
  });
}

it('orders fills of one millisecond by their numbers', () => {
  const [a, b] = [fill({ fillId: '9' }), fill({ fillId: '10', side: 'SELL', px: '101' })];
  expect(books([b, a]).closedTrades()).toMatchObject([{ side: 'LONG', grossQuote: '1' }]);
});
