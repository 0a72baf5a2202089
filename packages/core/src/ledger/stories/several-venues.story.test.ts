import { expect, it } from 'vitest';
import { equityOf } from '../account-worth.ts';
import { balance, fill, fold, T0, usdt } from './build-ledger.fixture.ts';

// Long 1 at 100 at Bybit, short 1 at 101 at OKX; both start with 500. At 103: +3 and -2.
const bybit = 'BYBIT:paper';
const okx = 'OKX:paper';
const ledger = fold([
  balance('unified', 'USDT', '500', { account: bybit }),
  balance('unified', 'USDT', '500', { account: okx }),
  fill({ fillId: '1', account: bybit, instrumentId: 'BTCUSDT.PERP.BYBIT', fee: '0.05' }),
  fill({ fillId: '1', account: okx, instrumentId: 'BTCUSDT.PERP.OKX', side: 'SELL', px: '101' }),
  fill({ fillId: '1', account: 'OKX:live', instrumentId: 'BTCUSDT.PERP.OKX', qtyBase: '9', venueMs: T0 + 1 }),
]);

it('keeps accounts apart, of two venues and of two modes', () => {
  expect(ledger.accounts().map((a) => [a.account, a.positions()[0]?.qtyBase])).toEqual([
    [bybit, '1'],
    [okx, '-1'],
    ['OKX:live', '9'],
  ]);
});

it('tells the equity of each in its two parts', () => {
  expect(equityOf(ledger.account(bybit)!, () => '103', usdt)).toEqual({ cashUsd: '499.95', unrealisedUsd: '3' });
  expect(equityOf(ledger.account(okx)!, () => '103', usdt)).toEqual({ cashUsd: '500', unrealisedUsd: '-2' });
});

it('tells no equity while a mark or a price is missing', () => {
  expect(equityOf(ledger.account(bybit)!, () => null, usdt)).toBeNull();
  expect(
    equityOf(
      ledger.account(bybit)!,
      () => '103',
      () => null,
    ),
  ).toBeNull();
  expect(ledger.account('KUCOIN:paper')).toBeNull();
});
