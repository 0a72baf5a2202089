import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { netQuoteOf } from '../closed-trade.ts';
import { books, fill, income, T0, usdt } from './build-ledger.fixture.ts';

const HOUR_MS = 3_600_000;
// Long 1 at 100 over two settlements: pays 0.012, receives 0.005. Closed at 101: gross 1, net 0.993.
// The next round begins after, and pays 0.02 at its own settlement.
const first = [
  fill({ fillId: '1' }),
  income({ incomeId: 'f1', amount: '-0.012', venueMs: T0 + HOUR_MS }),
  income({ incomeId: 'f2', amount: '0.005', venueMs: T0 + 9 * HOUR_MS }),
  fill({ fillId: '2', side: 'SELL', px: '101', venueMs: T0 + 10 * HOUR_MS }),
];

it('gives funding paid and received to the round it fell into', () => {
  const ledger = books(first);
  const [trade] = ledger.closedTrades();
  expect(trade).toMatchObject({ grossQuote: '1', fundingQuote: '-0.007' });
  expect(netQuoteOf(trade!, usdt)).toBe('0.993');
  expect(pnlOf(ledger, usdt)).toMatchObject({ fundingUsd: '-0.007', netUsd: '0.993' });
});

it('gives it to that round even when the venue tells it after the close', () => {
  const [open, paid, received, close] = first;
  const again = fill({ fillId: '3', venueMs: T0 + 11 * HOUR_MS });
  const ledger = books([
    open!,
    close!,
    again,
    paid!,
    received!,
    income({ incomeId: 'f3', amount: '-0.02', venueMs: T0 + 12 * HOUR_MS }),
  ]);
  expect(ledger.closedTrades()).toMatchObject([{ fundingQuote: '-0.007' }]);
  expect(ledger.positions()).toMatchObject([{ fundingQuote: '-0.02' }]);
});
