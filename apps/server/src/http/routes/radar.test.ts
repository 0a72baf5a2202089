import { describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildDetail, buildEngineView, buildTrailing } from '../../link/sniping-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const { test, get, post, put, remove } = eachTestApp(fillTestEngine, fillTestSniping);
const refuseWith = (code: Parameters<typeof domainError>[0], detail = '') => {
  test.link.answer = () => err(domainError(code, detail, { outcome: 'not-sent' }));
};

describe('GET /api/trading/radar', () => {
  it('tells windows, cascades, leads and the tape with what was decided on each event', async () => {
    const radar = (await get('/api/trading/radar')).json();
    expect(radar).toMatchObject({
      windows: [{ symbol: 'BTCUSDT', venue: 'BINANCE', progress_pct: 80, gates_passed: 18, eligible_arms: 12 }],
      cascades: [{ usd: 1_250_000, lead_venue: 'BYBIT', lead_ms: 212, after_bps: null, lower_bound: true }],
      lead_lag: [{ lead_venue: 'BYBIT', lag_venue: 'BINANCE', median_ms: 180, first_share: 0.75, cascades: 8 }],
      liquidations: [
        {
          id: 'BYBIT|BTCUSDT|LONG|1800000000000|63500.5|1.5',
          liquidated_side: 'LONG',
          decision: {
            id: 'd00000000001',
            action: 'blocked',
            engine: 'pas_trader',
            reason: 'spread: 8.1 bps, at most 5',
          },
        },
      ],
      decisions_made: 7,
      shadows: { followed: 36 },
    });
    expect((await get('/api/trading/radar?symbol=ethusdt')).json()).toMatchObject({ windows: [], liquidations: [] });
    expect((await get('/api/trading/radar?limit=0')).statusCode).toBe(400);
  });
});

describe('decisions', () => {
  it('are listed by page and filter, seconds turned into ms with both ends included', async () => {
    test.link.answer = () => ok({ rows: [buildDetail()], total: 61 });
    const url =
      '/api/trading/decisions?symbol=btcusdt&action=PROPOSED&since=1799999999.5&until=1800000000&limit=10&offset=20';
    expect((await get(url)).json()).toMatchObject({
      total: 61,
      limit: 10,
      offset: 20,
      decisions: [
        {
          id: 'd00000000001',
          action: 'proposed',
          net_bps: 28.1235,
          expires_at: 1_800_000_030,
          event_ids: ['e1', 'e2'],
        },
      ],
    });
    expect(test.link.sent.at(-1)?.request).toEqual({
      symbol: 'BTCUSDT',
      action: 'proposed',
      afterMs: 1_799_999_999_500,
      beforeMs: 1_800_000_000_001,
      limit: 10,
      offset: 20,
    });
    for (const query of ['action=maybe', 'limit=201', 'offset=-1', 'since=soon', 'symbol=B!'])
      expect([query, (await get(`/api/trading/decisions?${query}`)).statusCode]).toEqual([query, 400]);
  });

  it('are told whole, arms with what became of each', async () => {
    test.link.answer = () => ok({ rows: [buildDetail()], total: 1 });
    expect((await get('/api/trading/decisions/d00000000001')).json().decision).toMatchObject({
      cluster_id: '7',
      settled: true,
      values: { volatilityBps: 12.345, listedDays: null },
      gates: [{ gate: 'spread', ok: true, bound: 5 }],
      arms: [
        { arm: 'fade-15-35x25-post', outcome: { filled: true, real: false, net_bps: 28.1235, held_seconds: 61.5 } },
        { arm: 'abstain', outcome: null },
      ],
      snipe: null,
    });
    test.link.answer = () => ok({ rows: [], total: 0 });
    expect((await get('/api/trading/decisions/nothing')).statusCode).toBe(404);
  });

  it('that are proposals are executed or dismissed by a person', async () => {
    const url = '/api/trading/decisions/d00000000001';
    const none = await post(`${url}/execute`);
    expect([none.statusCode, none.json().code]).toEqual([409, 'conflict']);
    test.link.update(['engine-run', 'pas-trader', buildEngineView('pas-trader', { isRunning: true })]);
    test.link.answer = () => ok(buildDetail({ action: 'traded' }));
    expect((await post(`${url}/execute`)).json()).toMatchObject({ decision: { action: 'traded' } });
    test.link.answer = () => ok(buildDetail({ action: 'watched' }));
    expect((await post(`${url}/dismiss`)).json()).toMatchObject({ decision: { action: 'watched', expires_at: null } });
    for (const [code, status, problem] of [
      ['ORDER_NOT_FOUND', 404, 'not_found'],
      ['ORDER_FINAL', 409, 'conflict'],
      ['PREVIEW_EXPIRED', 409, 'preview_expired'],
      ['INPUT_INVALID', 409, 'risk_blocked'],
      ['RISK_KILL_SWITCH', 409, 'kill_switch'],
    ] as const) {
      refuseWith(code, 'why');
      const answer = await post(`${url}/execute`);
      expect([answer.statusCode, answer.json().code]).toEqual([status, problem]);
    }
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'late', { outcome: 'unknown' }));
    const lost = await post(`${url}/execute`);
    expect([lost.statusCode, lost.json().code]).toEqual([504, 'order_outcome_unknown']);
  });
});

describe('trailing orders', () => {
  const url = '/api/trading/advanced/trailing_orders';
  const wish = { order_id: 'tp-1', symbol: 'btcusdt', side: 'buy', entry_price: 64_000, quantity: 0.01 };

  it('are listed with the fields of the specification', async () => {
    expect((await get(url)).json()).toMatchObject({
      count: 1,
      trailing_orders: [
        {
          order_id: 'tp-1',
          symbol: 'BTCUSDT',
          side: 'BUY',
          entry_price: 64_000,
          quantity: 0.01,
          initial_tp_price: 65_280,
          trailing_distance_pct: 0.02,
          max_trailing_pct: 0.05,
          state: 'initial',
          current_tp_price: 65_280,
          best_price: null,
        },
      ],
    });
  });

  it('are created with exact sizes and the defaults', async () => {
    test.link.answer = () => ok(buildTrailing());
    expect((await post(url, wish)).json()).toMatchObject({ trailing_order: { state: 'initial' } });
    expect(test.link.sent.at(-1)).toMatchObject({
      name: 'trailing-create',
      request: {
        venue: null,
        symbol: 'BTCUSDT',
        side: 'BUY',
        entryPx: '64000',
        qtyBase: '0.01',
        initialTakeProfitPx: null,
        trailingDistanceFrac: 0.02,
        maxTrailingFrac: 0.05,
      },
    });
  });

  it.each([
    ['order_id', ' '],
    ['order_id', '.'],
    ['order_id', ' .. '],
    ['order_id', 'a\u0000b'],
    ['order_id', '\u202Eabc'],
    ['order_id', 'a\u200Bb'],
    ['order_id', 'a\nb'],
    ['symbol', ''],
    ['side', 'long'],
    ['entry_price', 0],
    ['quantity', -1],
    ['trailing_distance_pct', 0.11],
    ['max_trailing_pct', 0.21],
    ['venue', 'MARS'],
  ])('are refused with a bad %s', async (field, value) => {
    const answer = await post(url, { ...wish, [field]: value });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect(test.link.sent).toEqual([]);
  });

  it('are refused by the core with the fields as the caller wrote them', async () => {
    const detail =
      'qtyBase must be at most 1000000000; trailingDistanceFrac is 0.06, wider than maxTrailingFrac, which is 0.05; ' +
      'initialTakeProfitPx must be above the entry of a long';
    refuseWith('INPUT_INVALID', detail);
    const answer = await post(url, wish);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error, 'what a person reads').toBe('quantity must be at most 1000000000');
    expect(answer.json().fields).toEqual({
      quantity: 'must be at most 1000000000',
      trailing_distance_pct: 'is 0.06, wider than max_trailing_pct, which is 0.05',
      initial_tp_price: 'must be above the entry of a long',
    });
  });

  it('are started once and removed', async () => {
    test.link.answer = () => ok(buildTrailing({ state: 'trailing' }));
    expect((await put(`${url}/tp-1/start`, {})).json()).toMatchObject({ trailing_order: { state: 'trailing' } });
    expect((await remove(`${url}/tp-1`)).json()).toMatchObject({ ok: true, message: 'Trailing order removed' });
    for (const [code, status] of [
      ['ORDER_FINAL', 409],
      ['ORDER_NOT_FOUND', 404],
      ['POSITION_NOT_FOUND', 404],
    ] as const) {
      refuseWith(code);
      expect((await put(`${url}/tp-1/start`, {})).statusCode).toBe(status);
    }
    refuseWith('POSITION_NOT_FOUND', 'there is no long position in BTCUSDT to follow');
    expect((await put(`${url}/tp-1/start`, {})).json().error).toBe(
      'There is no long position in BTCUSDT to follow. Open one first, or remove the order',
    );
    refuseWith('ORDER_DUPLICATE_ID');
    expect((await post(url, wish)).json()).toMatchObject({ code: 'conflict', fields: { order_id: 'exists already' } });
  });
});
