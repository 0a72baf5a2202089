import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { netQuoteOf } from '../closed-trade.ts';
import { books, fill, income, T0, usdt } from './build-ledger.fixture.ts';

// Long 2 at 100, taken by the venue at 82: -36; a clearance fee of 1.23 at the same time. Net -37.23.
it('puts the fee of a liquidation to the round it ended', () => {
  const ledger = books([
    fill({ fillId: '1', qtyBase: '2' }),
    income({ incomeId: 'l1', kind: 'liquidation-fee', amount: '-1.23', venueMs: T0 + 4 }),
    fill({ fillId: '2', side: 'SELL', px: '82', qtyBase: '2', cause: 'liquidation', venueMs: T0 + 5 }),
  ]);
  const [trade] = ledger.closedTrades();
  expect(trade).toMatchObject({ grossQuote: '-36', otherQuote: '-1.23' });
  expect(netQuoteOf(trade!, usdt)).toBe('-37.23');
  expect(pnlOf(ledger, usdt)).toMatchObject({ otherUsd: '-1.23', netUsd: '-37.23' });
});
