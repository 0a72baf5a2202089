import { expect, it } from 'vitest';
import { pnlOf } from '../account-worth.ts';
import { balance, books, fill, fold, PAPER, T0, usdt } from './build-ledger.fixture.ts';

const MINUTE_MS = 60_000;
const options = { nowMs: T0 + 10 * MINUTE_MS, settleMs: 5_000, tolerance: '0.00000001' };
const opening = balance('futures', 'USDT', '1000');
const round = [
  fill({ fillId: '1', venueMs: T0 + 1 }),
  fill({ fillId: '2', side: 'SELL', px: '110', fee: '1', venueMs: T0 + 2 }),
];

// 1000 + 10 - 1 = 1009 by our books. The venue says 1509: 500 came in. Then 1309: 200 left.
it('explains what the venue has more as a transfer, and is content once that is recorded', () => {
  const ledger = fold([opening, ...round, balance('futures', 'USDT', '1509', { updatedMs: T0 + MINUTE_MS })]);
  const found = ledger.detectTransfers(PAPER, options);
  expect(found).toMatchObject([
    { kind: 'transfer', scope: 'futures', asset: 'USDT', amount: '500', venueMs: T0 + MINUTE_MS },
  ]);
  ledger.apply({ kind: 'income', account: PAPER, income: found[0]!, seq: 100, atMs: T0 + 2 * MINUTE_MS });
  expect(ledger.detectTransfers(PAPER, options)).toEqual([]);
  ledger.apply({ ...balance('futures', 'USDT', '1309', { updatedMs: T0 + 3 * MINUTE_MS }), seq: 101, atMs: T0 });
  expect(ledger.detectTransfers(PAPER, options)).toMatchObject([{ amount: '-200' }]);
  expect(pnlOf(ledger.account(PAPER)!, usdt).netUsd).toBe('9');
});

it('finds nothing while the balances agree with the bookings', () => {
  const ledger = fold([opening, ...round, balance('futures', 'USDT', '1009', { updatedMs: T0 + MINUTE_MS })]);
  expect(ledger.detectTransfers(PAPER, options)).toEqual([]);
});

it('waits until both sides are quiet', () => {
  const ledger = fold([opening, balance('futures', 'USDT', '1509', { updatedMs: T0 + MINUTE_MS })]);
  expect(ledger.detectTransfers(PAPER, { ...options, nowMs: T0 + MINUTE_MS + 4_999 })).toEqual([]);
  expect(ledger.detectTransfers(PAPER, { ...options, nowMs: T0 + MINUTE_MS + 5_000 })).toHaveLength(1);
});

it('does not compare with a balance older than the last booking', () => {
  const ledger = fold([opening, balance('futures', 'USDT', '1005', { updatedMs: T0 + 1 }), ...round]);
  expect(ledger.detectTransfers(PAPER, options)).toEqual([]);
});

it('pours the pockets together where the venue has one', () => {
  const account = 'OKX:paper';
  const spot = fill({ fillId: '1', account, instrumentId: 'BTCUSDT.SPOT.OKX', px: '100' });
  const ledger = books([spot, balance('unified', 'USDT', '900', { account })], account);
  expect(ledger.cash.rows()).toMatchObject([
    { scope: 'unified', asset: 'BTC', total: '1', venueTotal: null },
    { scope: 'unified', asset: 'USDT', total: '900', venueTotal: '900' },
  ]);
});

it('ignores a word of the venue that is older than the last', () => {
  const ledger = books([opening, balance('futures', 'USDT', '7', { updatedMs: T0 - 1 })]);
  expect(ledger.cash.rows()).toMatchObject([{ total: '1000', venueTotal: '1000' }]);
});
