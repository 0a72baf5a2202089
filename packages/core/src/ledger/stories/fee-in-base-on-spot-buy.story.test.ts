import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { books, fill, SPOT, T0, usdt } from './build-ledger.fixture.ts';

// Buy 1 BTC at 100, fee 0.001 BTC: 0.999 BTC arrive; their cost is 99.9, the fee was worth 0.1.
// Sell 0.999 at 110: gross 0.999 * 10 = 9.99, net 9.89 = -100 + 109.89, which is what the cash says.
const buy = fill({ fillId: '1', instrumentId: SPOT, fee: '0.001', feeAsset: 'BTC' });
const sell = fill({ fillId: '2', instrumentId: SPOT, side: 'SELL', px: '110', qtyBase: '0.999', venueMs: T0 + 1 });

it('holds what arrived, and values the fee at the price of its fill', () => {
  const ledger = books([buy]);
  expect(ledger.positions()).toMatchObject([{ qtyBase: '0.999', costQuote: '99.9', avgPx: '100', feesQuote: '0.1' }]);
  expect(ledger.cash.totals().toTexts()).toEqual({ BTC: '0.999', USDT: '-100' });
  expect(ledger.feesCharged.toTexts()).toEqual({ BTC: '0.001' });
});

it('agrees with the cash once sold', () => {
  const ledger = books([buy, sell]);
  expect(pnlOf(ledger, usdt)).toMatchObject({ grossUsd: '9.99', feesUsd: '0.1', netUsd: '9.89' });
  expect(ledger.cash.totals().toTexts()).toEqual({ USDT: '9.89' });
});
