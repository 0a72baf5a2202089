import { expect, it } from 'vitest';
import { Ledger } from '../ledger.ts';
import { balance, fill, fold, income, order, positionSet, records, T0 } from './build-ledger.fixture.ts';

const facts = [
  balance('futures', 'USDT', '1000'),
  order('Pi100', 'arbitrage'),
  fill({ fillId: '1', clientOrderId: 'Pi100', qtyBase: '3', fee: '0.1' }),
  fill({ fillId: '3', side: 'SELL', px: '111', fee: '0.0001', feeAsset: 'BNB', venueMs: T0 + 9 }),
  fill({ fillId: '2', px: '107', venueMs: T0 + 5 }),
  income({ incomeId: 'f1', amount: '-0.2', venueMs: T0 + 7 }),
  fill({ fillId: '4', instrumentId: 'BTCUSDT.SPOT.BINANCE', fee: '0.001', feeAsset: 'BTC', venueMs: T0 + 8 }),
  positionSet('5', '108'),
  fill({ fillId: '5', side: 'SELL', px: '120', qtyBase: '6', venueMs: T0 + 60_000 }),
];
const whole = fold(facts).snapshot();

// The process dies after any record: the next one starts from its last snapshot, of any age, and reads the journal again.
it('gives the same books from every snapshot and every replay', () => {
  const all = records(facts);
  for (let cut = 0; cut <= all.length; cut += 1) {
    const before = new Ledger();
    for (const record of all.slice(0, cut)) before.apply(record);
    const after = Ledger.restore(JSON.parse(JSON.stringify(before.snapshot())));
    for (const record of all.slice(Math.max(0, cut - 3))) after.apply(record);
    expect(after.snapshot()).toEqual(whole);
  }
});
