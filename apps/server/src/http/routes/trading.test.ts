import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import type { GateDecision } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import { buildAccount, buildOrder, buildPosition, buildTradingState } from '../../link/trading-values.fixture.ts';
import { openSqlite } from '../../storage/open-sqlite.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;
const PASS: GateDecision = { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null };
const BLOCK: GateDecision = {
  gate: 'max-position',
  ok: false,
  code: 'RISK_MAX_POSITION',
  detail: '5000 USD, the limit is 1000 USD',
  value: '5000',
  bound: '1000',
};

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  cookie = await test.unlock();
});
afterEach(() => test.close());

const get = (url: string) => test.app.inject({ url, headers: { cookie } });
const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
  test.app.inject({ method, url, headers: { cookie }, payload });
const post = (url: string, payload: object) => send('POST', url, payload);

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

describe('positions and orders', () => {
  it('shows the positions of active accounts with the figures of both documents', async () => {
    test.link.update(['position', 'x', buildPosition({ id: 'x', account: 'OKX:live', venue: 'OKX', mode: 'live' })]);
    for (const url of ['/api/portfolio/positions', '/api/trading/positions']) {
      const { positions } = (await get(url)).json();
      expect(positions).toHaveLength(1);
      expect(positions[0]).toMatchObject({
        id: 'BYBIT:paper|BTCUSDT.PERP.BYBIT',
        symbol: 'BTCUSDT',
        side: 'long',
        size: 0.01,
        entry_price: 64_000,
        mark_price: 64_100.5,
        pnl: 1.005,
        pnl_pct: 0.157,
        roe_pct: 1.5678,
        leverage: 10,
        protected: true,
        liquidation_price: null,
      });
    }
  });

  it('sums the account of the active accounts', async () => {
    const { account, venues, mode } = (await get('/api/trading/account?scope=futures')).json();
    expect([mode, account]).toEqual([
      'paper',
      { equity: 40_004.92, available: 39_600, unrealized_pnl: 4.92, margin_used: 400 },
    ]);
    expect(venues[0]).toMatchObject({
      venue: 'BINANCE',
      equity: 10_001.23,
      connected: true,
      reconciled_at: AT_MS / 1_000,
    });
    expect((await get('/api/trading/account?venue=okx')).json().account.equity).toBe(10_001.23);
  });

  it('previews in any case and tells every gate', async () => {
    test.link.answer = () =>
      ok({
        previewId: 'I1',
        expiresMs: AT_MS + 30_000,
        account: 'BYBIT:paper',
        instrumentId: 'BTCUSDT.PERP.BYBIT',
        qtyBase: '0.078',
        notionalUsd: '4999.123456',
        expectedPx: '64091.3',
        slippageBps: 1.23456,
        feeBps: 5,
        feeUsd: '2.49956172',
        feeSource: 'account',
        marginUsd: '499.9123456',
        gates: [PASS, BLOCK],
        isAllowed: false,
        refusal: null,
      });
    const wish = { venue: 'bybit', symbol: 'btcusdt', side: 'buy', type: 'MARKET', notional_usd: 5_000 };
    const answer = await post('/api/trading/order/preview', wish);
    expect(answer.json()).toMatchObject({
      ok: true,
      preview_id: 'I1',
      expires_at: AT_MS / 1_000 + 30,
      verdict: 'BLOCK',
      reason: BLOCK.detail,
      mode: 'paper',
      market: 'perp',
      qty: 0.078,
      notional_usd: 4_999.1235,
      expected_slippage_bps: 1.2346,
      margin_usd: 499.9123,
      gates: [
        { ok: true },
        { gate: 'max-position', code: 'risk_max_position', value: 5_000, bound: 1_000, venue: 'BYBIT' },
      ],
    });
    expect(test.link.sent.at(-1)?.request).toMatchObject({ notionalUsd: '5000', qtyBase: null, px: null, tif: 'IOC' });
  });

  it.each([1e300, 1e-300, 0.1 + 0.2, Number.MAX_SAFE_INTEGER])('hands %d on as an exact decimal', async (qty) => {
    test.link.answer = () => ok({ isAllowed: false, suggestedQtyBase: null, decisions: [] });
    const answer = await post('/api/trading/precheck', { symbol: 'BTCUSDT', venues: ['OKX'], qty });
    expect([answer.statusCode, answer.json().verdict]).toEqual([200, 'BLOCK']);
    const { qtyBase } = test.link.sent.at(-1)?.request as { qtyBase: string };
    expect(Number(qtyBase)).toBe(qty);
    expect(qtyBase).toMatch(/^\d+(\.\d+)?$/);
  });

  it.each(['-1', '0', '1e999', '"1"', 'null'])('refuses the size %s, naming the field', async (qty) => {
    for (const url of ['/api/trading/precheck', '/api/trading/order/preview']) {
      const payload = `{"symbol":"BTCUSDT","venue":"OKX","venues":["OKX"],"side":"BUY","type":"market","qty":${qty}}`;
      const answer = await test.app.inject({
        method: 'POST',
        url,
        headers: { cookie, 'content-type': 'application/json' },
        payload,
      });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['qty']]);
    }
    expect(test.link.sent).toEqual([]);
  });

  it('answers a precheck with its verdict as ok, each decision with its venue', async () => {
    test.link.answer = () => ok({ isAllowed: true, suggestedQtyBase: '0.002', decisions: [{ ...PASS, venue: 'OKX' }] });
    const answer = await post('/api/trading/precheck', {
      symbol: 'btcusdt',
      mode: 'arb',
      venues: ['okx', 'Bybit', 'OKX'],
    });
    expect(answer.json()).toEqual({
      ok: true,
      verdict: 'PASS',
      suggestion: { suggested_qty_quantized: 0.002 },
      decisions: [{ gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null, venue: 'OKX' }],
    });
    expect(test.link.sent.at(-1)?.request).toMatchObject({
      venues: ['OKX', 'BYBIT'],
      qtyBase: null,
      notionalUsd: null,
    });
  });

  it('places a previewed order', async () => {
    test.link.answer = () =>
      ok({
        intentId: 'I1',
        clientOrderId: 'P1',
        account: 'BYBIT:paper',
        order: buildOrder({ state: 'filled', avgPx: '64000.5' }),
        gates: [PASS],
      });
    const answer = await post('/api/trading/order/execute', { preview_id: 'I1' });
    expect(answer.json()).toMatchObject({
      ok: true,
      order: { order_id: 'P1', status: 'filled', avg_price: 64_000.5, venue: 'BYBIT' },
    });
  });

  it.each([
    domainError('ORDER_OUTCOME_UNKNOWN', 'x', { outcome: 'unknown' }),
    domainError('ENGINE_BUSY', 'timeoutMs=1', { outcome: 'unknown' }),
    domainError('ENGINE_NOT_READY', 'link closed', { outcome: 'unknown' }),
    domainError('VENUE_TIMEOUT', 'x', { outcome: 'unknown' }),
  ])('never says that an order failed whose outcome is unknown: %o', async (error) => {
    test.link.answer = () => err(error);
    const calls = [
      post('/api/trading/order/execute', { preview_id: 'I1' }),
      post('/api/trading/engine/position_management', { action: 'close_all' }),
      post('/api/trading/orders/cancel', { venue: 'okx', order_id: 'P1' }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.statusCode, answer.json().code]).toEqual([504, 'order_outcome_unknown']);
      expect(answer.body).not.toMatch(/fail/i);
    }
  });

  it('says so as well when the order itself is of unknown outcome', async () => {
    test.link.answer = () =>
      ok({
        intentId: 'I1',
        clientOrderId: 'P1',
        account: 'BYBIT:paper',
        order: buildOrder({ state: 'unknown' }),
        gates: [],
      });
    const answer = await post('/api/trading/order/execute', { preview_id: 'I1' });
    expect([answer.statusCode, answer.json().code]).toEqual([504, 'order_outcome_unknown']);
  });

  it('tells what each gate said when they block, and what else stops an order', async () => {
    test.link.answer = () =>
      err(domainError('RISK_MAX_POSITION', `max-position: ${BLOCK.detail}`, { outcome: 'not-sent' }));
    const blocked = await post('/api/trading/order/execute', { preview_id: 'I1' });
    expect(blocked.statusCode).toBe(409);
    expect(blocked.json()).toMatchObject({
      code: 'risk_blocked',
      detail: expect.stringContaining('the limit is 1000 USD'),
    });
    test.link.answer = () => err(domainError('PREVIEW_EXPIRED', 'x', { outcome: 'not-sent' }));
    expect((await post('/api/trading/order/execute', { preview_id: 'I1' })).json()).toMatchObject({
      code: 'preview_expired',
    });
    test.link.setConnected(false);
    expect((await post('/api/trading/order/execute', { preview_id: 'I1' })).statusCode).toBe(503);
    expect((await get('/api/trading/positions')).statusCode).toBe(503);
  });

  it('lists and cancels orders of the active account', async () => {
    expect((await get('/api/trading/orders')).json().orders).toMatchObject([
      { order_id: 'P1', price: 63_000.1, ours: true },
    ]);
    test.link.answer = () => ok(buildOrder({ state: 'cancelled' }));
    const answer = await post('/api/trading/orders/cancel', { venue: 'bybit', order_id: 'P1' });
    expect(answer.json()).toMatchObject({ order: { status: 'cancelled' } });
    expect(test.link.sent.at(-1)).toMatchObject({
      name: 'cancel-order',
      request: { account: 'BYBIT:paper', orderId: 'P1' },
    });
  });

  it('closes one position or all', async () => {
    test.link.answer = (name) =>
      name === 'close-all' ? ok({ submitted: 2, failed: ['OKX:paper X: VENUE_BUSY'] }) : ok({ order: buildOrder() });
    const url = '/api/trading/engine/position_management';
    expect((await post(url, { action: 'close_all' })).json()).toMatchObject({
      submitted: 2,
      failed: [expect.any(String)],
    });
    expect((await post(url, { action: 'close', position_id: 'p', extras: {} })).json()).toMatchObject({ submitted: 1 });
    expect((await post(url, { action: 'close' })).json()).toMatchObject({
      code: 'invalid_input',
      fields: { position_id: expect.any(String) },
    });
  });
});

describe('risk and settings', () => {
  it('takes the level, the guard, or both, and refuses what is out of bounds or unknown', async () => {
    test.link.answer = (_name, request) => ok({ value: (request as { value: unknown }).value });
    expect((await get('/api/trading/risk')).json()).toMatchObject({
      ok: true,
      risk_level: 'medium',
      config: { sl_bps: 25, tp_bps: 35 },
    });
    expect((await post('/api/trading/risk', { risk_level: 'high' })).json().risk_level).toBe('high');
    expect((await post('/api/trading/risk', { sl_bps: 40, trail_enable: true })).json().config).toMatchObject({
      sl_bps: 40,
      trail_enable: true,
      tp_bps: 35,
    });
    expect(test.link.sent.map(({ request }) => request)).toMatchObject([
      { name: 'risk-level', value: { level: 'high' } },
      { name: 'risk-guard', value: { slBps: 40, trailEnable: true } },
    ]);
    for (const body of [{}, { sl_bps: 0 }, { tp_bps: 1e9 }, { risk_level: 'wild' }, { surprise: 1 }])
      expect((await post('/api/trading/risk', body)).statusCode).toBe(400);
  });

  it('keeps the limits the operator sets', async () => {
    test.link.answer = (_name, request) => ok({ value: (request as { value: unknown }).value });
    expect((await get('/api/settings/risk')).json().settings).toEqual({
      max_position_usd: 1_000,
      daily_loss_pct: 5,
      max_leverage: 10,
      stop_loss_pct: 2,
      flatten_on_daily_loss: false,
    });
    const saved = await send('PUT', '/api/settings/risk', { max_position_usd: 2_500, flatten_on_daily_loss: true });
    expect(saved.json()).toMatchObject({
      settings: { max_position_usd: 2_500, flatten_on_daily_loss: true, max_leverage: 10 },
    });
    expect((await send('PUT', '/api/settings/risk', { max_leverage: 1_000 })).json().fields).toHaveProperty(
      'max_leverage',
    );
  });

  it('takes weights that sum to 1 within 0.01 alone', async () => {
    test.link.answer = (_name, request) => ok({ value: (request as { value: unknown }).value });
    const url = '/api/trading/advanced/capital_allocation';
    const first = (await get(url)).json();
    expect(first).toMatchObject({ total_capital: 10_000, settings: { balance_weight: 0.4, max_allocation: 0.5 } });
    expect(Object.values(first.allocations as Record<string, number>).reduce((a, b) => a + b, 0)).toBe(
      first.total_capital,
    );
    const weights = {
      balance_weight: 0.5,
      latency_weight: 0.3,
      fee_weight: 0.2,
      min_allocation: 0.05,
      max_allocation: 0.6,
    };
    expect((await post(url, weights)).json().settings).toEqual(weights);
    expect((await post(url, { ...weights, fee_weight: 0.21 })).statusCode).toBe(200);
    const refused = await post(url, { ...weights, fee_weight: 0.1 });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'Total Weight: 0.9 (Must equal 1.0)']);
    expect((await post(url, { ...weights, min_allocation: 0.7 })).json().fields).toHaveProperty('min_allocation');
  });

  it('starts cooldowns and counts them down', async () => {
    const cooldown = {
      symbol: 'BTCUSDT',
      venue: 'OKX' as const,
      action: 'trade' as const,
      endsMs: AT_MS + 59_500,
      totalMs: 60_000,
    };
    test.link.answer = () => ok([cooldown]);
    const answer = await post('/api/trading/advanced/cooldowns', { symbol: 'btcusdt', venue: 'Okx' });
    expect(answer.json()).toMatchObject({
      count: 1,
      active_cooldowns: { 'BTCUSDT:OKX:trade': { remaining_seconds: 59.5, total_duration: 60 } },
    });
    expect(test.link.sent.at(-1)?.request).toMatchObject({ durationMs: 60_000, action: 'trade' });
    test.link.update(['trading', 'state', buildTradingState({ cooldowns: [cooldown] })]);
    test.clock.advance(60_000);
    expect((await get('/api/trading/advanced/cooldowns')).json()).toMatchObject({ count: 0, active_cooldowns: {} });
  });

  it('pulls and releases the kill switch, and reports each venue', async () => {
    const venue = {
      venue: 'BYBIT',
      account: 'BYBIT:paper',
      cancelled: 2,
      closed: 1,
      failed: [],
      openPositions: 0,
      openOrders: 0,
    };
    test.link.answer = (name) => ok(name === 'kill-switch' ? { level: 3, venues: [venue] } : { level: 0 });
    const pulled = (await post('/api/kill-switch', { level: 3 })).json();
    expect(pulled).toMatchObject({ level: 3, report: [{ venue: 'BYBIT', mode: 'paper', cancelled: 2, closed: 1 }] });
    expect(pulled.venues).toContainEqual({ venue: 'BYBIT', mode: 'paper', open_positions: 1, open_orders: 1 });
    expect((await post('/api/kill-switch', { level: 4 })).statusCode).toBe(400);
    expect((await post('/api/kill-switch/release', {})).json()).toMatchObject({ level: 0, reason: null });
    expect((await get('/api/kill-switch')).json()).toMatchObject({ level: 0, since: null });
  });

  it('switches a venue between paper and live, and tells what is missing', async () => {
    expect((await get('/api/trading/execution')).json()).toMatchObject({
      market: 'sim',
      execution: 'paper',
      venues: [{ venue: 'BINANCE', mode: 'paper' }, {}, {}, {}],
    });
    test.link.answer = () =>
      err(domainError('RISK_LIVE_NOT_CONFIRMED', 'type GO LIVE OKX to confirm', { outcome: 'not-sent' }));
    const refused = await post('/api/trading/execution', { venue: 'okx', mode: 'live' });
    expect(refused.json()).toMatchObject({ code: 'live_not_confirmed', detail: 'type GO LIVE OKX to confirm' });
    test.link.answer = () => ok({ mode: 'live' });
    expect(
      (await post('/api/trading/execution', { venue: 'okx', mode: 'live', confirmation: 'GO LIVE OKX' })).json(),
    ).toMatchObject({ venue: 'OKX', mode: 'live' });
  });
});

describe('history', () => {
  const trade = (n: number, more: Partial<ClosedTrade> = {}): ClosedTrade => ({
    tradeId: `BYBIT:paper|BTCUSDT.PERP.BYBIT|${n}`,
    account: 'BYBIT:paper',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    quoteAsset: 'USDT',
    side: 'LONG',
    openMs: AT_MS - n * 3_600_000 - 60_000,
    closeMs: AT_MS - n * 3_600_000,
    holdMs: 60_000,
    qtyBase: '0.01',
    avgEntryPx: '64000',
    avgExitPx: '64100',
    grossQuote: '1',
    feesQuote: '0.6',
    otherFees: [],
    fundingQuote: '-0.1',
    otherQuote: '0',
    source: 'operator',
    entryOrders: 1,
    ...more,
  });

  async function fill(...trades: readonly ClosedTrade[]): Promise<void> {
    const path = join(test.dataDir, 'trading.db');
    await (await openSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
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
      daily_pnl: 12.3457,
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

  it('gives realised PnL by symbol whose sum is the total', async () => {
    await fill(trade(1), trade(2));
    const answer = (await get('/api/trading/pnl_pro')).json();
    // Two trades of 0.3 net, and the open position: 0.5 realised, 0.32 fees, 0.01 funding paid.
    expect(answer).toMatchObject({
      realized_total: 0.77,
      realized_by_symbol: { BTCUSDT: 0.77 },
      count: 2,
      mode: 'paper',
    });
  });
});
