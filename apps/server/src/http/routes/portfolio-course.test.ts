import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ClosedTrade } from '@riptide/core/ledger';
import { buildAccount } from '../../link/trading-values.fixture.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { buildClosedTrade } from '../closed-trades.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

const { test, get } = eachTestApp(fillTestEngine);

describe('the course of the equity', () => {
  const trade = (hoursAgo: number, more: Partial<ClosedTrade> = {}): ClosedTrade =>
    buildClosedTrade({
      tradeId: `BYBIT:paper|BTCUSDT.PERP.BYBIT|${hoursAgo}`,
      account: 'BYBIT:paper',
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      openMs: AT_MS - hoursAgo * HOUR_MS - 60_000,
      source: 'operator',
      ...more,
    });

  async function fill(trades: readonly ClosedTrade[], points: readonly (readonly [number, string, string])[]) {
    const path = join(test.dataDir, 'trading.db');
    await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
    const db = new Database(path);
    for (const row of trades)
      db.prepare('insert into closed_trade values (?, 1, ?, ?, ?, ?, ?, ?)').run(
        row.tradeId,
        row.account,
        row.account.split(':')[1],
        'BTCUSDT',
        row.source,
        row.closeMs,
        JSON.stringify(row),
      );
    points.forEach(([minutesAgo, account, usd], at) =>
      db
        .prepare('insert into equity_point values (?, ?, ?, ?, ?)')
        .run(at, AT_MS - minutesAgo * 60_000, account, usd, '0'),
    );
    db.close();
  }

  it('is empty before the first point, and today is known all the same', async () => {
    const answer = (await get('/api/portfolio/equity')).json();
    expect(answer).toMatchObject({ mode: 'paper', range: '24h', timestamps: [], equity: [], daily: [] });
    expect(answer.today).toMatchObject({ pnl_pct: null, realized_usd: 0, trades: 0 });
  });

  it('begins in total when every account is known, and goes on by venue', async () => {
    await fill(
      [],
      [
        [30, 'BYBIT:paper', '100.10'],
        [20, 'OKX:paper', '50.20'],
        [10, 'BYBIT:paper', '85.20'],
      ],
    );
    const answer = (await get('/api/portfolio/equity?range=24h')).json();
    expect(answer.equity).toEqual([null, 150.3, 135.4]);
    expect(answer.by_venue).toEqual({ BYBIT: [100.1, 100.1, 85.2], OKX: [null, 50.2, 50.2] });
    expect(answer.drawdown_pct).toEqual([null, 0, -9.9135]);
    expect(answer.timestamps).toHaveLength(3);
  });

  it('parts what trading and arbitrage earned in the range', async () => {
    await fill(
      [trade(1), trade(2, { source: 'arbitrage', grossQuote: '5' }), trade(30, { grossQuote: '100' })],
      [
        [110, 'BYBIT:paper', '100'],
        [5, 'BYBIT:paper', '104'],
      ],
    );
    const day = (await get('/api/portfolio/equity?range=24h')).json();
    expect(day.trading_pnl).toEqual([0, 0.3]);
    expect(day.arbitrage_pnl).toEqual([4.3, 4.3]);
    const week = (await get('/api/portfolio/equity?range=7d')).json();
    const net = week.daily.reduce((sum: number, each: { net_usd: number }) => sum + each.net_usd, 0);
    expect(net).toBeCloseTo(0.3 + 4.3 + 99.3, 6);
    expect(week.daily.map((each: { day: number }) => each.day % 86_400)).toEqual(week.daily.map(() => 0));
  });

  it('refuses a range that there is not', async () => {
    expect((await get('/api/portfolio/equity?range=1y')).statusCode).toBe(400);
  });
});

describe('the portfolio in sums', () => {
  it('adds up what answers, and names what does not', async () => {
    test.link.update(
      [
        'account',
        'BYBIT:paper',
        buildAccount('BYBIT', 'paper', { cashUsd: '100.1', marginUsd: '0', unrealisedUsd: '0.2' }),
      ],
      ['account', 'OKX:paper', buildAccount('OKX', 'paper', { cashUsd: null, marginUsd: null, unrealisedUsd: null })],
    );
    const answer = (await get('/api/portfolio/overview')).json();
    expect(answer.unknown_venues).toContain('OKX');
    const bybit = answer.venues.find((each: { venue: string }) => each.venue === 'BYBIT');
    expect(bybit.equity_usd).toBe(100.3);
    const known = answer.venues.flatMap((each: { equity_usd: number | null }) => each.equity_usd ?? []);
    expect(Math.round(answer.known_usd * 100)).toBe(
      known.reduce((sum: number, usd: number) => sum + Math.round(usd * 100), 0),
    );
    const shares = answer.venues.reduce((sum: number, each: { share: number | null }) => sum + (each.share ?? 0), 0);
    expect(shares).toBeCloseTo(1, 4);
  });

  it('sets long against short of each asset', async () => {
    const { positions } = (await get('/api/portfolio/positions')).json();
    const { exposure, positions_usd: total } = (await get('/api/portfolio/overview')).json();
    expect(positions).toHaveLength(1);
    expect(exposure).toHaveLength(1);
    const [row] = exposure;
    expect(row.net_usd).toBe(positions[0].side === 'long' ? row.long_usd : -row.short_usd);
    expect(Math.abs(row.net_usd)).toBe(total);
  });
});
