import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { silentLog } from '@riptide/core/kernel';
import type { ClosedTrade } from '@riptide/core/ledger';
import { buildInstrument } from '../../link/link-values.fixture.ts';
import { buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { readRetention } from '../../settings/read-retention.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;

const { test, get, post, put } = eachTestApp(fillTestEngine);

describe('appearance', () => {
  it('keeps what is set, leaves the rest, and tells the audit each field with its old value', async () => {
    const url = '/api/settings/appearance';
    expect((await get(url)).json()).toEqual({
      ok: true,
      settings: { time_zone: 'browser', density: 'comfortable', theme: 'dark', colour_preset: 'default' },
      saved_at: null,
    });
    const saved = await put(url, { time_zone: 'Europe/Berlin', density: 'compact' });
    expect(saved.json()).toMatchObject({
      settings: { time_zone: 'Europe/Berlin', density: 'compact', theme: 'dark' },
      saved_at: AT_MS / 1_000,
    });
    expect((await get(url)).json().settings).toMatchObject({ time_zone: 'Europe/Berlin', density: 'compact' });
    expect(test.settingChanges).toEqual([
      expect.objectContaining({ field: 'time_zone', before: 'browser', after: 'Europe/Berlin', who: 'gate' }),
      expect.objectContaining({ field: 'density', before: 'comfortable', after: 'compact' }),
    ]);
    expect(test.settingChanges[0]?.requestId).toBe(saved.headers['x-request-id']);
  });

  it('refuses zones, densities and fields that do not exist, and keeps nothing of them', async () => {
    for (const [body, field] of [
      [{ time_zone: 'Mars/Base' }, 'time_zone'],
      [{ time_zone: '../etc' }, 'time_zone'],
      [{ density: 'tiny' }, 'density'],
      [{ theme: 7 }, 'theme'],
      [{ colour_preset: 'pink' }, 'colour_preset'],
      [{ surprise: 1 }, 'surprise'],
    ] as const) {
      const answer = await put('/api/settings/appearance', body);
      expect([answer.statusCode, Object.keys(answer.json().fields as object)]).toEqual([400, [field]]);
    }
    expect((await put('/api/settings/appearance', {})).statusCode).toBe(400);
    expect(test.settingChanges).toEqual([]);
  });

  it('merges two changes at once', async () => {
    await Promise.all([
      put('/api/settings/appearance', { theme: 'light' }),
      put('/api/settings/appearance', { density: 'compact' }),
    ]);
    expect((await get('/api/settings/appearance')).json().settings).toMatchObject({
      theme: 'light',
      density: 'compact',
    });
  });
});

describe('retention', () => {
  it('takes days within their bounds, where the engine finds them', async () => {
    const url = '/api/settings/retention';
    const engineReads = () => readRetention({ dataDir: test.dataDir, journalDays: 7, log: silentLog() });
    expect((await get(url)).json().settings).toEqual({
      audit_days: 3_650,
      decisions_days: 365,
      notifications_days: 30,
      recordings_days: 90,
      journal_days: 7,
    });
    expect(engineReads()).toEqual((await get(url)).json().settings);
    expect((await put(url, { audit_days: 400, journal_days: 0 })).json().settings).toMatchObject({
      audit_days: 400,
      journal_days: 0,
      decisions_days: 365,
    });
    expect(engineReads()).toMatchObject({ audit_days: 400, journal_days: 0, decisions_days: 365 });
    expect(test.settingChanges.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['audit_days', 3_650, 400],
      ['journal_days', 7, 0],
    ]);
  });

  it('refuses days out of bounds, broken ones and unknown kinds', async () => {
    for (const body of [
      { audit_days: 29 },
      { audit_days: 3_651 },
      { decisions_days: 0 },
      { notifications_days: 366 },
      { recordings_days: 1.5 },
      { journal_days: -1 },
      { journal_days: '7' },
      { mails_days: 1 },
    ])
      expect((await put('/api/settings/retention', body)).statusCode).toBe(400);
    expect((await get('/api/settings/retention')).json().saved_at).toBeNull();
  });
});

describe('effect preview of risk limits', () => {
  const url = '/api/settings/risk/preview';
  const trade = (n: number, more: Partial<ClosedTrade> = {}): ClosedTrade => ({
    tradeId: `BYBIT:paper|BTCUSDT.PERP.BYBIT|${n}`,
    account: 'BYBIT:paper',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    quoteAsset: 'USDT',
    side: 'LONG',
    openMs: AT_MS - n * 60_000 - 30_000,
    closeMs: AT_MS - n * 60_000,
    holdMs: 30_000,
    qtyBase: '0.01',
    avgEntryPx: '64000',
    avgExitPx: '64100',
    grossQuote: '-200',
    feesQuote: '0',
    otherFees: [],
    fundingQuote: '0',
    otherQuote: '0',
    source: 'operator',
    entryOrders: 1,
    ...more,
  });

  async function fill(...trades: readonly ClosedTrade[]): Promise<void> {
    const path = join(test.dataDir, 'trading.db');
    await (await openTestSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
    const db = new Database(path);
    for (const { tradeId, account, source, closeMs, ...rest } of trades)
      db.prepare('insert into closed_trade values (?, 1, ?, ?, ?, ?, ?, ?)').run(
        tradeId,
        account,
        account.split(':')[1],
        'BTCUSDT',
        source,
        closeMs,
        JSON.stringify({ tradeId, account, source, closeMs, ...rest }),
      );
    db.close();
  }

  it('tells for each position what the limits would mean, and changes nothing', async () => {
    fillTestSniping(test);
    test.link.update(['position', buildPosition().id, buildPosition({ leverage: 20, notionalUsd: '641.02' })]);
    const answer = (await post(url, { max_position_usd: 500, max_leverage: 5, stop_loss_pct: 1 })).json();
    expect(answer).toMatchObject({
      settings: { max_position_usd: 500, max_leverage: 5, stop_loss_pct: 1, daily_loss_pct: 5 },
      changed: ['max_position_usd', 'max_leverage', 'stop_loss_pct'],
      risk_level: 'medium',
      positions_total: 1,
    });
    expect(answer.positions[0]).toMatchObject({
      symbol: 'BTCUSDT',
      over_position_usd: 141.02,
      is_over_leverage: true,
      loss_at_stop_usd: 6.4,
    });
    expect(answer.positions[0].effects).toHaveLength(2);
    expect(answer.summary.filter((line: string) => line.includes('is set to'))).toEqual(
      ['PAS Trader', 'Oraculis'].map((name) =>
        expect.stringContaining(`${name} is set to 10x and would enter with 5x; at a venue`),
      ),
    );
    const { summary } = (await post(url, { max_leverage: 10 })).json();
    expect(summary.filter((line: string) => line.includes('is set to'))).toEqual([]);
    expect(test.link.sent).toEqual([]);
    expect((await get('/api/settings/risk')).json().settings.max_position_usd).toBe(1_000);
  });

  it('tells the daily stop in dollars, and when the limits would halt or flatten at once', async () => {
    const day = async (body: object) => (await post(url, body)).json();
    test.link.update([
      'trading',
      'state',
      buildTradingState({
        dayPnlUsd: { paper: '-300', live: '0' },
        dayStartEquityUsd: { paper: '10000', live: null },
      }),
    ]);
    const calm = await day({});
    expect(calm.days).toEqual([
      expect.objectContaining({
        mode: 'paper',
        day_start_equity_usd: 10_000,
        daily_stop_usd: 500,
        day_result_usd: -300,
        left_usd: 200,
        would_halt: false,
        would_flatten: false,
      }),
    ]);
    expect(calm.summary[0]).toBe(
      'With $10000 at the start of the day the daily stop of the paper accounts is -$500; $200 of it is left.',
    );
    expect((await day({ daily_loss_pct: 3 })).days[0]).toMatchObject({
      left_usd: 0,
      would_halt: true,
      would_flatten: false,
    });
    const flat = await day({ daily_loss_pct: 2, flatten_on_daily_loss: true });
    expect(flat.days[0]).toMatchObject({ daily_stop_usd: 200, would_halt: true, would_flatten: true });
    expect(flat.positions[0].effects.at(-1)).toBe('would be closed at once: the daily loss is reached');
  });

  it('sets the maximum of the venues beside the limit, and says where none is told', async () => {
    for (const [id, symbol, leverageMax] of [
      ['b1', 'BTCUSDT', 100],
      ['b2', 'XYZUSDT', 12.5],
      ['b3', 'ABCUSDT', null],
    ] as const) {
      test.link.update(['instrument', id, buildInstrument({ venue: 'BYBIT', symbol, leverageMax })]);
    }
    const { venue_leverage: told } = (await post(url, { max_leverage: 50 })).json();
    expect(told.find((row: { venue: string }) => row.venue === 'BYBIT')).toMatchObject({
      known: 2,
      lowest: 12.5,
      lowest_symbol: 'XYZUSDT',
      below: 1,
    });
    expect(told.find((row: { venue: string }) => row.venue === 'BINANCE')).toMatchObject({
      known: 0,
      lowest: null,
      below: 0,
    });
  });

  it('applies the risk level as the engine does', async () => {
    const settings = { ...buildTradingState().settings, 'risk-level': { level: 'low' } };
    test.link.update(['trading', 'state', buildTradingState({ settings })]);
    expect((await post(url, { max_position_usd: 800 })).json()).toMatchObject({
      risk_level: 'low',
      enforced: { max_position_usd: 400, daily_loss_pct: 2.5, max_leverage: 5 },
      settings: { max_position_usd: 800 },
    });
  });

  it('counts trades of today that were too large, or opened after the stop would have been reached', async () => {
    await fill(trade(1), trade(2), trade(3, { qtyBase: '0.03' }), trade(4, { closeMs: AT_MS - 86_400_000 * 2 }));
    const none = (await post(url, { max_position_usd: 5_000, daily_loss_pct: 50 })).json();
    expect(none).toMatchObject({ trades_total: 3, trades_refused: 0 });
    const some = (await post(url, { max_position_usd: 1_000, daily_loss_pct: 2 })).json();
    expect(some.trades_refused).toBe(3);
    expect(some.trades_today.map((row: { effects: string[] }) => row.effects)).toEqual([
      ['opened after the daily loss would have been reached: it would have been refused'],
      ['opened after the daily loss would have been reached: it would have been refused'],
      ['over the largest position by $920: it would have been refused or cut'],
    ]);
  });

  it('refuses limits out of bounds as saving does, and says so when the engine is away', async () => {
    expect((await post(url, { max_leverage: 126 })).json().fields).toHaveProperty('max_leverage');
    expect((await post(url, { surprise: 1 })).statusCode).toBe(400);
    test.link.isConnected = false;
    expect((await post(url, {})).json()).toMatchObject({ ok: false, code: 'engine_unavailable' });
  });
});
