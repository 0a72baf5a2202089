import { describe, expect, it } from 'vitest';
import { EngineSettingsInput } from '@riptide/contracts';
import { domainError, err, ok, type SnipingEngine } from '@riptide/core/domain';
import { DEFAULT_PAS_SETTINGS, PAS_FIELDS, parsePasSettings } from '@riptide/core/strategies';
import { buildEngineView, buildSnipe } from '../../link/sniping-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { connectTestVenue, fillTestSniping } from '../fill-test-sniping.fixture.ts';
import { coreName, wireName } from '../presenters/wire-names.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const { test, get, post, put } = eachTestApp(fillTestEngine, fillTestSniping);

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
    [{ surprise: 1 }, 'surprise'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await post('/api/trading/start', body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  it.each([
    [{ symbols: [] }, 'at least one'],
    [{ symbols: ['BTCUSDT', 'NONEUSDT'] }, 'not known at BINANCE: NONEUSDT'],
    [{ venue: 'BINANCE' }, 'not known at BINANCE: ETHUSDT, DOGEUSDT'],
  ])('refuses %j, which can not trade, and sends nothing', async (body, text) => {
    await connectTestVenue(test, 'BINANCE');
    test.link.sent.length = 0;
    const answer = await post('/api/trading/start', { ...body, risk_level: 'high' });
    expect([answer.statusCode, answer.json().fields.symbols]).toEqual([400, expect.stringContaining(text)]);
    expect(test.link.sent).toEqual([]);
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
    for (const id of test.link.values('snipe').keys()) test.link.update(['snipe', id, null]);
    test.link.update(['snipe', 's1', buildSnipe()]);
    const answer = await post('/api/trading/risk', { risk_level: 'low' });
    expect(answer.json().message).toBe(
      'Risk level low applies from the next decision on; 1 open trade keeps its numbers',
    );
    expect(test.link.sent.map(({ name, request }) => [name, request])).toMatchObject([
      ['set-setting', { value: { level: 'low' } }],
      ['set-engine-settings', { engine: 'pas-trader', value: { riskLevel: 'low' } }],
      ['set-engine-settings', { engine: 'oraculis', value: { riskLevel: 'low' } }],
    ]);
  });
});

/** The default settings at a level; the ceilings are those of `low` unless said otherwise. */
function figures(change: object) {
  const isLow = !('capital_frac' in change);
  return {
    min_displacement_bps: 50,
    threshold_factor: 1,
    risk_usd: 5,
    max_notional_usd: 1_000,
    capital_frac: isLow ? 0.125 : 0.25,
    max_concurrent: isLow ? 1 : 3,
    ...change,
  };
}

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

  it('start together or not at all: the refusal names the engine whose venue is not ready', async () => {
    const refused = (await post('/api/trading/engine/start_all')).json();
    expect(refused).toMatchObject({ code: 'venue_not_ready', detail: expect.stringMatching(/^PAS Trader, BINANCE: /) });
    expect(test.link.sent.map(({ name }) => name)).not.toContain('start-all');
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
    const refused = [
      {},
      { leverage: 126 },
      { leverage: 2.5 },
      { floor_usd: 0 },
      { symbols: ['NONEUSDT'] },
      { surprise: 1 },
    ];
    for (const body of refused) expect((await put(url, body)).statusCode).toBe(400);
    test.link.answer = () =>
      err(domainError('INPUT_INVALID', 'dcaDistancesPct must grow from level to level', { outcome: 'not-sent' }));
    expect((await put(url, { dca_distances_pct: [1, 0.5] })).json()).toMatchObject({
      code: 'invalid_input',
      detail: 'dca_distances_pct must grow from level to level',
      fields: { dca_distances_pct: 'must grow from level to level' },
    });
  });

  it('tell with their settings what each risk level would make of them', async () => {
    const { risk_levels: levels } = (await get('/api/trading/engine/pas_trader/settings')).json();
    expect(levels).toEqual({
      low: figures({ min_displacement_bps: 80, threshold_factor: 1.5, risk_usd: 2.5, max_notional_usd: 500 }),
      medium: figures({ capital_frac: 0.25, max_concurrent: 3 }),
      high: figures({
        min_displacement_bps: 30,
        threshold_factor: 0.75,
        risk_usd: 7.5,
        capital_frac: 0.25,
        max_concurrent: 3,
      }),
    });
  });

  it.each([{ mode: 'monitor' }, { fixed_arm_id: 'fade-15-35x25-post' }, { leverage: 5, risk_usd: 9 }])(
    'keep %j while they run',
    async (body) => {
      answerEngines();
      test.link.update(['engine-run', 'pas-trader', buildEngineView('pas-trader', { isRunning: true })]);
      test.link.sent.length = 0;
      const locked = await put('/api/trading/engine/pas_trader/settings', body);
      expect([locked.statusCode, locked.json().code]).toEqual([409, 'engine_running']);
      expect(Object.keys(locked.json().fields).sort()).toEqual(Object.keys(body).sort());
      expect(test.link.sent).toEqual([]);
      expect((await put('/api/trading/engine/oraculis/settings', body)).statusCode).toBe(200);
    },
  );

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
      parsed.fields.every(
        ({ text }) => text.includes('distances for') || text.includes('must be below') || text.includes('the budget'),
      )) &&
    value >= PAS_FIELDS[name as 'leverage'].min &&
    value <= PAS_FIELDS[name as 'leverage'].max
  );
}
