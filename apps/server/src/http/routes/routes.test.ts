import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildInstrument, buildOpportunity, buildScanner, buildVenue } from '../../link/link-values.fixture.ts';
import { buildAccount, buildTradingState } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

describe('arbitrage', () => {
  it('lists opportunities, best entry net first, with the figures of the specification', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    const { opportunities, count } = (
      await test.app.inject({ url: '/api/arbitrage/opportunities', headers: { cookie } })
    ).json();
    expect(count).toBe(2);
    expect(opportunities.map((row: { id: string }) => row.id)).toEqual([
      'b',
      'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT',
    ]);
    expect(opportunities[1]).toMatchObject({
      asset: 'BTC',
      buy_exchange: 'BINANCE',
      sell_exchange: 'BYBIT',
      spread_pct: 0.156128,
      volume_usd: 999.2,
      timestamp: 1_799_999_999.988,
      age_ms: 12,
      confidence: 0.75,
      round_trip_net_bps: null,
      alive_ms: 2_000,
      policy: 'executable',
      policy_reason: null,
    });
    const limited = await test.app.inject({ url: '/api/arbitrage/opportunities?limit=1', headers: { cookie } });
    expect(limited.json().count).toBe(1);
    expect(
      (await test.app.inject({ url: '/api/arbitrage/opportunities?limit=0', headers: { cookie } })).statusCode,
    ).toBe(400);
  });

  it('gives a row the age of its older book at the moment of the answer, and lets it grow while nothing arrives', async () => {
    fillTestEngine(test);
    const view = buildOpportunity();
    const nowMs = test.clock.nowMs();
    test.link.update(
      ['opportunity', 'b', null],
      ['opportunity', 'a', { ...view, sell: { ...view.sell, bookMs: nowMs - 97 } }],
      // The buy leg's book lived on after the row was told.
      ['instrument', view.buy.id, buildInstrument({ bookMs: nowMs })],
    );
    const cookie = await test.unlock();
    const row = async () =>
      (await test.app.inject({ url: '/api/arbitrage/opportunities', headers: { cookie } })).json().opportunities[0];
    const ages = ({ age_ms, buy, sell }: Awaited<ReturnType<typeof row>>) => [
      age_ms,
      buy.book_age_ms,
      sell.book_age_ms,
    ];
    expect(ages(await row())).toEqual([97, 0, 97]);
    test.clock.advance(10_000);
    expect(ages(await row())).toEqual([10_097, 10_000, 10_097]);
    expect((await row()).timestamp).toBe((nowMs - 97) / 1_000);
  });

  it('leaves out an opportunity with a figure that is not a number instead of failing the list', async () => {
    fillTestEngine(test);
    test.link.update(['opportunity', 'broken', buildOpportunity({ id: 'broken', grossBps: Number.NaN })]);
    const cookie = await test.unlock();
    const answer = await test.app.inject({ url: '/api/arbitrage/opportunities', headers: { cookie } });
    expect([answer.statusCode, answer.json().count]).toEqual([200, 2]);
  });

  it('lists every venue with its instruments and fees, and whether the scanner uses it', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    const { exchanges } = (await test.app.inject({ url: '/api/arbitrage/exchanges', headers: { cookie } })).json();
    expect(exchanges.map((row: { venue: string }) => row.venue)).toEqual(['BINANCE', 'BYBIT', 'OKX', 'KUCOIN']);
    const selected = buildScanner().venues;
    for (const row of exchanges)
      expect(row).toMatchObject({
        selected: selected.includes(row.venue),
        connected: true,
        reason: null,
        instruments: { spot: expect.any(Number), perp: expect.any(Number) },
        fees_bps: { perp: { maker_bps: expect.any(Number), taker_bps: expect.any(Number) } },
      });
    expect(new Set(exchanges.map((row: { selected: boolean }) => row.selected)).size).toBe(2);
  });

  it('starts the scanner with the defaults of the form and takes venues in any case', async () => {
    const cookie = await test.unlock();
    test.link.answer = () => ok({ wasRunning: false, scanner: buildScanner() });
    const start = (payload: object) =>
      test.app.inject({ method: 'POST', url: '/api/arbitrage/start', headers: { cookie }, payload });
    expect((await start({})).json()).toMatchObject({
      ok: true,
      already_running: false,
      message: 'Arbitrage scanner started',
    });
    await start({ min_spread_bps: 1, max_position_usd: 500, venues: ['okx', 'Bybit', 'OKX'] });
    expect(test.link.sent.map(({ request }) => request)).toEqual([
      { minEntryNetBps: 50, maxPositionUsd: 1_000, venues: ['BINANCE', 'BYBIT'] },
      { minEntryNetBps: 1, maxPositionUsd: 500, venues: ['OKX', 'BYBIT'] },
    ]);
    expect((await start({ venues: ['KRAKEN', 'OKX'] })).statusCode).toBe(400);
  });

  it('says that a running scanner runs and a stopped one is stopped', async () => {
    const cookie = await test.unlock();
    const post = (url: string) => test.app.inject({ method: 'POST', url, headers: { cookie }, payload: {} });
    test.link.answer = (name) => ok({ wasRunning: name === 'start-scanner', scanner: buildScanner() });
    expect((await post('/api/arbitrage/start')).json()).toMatchObject({
      already_running: true,
      message: 'Arbitrage scanner is already running',
    });
    expect((await post('/api/arbitrage/stop')).json()).toMatchObject({
      already_stopped: true,
      message: 'Arbitrage scanner is already stopped',
    });
  });

  it('names no venue nobody chose, and what the minimum spread is held against', async () => {
    const cookie = await test.unlock();
    const status = async () => (await test.app.inject({ url: '/api/arbitrage/status', headers: { cookie } })).json();
    test.link.update(['scanner', 'state', buildScanner({ isScanning: false, startedMs: null })]);
    expect(await status()).toMatchObject({ venues: [], reason: 'Stopped' });
    fillTestEngine(test);
    expect(await status()).toMatchObject({ best_entry_net_bps: 3.2, best_gross_bps: 14.7 });
  });

  it('says why it does not scan', async () => {
    const cookie = await test.unlock();
    const status = async () => (await test.app.inject({ url: '/api/arbitrage/status', headers: { cookie } })).json();
    expect(await status()).toMatchObject({
      scanning: false,
      reason: 'Stopped',
      session: { session_name: 'Default Arbitrage Session', min_spread_bps: 20 },
    });
    fillTestEngine(test);
    expect(await status()).toMatchObject({ scanning: true, reason: null, venues: ['BINANCE', 'BYBIT'], pairs: 12 });
    test.link.update(['venue', 'BYBIT', buildVenue('BYBIT', { phase: 'loading', phaseReason: 'No answer' })]);
    expect((await status()).reason).toContain('BYBIT');
    test.link.setConnected(false);
    expect(await status()).toMatchObject({
      scanning: false,
      reason: 'The engine is not answering',
      venues: ['BINANCE', 'BYBIT'],
      pairs: 12,
      session: { is_active: true, min_spread_bps: 1, max_position_usd: 1_000 },
    });
  });

  it('shows the basis of spot and perp from the books', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    const { basis, opportunities } = (
      await test.app.inject({ url: '/api/arbitrage/spot_futures?symbol=btcusdt', headers: { cookie } })
    ).json();
    expect(basis).toHaveLength(4);
    expect(basis[0]).toMatchObject({ symbol: 'BTCUSDT', spot_exchange: 'OKX', basis_bps: 1.5706 });
    expect(opportunities.map((row: { id: string }) => row.id)).toEqual(['b']);
    expect(basis[0]).toMatchObject({ doubtful: false, age_ms: 0, timestamp: 1_800_000_000 });
    test.clock.advance(4_000);
    test.link.update(['instrument', 'spot', buildInstrument({ market: 'spot', bidPx: 60_000, askPx: 60_000 })]);
    const later = (await test.app.inject({ url: '/api/arbitrage/spot_futures', headers: { cookie } })).json();
    expect(later.basis[0]).toMatchObject({ doubtful: true, age_ms: 4_000, timestamp: 1_800_000_000 });
  });
});

describe('while the engine is away', () => {
  it('says so with 503 and keeps health, status and gate answering', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    test.link.setConnected(false);
    const get = async (url: string) => {
      const answer = await test.app.inject({ url, headers: { cookie } });
      return [answer.statusCode, answer.json().code];
    };
    expect(await get('/api/arbitrage/opportunities')).toEqual([503, 'engine_unavailable']);
    expect(await get('/api/price/ticker')).toEqual([503, 'engine_unavailable']);
    expect(await get('/api/trading/engine/live_prices')).toEqual([503, 'engine_unavailable']);
    expect(await get('/api/trading/engine/trading_chart_data')).toEqual([503, 'engine_unavailable']);
    const health = (await test.app.inject({ url: '/api/health', headers: { cookie } })).json();
    expect(health).toMatchObject({ ok: true, overall_status: 'unhealthy', engine: { connected: false } });
    const ready = await test.app.inject({ url: '/readyz', headers: { cookie } });
    expect([ready.statusCode, ready.json().engine]).toEqual([503, false]);
  });

  it('answers a command that gets no answer with 504', async () => {
    const cookie = await test.unlock();
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'timeout', { outcome: 'unknown' }));
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/arbitrage/stop',
      headers: { cookie },
      payload: {},
    });
    expect([answer.statusCode, answer.json().code]).toEqual([504, 'engine_busy']);
  });
});

describe('prices', () => {
  it('read a symbol from the perp of the first venue whose book is live', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    const prices = async () =>
      (await test.app.inject({ url: '/api/trading/engine/live_prices', headers: { cookie } })).json().prices;
    expect(await prices()).toEqual([
      {
        symbol: 'BTCUSDT',
        price: 64_000,
        change_24h: -1.23,
        volume_24h: 1_234_567.89,
        last_updated: 1_800_000_000,
        venue: 'BINANCE',
        tick_size: 0.1,
      },
    ]);
    test.link.update(['instrument', '0', buildInstrument({ isBookLive: false, bookResetReason: 'sequence-gap' })]);
    expect((await prices())[0].venue).toBe('BYBIT');
  });

  it('tell per venue what is wrong', async () => {
    fillTestEngine(test);
    test.link.update(
      ['instrument', '1', null],
      ['instrument', '3', buildInstrument({ venue: 'KUCOIN', isBookLive: false, bookResetReason: 'sequence-gap' })],
    );
    const cookie = await test.unlock();
    const { tickers } = (
      await test.app.inject({ url: '/api/price/ticker?symbol=btcusdt', headers: { cookie } })
    ).json();
    expect(tickers.BINANCE).toEqual({
      ok: true,
      price: 64_000,
      age_ms: 0,
      latency_ms: 3.25,
      error: null,
      fees_bps: { maker_bps: 2, taker_bps: 5 },
      balance: { free: 9_900, total: 10_000 },
      mode: 'paper',
      market: 'perp',
      tick_size: 0.1,
      clock_offset_ms: 0.5,
      api_weight: null,
    });
    expect(tickers.BYBIT).toMatchObject({ ok: false, price: null, error: 'BTCUSDT is not followed on BYBIT' });
    expect(tickers.KUCOIN).toMatchObject({ ok: false, error: 'Order book is being rebuilt (sequence-gap)' });
  });
});

describe('a venue card', () => {
  const ticker = async (venue: string) => {
    const cookie = await test.unlock();
    return (await test.app.inject({ url: '/api/price/ticker', headers: { cookie } })).json().tickers[venue];
  };

  it('shows the request limit that would refuse first, and a clock that runs behind', async () => {
    fillTestEngine(test);
    const state = test.link.values('engine').get('state');
    if (state === undefined) throw new Error('the test engine told of itself');
    const budgets = [
      { venue: 'BINANCE', pool: 'public spot', capacity: 5_000, used: 500, waiting: 0 },
      { venue: 'BINANCE', pool: 'public usdm', capacity: 2_000, used: 760, waiting: 0 },
      { venue: 'OKX', pool: 'public', capacity: 10, used: 10, waiting: 0 },
    ];
    test.link.update(
      ['engine', 'state', { ...state, hot: { budgets } as unknown as NonNullable<typeof state.hot> }],
      ['venue', 'BINANCE', buildVenue('BINANCE', { clockOffsetMs: -12.344 })],
    );
    expect(await ticker('BINANCE')).toMatchObject({
      clock_offset_ms: -12.34,
      api_weight: { pool: 'public usdm', used: 760, capacity: 2_000, used_frac: 0.38 },
    });
    expect((await ticker('KUCOIN')).api_weight).toBeNull();
  });

  it('knows no feed delay of a venue that is not connected, here as in the list of exchanges and in health', async () => {
    fillTestEngine(test);
    test.link.update(['venue', 'KUCOIN', buildVenue('KUCOIN', { feed: null })]);
    expect([await ticker('KUCOIN'), await ticker('BINANCE')]).toMatchObject([
      { latency_ms: null },
      { latency_ms: 3.25 },
    ]);
    const cookie = await test.unlock();
    const ask = async (url: string) => (await test.app.inject({ url, headers: { cookie } })).json();
    const rows = [(await ask('/api/arbitrage/exchanges')).exchanges, (await ask('/api/health')).venues].flat();
    const told = rows.map((row: { venue: string; latency_ms: number | null }) => [row.venue, row.latency_ms]);
    expect(told.filter(([venue]) => venue === 'KUCOIN')).toEqual([
      ['KUCOIN', null],
      ['KUCOIN', null],
    ]);
  });

  it('adds the USDT of all pockets, and knows none before the account told of itself', async () => {
    fillTestEngine(test);
    const row = { asset: 'USDT', total: '10.005', free: '4', locked: '6.005', borrowed: '0', updatedMs: 0 } as const;
    test.link.update([
      'account',
      'KUCOIN:paper',
      buildAccount('KUCOIN', 'paper', {
        balances: [
          { ...row, scope: 'spot' },
          { ...row, scope: 'futures' },
          { ...row, scope: 'spot', asset: 'BTC' },
        ],
      }),
    ]);
    test.link.update(['account', 'OKX:paper', buildAccount('OKX', 'paper', { balances: [], cashUsd: null })]);
    expect((await ticker('KUCOIN')).balance).toEqual({ free: 8, total: 20.01 });
    expect((await ticker('OKX')).balance).toEqual({ free: null, total: null });
  });
});

describe('a stale price', () => {
  it('is not offered as a good one', async () => {
    fillTestEngine(test);
    const cookie = await test.unlock();
    test.clock.advance(3_500);
    const { tickers } = (await test.app.inject({ url: '/api/price/ticker', headers: { cookie } })).json();
    expect(tickers.OKX).toMatchObject({ ok: false, age_ms: 3_500, error: 'Stale: the newest data are 3.5 s old' });
  });
});

describe('probes', () => {
  it('need no gate', async () => {
    fillTestEngine(test);
    expect((await test.app.inject({ url: '/healthz' })).json()).toEqual({ ok: true });
    test.link.update(['venue', 'OKX', buildVenue('OKX', { phase: 'loading', phaseReason: 'No answer; trying again' })]);
    test.link.update(['trading', 'state', buildTradingState({ isReady: false })]);
    const headers = { cookie: await test.unlock() };
    const waiting = await test.app.inject({ url: '/readyz', headers });
    expect([waiting.statusCode, waiting.json().trading]).toEqual([503, false]);
    expect((await test.app.inject({ url: '/readyz' })).json()).toEqual({ ok: false });
    test.link.update(['trading', 'state', buildTradingState()]);
    expect((await test.app.inject({ url: '/readyz' })).json()).toEqual({ ok: true });
    const ready = await test.app.inject({ url: '/readyz', headers });
    expect(ready.json()).toEqual({
      ok: true,
      database: true,
      engine: true,
      trading: true,
      venues: { BINANCE: 'ok', BYBIT: 'ok', OKX: 'down', KUCOIN: 'ok' },
    });
  });

  it('give metrics to this machine only', async () => {
    fillTestEngine(test);
    const local = await test.app.inject({ url: '/metrics' });
    expect(local.statusCode).toBe(200);
    expect(local.body).toContain('riptide_venue_frames_total{venue="BINANCE",tier="fast"} 990');
    expect(local.body).toContain('riptide_scanner_pairs 12');
    expect(local.body).toContain('riptide_server_process_resident_memory_bytes');
    expect((await test.app.inject({ url: '/metrics', remoteAddress: '192.168.1.5' })).statusCode).toBe(404);
    expect((await test.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '8.8.8.8' } })).statusCode).toBe(
      404,
    );
  });
});

describe('the web app', () => {
  it('gets hashed assets for ever, the page fresh, and the page for every path of the browser', async () => {
    const webRoot = mkdtempSync(join(tmpdir(), 'riptide-web-'));
    mkdirSync(join(webRoot, 'assets'));
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Riptide 2.0.0</title>');
    writeFileSync(join(webRoot, 'assets', 'app-1a2b3c.js'), '1');
    const web = await startTestApp(webRoot);
    const get = async (url: string) => {
      const answer = await web.app.inject({ url });
      return [answer.statusCode, answer.headers['cache-control'], answer.headers.location];
    };
    expect(await get('/assets/app-1a2b3c.js')).toEqual([200, 'public, max-age=31536000, immutable', undefined]);
    expect(await get('/')).toEqual([200, 'no-cache', undefined]);
    expect(await get('/app/arbitrage?x=1')).toEqual([200, 'no-cache', undefined]);
    expect(await get('/settings')).toEqual([302, 'no-store', '/app/settings']);
    expect(await get('/api-keys')).toEqual([302, 'no-store', '/app/api-keys']);
    expect((await get('/assets/gone.js'))[0]).toBe(404);
    expect((await get('/..%2f..%2fetc/passwd'))[1]).not.toContain('immutable');
    const page = await web.app.inject({ url: '/gate' });
    expect(page.body).toContain('Riptide 2.0.0');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    await web.close();
  });
});
