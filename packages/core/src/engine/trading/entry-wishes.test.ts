import { describe, expect, it } from 'vitest';
import type { TradingFact, TradingRecord } from '../../domain/index.ts';
import { EntryWishes } from './entry-wishes.ts';
import { wantedStopPx } from './wanted-stop.ts';

const account = 'BINANCE:paper';
const instrumentId = 'BTCUSDT.PERP.BINANCE';

function wishesAfter(...facts: readonly TradingFact[]): EntryWishes {
  const wishes = new EntryWishes();
  facts.forEach((fact, at) => wishes.apply({ ...fact, seq: at + 1, atMs: at } as TradingRecord));
  return wishes;
}

const moved = (stopPx: string | null, side: 'long' | 'short' = 'long'): TradingFact => ({
  kind: 'stop-wish',
  account,
  instrumentId,
  side,
  stopPx,
});
const position = (qtyBase: string) => ({ account, instrumentId, qtyBase, entryPx: '60000' }) as const;

describe('a stop that was moved', () => {
  it('may stand beyond the entry of its position', () => {
    expect(wantedStopPx(position('0.01'), wishesAfter(moved('60100')), 2)).toBe('60100');
    expect(wantedStopPx(position('-0.01'), wishesAfter(moved('59900', 'short')), 2)).toBe('59900');
  });

  it('never passes to a position of the other side', () => {
    expect(wantedStopPx(position('-0.01'), wishesAfter(moved('60100')), 2)).toBe('61200');
  });

  it('ends with its position', () => {
    expect(wantedStopPx(position('0.01'), wishesAfter(moved('60100'), moved(null)), 2)).toBe('58800');
  });
});
