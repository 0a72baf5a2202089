import { describe, expect, it } from 'vitest';
import { buildAccount, buildTradingState } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;

const { test, get } = eachTestApp(fillTestEngine);

describe('balances', () => {
  it('adds the shown cents up exactly, in both forms', async () => {
    test.link.update(
      [
        'account',
        'OKX:paper',
        buildAccount('OKX', 'paper', { cashUsd: '9999.996', marginUsd: '0.333', unrealisedUsd: '-0.004' }),
      ],
      [
        'account',
        'BYBIT:paper',
        buildAccount('BYBIT', 'paper', { cashUsd: '10000.005', marginUsd: '33.335', unrealisedUsd: '0.335' }),
      ],
    );
    const answer = (await get('/api/portfolio/balances')).json();
    const venues = Object.values(answer.exchanges) as { spot: { usd: number }; futures: { usd: number } }[];
    const inCents = (usd: number): number => Math.round(usd * 100);
    const sum = (pick: (venue: (typeof venues)[number]) => number): number =>
      venues.reduce((total, venue) => total + pick(venue), 0);
    expect(inCents(answer.spot_usd)).toBe(sum(({ spot }) => inCents(spot.usd)));
    expect(inCents(answer.futures_margin_usd)).toBe(sum(({ futures }) => inCents(futures.usd)));
    expect(inCents(answer.total_usd)).toBe(inCents(answer.spot_usd) + inCents(answer.futures_margin_usd));
    expect(answer.summary.total_usd).toBe(answer.total_usd);
    expect(answer.exchanges.BINANCE).toMatchObject({
      status: 'available',
      mode: 'paper',
      spot: { usd: 9_900, assets: [{ asset: 'USDT', free: 9_900, locked: 100, total: 10_000, usd: 10_000 }] },
      futures: { usd: 101.23, margin_usd: 100, unrealized_pnl: 1.23 },
      real: null,
    });
    expect(answer.balances).toHaveLength(4);
  });

  it('shows the real account beside the paper one, and never adds the two', async () => {
    test.link.update([
      'account',
      'OKX:live',
      buildAccount('OKX', 'live', { cashUsd: '500', marginUsd: '0', unrealisedUsd: '0' }),
    ]);
    const before = (await get('/api/portfolio/balances')).json();
    expect(before.exchanges.OKX.real).toMatchObject({ total_usd: 500 });
    expect(before.summary).toMatchObject({ mode: 'paper', paper_total_usd: before.total_usd, live_total_usd: null });
    test.link.update(['trading', 'state', buildTradingState({ liveVenues: ['OKX'] })]);
    const mixed = (await get('/api/portfolio/balances')).json();
    expect(mixed.summary).toMatchObject({
      mode: 'mixed',
      total_usd: null,
      live_total_usd: 500,
      paper_total_usd: 30_003.69,
    });
    expect(mixed.exchanges.OKX).toMatchObject({ mode: 'live', real: null, spot: { usd: 500 } });
  });

  it('keeps a futures wallet of its own apart', async () => {
    const balance = { asset: 'USDT', free: '0', locked: '0', borrowed: '0', updatedMs: AT_MS } as const;
    test.link.update([
      'account',
      'BINANCE:paper',
      buildAccount('BINANCE', 'paper', {
        balances: [
          { ...balance, scope: 'spot', total: '600' },
          { ...balance, scope: 'futures', total: '400' },
        ],
        cashUsd: '1000',
        unrealisedUsd: '5',
      }),
    ]);
    const { exchanges } = (await get('/api/portfolio/balances')).json();
    expect(exchanges.BINANCE).toMatchObject({ spot: { usd: 600 }, futures: { usd: 405 } });
  });

  it('says null for what is not known', async () => {
    test.link.update(['account', 'KUCOIN:paper', null]);
    const answer = (await get('/api/portfolio/balances')).json();
    expect(answer).toMatchObject({
      total_usd: null,
      summary: { total_usd: null, exchanges_connected: 3, total_exchanges: 4 },
    });
    expect(answer.exchanges.KUCOIN).toMatchObject({ status: 'unavailable', spot: { usd: null, assets: [] } });
  });
});
