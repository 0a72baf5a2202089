import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineSettingsInput } from '@riptide/contracts';
import { domainError, err, ok, type SnipingEngine } from '@riptide/core/domain';
import { DEFAULT_PAS_SETTINGS, PAS_FIELDS, parsePasSettings } from '@riptide/core/strategies';
import { buildArm, buildDetail, buildEngineView, buildSnipe } from '../../link/sniping-values.fixture.ts';
import { buildAccount, buildPosition } from '../../link/trading-values.fixture.ts';
import { answerTestCall } from '../answer-test-calls.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { connectTestVenue, fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { coreName, wireName } from '../presenters/wire-names.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  fillTestSniping(test);
  cookie = await test.unlock();
});
afterEach(() => test.close());

const get = (url: string) => callsOf(test, cookie).get(url);
const post = (url: string, payload: object = {}) => callsOf(test, cookie).post(url, payload);
const put = (url: string, payload: object) => callsOf(test, cookie).put(url, payload);

/** Answers starts and stops as the engine does. */
function answerEngines(isAlready = false): void {
  const answerOf = (engine: SnipingEngine, isRunning: boolean) => ({
    engine,
    isAlready,
    view: buildEngineView(engine, { isRunning }),
  });
  test.link.answer = (name, request) => {
    const { engine } = request as { engine: SnipingEngine };
    if (name === 'start-engine' || name === 'stop-engine') return ok(answerOf(engine, name === 'start-engine'));
    if (name === 'start-all' || name === 'stop-all')
      return ok([answerOf('pas-trader', name === 'start-all'), answerOf('oraculis', name === 'start-all')]);
    if (name === 'set-engine-settings') return ok(answerOf(engine, false));
    return ok({ value: {} });
  };
}

describe('POST /api/trading/start', () => {
  it('starts PAS Trader with the given settings, and the level of the gates with it', async () => {
    await connectTestVenue(test, 'BYBIT');
    answerEngines();
    test.link.sent.length = 0;
    const body = { mode: 'Auto', venue: 'bybit', symbols: ['btcusdt', 'BTCUSDT'], risk_level: 'high', auto_pick: true };
    const answer = await post('/api/trading/start', body);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { ok: true, already_running: false, message: 'Trading engine started successfully!', engine: { running: true } },
    ]);
    expect(test.link.sent).toMatchObject([
      { name: 'set-setting', request: { name: 'risk-level', value: { level: 'high' } } },
      {
        name: 'start-engine',
        request: {
          engine: 'pas-trader',
          settings: { mode: 'auto', venue: 'BYBIT', symbols: ['BTCUSDT'], riskLevel: 'high', autoPick: true },
        },
      },
    ]);
  });

  it('is refused on a venue that is not connected, and sends nothing', async () => {
    const answer = await post('/api/trading/start', { venue: 'OKX' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'venue_not_ready',
        error: 'Exchange not connected. Please test connection first.',
        detail: 'OKX: No API keys saved',
      },
    ]);
    expect(test.link.sent).toEqual([]);
  });

  it('leaves a running engine and its settings as they are', async () => {
    test.link.update(['engine-run', 'pas-trader', buildEngineView('pas-trader', { isRunning: true })]);
    const answer = await post('/api/trading/start', { venue: 'OKX', risk_level: 'high' });
    expect(answer.json()).toMatchObject({ ok: true, already_running: true, engine: { venue: 'BINANCE' } });
    expect(test.link.sent).toEqual([]);
  });

  it.each([
    [{ mode: 'wild' }, 'mode'],
    [{ venue: 'MTGOX' }, 'venue'],
    [{ symbols: ['B!'] }, 'symbols.0'],
    [{ symbols: 'BTCUSDT' }, 'symbols'],
    [{ risk_level: 'max' }, 'risk_level'],
    [{ auto_pick: 'yes' }, 'auto_pick'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await post('/api/trading/start', body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  it('tells that the kill switch is on', async () => {
    await connectTestVenue(test, 'BINANCE');
    test.link.answer = () => err(domainError('RISK_KILL_SWITCH', 'level=2', { outcome: 'not-sent' }));
    const answer = await post('/api/trading/start');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'kill_switch']);
  });
});

describe('stopping, modes and levels', () => {
  it('stops, and says so when it stood already', async () => {
    answerEngines(true);
    expect((await post('/api/trading/stop')).json()).toMatchObject({ already_stopped: true });
    answerEngines();
    expect((await post('/api/trading/stop')).json()).toMatchObject({
      already_stopped: false,
      message: 'Trading engine stopped',
    });
  });

  it('sets the mode of both engines, and not while one runs', async () => {
    answerEngines();
    expect((await post('/api/trading/mode', { mode: 'monitor' })).json()).toMatchObject({ ok: true, mode: 'monitor' });
    expect(test.link.sent.map(({ request }) => request)).toMatchObject([
      { engine: 'pas-trader', value: { mode: 'monitor' } },
      { engine: 'oraculis', value: { mode: 'monitor' } },
    ]);
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true })]);
    const locked = await post('/api/trading/mode', { mode: 'auto' });
    expect([locked.statusCode, locked.json().code]).toEqual([409, 'engine_running']);
    expect((await post('/api/trading/mode', {})).json().fields).toEqual({ mode: 'is missing' });
  });

  it('lets both engines follow the risk level', async () => {
    answerEngines();
    await post('/api/trading/risk', { risk_level: 'low' });
    expect(test.link.sent.map(({ name, request }) => [name, request])).toMatchObject([
      ['set-setting', { value: { level: 'low' } }],
      ['set-engine-settings', { engine: 'pas-trader', value: { riskLevel: 'low' } }],
      ['set-engine-settings', { engine: 'oraculis', value: { riskLevel: 'low' } }],
    ]);
  });
});

describe('the two engines', () => {
  it('start and stop one by one, the venue of their settings asked first', async () => {
    expect((await post('/api/trading/engine/oraculis/start')).json().code).toBe('venue_not_ready');
    await connectTestVenue(test, 'BINANCE');
    answerEngines();
    expect((await post('/api/trading/engine/oraculis/start')).json()).toMatchObject({
      success: true,
      already_running: false,
      message: 'Oraculis started',
      engine: { engine: 'oraculis', running: true },
    });
    expect((await post('/api/trading/engine/pas_trader/stop')).json()).toMatchObject({
      success: true,
      message: 'PAS Trader stopped',
      engine: { engine: 'pas_trader', running: false },
    });
    expect((await post('/api/trading/engine/hal/start')).json().fields).toHaveProperty('engine');
  });

  it('start and stop together', async () => {
    await connectTestVenue(test, 'BINANCE');
    answerEngines();
    expect((await post('/api/trading/engine/start_all')).json()).toMatchObject({
      success: true,
      already_running: false,
      engines: { pas_trader: { running: true }, oraculis: { running: true, arms: 36 } },
    });
    expect((await post('/api/trading/engine/stop_all')).json()).toMatchObject({
      already_stopped: false,
      message: 'PAS Trader stopped; Oraculis stopped',
    });
    expect(test.link.sent.map(({ name }) => name).slice(-2)).toEqual(['start-all', 'stop-all']);
  });

  it('have settings with the bounds of the core', async () => {
    const url = '/api/trading/engine/pas_trader/settings';
    expect((await get(url)).json().settings).toMatchObject({ floor_usd: 25_000, dca_distances_pct: [0.5, 1] });
    answerEngines();
    expect((await put(url, { min_net_bps: 8, dca_enabled: true })).statusCode).toBe(200);
    expect(test.link.sent.at(-1)?.request).toMatchObject({ value: { minNetBps: 8, dcaEnabled: true } });
    for (const body of [{}, { leverage: 126 }, { surprise: 1 }]) expect((await put(url, body)).statusCode).toBe(400);
    test.link.answer = () =>
      err(domainError('INPUT_INVALID', 'dcaDistancesPct must grow from level to level', { outcome: 'not-sent' }));
    expect((await put(url, { dca_distances_pct: [1, 0.5] })).json()).toMatchObject({
      code: 'invalid_input',
      fields: { dca_distances_pct: 'must grow from level to level' },
    });
  });

  it('take in the contract exactly the fields and bounds that the core takes', () => {
    expect(Object.keys(EngineSettingsInput.shape).map(coreName).sort()).toEqual(Object.keys(PAS_FIELDS).sort());
    for (const [name, rule] of Object.entries(PAS_FIELDS)) {
      if (!('min' in rule) || rule.kind === 'numbers') continue;
      const field = EngineSettingsInput.shape[wireName(name) as keyof typeof EngineSettingsInput.shape];
      for (const value of [rule.min, rule.max, rule.min - 1, rule.max + 1]) {
        const isTaken = parsePasSettings({ [name]: value }).ok || isFaultOfAnother(name, value);
        expect([name, value, field.safeParse(value).success]).toEqual([name, value, isTaken]);
      }
    }
  });
});

/** Two settings may each be in bounds and not fit together. */
function isFaultOfAnother(name: string, value: number): boolean {
  const parsed = parsePasSettings({ [name]: value }, { ...DEFAULT_PAS_SETTINGS, minDisplacementBps: 0, dcaLevels: 1 });
  return (
    (parsed.ok ||
      parsed.fields.every(({ text }) => text.includes('distances for') || text.includes('must be below'))) &&
    value >= PAS_FIELDS[name as 'leverage'].min &&
    value <= PAS_FIELDS[name as 'leverage'].max
  );
}

describe('what the trading screens read', () => {
  it('is the status with every field of the specification', async () => {
    await connectTestVenue(test, 'BINANCE');
    test.link.update([
      'engine-run',
      'pas-trader',
      buildEngineView('pas-trader', {
        isRunning: true,
        performance: { ...buildEngineView('oraculis').performance, positionsOpened: 4 },
      }),
    ]);
    const { statusCode, body } = await get('/api/trading/status');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        ok: true,
        active: true,
        symbol: 'BTCUSDT',
        symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
        auto_pick: false,
        positions: [
          {
            id: 'BYBIT:paper|BTCUSDT.PERP.BYBIT',
            symbol: 'BTCUSDT',
            venue: 'BYBIT',
            side: 'LONG',
            size: 0.01,
            contracts: 0.01,
            entry_price: 64_000,
            mark_price: 64_100.5,
            notional: 641.005,
            unrealized_pnl: 1.005,
            roe_pct: 1.5678,
          },
        ],
        leverage: 10,
        account: { equity: 10_001.23, available: 9_900, unrealized_pnl: 1.23 },
        mode: 'auto',
        risk_level: 'medium',
        exchange: 'BINANCE',
        execution_mode: 'paper',
        trading_ready: true,
        reason: null,
        egress_ip: null,
        binance: { connected: true, mode: 'paper' },
        stats: {
          trades_taken: 4,
          avg_hold_s: null,
          fees_bps_accum: 0,
          avg_edge_bps: null,
          router_votes_hist: { 'fade-15-35x25-post': 3 },
        },
      },
    ]);
  });

  it('is no status at all while the engine does not answer', async () => {
    test.link.setConnected(false);
    for (const url of ['/api/trading/status', '/api/trading/radar', '/api/trading/metrics'])
      expect((await get(url)).json().code).toBe('engine_unavailable');
    expect((await get('/api/trading/engine/status')).json()).toMatchObject({
      status: 'disconnected',
      trading_ready: false,
    });
  });

  it('is the state of both engines', async () => {
    test.link.update(['engine-run', 'oraculis', buildEngineView('oraculis', { isRunning: true })]);
    expect((await get('/api/trading/engine/status')).json()).toMatchObject({
      status: 'connected',
      real_data: false,
      system: { trading_engines_loaded: 2, active_threads: 1 },
      engines: {
        pas_trader: { running: false, positions: 0, performance: { total_pnl: 0 } },
        oraculis: { running: true, arms: 36 },
      },
      settings: {
        engine_cap_usd: 3_000,
        leverage_max: 10,
        risk_pct: 25,
        timeframe: '1m',
        enable_liq_sniper: true,
        auto_pick: false,
      },
    });
    expect((await get('/api/health')).json().learning_agents.oraculis).toEqual({ running: true });
  });

  it('is the newest decision in six figures, null before the first', async () => {
    test.link.answer = answerTestCall;
    expect((await get('/api/trading/engine/pro')).json()).toMatchObject({
      pair: 'BTCUSDT',
      action: 'proposed',
      qty: null,
      vol_bps: 12.35,
      dyn_spread_bps: 1.25,
      edge_bps: 21.5,
    });
    test.link.answer = () => ok({ rows: [], total: 0 });
    expect((await get('/api/trading/engine/pro')).json()).toMatchObject({ pair: null, edge_bps: null });
    test.link.answer = () => ok({ rows: [{ ...buildDetail(), snipe: buildSnipe() }], total: 1 });
    expect((await get('/api/trading/engine/pro')).json().qty).toBe(0.015);
  });

  it('is every position with why it was opened, against the limits of the level', async () => {
    test.link.update(['position', 'by-hand', buildPosition({ id: 'OKX:paper|X', venue: 'OKX', account: 'OKX:paper' })]);
    const { advanced_status: status } = (await get('/api/trading/engine/advanced_status')).json();
    expect(status).toMatchObject({
      active_positions: 1,
      max_positions: 5,
      total_equity: 40_004.92,
      available_capital: 39_600,
      allocated_capital: 400,
      total_pnl: 4.92,
      daily_pnl: 12.3457,
    });
    expect(status.positions.map((row: { reasoning: string }) => row.reasoning).sort()).toEqual([
      'PAS Trader, fade-15-35x25-post: in the market',
      'opened by hand or outside',
    ]);
  });

  it('is what closed trades earned, by exit, arm and symbol', async () => {
    const closed = { state: 'closed', closedMs: 1_800_000_031_000, openedMs: 1_800_000_001_000 } as const;
    test.link.update(
      ['snipe', 's1', buildSnipe({ ...closed, snipeId: 's1', exit: 'take-profit', netUsd: '2.5', netBps: 25 })],
      ['snipe', 's2', buildSnipe({ ...closed, snipeId: 's2', exit: 'stop-loss', netUsd: '-3.1', netBps: -31 })],
      ['snipe', 's3', buildSnipe({ snipeId: 's3', state: 'missed' })],
    );
    expect((await get('/api/trading/engine/smart_profit_analytics')).json().analytics).toMatchObject({
      trades: 2,
      win_rate: 0.5,
      net_usd: -0.6,
      avg_net_bps: -3,
      avg_hold_seconds: 30,
      missed: 1,
      by_exit: { 'take-profit': { trades: 1, net_usd: 2.5 }, 'stop-loss': { trades: 1, net_usd: -3.1 } },
      by_symbol: { BTCUSDT: { trades: 2 } },
      targets: { take_profit_bps: 35, stop_loss_bps: 25, min_net_bps: 5 },
    });
  });

  it('is the day in figures', async () => {
    expect((await get('/api/trading/metrics')).json()).toMatchObject({
      performance: { daily_pnl: 12.3457, success_rate: null, active_positions: 1, daily_trades: 0 },
      binance: { account_equity_usd: 10_001.23, available_balance: 9_900, unrealized_pnl: 1.23, mode: 'paper' },
    });
  });
});

describe('position management', () => {
  it('closes what earns more than leaving costs, and nothing else', async () => {
    test.link.update(
      ['account', 'BYBIT:paper', buildAccount('BYBIT')],
      ['position', 'win', buildPosition({ id: 'win' })],
      ['position', 'dust', buildPosition({ id: 'dust', unrealisedUsd: '0.3' })],
      ['position', 'lost', buildPosition({ id: 'lost', unrealisedUsd: '-4' })],
      ['position', 'dark', buildPosition({ id: 'dark', unrealisedUsd: null })],
      ['position', buildPosition().id, null],
    );
    test.link.answer = () => ok({ order: { symbol: 'BTCUSDT' } });
    const answer = await post('/api/trading/engine/position_management', { action: 'close_profitable' });
    expect(answer.json()).toMatchObject({
      success: true,
      submitted: 1,
      failed: [],
      message: '1 position is being closed',
    });
    expect(test.link.sent).toMatchObject([{ name: 'close-position', request: { positionId: 'win' } }]);
  });
});

describe('arms', () => {
  it('come with what they earned, the best mean first', async () => {
    test.link.answer = answerTestCall;
    const worse = buildArm({
      arm: { ...buildArm().arm, armId: 'follow-10-35x25-ioc', direction: 'follow' },
      meanNetBps: -2,
    });
    const unknown = buildArm({
      arm: { ...buildArm().arm, armId: 'fade-10-35x25-ioc' },
      meanNetBps: null,
      stdNetBps: null,
    });
    test.link.update(['arm', 'a', worse], ['arm', 'b', unknown]);
    const { arms, metrics, learner } = (await get('/api/trading/engine/ai_metrics')).json();
    expect(arms.map((row: { arm: string }) => row.arm)).toEqual([
      'fade-15-35x25-post',
      'follow-10-35x25-ioc',
      'fade-10-35x25-ioc',
    ]);
    expect(arms[0]).toMatchObject({ pulls: 3, outcomes: 9, real_fills: 2, mean_net_bps: 4.5, half_width_bps: 16.45 });
    expect(arms[2]).toMatchObject({ mean_net_bps: null, half_width_bps: null });
    expect(metrics).toMatchObject({ running: false, decisions_made: 7, best_arm: 'fade-15-35x25-post' });
    expect(learner).toBeNull();
    expect((await get('/api/arbitrage/ai-metrics')).json().metrics).toMatchObject({
      running: true,
      confidence_threshold: 0.6,
      opportunities: 2,
      confident: 2,
      mean_confidence: 0.75,
    });
  });
});
