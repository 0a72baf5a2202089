import { describe, expect, it } from 'vitest';
import { ArbitrageSettings, getExecutions, getRounds } from '@riptide/contracts';
import { domainError, err, ok } from '@riptide/core/domain';
import { ARBITRAGE_SETTING_FIELDS } from '@riptide/core/strategies';
import {
  ARB_ID,
  buildArbitrage,
  buildArbLearner,
  buildArbTrade,
  buildClosedArbTrade,
  ROUND_ID,
} from '../../link/arbitrage-values.fixture.ts';
import { buildAccount } from '../../link/trading-values.fixture.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { wireName } from '../presenters/wire-names.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_S = 1_800_000_000;

const { test, get, post, put } = eachTestApp(fillTestEngine, fillTestArbitrage, (app) => {
  app.link.answer = answerArbitrageCall;
});

const lastSent = () => test.link.sent.at(-1);

describe('figures', () => {
  it('of status and metrics are those of the mode whose results are shown', async () => {
    const { session, executor, execution_policies } = (await get('/api/arbitrage/status')).json();
    expect(session).toMatchObject({ executed_trades: 4, total_profit_usd: 1.2346, success_rate: 75 });
    expect(executor).toMatchObject({
      auto_execute: false,
      open_trades: 1,
      open_rounds: 1,
      naked: [],
      stability: { score: 10, max: 10, off: false },
      cooldowns: [{ ends_at: AT_S + 10 }],
      dust: [{ venue: 'OKX', mode: 'paper', qty: 0.0000123 }],
    });
    expect(execution_policies.spot_futures_executable).toBe(false);
    expect((await get('/api/arbitrage/metrics')).json()).toMatchObject({
      total_pnl: 1.2346,
      success_rate: 75,
      opportunities_found: 7,
      executed_today: 2,
      mode: 'paper',
      seen: { found: 412, entry_positive: 31, round_trip_positive: 0 },
    });
  });

  it('are unknown, not zero, before the engine has told of them', async () => {
    test.link.update(['arbitrage', 'state', null]);
    expect((await get('/api/arbitrage/metrics')).json()).toMatchObject({
      total_pnl: null,
      success_rate: null,
      executed_today: null,
      seen: null,
    });
    expect((await get('/api/arbitrage/settings')).json().code).toBe('engine_unavailable');
    expect((await get('/api/arbitrage/rounds')).statusCode).toBe(503);
  });

  it('name an arbitrage of which a leg stands alone, and follow the policy of spot', async () => {
    const { settings } = buildArbitrage();
    test.link.update([
      'arbitrage',
      'state',
      buildArbitrage({
        trades: [buildArbTrade({ state: 'naked' })],
        settings: { ...settings, isSpotFuturesExecutable: true },
      }),
    ]);
    const { executor, execution_policies } = (await get('/api/arbitrage/status')).json();
    expect([executor.naked, execution_policies.spot_futures_executable]).toEqual([[ARB_ID], true]);
  });

  it('of performance count a pair once, per mode', async () => {
    const { performance, by_mode, ledger } = (await get('/api/arbitrage/performance?days=7')).json();
    expect(performance).toMatchObject({ mode: 'paper', total_trades: 4, wins: 3, win_rate: 0.75, fees: 1.3 });
    expect(by_mode.live).toMatchObject({ mode: 'live', total_trades: 0, win_rate: null, success_rate: null });
    expect(ledger).toMatchObject({ days: 7, total_trades: 0 });
    expect((await get('/api/arbitrage/performance?mode=live')).json().performance.mode).toBe('live');
    expect(Object.keys((await get('/api/arbitrage/performance?days=8')).json().fields)).toEqual(['days']);
  });

  it('of balances are those of the accounts orders go to', async () => {
    const { mode, balances, total_usd } = (await get('/api/arbitrage/balance')).json();
    expect([mode, total_usd, balances.length]).toEqual(['paper', 40_004.92, 4]);
    expect(balances[0]).toMatchObject({
      venue: 'BINANCE',
      mode: 'paper',
      status: 'available',
      equity_usd: 10_001.23,
      free_usd: 9_900,
      margin_usd: 100,
      assets: [{ asset: 'USDT', free: 9_900 }],
    });
    expect(balances[0].spot_usd + balances[0].futures_usd).toBeCloseTo(10_001.23, 9);
    test.link.setConnected(false);
    expect((await get('/api/arbitrage/balance')).statusCode).toBe(503);
  });
});

describe('balances of an account with a futures wallet of its own', () => {
  it('show the coins of both pockets, which make up the equity', async () => {
    const pocket = { asset: 'USDT', locked: '0', borrowed: '0', updatedMs: AT_S * 1_000 };
    const of = (scope: 'spot' | 'futures', total: string) => ({ ...pocket, scope, total, free: total });
    const balances = [of('spot', '700'), of('futures', '300.5')];
    const figures = { cashUsd: '1000.5', unrealisedUsd: '-2', equityUsd: '998.5', marginUsd: '40', balances };
    test.link.update(['account', 'BINANCE:paper', buildAccount('BINANCE', 'paper', figures)]);
    const [row] = (await get('/api/arbitrage/balance')).json().balances;
    expect(row).toMatchObject({
      equity_usd: 998.5,
      spot_usd: 700,
      futures_usd: 298.5,
      unrealized_pnl: -2,
      assets: [{ asset: 'USDT', total: 1_000.5, usd: 1_000.5 }],
    });
  });
});

describe('the learning agent', () => {
  it('tells what it knows, and feeds the health of the platform', async () => {
    const { metrics } = (await get('/api/arbitrage/ai-metrics')).json();
    expect(metrics).toMatchObject({
      running: true,
      samples: 120.5,
      estimates: [{ buy_exchange: 'BINANCE', size_up_to_usd: 250, fill_probability: 0.9312, latency_ms: 84.13 }],
      calibration: [{ from_bps: 0, to_bps: 5, predicted_bps: 3, learned_bps: 2, realised_bps: 1.9 }],
      mean_abs_error_bps: 1.5,
      mean_abs_learned_error_bps: 0.6,
      ai_enabled: true,
      confidence_threshold: 0.6,
    });
    const running = async () => (await get('/api/health')).json().learning_agents.arbitrage.running;
    expect(await running()).toBe(true);
    test.link.update(['arbitrage', 'state', buildArbitrage({ learner: buildArbLearner({ isRunning: false }) })]);
    expect(await running()).toBe(false);
  });

  it('forgets, freezes and learns again', async () => {
    expect((await post('/api/arbitrage/learner', { change: 'Freeze' })).json()).toMatchObject({
      learner: { frozen: true },
      message: 'The arbitrage agent learns no more',
    });
    expect(lastSent()).toEqual({ name: 'arb-learner', request: { change: 'freeze', by: 'operator' } });
    expect((await post('/api/arbitrage/learner', { change: 'forget' })).json().fields).toEqual({
      change: '"forget" is not one of reset, freeze, unfreeze',
    });
  });
});

describe('executions', () => {
  it('come leg by leg with repairs and certificates', async () => {
    const answer = getExecutions.response.parse((await get('/api/arbitrage/executions?symbol=btcusdt&limit=5')).json());
    expect(lastSent()).toEqual({ name: 'arb-query', request: { symbol: 'BTCUSDT', limit: 5 } });
    expect(answer.executions[0]).toMatchObject({
      id: ARB_ID,
      state: 'hedged',
      certified: true,
      notional_usd: 128,
      legs: [
        { leg: 'buy', venue: 'BINANCE', side: 'BUY', entry_price: 64_000.5, entry_orders: 1, liquidation_pct: 48.5 },
        { leg: 'sell', venue: 'BYBIT', side: 'SELL', entry_price: 64_099.12346, entry_orders: 2, adl_rank: null },
      ],
      repairs: [{ kind: 'complete', leg: 'sell', qty: 0.001, completion_bps: 1.25 }],
      certificates: [{ kind: 'hedged', ok: true, net_qty: 0, legs: [{ after: 0.002 }, { after: -0.002 }] }],
      open_net_usd: -0.1235,
      result: null,
      started_at: AT_S,
    });
  });

  it('are asked for by state and time', async () => {
    await get(`/api/arbitrage/executions?state=naked&before=${AT_S + 0.5}`);
    expect(lastSent()?.request).toEqual({ state: 'naked', beforeMs: (AT_S + 0.5) * 1_000, limit: 50 });
    expect((await get('/api/arbitrage/executions?state=lost')).json().fields.state).toContain('is not one of');
    expect((await get('/api/arbitrage/executions?limit=201')).json().fields).toEqual({
      limit: '201 is over the maximum 200',
    });
  });

  it('come one at a time, and those that are not there are not found', async () => {
    test.link.answer = () => ok({ trades: [buildClosedArbTrade()], total: 1 });
    const { execution } = (await get(`/api/arbitrage/executions/${ARB_ID}`)).json();
    expect(execution.result).toEqual({
      price_usd: 0.55,
      fees_usd: 0.2561,
      funding_usd: 0.0123,
      borrow_usd: 0,
      net_usd: 0.3062,
      net_bps: 23.92,
    });
    test.link.answer = () => ok({ trades: [], total: 0 });
    const missing = await get(`/api/arbitrage/executions/${ARB_ID}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'arbitrage_not_found']);
    expect((await get('/api/arbitrage/executions/a')).statusCode).toBe(400);
  });

  it.each([
    ['naked', false],
    ['exiting', null],
    ['unknown', null],
    ['closed', null],
    ['hedged', true],
  ] as const)('that are %s say %s of the certificate of before', async (state, certified) => {
    const [hedged] = buildArbitrage().trades;
    test.link.answer = () => ok({ trades: [{ ...hedged!, state }], total: 1 });
    const { execution } = (await get(`/api/arbitrage/executions/${ARB_ID}`)).json();
    expect(execution).toMatchObject({ state, certified });
  });

  it('that are naked or unconfirmed make the platform unhealthy, and say why', async () => {
    const text = 'arbitrage a BTCUSDT stands alone on one leg (NAKED): the ladder is used up';
    const trouble = { arbId: ARB_ID, symbol: 'BTCUSDT', sinceMs: AT_S * 1_000, text };
    test.link.update(['arbitrage', 'state', buildArbitrage({ troubles: [trouble] })]);
    const health = (await get('/api/health')).json();
    expect(health).toMatchObject({
      overall_status: 'unhealthy',
      reasons: expect.arrayContaining([text]),
      arbitrage_troubles: [{ execution_id: ARB_ID, symbol: 'BTCUSDT', since: AT_S, text }],
    });
  });

  it('are closed and flattened; of a lost answer nobody says that it failed', async () => {
    const closed = await post(`/api/arbitrage/executions/${ARB_ID}/close`);
    expect(closed.json()).toMatchObject({
      execution: { state: 'exiting' },
      message: 'BTCUSDT bought at BINANCE, sold at BYBIT: exiting, operator',
    });
    expect(lastSent()).toEqual({ name: 'arb-close', request: { arbId: ARB_ID, by: 'operator' } });
    expect((await post(`/api/arbitrage/executions/${ARB_ID}/flatten`)).json().execution.state).toBe('certified');
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'x', { outcome: 'unknown' }));
    for (const what of ['close', 'flatten']) {
      const lost = await post(`/api/arbitrage/executions/${ARB_ID}/${what}`);
      expect([lost.statusCode, lost.json().code]).toEqual([504, 'order_outcome_unknown']);
      expect(lost.body).not.toMatch(/fail/i);
    }
    test.link.answer = () => err(domainError('ORDER_FINAL', 'x', { outcome: 'not-sent' }));
    const ended = await post(`/api/arbitrage/executions/${ARB_ID}/close`);
    expect([ended.statusCode, ended.json().error]).toEqual([409, 'It has ended already']);
  });
});

describe('carry rounds', () => {
  it('tell what they earned and what they wait for', async () => {
    const { rounds } = getRounds.response.parse((await get('/api/arbitrage/rounds')).json());
    expect(rounds).toMatchObject([
      {
        id: ROUND_ID,
        state: 'ready',
        side: 'short',
        funding_usd: 0.24,
        net_usd: 0.09,
        next_settlement_at: AT_S + 3_600,
        margin_left_pct: { buy: 99, sell: 98 },
      },
    ]);
  });

  it('are closed by their id', async () => {
    const closed = (await post(`/api/arbitrage/rounds/${ROUND_ID}/close`)).json();
    expect([closed.round.state, closed.message]).toEqual(['closing', 'The carry round in BTCUSDT is closing']);
    test.link.answer = () => err(domainError('ARBITRAGE_NOT_FOUND', 'x', { outcome: 'not-sent' }));
    const missing = await post(`/api/arbitrage/rounds/${ROUND_ID}/close`);
    expect([missing.statusCode, missing.json().error]).toEqual([404, 'There is no such round']);
    expect((await post('/api/arbitrage/rounds/x/close')).statusCode).toBe(400);
  });
});

describe('settings', () => {
  it('are shown and changed under the names of the API', async () => {
    const { settings } = (await get('/api/arbitrage/settings')).json();
    expect(settings).toMatchObject({ auto_execute: false, min_entry_net_bps: 10, max_trade_usd: 1_000 });
    await put('/api/arbitrage/settings', { auto_execute: true, max_trade_usd: 250 });
    expect(lastSent()).toEqual({
      name: 'arb-settings',
      request: { value: { autoExecute: true, maxTradeUsd: 250 }, by: 'operator' },
    });
  });

  it.each([
    [{ max_trade_usd: 5 }, { max_trade_usd: '5 is under the minimum 10' }],
    [{ leverage: 21 }, { leverage: '21 is over the maximum 20' }],
    [{ auto_execute: 'yes' }, { auto_execute: '"yes" is not true or false' }],
    [{ autoExecute: true }, { autoExecute: 'is no field of this request' }],
    [{}, { body: 'give at least one setting' }],
  ])('name field, value and bound: %j', async (body, fields) => {
    const answer = await put('/api/arbitrage/settings', body);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
    expect(test.link.sent).toEqual([]);
  });

  it('are refused by the engine under the names of the API', async () => {
    test.link.answer = () => err(domainError('INPUT_INVALID', 'marginReducePct must be at most marginAlertPct 20'));
    const answer = await put('/api/arbitrage/settings', { margin_reduce_pct: 50 });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { margin_reduce_pct: 'must be at most margin_alert_pct 20' },
    ]);
  });

  it('have the bounds of the engine, each of them', () => {
    const { shape } = ArbitrageSettings;
    expect(Object.keys(shape).sort()).toEqual(Object.keys(ARBITRAGE_SETTING_FIELDS).map(wireName).sort());
    for (const [name, rule] of Object.entries(ARBITRAGE_SETTING_FIELDS)) {
      const field = shape[wireName(name) as keyof typeof shape];
      const takes = (value: unknown) => field.safeParse(value).success;
      if (rule.kind === 'boolean') expect([name, takes(true), takes(1)]).toEqual([name, true, false]);
      else if (rule.kind === 'choice') {
        for (const option of rule.options) expect([name, takes(option)]).toEqual([name, true]);
        expect(takes('none')).toBe(false);
      } else {
        const over = rule.kind === 'integer' ? 1 : 1e-9 * Math.max(1, rule.max);
        const under = rule.kind === 'integer' ? 1 : 1e-9 * Math.max(1, Math.abs(rule.min));
        const verdicts = [rule.min, rule.max, rule.min - under, rule.max + over].map(takes);
        expect([name, ...verdicts]).toEqual([name, true, true, false, false]);
      }
    }
  });
});
