import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok, type GateDecision } from '@riptide/core/domain';
import { buildOrder, buildPosition } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

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

const get = (url: string) => callsOf(test, cookie).get(url);
const post = (url: string, payload: object) => callsOf(test, cookie).post(url, payload);

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
    const answer = await post('/api/trading/precheck', { symbol: 'BTCUSDT', mode: 'SCALP', venues: ['OKX'], qty });
    expect([answer.statusCode, answer.json().verdict]).toEqual([200, 'BLOCK']);
    const { qtyBase = '' } = (test.link.sent.at(-1)?.request ?? {}) as { qtyBase?: string };
    expect(Number(qtyBase)).toBe(qty);
    expect(qtyBase).toMatch(/^\d+(\.\d+)?$/);
  });

  it.each(['-1', '0', '1e999', '"1"', 'null'])('refuses the size %s, naming the field', async (qty) => {
    for (const [url, rest] of [
      ['/api/trading/precheck', '"venues":["OKX","BYBIT"]'],
      ['/api/trading/order/preview', '"venue":"OKX","side":"BUY","type":"market"'],
    ] as const) {
      const payload = `{"symbol":"BTCUSDT",${rest},"qty":${qty}}`;
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

  it('tells the modes of a perp as the venue does, and why it does not', async () => {
    test.link.answer = () => ok({ leverage: Number.NaN, marginMode: 'cross', positionMode: 'hedge' });
    const url = '/api/trading/modes?venue=okx&symbol=btcusdt';
    expect((await get(url)).json()).toMatchObject({
      venue: 'OKX',
      symbol: 'BTCUSDT',
      leverage: null,
      margin_mode: 'cross',
      position_mode: 'hedge',
      reason: null,
    });
    test.link.answer = () => err(domainError('CREDENTIALS_MISSING', 'venue=OKX'));
    const { margin_mode: marginMode, reason } = (await get(url)).json();
    expect([marginMode, typeof reason]).toEqual([null, 'string']);
  });

  it('answers a precheck with its verdict as ok, each decision with its venue', async () => {
    test.link.answer = () => ok({ isAllowed: true, suggestedQtyBase: '0.002', decisions: [{ ...PASS, venue: 'OKX' }] });
    const answer = await post('/api/trading/precheck', {
      symbol: 'btcusdt',
      mode: 'scalp',
      venues: ['okx', 'Bybit', 'OKX'],
    });
    expect(answer.json()).toEqual({
      ok: true,
      verdict: 'PASS',
      suggestion: { suggested_qty_quantized: 0.002 },
      decisions: [{ gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null, venue: 'OKX' }],
      venues: [
        {
          venue: 'OKX',
          market: 'perp',
          side: 'BUY',
          ok: true,
          verdict: 'PASS',
          reason: null,
          gates: 1,
          blocked_gates: [],
        },
        {
          venue: 'BYBIT',
          side: 'BUY',
          market: 'perp',
          ok: false,
          verdict: 'BLOCK',
          reason: 'was not judged',
          gates: 0,
          blocked_gates: [],
        },
      ],
      expected: null,
      pair_id: null,
    });
    expect(test.link.sent.at(-1)?.request).toMatchObject({
      venues: ['OKX', 'BYBIT'],
      qtyBase: null,
      notionalUsd: null,
    });
  });

  it('refuses a misspelt field, which could turn an exit into an entry', async () => {
    const answer = await post('/api/trading/order/preview', {
      venue: 'BYBIT',
      symbol: 'XRPUSDT',
      side: 'BUY',
      type: 'market',
      qty: 30,
      reduceOnly: true,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail + JSON.stringify(answer.json().fields)).toContain('reduceOnly');
    expect(test.link.sent).toEqual([]);
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
  ])('never says that an order failed whose outcome is unknown: %o', async (failure) => {
    test.link.answer = () => err(failure);
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
    test.link.answer = () => err(domainError('PREVIEW_USED', 'x', { outcome: 'not-sent' }));
    expect((await post('/api/trading/order/execute', { preview_id: 'I1' })).json()).toMatchObject({
      code: 'preview_expired',
      error: 'This preview was executed already. Look at orders and positions before you preview again.',
    });
    test.link.setConnected(false);
    expect((await post('/api/trading/order/execute', { preview_id: 'I1' })).statusCode).toBe(503);
    expect((await get('/api/trading/positions')).statusCode).toBe(503);
  });

  it.each([
    [
      'RISK_MAX_CONCURRENT',
      'max-concurrent: orders added to the position: 4, more than 3; free-margin: binds 50 USD, more than 10 USD',
      'The limit of positions, or of additions to one, is reached: max-concurrent: orders added to the position: 4, more than 3',
    ],
    [
      'RISK_REFUSAL_PAUSE',
      'BINANCE refused the last order of BTCUSDT.PERP.BINANCE (MARGIN_INSUFFICIENT); this one was not sent, the next goes in 2 s',
      'The exchange has just refused such an order: BINANCE refused the last order of BTCUSDT.PERP.BINANCE (MARGIN_INSUFFICIENT); this one was not sent, the next goes in 2 s',
    ],
  ] as const)('says what an order was refused for, in the words of the gate: %s', async (code, detail, error) => {
    test.link.answer = () => err(domainError(code, detail, { outcome: 'not-sent' }));
    const blocked = await post('/api/trading/order/execute', { preview_id: 'I1' });
    expect([blocked.statusCode, blocked.json()]).toMatchObject([
      409,
      { code: 'risk_blocked', error, message: error, detail },
    ]);
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
