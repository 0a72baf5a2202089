import { expect, it } from 'vitest';
import { netQuoteOf } from '../closed-trade.ts';
import { pnlOf } from '../account-worth.ts';
import { books, fill, order, T0, usdt } from './build-ledger.fixture.ts';

// Buy 2 at 100 (fee 0.1), sell 2 at 110 (fee 0.11): gross 2 * 10 = 20, fees 0.21, net 19.79. Held 5 s.
const facts = [
  order('Pi100', 'pas-trader'),
  fill({ fillId: '1', clientOrderId: 'Pi100', qtyBase: '2', fee: '0.1' }),
  fill({ fillId: '2', side: 'SELL', px: '110', qtyBase: '2', fee: '0.11', venueMs: T0 + 5_000 }),
];

it('books a round trip as one trade, gross and net', () => {
  const ledger = books(facts);
  expect(ledger.positions()).toEqual([]);
  const [trade] = ledger.closedTrades();
  expect(trade).toMatchObject({
    side: 'LONG',
    qtyBase: '2',
    avgEntryPx: '100',
    avgExitPx: '110',
    grossQuote: '20',
    feesQuote: '0.21',
    fundingQuote: '0',
    openMs: T0,
    closeMs: T0 + 5_000,
    holdMs: 5_000,
    source: 'pas-trader',
  });
  expect(netQuoteOf(trade!, usdt)).toBe('19.79');
  expect(pnlOf(ledger, usdt)).toMatchObject({ grossUsd: '20', feesUsd: '0.21', netUsd: '19.79' });
  expect(ledger.cash.totals().toTexts()).toEqual({ USDT: '19.79' });
});
