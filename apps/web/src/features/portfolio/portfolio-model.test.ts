import { describe, expect, it } from 'vitest';
import { assetDecimals, assetLines, withoutSmall } from './model/assets.ts';
import { liquidationDistancePct } from './model/liquidation-distance.ts';
import { nextVenue, parsePortfolioSearch, rangeOf, withVenue } from './model/portfolio-search.ts';

describe('the address of the portfolio', () => {
  it('keeps venue, range and small balances, and writes no default', () => {
    expect(parsePortfolioSearch({ venue: 'okx', range: '30d', small: true })).toEqual({
      venue: 'OKX',
      range: '30d',
      small: true,
    });
    expect(parsePortfolioSearch({ venue: 'FTX', range: '7d', small: false })).toEqual({});
    expect(rangeOf({})).toBe('7d');
  });

  it('moves the venue filter through all venues and back to all', () => {
    const seen = [undefined, 'BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;
    expect(seen.map(nextVenue)).toEqual(['BINANCE', 'BYBIT', 'OKX', 'KUCOIN', undefined]);
    expect(withVenue({ venue: 'OKX', range: '30d' }, undefined)).toEqual({ range: '30d' });
  });
});

describe('the asset breakdown', () => {
  const line = (asset: string, total: number) => ({ asset, total, free: total, used: 0, usd: null, venues: [] });

  it('hides what is at or below 0.001', () => {
    const lines = [line('BTC', 0.001), line('ETH', 0.0011), line('USDT', 0)];
    expect(withoutSmall(lines).map(({ asset }) => asset)).toEqual(['ETH']);
  });

  it('counts USDT in cents and others in millionths', () => {
    expect([assetDecimals('USDT'), assetDecimals('BTC')]).toEqual([2, 6]);
  });

  it('shows one venue from its own rows, all of them from the sums of the server', () => {
    const overview = { assets: [line('USDT', 40_000)] } as never;
    const row = { exchange: 'OKX', mode: 'paper', asset: 'USDT', free: 1, used: 2, total: 3, usd: 3 } as const;
    expect(assetLines(overview, [row], undefined)[0]?.total).toBe(40_000);
    expect(assetLines(overview, [row], 'OKX')[0]?.total).toBe(3);
    expect(assetLines(overview, [row], 'BYBIT')).toEqual([]);
  });
});

describe('the distance to liquidation', () => {
  it('is in percent of the mark, for both sides, and unknown without a price', () => {
    expect(liquidationDistancePct({ mark_price: 100, liquidation_price: 90 } as never)).toBe(10);
    expect(liquidationDistancePct({ mark_price: 100, liquidation_price: 112 } as never)).toBe(12);
    expect(liquidationDistancePct({ mark_price: null, liquidation_price: 90 } as never)).toBeNull();
  });
});
