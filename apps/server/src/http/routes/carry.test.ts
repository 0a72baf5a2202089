import { describe, expect, it } from 'vitest';
import { ok } from '@riptide/core/domain';
import { buildCarryPlan } from '../../link/arbitrage-answers.fixture.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const CARRY = '/api/trading/carry/execute';

const { test, post } = eachTestApp(fillTestEngine, fillTestArbitrage, (app) => {
  app.link.answer = answerArbitrageCall;
});

const lastSent = () => test.link.sent.at(-1);

describe('carry', () => {
  it('plans with 100 USD, names the best venue and the side to take there', async () => {
    const answer = (await post('/api/trading/carry/plan', { symbol: 'btcusdt', venues: ['bybit', 'binance'] })).json();
    expect(lastSent()).toEqual({
      name: 'carry-plan',
      request: { symbol: 'BTCUSDT', venues: ['BYBIT', 'BINANCE'], notionalUsd: '100' },
    });
    expect(answer).toMatchObject({
      best: { venue: 'BYBIT', suggested_side: 'short', counter_venue: 'BINANCE' },
      candidates: [{ long_exchange: 'BINANCE', short_exchange: 'BYBIT', short_rate: 0.0013, apr_net_pct: 91.25 }],
      excluded: [{ instrument_id: 'BTCUSDT.SPOT.KUCOIN', reason: 'can not be borrowed' }],
    });
  });

  it('says that nothing pays without a best venue', async () => {
    test.link.answer = () => ok(buildCarryPlan({ best: null, reason: 'no candidate covers its costs' }));
    const answer = (await post('/api/trading/carry/plan', { symbol: 'BTCUSDT' })).json();
    expect([answer.best, answer.reason]).toEqual([null, 'no candidate covers its costs']);
  });

  it('executes 100 USD when no size is given', async () => {
    const answer = await post(CARRY, { symbol: 'btcusdt', venue: 'bybit', side: 'SHORT' });
    expect(lastSent()?.request).toMatchObject({
      venue: 'BYBIT',
      side: 'short',
      qtyBase: null,
      notionalUsd: '100',
      acceptsNegative: false,
    });
    expect(answer.json()).toMatchObject({ round: { state: 'opening' }, trade: { source: 'carry' } });
    await post(CARRY, { symbol: 'BTCUSDT', venue: 'OKX', side: 'long', qty: 0.5 });
    expect(lastSent()?.request).toMatchObject({ qtyBase: '0.5', notionalUsd: null });
  });

  it.each([
    [{ symbol: 'BTCUSDT', venue: 'OKX' }, ['side']],
    [{ symbol: 'BTCUSDT', venue: 'OKX', side: 'flat' }, ['side']],
    [{ symbol: 'BTCUSDT', side: 'long' }, ['venue']],
    [{ symbol: 'BTCUSDT', venue: 'OKX', side: 'long', qty: 1, notional_usd: 1 }, ['qty']],
    [{ symbol: 'BTCUSDT', venue: 'OKX', side: 'long', notionalUsd: 1 }, ['notionalUsd']],
  ])('refuses %j', async (body, fields) => {
    const answer = await post(CARRY, body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, fields]);
    expect(test.link.sent).toEqual([]);
  });
});
