import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { VENUES } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { buildAccount, buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { buildClosedTrade } from '../closed-trades.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;

const { test, get } = eachTestApp(fillTestEngine);

describe('history', () => {
  const trade = (n: number, more: Partial<ClosedTrade> = {}): ClosedTrade =>
    buildClosedTrade({
      tradeId: `BYBIT:paper|BTCUSDT.PERP.BYBIT|${n}`,
      account: 'BYBIT:paper',
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      openMs: AT_MS - n * 3_600_000 - 60_000,
      source: 'operator',
      ...more,
    });

  async function fill(...trades: readonly ClosedTrade[]): Promise<void> {
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
    for (const [at, usd] of [10_000, 10_100, 9_595].entries())
      db.prepare('insert into equity_point values (?, ?, ?, ?, ?)').run(
        at,
        AT_MS - 600_000 + at * 120_000,
        'BYBIT:paper',
        String(usd),
        '0',
      );
    db.close();
  }

  it('is empty and unknown before the first trade', async () => {
    expect((await get('/api/portfolio/history')).json()).toMatchObject({ success: true, history: [], total: 0 });
    expect((await get('/api/trading/performance')).json()).toMatchObject({
      total_trades: 0,
      win_rate: null,
      largest_win: null,
      sharpe_ratio: null,
      equity_curve: [],
      active_positions: 1,
      // 12.34567 realised today, 1.005 of the open position unrealised.
      daily_pnl: 13.3507,
    });
  });

  it('filters by engine and period, newest first, in pages', async () => {
    await fill(
      trade(1),
      trade(2, { source: 'arbitrage', side: 'SHORT' }),
      trade(24 * 10),
      trade(24 * 60),
      trade(3, { account: 'BYBIT:live', tradeId: 'live' }),
    );
    const ids = async (query: string) =>
      (await get(`/api/portfolio/history?${query}`))
        .json()
        .history.map((row: { id: string }) => Number(row.id.split('|')[2]));
    expect(await ids('days=7')).toEqual([1, 2]);
    expect(await ids('days=30')).toEqual([1, 2, 240]);
    expect(await ids('days=90&engine=trading')).toEqual([1, 240, 1440]);
    expect(await ids('days=90&engine=arbitrage')).toEqual([2]);
    expect(await ids('days=90&limit=1&offset=1')).toEqual([2]);
    expect((await get('/api/portfolio/history?days=8')).statusCode).toBe(400);
    expect((await get('/api/portfolio/history?days=7')).json().history[0]).toMatchObject({
      side: 'BUY',
      quantity: 0.01,
      size: 0.01,
      price: 64_000,
      exit_price: 64_100,
      pnl: 0.3,
      gross_pnl: 1,
      fees: 0.6,
      funding: -0.1,
      hold_seconds: 60,
      engine: 'operator',
      timestamp: AT_MS / 1_000 - 3_600,
    });
  });

  it('filters cards, course and rows alike by symbol, venue, side and result', async () => {
    const eth = {
      account: 'OKX:paper',
      instrumentId: 'ETHUSDT.PERP.OKX',
      tradeId: 'OKX:paper|ETHUSDT.PERP.OKX|4',
    } as const;
    await fill(trade(1), trade(2, { grossQuote: '-2', side: 'SHORT' }), trade(4, eth));
    const told = async (query: string) => {
      const [rows, cards, course] = await Promise.all(
        ['history', 'performance', 'history/course'].map(async (call) =>
          (await get(`/api/portfolio/${call}?days=30&${query}`)).json(),
        ),
      );
      expect(cards.performance.total_trades).toBe(rows.total);
      expect(course.cumulative_usd.at(-1) ?? 0).toBe(cards.performance.total_pnl);
      return rows.history.map((row: { id: string }) => Number(row.id.split('|')[2]));
    };
    expect(await told('symbol=btcusdt')).toEqual([1, 2]);
    expect(await told('venue=okx')).toEqual([4]);
    expect(await told('side=short')).toEqual([2]);
    expect(await told('result=win')).toEqual([1, 4]);
    expect(await told('result=loss&venue=BYBIT')).toEqual([2]);
    expect(await told('symbol=BTC')).toEqual([]);
    expect((await get('/api/portfolio/history?side=up')).statusCode).toBe(400);
    const { performance } = (await get('/api/portfolio/performance?days=30')).json();
    expect(performance).toMatchObject({
      wins: 2,
      losses: 1,
      avg_win: 0.3,
      avg_loss: -2.7,
      profit_factor: 0.2222,
      closed_drawdown_usd: 2.7,
    });
  });

  describe('of one trade', () => {
    const open = AT_MS - 3_660_000;
    async function fillRecords(): Promise<void> {
      await fill(trade(1), trade(2));
      const db = new Database(join(test.dataDir, 'trading.db'));
      const order = db.prepare(
        `insert into order_row values (?, 1, 'BYBIT:paper', ?, ?, ?, 'operator', ?, 'BTCUSDT.PERP.BYBIT', 'BTCUSDT', ?, 'market', 'IOC',
          '0.01', null, null, 'filled', '0.01', '64000', null, ?, ?)`,
      );
      order.run('BYBIT:paper|c1', 'c1', 'v1', 'i1', 'entry', 'BUY', open - 50, open);
      order.run('BYBIT:paper|c2', 'c2', 'v2', 'i2', 'take-profit', 'SELL', open + 5, open + 60_000);
      order.run('BYBIT:paper|c0', 'c0', 'v0', 'i0', 'entry', 'BUY', open - 9_000, open - 8_000);
      const one = db.prepare(
        `insert into fill_row values ('BYBIT:paper', 'BTCUSDT.PERP.BYBIT', ?, ?, 'BTCUSDT', ?, ?, ?, ?, '0.01', '0.3', 'USDT', 'taker', 'order', ?)`,
      );
      one.run('f1', 1, 'v1', 'c1', 'BUY', '64000', open);
      one.run('f2', 2, 'v2', 'c2', 'SELL', '64100', open + 60_000);
      one.run('f3', 3, 'v3', null, 'SELL', '64100', open + 60_001);
      db.close();
    }

    it('tells orders, fills and what closed it, and nothing of its neighbours', async () => {
      await fillRecords();
      const { history } = (await get('/api/portfolio/history')).json();
      expect(history.map((row: { exit: string | null }) => row.exit)).toEqual(['take-profit', null]);
      const answer = (await get(`/api/portfolio/history/trade?id=${encodeURIComponent(history[0].id)}`)).json();
      expect(answer).toMatchObject({ decision_id: null, legs: [], trade: { id: history[0].id, exit: 'take-profit' } });
      expect(answer.orders.map((row: { order_id: string }) => row.order_id)).toEqual(['v1', 'v2']);
      expect(answer.fills.map((row: { fill_id: string }) => row.fill_id)).toEqual(['f1', 'f2']);
      expect((await get('/api/portfolio/history/trade?id=nobody')).statusCode).toBe(404);
    });

    it('tells how far the entry was from the mid at which it was decided, and nothing where that is not on record', async () => {
      await fillRecords();
      const db = new Database(join(test.dataDir, 'trading.db'));
      db.prepare(`insert into audit_trade values (7, 1, 'i1', 'BTCUSDT', 'BYBIT', ?, '{}', '{}', 1, x'00')`).run(
        JSON.stringify({ intent: {}, gates: [], midPx: '63936' }),
      );
      db.close();
      const { history } = (await get('/api/portfolio/history')).json();
      // 64000 paid for what stood at 63936.
      expect(history[0]).toMatchObject({ decision_price: 63_936, slippage_bps: 10.01 });
      expect(history[1]).toMatchObject({ decision_price: null, slippage_bps: null });
      const { trade: shown } = (
        await get(`/api/portfolio/history/trade?id=${encodeURIComponent(history[0].id)}`)
      ).json();
      expect(shown).toMatchObject({ decision_price: 63_936, slippage_bps: 10.01 });
    });

    it('gives every fill of the period, page by page of trades', async () => {
      await fillRecords();
      const page = (await get('/api/portfolio/history/fills?limit=1')).json();
      expect(page).toMatchObject({ trades: 1, total: 2 });
      expect(page.fills.map((row: { role: string }) => row.role)).toEqual(['entry', 'take-profit']);
    });
  });

  it('names the accounts that were not compared with their venue for two minutes, and since when', async () => {
    const nowMs = test.clock.nowMs();
    for (const venue of VENUES) {
      test.link.update(['account', `${venue}:paper`, { ...buildAccount(venue), reconciledMs: nowMs - 60_000 }]);
    }
    const told = async () => (await get('/api/portfolio/history')).json().not_synced;
    expect(await told()).toEqual([]);
    test.link.update(['account', 'OKX:paper', { ...buildAccount('OKX'), reconciledMs: nowMs - 121_000 }]);
    test.link.update(['account', 'KUCOIN:paper', { ...buildAccount('KUCOIN'), reconciledMs: null }]);
    expect(await told()).toEqual([
      { venue: 'OKX', since: (nowMs - 121_000) / 1_000 },
      { venue: 'KUCOIN', since: null },
    ]);
  });

  it('counts wins, the best and the worst, net of everything', async () => {
    await fill(trade(1), trade(2, { grossQuote: '-2' }), trade(3, { grossQuote: '5' }));
    const { performance } = (await get('/api/portfolio/performance?days=30')).json();
    expect(performance).toMatchObject({
      total_trades: 3,
      win_rate: 0.666667,
      total_pnl: 1.9,
      gross_pnl: 4,
      fees: 1.8,
      funding: -0.3,
      largest_win: 4.3,
      largest_loss: -2.7,
      avg_hold_time_minutes: 1,
      max_drawdown_pct: -5,
    });
    expect(performance.equity_curve.map((point: { equity: number }) => point.equity)).toEqual([10_000, 10_100, 9_595]);
  });

  it('prices fees in other coins, and knows no PnL without their price', async () => {
    await fill(
      trade(1, { otherFees: [{ asset: 'BTC', amount: '0.00001' }] }),
      trade(2, { otherFees: [{ asset: 'XYZ', amount: '1' }] }),
    );
    const rows = (await get('/api/portfolio/history')).json().history;
    expect(rows.map((row: { pnl: number | null }) => row.pnl)).toEqual([-0.34, null]);
  });

  it('counts the fee of a liquidation into the fees, so that rows and totals add up', async () => {
    await fill(
      trade(1, { grossQuote: '-36', otherQuote: '-1.23' }),
      trade(2, { otherFees: [{ asset: 'BTC', amount: '0.00001' }] }),
      trade(3, { otherFees: [{ asset: 'XYZ', amount: '1' }] }),
    );
    const rows = (await get('/api/portfolio/history')).json().history;
    expect(rows[0]).toMatchObject({ gross_pnl: -36, fees: 1.83, liquidation_fee: 1.23, funding: -0.1, pnl: -37.93 });
    expect(rows[1]).toMatchObject({ gross_pnl: 1, fees: 1.24, liquidation_fee: 0, funding: -0.1, pnl: -0.34 });
    const { performance } = (await get('/api/portfolio/performance')).json();
    expect(performance).toMatchObject({
      gross_pnl: -35,
      fees: 3.07,
      liquidation_fee: 1.23,
      funding: -0.2,
      total_pnl: -38.27,
    });
    expect((await get('/api/trading/pnl_pro')).json()).toMatchObject({
      realized_total: -38.27,
      count: 2,
      fees_total: 3.07,
      liquidation_fees_total: 1.23,
      funding_total: -0.2,
      open_realized: 0.5,
      open_fees: 0.32,
      open_funding: -0.01,
    });
  });

  it('gives realised PnL by symbol whose sum is the total', async () => {
    await fill(trade(1), trade(2));
    const answer = (await get('/api/trading/pnl_pro')).json();
    expect(answer).toMatchObject({
      realized_total: 0.6,
      realized_by_symbol: { BTCUSDT: 0.6 },
      count: 2,
      average_pnl: 0.3,
      period: 'all',
      mode: 'paper',
    });
  });

  it('gives realised PnL of what closed in a period', async () => {
    await fill(trade(1), trade(2, { closeMs: test.clock.nowMs() - 8 * 86_400_000 }));
    const of = async (period: string) => (await get(`/api/trading/pnl_pro?period=${period}`)).json();
    expect(await of('7d')).toMatchObject({ period: '7d', realized_total: 0.3, count: 1, average_pnl: 0.3 });
    expect(await of('30d')).toMatchObject({ realized_total: 0.6, count: 2 });
    expect(await of('1y')).toMatchObject({ code: 'invalid_input' });
  });

  describe('of a day is told alike by every call', () => {
    /** The parts of a result by every call that has them. */
    async function told() {
      const performance = (await get('/api/portfolio/performance')).json().performance;
      const top = (await get('/api/trading/performance')).json();
      const metrics = (await get('/api/trading/metrics')).json().performance;
      const { advanced_status: advanced } = (await get('/api/trading/engine/advanced_status')).json();
      const names = [
        'total_pnl',
        'open_realized',
        'open_fees',
        'open_funding',
        'unrealized_pnl',
        'net_pnl',
        'daily_pnl',
      ] as const;
      const parts = [performance, top, metrics, advanced].map((answer) => names.map((name) => answer[name]));
      return { parts, performance, metrics, pro: (await get('/api/trading/pnl_pro')).json() };
    }

    async function scriptDay(): Promise<void> {
      fillTestSniping(test);
      // Three trades closed today: 0.3 - 2.7 + 4.3 net; yesterday the open position stood at 0.4.
      await fill(trade(1), trade(2, { grossQuote: '-2' }), trade(3, { grossQuote: '5' }));
      const dayPnlUsd = { paper: '2.07', live: '0' };
      const dayStartUnrealisedUsd = { paper: '0.4', live: '0' };
      test.link.update(['trading', 'state', buildTradingState({ dayPnlUsd, dayStartUnrealisedUsd })]);
    }

    it('with a position open: its parts stand beside the closed trades', async () => {
      await scriptDay();
      const { parts, performance, metrics, pro } = await told();
      // Open: 0.5 realised - 0.32 fees - 0.01 funding + 1.005. Day: 2.07 + 1.005 - 0.4.
      for (const each of parts) expect(each).toEqual([1.9, 0.5, 0.32, -0.01, 1.005, 3.075, 2.675]);
      expect(pro).toMatchObject({ realized_total: 1.9, count: 3, open_realized: 0.5, open_fees: 0.32 });
      expect(metrics).toMatchObject({ total_trades: 3, win_rate: performance.win_rate, success_rate: 66.6667 });
    });

    it('flat: the day is what was closed in it', async () => {
      await scriptDay();
      test.link.update(['position', buildPosition().id, null]);
      test.link.update(['trading', 'state', buildTradingState({ dayPnlUsd: { paper: '1.9', live: '0' } })]);
      const { parts, pro } = await told();
      for (const each of parts) expect(each).toEqual([1.9, 0, 0, 0, 0, 1.9, 1.9]);
      expect(pro).toMatchObject({ realized_total: 1.9, count: 3, open_fees: 0 });
    });

    it('leaves what is open out where one kind of engine is asked for', async () => {
      await scriptDay();
      const { performance } = (await get('/api/portfolio/performance?engine=trading')).json();
      expect(performance).toMatchObject({ total_pnl: 1.9, open_fees: null, net_pnl: null, daily_pnl: 1.9 });
    });
  });
});
