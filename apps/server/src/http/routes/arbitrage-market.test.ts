import { describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildWhyNot } from '../../link/arbitrage-answers.fixture.ts';
import { buildOpportunity, buildScanner } from '../../link/link-values.fixture.ts';
import { answerArbitrageCall, fillTestArbitrage } from '../fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const { test, get, post } = eachTestApp(fillTestEngine, fillTestArbitrage, (app) => {
  app.link.answer = answerArbitrageCall;
});

const lastSent = () => test.link.sent.at(-1);

describe('the scanner', () => {
  const START = '/api/arbitrage/start';

  it('keeps what a start leaves out while it runs, and begins with the defaults where it does not', async () => {
    const running = buildScanner();
    test.link.update(['scanner', 'state', running]);
    const { minEntryNetBps, maxPositionUsd, venues } = running;
    test.link.answer = () => ok({ wasRunning: true, scanner: running });
    await post(START, { min_spread_bps: 7 });
    expect(lastSent()).toEqual({ name: 'start-scanner', request: { minEntryNetBps: 7, maxPositionUsd, venues } });
    await post(START, { max_position_usd: 77 });
    expect(lastSent()?.request).toEqual({ minEntryNetBps, maxPositionUsd: 77, venues });
    test.link.update(['scanner', 'state', buildScanner({ isScanning: false })]);
    await post(START);
    const defaults = { minEntryNetBps: 50, maxPositionUsd: 1_000, venues: ['BINANCE', 'BYBIT'] };
    expect(lastSent()?.request).toEqual(defaults);
  });

  it('shows no row from the moment it is stopped', async () => {
    const rows = async () => (await get('/api/arbitrage/opportunities')).json().count;
    const row = buildOpportunity();
    test.link.update(['scanner', 'state', buildScanner()], ['opportunity', row.id, row]);
    expect(await rows()).toBeGreaterThan(0);
    test.link.update(['scanner', 'state', buildScanner({ isScanning: false })]);
    expect(await rows()).toBe(0);
  });
});

describe('opportunities', () => {
  it('come with how they stand in their checks; without an answer they come all the same', async () => {
    const rows = async () => (await get('/api/arbitrage/opportunities')).json().opportunities;
    expect(await rows()).toMatchObject([
      { id: 'b', checks: null },
      { checks: { passed: 21, total: 23, nearest_miss: 'entry-net' }, learned_net_bps: null, crossings_per_hour: 6 },
    ]);
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'x'));
    expect(await rows()).toMatchObject([{ checks: null }, { checks: null }]);
  });
});

describe('why not', () => {
  it('names every check, the nearest miss first', async () => {
    const url = `/api/arbitrage/opportunities/${encodeURIComponent('BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT')}/why-not`;
    const answer = (await get(url)).json();
    expect(lastSent()?.request).toEqual({ opportunityId: 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT' });
    expect(answer).toMatchObject({
      checks: [
        { check: 'entry-net', ok: false, weight: 'soft', value: 4.6128, bound: 10, miss: 0.53872, unit: 'bps' },
        { check: 'index-gap', ok: true },
      ],
      passed: 1,
      total: 2,
      would_pass_at_bps: 10,
      opportunity: { symbol: 'BTCUSDT' },
    });
  });

  it('is still told when a figure of the row is not a number', async () => {
    const whole = buildWhyNot();
    test.link.answer = () => ok({ ...whole, opportunity: { ...whole.opportunity, grossBps: null } });
    const answer = await get('/api/arbitrage/opportunities/abc/why-not');
    expect([answer.statusCode, answer.json().opportunity, answer.json().total]).toEqual([200, null, 2]);
  });

  it('does not know what the scanner does not compare', async () => {
    test.link.answer = () => err(domainError('ARBITRAGE_NOT_FOUND', 'x', { outcome: 'not-sent' }));
    for (const id of ['nothing', '__proto__', '%00%00%00', "'; drop table"]) {
      const answer = await get(`/api/arbitrage/opportunities/${encodeURIComponent(id)}/why-not`);
      expect([id, answer.statusCode, answer.json().code]).toEqual([id, 404, 'not_found']);
    }
  });
});

describe('triangles', () => {
  it('come best first, for venues in any case, and are only evaluated', async () => {
    const answer = (await get('/api/arbitrage/triangular?symbol=btcusdt&venues=binance,%20Bybit,BINANCE')).json();
    expect(lastSent()?.request).toEqual({ symbol: 'BTCUSDT', venues: ['BINANCE', 'BYBIT'] });
    expect(answer).toMatchObject({
      execution_policies: { futures_futures_executable: true },
      count: 2,
      triangles: [{ id: 'BINANCE:USDT>BTC>ETH>USDT', net_bps: -28, policy: 'evaluation_only' }, { id: 'x' }],
    });
    await get('/api/arbitrage/triangular');
    expect(lastSent()?.request).toEqual({ symbol: null, venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] });
    expect((await get('/api/arbitrage/triangular?venues=kraken')).json().fields).toEqual({
      venues: '"kraken" names something else than BINANCE, BYBIT, OKX, KUCOIN',
    });
    expect((await get('/api/arbitrage/triangular?venues=,')).statusCode).toBe(400);
  });
});
