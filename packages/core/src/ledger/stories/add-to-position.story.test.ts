import { expect, it } from 'vitest';
import { books, fill, T0 } from './build-ledger.fixture.ts';

// 1 at 100 and 2 at 106: 3 at (100 + 212) / 3 = 104. Two fills of one order count as one order.
it('averages the cost of what is added', () => {
  const ledger = books([
    fill({ fillId: '1', venueOrderId: 'a' }),
    fill({ fillId: '2', venueOrderId: 'b', px: '106', venueMs: T0 + 1 }),
    fill({ fillId: '3', venueOrderId: 'b', px: '106', venueMs: T0 + 2 }),
  ]);
  expect(ledger.positions()).toMatchObject([{ qtyBase: '3', avgPx: '104', costQuote: '312', entryOrders: 2 }]);
});
