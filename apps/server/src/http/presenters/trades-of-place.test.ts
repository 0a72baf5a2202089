import { expect, it } from 'vitest';
import type { ClosedTrade } from '@riptide/core/ledger';
import { buildClosedTrade } from '../closed-trades.fixture.ts';
import { tradeAt } from './trades-of-place.ts';

const PLACE = { account: 'OKX:paper', instrumentId: 'BTCUSDT.PERP.OKX' } as const;

const trade = (tradeId: string, openMs: number, closeMs: number, over: Partial<ClosedTrade> = {}): ClosedTrade =>
  buildClosedTrade({ tradeId, openMs, closeMs, ...over });

const TRADES = [
  trade('a', 10, 20),
  trade('of another account', 12, 22, { account: 'OKX:live' }),
  trade('b', 20, 30),
  trade('of another coin', 12, 35, { instrumentId: 'ETHUSDT.PERP.OKX' }),
  // Opened and closed in the same moment, and another right behind it.
  trade('c', 40, 40),
  trade('d', 40, 50),
];

it('finds the one trade of a place that was open at a moment, the later one where two meet', () => {
  const at = (ms: number, trades: readonly ClosedTrade[] = TRADES): string | null =>
    tradeAt(trades, PLACE, ms)?.tradeId ?? null;
  expect([9, 10, 15, 20, 25, 30, 31, 40, 50, 51].map((ms) => at(ms))).toEqual([
    null,
    'a',
    'a',
    'b',
    'b',
    'b',
    null,
    'd',
    'd',
    null,
  ]);
  expect(tradeAt(TRADES, { ...PLACE, account: 'OKX:live' }, 15)?.tradeId).toBe('of another account');
  expect(tradeAt(TRADES, { ...PLACE, account: 'BYBIT:paper' }, 15)).toBeNull();
});

it('says of every moment what a search through all trades says', () => {
  const many = Array.from({ length: 300 }, (_, n) => trade(`t${n}`, n * 7, n * 7 + (n % 8)));
  for (let ms = 0; ms < 2_200; ms += 1) {
    const searched = many.findLast(({ openMs, closeMs }) => openMs <= ms && ms <= closeMs);
    expect(tradeAt(many, PLACE, ms), String(ms)).toBe(searched ?? null);
  }
});

it('sees a trade that closes later', () => {
  expect(tradeAt(TRADES, PLACE, 60)).toBeNull();
  expect(tradeAt([...TRADES, trade('e', 55, 65)], PLACE, 60)?.tradeId).toBe('e');
});
