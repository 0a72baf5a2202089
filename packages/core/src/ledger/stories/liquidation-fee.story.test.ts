import { expect, it } from 'vitest';
import { AccountLedger } from '../account-ledger.ts';
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

// As above, but the fund takes its 1.23 after the position is gone: the round that just ended bears it.
it('puts a fee that is taken after the close to the trade it belongs to', () => {
  const facts = [
    fill({ fillId: '1', qtyBase: '2' }),
    fill({ fillId: '2', side: 'SELL', px: '82', qtyBase: '2', cause: 'liquidation', venueMs: T0 + 5 }),
    income({ incomeId: 'l1', kind: 'liquidation-fee', amount: '-1.23', venueMs: T0 + 6 }),
  ];
  const ledger = books(facts);
  expect(ledger.closedTrades()).toMatchObject([{ grossQuote: '-36', otherQuote: '-1.23' }]);
  expect(ledger.closedTrades()[0], 'the same trade while nothing changed').toBe(ledger.closedTrades()[0]);
  expect(books(facts.toReversed()).closedTrades()).toMatchObject([{ otherQuote: '-1.23' }]);
  expect(AccountLedger.restore(ledger.snapshot()).closedTrades()).toMatchObject([{ otherQuote: '-1.23' }]);
});

it('keeps it with the trade when more than the tail has passed', () => {
  const later = Array.from({ length: 80 }, (_, i) => [
    fill({ fillId: `b${i}`, venueMs: T0 + 100 + 2 * i }),
    fill({ fillId: `s${i}`, side: 'SELL', venueMs: T0 + 101 + 2 * i }),
  ]).flat();
  const ledger = books([
    fill({ fillId: '1', qtyBase: '2' }),
    fill({ fillId: '2', side: 'SELL', px: '82', qtyBase: '2', cause: 'liquidation', venueMs: T0 + 5 }),
    income({ incomeId: 'l1', kind: 'liquidation-fee', amount: '-1.23', venueMs: T0 + 6 }),
    ...later,
  ]);
  expect(ledger.closedTrades()).toHaveLength(81);
  expect(ledger.closedTrades()[0]).toMatchObject({ otherQuote: '-1.23' });
});

it('counts funding of a position that closed in the moment before', () => {
  const ledger = books([
    fill({ fillId: '1' }),
    fill({ fillId: '2', side: 'SELL', px: '101', venueMs: T0 + 5 }),
    income({ incomeId: 'f1', amount: '-0.5', venueMs: T0 + 5 }),
  ]);
  expect(ledger.closedTrades()).toMatchObject([{ grossQuote: '1', fundingQuote: '-0.5' }]);
});
