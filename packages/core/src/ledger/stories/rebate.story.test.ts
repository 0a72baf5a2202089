import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { books, fill, income, T0, usdt } from './build-ledger.fixture.ts';

// A maker is paid 0.02 and 0.03 with the fills, and 0.5 later: gross 1, fees -0.05, other 0.5, net 1.55.
it('counts a negative fee and a rebate as gains', () => {
  const ledger = books([
    fill({ fillId: '1', fee: '-0.02', liquidity: 'maker' }),
    fill({ fillId: '2', side: 'SELL', px: '101', fee: '-0.03', liquidity: 'maker', venueMs: T0 + 1 }),
    income({ incomeId: 'r1', kind: 'rebate', instrumentId: null, amount: '0.5', venueMs: T0 + 2 }),
  ]);
  expect(pnlOf(ledger, usdt)).toMatchObject({ grossUsd: '1', feesUsd: '-0.05', otherUsd: '0.5', netUsd: '1.55' });
});
