import { describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { parseAllocationSettings } from '@riptide/core/risk';
import { buildTradingState } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const AT_MS = 1_800_000_000_000;

const { test, get, post, put } = eachTestApp(fillTestEngine);

describe('risk and settings', () => {
  it('takes the level, the guard, or both, and refuses what is out of bounds or unknown', async () => {
    test.link.answer = (_name, request) => ok({ value: (request as { value: unknown }).value });
    expect((await get('/api/trading/risk')).json()).toMatchObject({
      ok: true,
      risk_level: 'medium',
      config: { sl_bps: 25, tp_bps: 35 },
    });
    expect((await post('/api/trading/risk', { risk_level: 'high' })).json().risk_level).toBe('high');
    expect((await post('/api/trading/risk', { sl_bps: 40, trail_enable: true })).json()).toMatchObject({
      config: { sl_bps: 40, trail_enable: true, tp_bps: 35 },
      message:
        'Break-even and trailing apply at once, to the stops of open trades too; the stop and target a trade was begun with stay',
    });
    expect(test.link.sent.map(({ request }) => request)).toMatchObject([
      { name: 'risk-level', value: { level: 'high' } },
      { name: 'risk-guard', value: { slBps: 40, trailEnable: true } },
    ]);
    for (const body of [{}, { sl_bps: 0 }, { tp_bps: 1e9 }, { risk_level: 'wild' }, { surprise: 1 }])
      expect((await post('/api/trading/risk', body)).statusCode).toBe(400);
  });

  it('tells what lifts a halt after losses in a row', async () => {
    const none = { losses: 2, lossesMax: 5, halts: 0, haltsMax: 3, haltEndMs: null, isOff: false };
    const running = { ...none, losses: 0, halts: 1, haltEndMs: 1_800_000_060_000 };
    const off = { ...running, halts: 3, isOff: true };
    const streaks = async (paper: typeof none | typeof running, live: typeof off) => {
      test.link.update(['trading', 'state', buildTradingState({ lossStreaks: { paper, live } })]);
      return (await get('/api/trading/risk')).json().loss_streak;
    };
    expect(await streaks(none, off)).toMatchObject({
      paper: { losses: 2, losses_max: 5, is_halted: false, halted_until: null, lifts: null },
      live: { is_halted: true, halted_until: null, lifts: 'by a release of the kill switch' },
    });
    expect((await streaks(running, off)).paper).toMatchObject({
      is_halted: true,
      halted_until: 1_800_000_060,
      lifts: 'at halted_until, or earlier by a release of the kill switch',
    });
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
    const saved = await put('/api/settings/risk', { max_position_usd: 2_500, flatten_on_daily_loss: true });
    expect(saved.json()).toMatchObject({
      settings: { max_position_usd: 2_500, flatten_on_daily_loss: true, max_leverage: 10 },
    });
    expect((await put('/api/settings/risk', { max_leverage: 1_000 })).json().fields).toHaveProperty('max_leverage');
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
    expect(refused.json().detail, 'said once, though of three fields').toBe('Total Weight: 0.9 (Must equal 1.0)');
    expect((await post(url, { ...weights, min_allocation: 0.7 })).json().fields).toHaveProperty('min_allocation');
  });

  it('names field, value and bound of an allocation that can not be', async () => {
    test.link.answer = (_name, request) => {
      const parsed = parseAllocationSettings((request as { value: unknown }).value);
      if (parsed.ok) return ok({ value: parsed.value });
      const detail = parsed.fields.map(({ field, text }) => `${field} ${text}`).join('; ');
      return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
    };
    const weights = { balance_weight: 0.5, latency_weight: 0.3, fee_weight: 0.2 };
    const refusalOf = async (min: number, max: number) => {
      const body = { ...weights, min_allocation: min, max_allocation: max };
      const answer = await post('/api/trading/advanced/capital_allocation', body);
      return [answer.statusCode, answer.json().fields];
    };
    expect(await refusalOf(0.7, 0.6)).toEqual([
      400,
      {
        min_allocation: '0.7 is over max_allocation, which is 0.6',
        max_allocation: '0.6 is under min_allocation, which is 0.7',
      },
    ]);
    expect(await refusalOf(0.3, 0.6)).toEqual([
      400,
      { min_allocation: '4 venues of 0.3 are more than the whole, the maximum is 0.25' },
    ]);
    expect(await refusalOf(0.05, 0.2)).toEqual([
      400,
      { max_allocation: '4 venues of 0.2 are less than the whole, the minimum is 0.25' },
    ]);
    const whole = await post('/api/trading/advanced/capital_allocation', {
      ...weights,
      min_allocation: 0.7,
      max_allocation: 0.6,
    });
    const first = 'min_allocation: 0.7 is over max_allocation, which is 0.6';
    expect(whole.json()).toMatchObject({
      error: first,
      message: first,
      detail: `${first}; max_allocation: 0.6 is under min_allocation, which is 0.7`,
    });
  });

  it('previews a division of the capital and changes nothing', async () => {
    const body = {
      balance_weight: 0.5,
      latency_weight: 0.3,
      fee_weight: 0.2,
      min_allocation: 0.01,
      max_allocation: 0.5,
    };
    const url = '/api/trading/advanced/capital_allocation/preview';
    const divided = { totalUsd: '100.5', byVenue: [{ venue: 'OKX', usd: '50.25' }], unallocatedUsd: '50.25' };
    test.link.answer = () => ok({ paper: divided, live: null });
    expect((await post(url, body)).json()).toMatchObject({
      allocations: { OKX: 50.25 },
      total_capital: 100.5,
      unallocated: 50.25,
      settings: body,
    });
    expect(test.link.sent.map(({ name }) => name)).toEqual(['preview-allocation']);
    test.link.answer = () => ok({ paper: null, live: null });
    expect((await post(url, body)).json()).toMatchObject({ allocations: {}, total_capital: null, unallocated: null });
    expect((await post(url, { ...body, fee_weight: 0.3 })).json().fields.fee_weight).toBe(
      'Total Weight: 1.1 (Must equal 1.0)',
    );
  });

  it('never adds paper money and real money up', async () => {
    const live = { totalUsd: '500', byVenue: [{ venue: 'BINANCE' as const, usd: '250' }], unallocatedUsd: '250' };
    const paper = { totalUsd: '27000', byVenue: [{ venue: 'OKX' as const, usd: '13500' }], unallocatedUsd: '13500' };
    test.link.update(['trading', 'state', buildTradingState({ liveVenues: ['BINANCE'], capital: { paper, live } })]);
    expect((await get('/api/trading/advanced/capital_allocation')).json()).toMatchObject({
      mode: 'mixed',
      allocations: { BINANCE: 250, OKX: 13_500 },
      total_capital: null,
      by_mode: {
        live: { allocations: { BINANCE: 250 }, total_capital: 500, unallocated: 250 },
        paper: { allocations: { OKX: 13_500 }, total_capital: 27_000, unallocated: 13_500 },
      },
    });
  });

  it('says which field is unknown and which values are allowed', async () => {
    const unknown = (await post('/api/trading/risk', { foo: 1 })).json();
    expect(unknown.fields).toEqual({ foo: 'is no field of this request' });
    expect((await post('/api/kill-switch', { level: 4 })).json().fields).toEqual({ level: '4 is not one of 1, 2, 3' });
    const days = (await get('/api/portfolio/history?days=-1')).json().fields.days;
    expect(days).toMatch(/-1.* is not one of 7, 30, 90/);
  });

  it('starts cooldowns and counts them down', async () => {
    const cooldown = {
      symbol: 'BTCUSDT',
      venue: 'OKX' as const,
      action: 'trade' as const,
      endsMs: AT_MS + 59_500,
      totalMs: 60_000,
      reason: 'set by operator',
    };
    test.link.answer = () => ok([cooldown]);
    const answer = await post('/api/trading/advanced/cooldowns', { symbol: 'btcusdt', venue: 'Okx' });
    expect(answer.json()).toMatchObject({
      count: 1,
      active_cooldowns: { 'BTCUSDT:OKX:trade': { remaining_seconds: 59.5, total_duration: 60, by: 'manual' } },
    });
    expect(test.link.sent.at(-1)?.request).toMatchObject({ durationMs: 60_000, action: 'trade' });
    const afterLoss = { ...cooldown, symbol: 'ETHUSDT', reason: 'closed with a loss' };
    test.link.update(['trading', 'state', buildTradingState({ cooldowns: [afterLoss] })]);
    const told = (await get('/api/trading/advanced/cooldowns')).json().active_cooldowns;
    expect(told['ETHUSDT:OKX:trade']).toMatchObject({ by: 'engine', reason: 'closed with a loss' });
    test.link.update(['trading', 'state', buildTradingState({ cooldowns: [cooldown] })]);
    test.clock.advance(60_000);
    expect((await get('/api/trading/advanced/cooldowns')).json()).toMatchObject({ count: 0, active_cooldowns: {} });
  });

  it('refuses a cooldown of a symbol that the venue does not have, which would hold nothing, and always ends one', async () => {
    test.link.answer = () => ok([]);
    const add = (body: object) => post('/api/trading/advanced/cooldowns', { venue: 'Okx', ...body });
    const slip = await add({ symbol: 'btcustd' });
    expect(slip.statusCode).toBe(404);
    expect(slip.json()).toMatchObject({
      code: 'unknown_symbol',
      error: 'BTCUSTD is not known at OKX',
      fields: { symbol: 'is not known at OKX' },
    });
    expect((await add({ symbol: 'btcusdt' })).statusCode).toBe(200);
    expect((await add({ symbol: 'btcustd', duration_seconds: 0 })).statusCode).toBe(200);
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
