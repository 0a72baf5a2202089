import { expect, it } from 'vitest';
import { equityOf, pnlOf, unrealisedUsd } from '../account-worth.ts';
import { balance, books, fill, SPOT, T0, usdt } from './build-ledger.fixture.ts';

// Buy 1 at 100 and 1 at 120: 2 at 110. Sell 1 at 130: +20. Left 1 at 110; at 125 it is worth 125, +15 unrealised.
// Cash: 1000 - 100 - 120 + 130 = 910, and 1 BTC: equity 1035 = 1000 + 20 + 15.
const facts = [
  balance('spot', 'USDT', '1000'),
  fill({ fillId: '1', instrumentId: SPOT }),
  fill({ fillId: '2', instrumentId: SPOT, px: '120', venueMs: T0 + 1 }),
  fill({ fillId: '3', instrumentId: SPOT, side: 'SELL', px: '130', venueMs: T0 + 2 }),
];
const priceOf = (asset: string) => (asset === 'BTC' ? '125' : usdt(asset));

it('keeps the cost of what is held', () => {
  const ledger = books(facts);
  expect(ledger.positions()).toMatchObject([{ kind: 'spot', side: 'LONG', qtyBase: '1', avgPx: '110' }]);
  expect(pnlOf(ledger, priceOf).grossUsd).toBe('20');
  expect(unrealisedUsd(ledger, { markOf: () => '125', priceUsd: priceOf, kinds: ['spot'] })).toBe('15');
});

it('counts coins as cash in the equity, once', () => {
  expect(equityOf(books(facts), () => '125', priceOf)).toEqual({ cashUsd: '1035', unrealisedUsd: '0' });
});

// Selling 3 when 1 is known: 1 gains 140 - 110 = 30; 2 came from elsewhere, their 280 are money but no gain.
it('gains nothing on coins whose cost is unknown', () => {
  const ledger = books([
    ...facts,
    fill({ fillId: '4', instrumentId: SPOT, side: 'SELL', px: '140', qtyBase: '3', venueMs: T0 + 3 }),
  ]);
  expect(ledger.positions()).toEqual([]);
  expect(ledger.realised().toTexts()).toEqual({ USDT: '50' });
  expect(ledger.uncovered().toTexts()).toEqual({ USDT: '280' });
  expect(ledger.cash.totals().toTexts()).toEqual({ BTC: '-2', USDT: '1330' });
});

it('counts a fill whose assets cannot be told as not booked', () => {
  expect(books([fill({ fillId: '1', instrumentId: 'ODD.SPOT.BINANCE' })]).notBooked.unreadable).toBe(1);
});
