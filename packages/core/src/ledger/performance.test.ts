import { describe, expect, it } from 'vitest';
import { performanceOf, resultsOfPeriod } from './performance.ts';
import { books, fill, T0 } from './stories/build-ledger.fixture.ts';
import { resultsOf, type RatedTrade } from './trade-results.ts';

const DAY_MS = 86_400_000;

/** A trade that closed at `closeMs` with a net result, held for a minute. */
function rated(closeMs: number, netUsd: string | null, symbol = 'BTC'): RatedTrade {
  const instrumentId = `${symbol}USDT.PERP.BINANCE` as const;
  const [trade] = books([
    fill({ fillId: '1', instrumentId, venueMs: closeMs - 60_000 }),
    fill({ fillId: '2', instrumentId, side: 'SELL', venueMs: closeMs }),
  ]).closedTrades();
  if (trade === undefined) throw new Error('Invariant: no trade closed');
  return { trade, netUsd };
}

// Days: 10 - 4 = 6; nothing; -12. Sums 10, 6, -6: the peak is 10, the deepest drawdown 16.
// Mean -2, deviations 8, 2, -10: variance (64 + 4 + 100) / 2 = 84; sharpe -2 / sqrt(84) * sqrt(365) = -4.169.
const trades = [
  rated(T0 + 2 * DAY_MS + 5, '-12', 'ETH'),
  rated(T0 + DAY_MS - 1, '-4'),
  rated(T0 + 3_600_000, '10'),
  rated(T0 + 3_600_001, null),
];

describe('performanceOf', () => {
  it('gives the figures of the closed trades', () => {
    const figures = performanceOf(resultsOf(trades));
    expect(figures).toMatchObject({
      totalTrades: 4,
      unknownTrades: 1,
      wins: 1,
      netUsd: '-6',
      bestUsd: '10',
      worstUsd: '-12',
      avgHoldMs: 60_000,
      maxDrawdownUsd: '16',
      bySymbol: [
        { symbol: 'BTCUSDT', netUsd: '6', trades: 2, wins: 1 },
        { symbol: 'ETHUSDT', netUsd: '-12', trades: 1, wins: 0 },
      ],
    });
    expect(figures.winRateFrac).toBeCloseTo(1 / 3, 12);
    expect(figures.daily.map((d) => [d.dayMs, d.netUsd, d.trades])).toEqual([
      [T0, '6', 2],
      [T0 + DAY_MS, '0', 0],
      [T0 + 2 * DAY_MS, '-12', 1],
    ]);
    expect(figures.equity.map((p) => [p.netUsd, p.drawdownUsd])).toEqual([
      ['10', '0'],
      ['6', '4'],
      ['-6', '16'],
    ]);
    expect(figures.sharpe).toBeCloseTo(-4.169, 3);
  });

  it('knows nothing without trades', () => {
    expect(performanceOf([])).toMatchObject({
      totalTrades: 0,
      winRateFrac: null,
      netUsd: '0',
      bestUsd: null,
      worstUsd: null,
      avgHoldMs: null,
      sharpe: null,
      maxDrawdownUsd: '0',
    });
  });

  it('gives no sharpe below two days or without spread', () => {
    expect(performanceOf(resultsOf([rated(T0 + 60_000, '5')])).sharpe).toBeNull();
    expect(performanceOf(resultsOf([rated(T0 + 60_000, '5'), rated(T0 + DAY_MS, '5')])).sharpe).toBeNull();
  });

  it('counts a loss from the start as drawdown', () => {
    expect(performanceOf(resultsOf([rated(T0 + 60_000, '-5')])).maxDrawdownUsd).toBe('5');
  });
});

describe('resultsOfPeriod', () => {
  it('takes the edge in and one millisecond before it out', () => {
    const nowMs = T0 + 30 * DAY_MS;
    const edge = [rated(nowMs - 7 * DAY_MS, '1'), rated(nowMs - 7 * DAY_MS - 1, '2'), rated(nowMs + 1, '3')];
    expect(resultsOfPeriod(resultsOf(edge), { nowMs, days: 7 }).map((r) => r.netUsd)).toEqual(['1']);
    expect(resultsOfPeriod(resultsOf(edge), { nowMs, days: 30 })).toHaveLength(2);
  });
});
