import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildArbitrage, buildArbLearner } from '../../link/arbitrage-values.fixture.ts';
import { buildEngineView } from '../../link/sniping-values.fixture.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;

const { test, get, post } = eachTestApp(fillTestEngine);

describe('deposits and withdrawals', () => {
  async function fill(): Promise<void> {
    const path = join(test.dataDir, 'trading.db');
    await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
    const db = new Database(path);
    const one = db.prepare('insert into income_row values (?, ?, ?, ?, null, ?, ?, ?)');
    one.run('BYBIT:live', 'transfer', 'transfer-unified-USDT-1', 1, 'USDT', '500.25', AT_MS - 3_000);
    one.run('BINANCE:live', 'transfer', 'transfer-spot-BTC-2', 2, 'BTC', '-0.01', AT_MS - 2_000);
    one.run('BYBIT:live', 'funding', 'funding-1', 3, 'USDT', '-0.1', AT_MS - 1_000);
    one.run('BYBIT:paper', 'transfer', 'paper-reset-1', 4, 'USDT', '12.5', AT_MS - 500);
    db.close();
  }

  it('are told newest first with the pocket whose balance told them, and nothing else is', async () => {
    await fill();
    expect((await get('/api/portfolio/transfers?mode=live')).json()).toMatchObject({
      mode: 'live',
      total: 2,
      transfers: [
        { venue: 'BINANCE', kind: 'withdrawal', asset: 'BTC', amount: -0.01, seen_in: 'spot' },
        {
          venue: 'BYBIT',
          kind: 'deposit',
          asset: 'USDT',
          amount: 500.25,
          seen_in: 'unified',
          timestamp: AT_MS / 1e3 - 3,
        },
      ],
    });
    expect((await get('/api/portfolio/transfers?mode=live&venue=bybit&limit=1')).json()).toMatchObject({ total: 1 });
  });

  it('of paper accounts are their resets alone', async () => {
    await fill();
    expect((await get('/api/portfolio/transfers')).json()).toMatchObject({
      mode: 'paper',
      transfers: [{ kind: 'paper_reset', amount: 12.5, seen_in: null }],
    });
  });

  it('are none before the engine has made its database', async () => {
    expect((await get('/api/portfolio/transfers')).json()).toMatchObject({ transfers: [], total: 0 });
  });
});

describe('a reset of the paper accounts', () => {
  const reset = (confirmation = 'RESET') => post('/api/settings/paper-reset', { confirmation });

  beforeEach(() => {
    const view = buildArbitrage({ learner: buildArbLearner({ isRunning: false }) });
    test.link.update(['arbitrage', 'state', view]);
  });

  it('is done by the engine and told by venue', async () => {
    const accounts = [{ venue: 'BYBIT', startUsdt: '10000', movedUsdt: '-12.5' }];
    test.link.answer = () => ok({ atMs: AT_MS, accounts });
    expect((await reset()).json()).toMatchObject({
      ok: true,
      message: 'Paper accounts are back at their start',
      at: AT_MS / 1_000,
      accounts: [{ venue: 'BYBIT', start_usdt: 10_000, moved_usdt: -12.5 }],
    });
    expect(test.link.sent).toMatchObject([{ name: 'reset-paper', request: { by: 'gate' } }]);
  });

  it('needs its word', async () => {
    expect((await reset('reset')).statusCode).toBe(400);
    expect(test.link.sent).toEqual([]);
  });

  it('is refused while an engine or the scanner runs, by name', async () => {
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true })]);
    expect((await reset()).json()).toMatchObject({
      code: 'engine_running',
      error: 'Paper accounts are not reset while an engine runs: stop Oraculis first',
    });
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis')]);
    test.link.update(['arbitrage', 'state', buildArbitrage()]);
    expect((await reset()).json()).toMatchObject({ code: 'engine_running' });
    expect(test.link.sent).toEqual([]);
  });

  it('is refused while something is open, and says what', async () => {
    const detail = 'open: BYBIT:live position 0.01 BTCUSDT';
    test.link.answer = () => err(domainError('ACCOUNT_IN_USE', detail, { outcome: 'not-sent' }));
    const refused = await reset();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'account_in_use', detail });
  });

  it('says so when the engine is away', async () => {
    test.link.isConnected = false;
    expect((await reset()).json()).toMatchObject({ code: 'engine_unavailable' });
  });
});
