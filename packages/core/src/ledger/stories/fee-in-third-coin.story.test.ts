import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { netQuoteOf } from '../closed-trade.ts';
import { books, fill, T0, usdt } from './build-ledger.fixture.ts';

// Gross 10; fees 0.0001 + 0.0002 BNB. At 600 USDT a BNB: 0.18, net 9.82.
const ledger = books([
  fill({ fillId: '1', fee: '0.0001', feeAsset: 'BNB' }),
  fill({ fillId: '2', side: 'SELL', px: '110', fee: '0.0002', feeAsset: 'BNB', venueMs: T0 + 1 }),
]);
const [trade] = ledger.closedTrades();

it('keeps the fee in its coin and does not invent a price', () => {
  expect(trade).toMatchObject({ grossQuote: '10', feesQuote: '0', otherFees: [{ asset: 'BNB', amount: '0.0003' }] });
  expect(netQuoteOf(trade!, usdt)).toBeNull();
  expect(pnlOf(ledger, usdt)).toMatchObject({ grossUsd: '10', feesUsd: null, netUsd: null });
});

it('converts it once a price is given', () => {
  const priceOf = (asset: string) => (asset === 'BNB' ? '600' : usdt(asset));
  expect(netQuoteOf(trade!, priceOf)).toBe('9.82');
  expect(pnlOf(ledger, priceOf)).toMatchObject({ feesUsd: '0.18', netUsd: '9.82' });
});

it('takes it out of the cash in its own coin', () => {
  expect(ledger.cash.totals().toTexts()).toEqual({ BNB: '-0.0003', USDT: '10' });
});
