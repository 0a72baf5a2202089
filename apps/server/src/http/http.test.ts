import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as contracts from '@riptide/contracts';
import { DOMAIN_ERROR_CODES, domainError, err, ok, VENUES } from '@riptide/core/domain';
import { buildInstrument, buildOpportunity, buildScanner, buildVenue } from '../link/build-link-values.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.ts';
import { toProblem } from './to-problem.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

const routes = Object.values(contracts).filter(
  (value): value is contracts.RouteDef => typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
);

/** Fills the engine with one symbol on all venues. */
function fill({ link }: TestApp): void {
  link.update(
    ...VENUES.flatMap((venue, index) => [
      ['venue', venue, buildVenue(venue)] as const,
      ['instrument', `${index}`, buildInstrument({ venue, lastPx: 64_000 + index })] as const,
    ]),
    ['instrument', 'spot', buildInstrument({ id: 'BTCUSDT.SPOT.OKX', venue: 'OKX', market: 'spot', bidPx: 63_990, askPx: 63_990 })],
    ['opportunity', 'a', buildOpportunity()],
    ['opportunity', 'b', buildOpportunity({ id: 'b', entryNetBps: 9, mode: 'spot-futures', policy: 'evaluation_only', policyReason: 'Spot' })],
    ['scanner', 'state', buildScanner()],
    ['engine', 'state', { startedMs: 1_799_999_990_000, symbols: 1, books: 5, lateBatches: 0, rssBytes: 1, eventLoopDelayMsMax: 1 }],
  );
}

describe('the contract', () => {
  it('is served whole: every call exists and needs the gate, except those of the gate', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(15);
    for (const route of routes) {
      const answer = await test.app.inject({ method: route.method, url: route.path, ...(route.method === 'POST' ? { payload: {} } : {}) });
      if (route.path.startsWith('/api/gate/')) expect(answer.statusCode).not.toBe(401);
      else expect([answer.statusCode, answer.json().code]).toEqual([401, 'gate_required']);
    }
  });

  it('answers every reading call with what the contract promises', async () => {
    fill(test);
    test.link.answer = () => ok({ venue: 'BINANCE', candles: [{ openMs: 1_800_000_000_000, open: 1, high: 2, low: 1, close: 2, volumeBase: 3 }] });
    const cookie = await test.unlock();
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const answer = await test.app.inject({ method: 'GET', url: route.path, headers: { cookie } });
      expect([route.path, answer.statusCode]).toEqual([route.path, 200]);
      expect(route.response.safeParse(answer.json()).success).toBe(true);
    }
  });

  it('describes itself behind the gate', async () => {
    const cookie = await test.unlock();
    expect((await test.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/api/docs' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/api/docs/static/index.html' })).statusCode).toBe(401);
    const description = (await test.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json();
    for (const route of routes) expect(Object.keys(description.paths)).toContain(route.path);
    const docs = await test.app.inject({ url: '/api/docs', headers: { cookie } });
    expect(docs.statusCode).toBe(200);
    expect(docs.body).toContain('swagger-ui');
  });
});

describe('problems', () => {
  it('answer an unknown path below /api with JSON 404, and 401 without the gate', async () => {
    const cookie = await test.unlock();
    const answer = await test.app.inject({ url: '/api/nothing/here', headers: { cookie } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(contracts.Problem.parse(answer.json())).toMatchObject({ ok: false, code: 'not_found', request_id: answer.headers['x-request-id'] });
    expect((await test.app.inject({ url: '/api/nothing/here' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/API/health' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '//api/health' })).json().code).toBe('not_found');
    expect((await test.app.inject({ url: '/%61pi/health' })).statusCode).toBe(401);
  });

  it('name the faulty field and say the same in error and message', async () => {
    const cookie = await test.unlock();
    const answer = await test.app.inject({ method: 'POST', url: '/api/arbitrage/start', headers: { cookie }, payload: { venues: ['BINANCE'], min_spread_bps: -1 } });
    const problem = contracts.Problem.parse(answer.json());
    expect([answer.statusCode, problem.code]).toEqual([400, 'invalid_input']);
    expect(problem.fields).toMatchObject({ venues: 'choose at least two venues', min_spread_bps: expect.any(String) });
    expect(problem.error).toBe(problem.message);
  });

  it('answer broken JSON, a wrong content type and an oversized body without a stack', async () => {
    const cookie = await test.unlock();
    const post = (payload: string, type: string) =>
      test.app.inject({ method: 'POST', url: '/api/arbitrage/start', headers: { cookie, 'content-type': type }, payload });
    for (const [payload, type, status] of [
      ['{"venues":', 'application/json', 400],
      ['{"__proto__":{"x":1}}', 'application/json', 400],
      ['venues=1', 'text/csv', 415],
      [`"${'x'.repeat(300_000)}"`, 'application/json', 413],
    ] as const) {
      const answer = await post(payload, type);
      expect(answer.statusCode).toBe(status);
      expect(contracts.Problem.parse(answer.json()).code).toBe('invalid_input');
    }
  });

  it.each(DOMAIN_ERROR_CODES)('map %s to a code of the contract that is not 401', (code) => {
    const { status, body } = toProblem(domainError(code, 'secret=1', { retryAfterMs: 1_500 }), 'request-1');
    expect(contracts.Problem.parse(body)).toMatchObject({ request_id: 'request-1', retry_after_seconds: 2 });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).not.toBe(401);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('the gate', () => {
  const unlock = (payload: object, headers: Record<string, string> = {}) => test.app.inject({ method: 'POST', url: '/api/gate/unlock', payload, headers });

  it('opens with the password, whatever spaces are around it, and sets a cookie scripts can not read', async () => {
    const answer = await unlock({ password: `  ${TEST_PASSWORD} ` });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^riptide_gate=[A-Za-z0-9_-]{43}; /);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain('Secure');
    expect(String((await unlock({ password: TEST_PASSWORD }, { 'x-forwarded-proto': 'https' })).headers['set-cookie'])).toContain('Secure');
  });

  it('says Invalid password with 401, and asks for one that is missing', async () => {
    const wrong = await unlock({ password: 'nope' });
    expect([wrong.statusCode, wrong.json().code, wrong.json().error]).toEqual([401, 'invalid_password', 'Invalid password']);
    const empty = await unlock({ password: '   ' });
    expect([empty.statusCode, empty.json().error]).toEqual([400, 'Please enter the gate password']);
  });

  it('makes guessing wait, whatever address a header claims', async () => {
    for (let i = 0; i < 5; i += 1) await unlock({ password: 'nope' }, { 'x-forwarded-for': `10.0.0.${i}` });
    const answer = await unlock({ password: TEST_PASSWORD }, { 'x-forwarded-for': '10.9.9.9' });
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([429, 'too_many_tries', '1']);
    expect(answer.json().retry_after_seconds).toBe(1);
    test.clock.advance(1_000);
    expect((await unlock({ password: TEST_PASSWORD })).statusCode).toBe(200);
  });

  it('tells whether it is open, and until when', async () => {
    const before = await test.app.inject({ url: '/api/gate/status' });
    expect(before.json()).toEqual({ ok: true, authenticated: false, expires_at: null, version: '2.0.0', market: 'sim', execution: 'paper' });
    const cookie = await test.unlock();
    const after = await test.app.inject({ url: '/api/gate/status', headers: { cookie } });
    expect(after.json()).toMatchObject({ authenticated: true, expires_at: 1_800_000_000 + 12 * 3_600 });
  });

  it('closes again by lock and by time', async () => {
    const cookie = await test.unlock();
    const read = () => test.app.inject({ url: '/api/arbitrage/status', headers: { cookie } });
    expect((await read()).statusCode).toBe(200);
    const lock = await test.app.inject({ method: 'POST', url: '/api/gate/lock', headers: { cookie, 'content-type': 'application/json' } });
    expect(lock.statusCode).toBe(200);
    expect((await read()).statusCode).toBe(401);
    const second = await test.unlock();
    test.clock.advance(12 * 3_600_000);
    expect((await test.app.inject({ url: '/api/arbitrage/status', headers: { cookie: second } })).statusCode).toBe(401);
  });

  it('is not opened by a made-up cookie', async () => {
    const cookie = `riptide_gate=${'A'.repeat(43)}`;
    expect((await test.app.inject({ url: '/api/health', headers: { cookie } })).statusCode).toBe(401);
  });
});

describe('changing requests', () => {
  const stop = async (headers: Record<string, string>) => {
    const cookie = await test.unlock();
    test.link.answer = () => ok({ wasRunning: true, scanner: buildScanner() });
    return test.app.inject({ method: 'POST', url: '/api/arbitrage/stop', headers: { cookie, host: 'localhost:8080', ...headers } });
  };

  it.each([
    ['of a program', {}, 200],
    ['of the own page', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }, 200],
    ['of the own page behind https', { origin: 'https://localhost:8080', 'sec-fetch-site': 'same-origin' }, 200],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'http://localhost:9090', 'sec-fetch-site': 'same-site' }, 403],
    ['of a sandboxed frame', { origin: 'null' }, 403],
    ['marked cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['marked same-site without origin', { 'sec-fetch-site': 'same-site' }, 403],
  ])('%s: %o -> %i', async (_name, headers, status) => {
    const answer = await stop(headers as Record<string, string>);
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('foreign_origin');
  });
});

describe('arbitrage', () => {
  it('lists opportunities, best entry net first, with the figures of the specification', async () => {
    fill(test);
    const cookie = await test.unlock();
    const { opportunities, count } = (await test.app.inject({ url: '/api/arbitrage/opportunities', headers: { cookie } })).json();
    expect(count).toBe(2);
    expect(opportunities.map((row: { id: string }) => row.id)).toEqual(['b', 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT']);
    expect(opportunities[1]).toMatchObject({
      asset: 'BTC',
      buy_exchange: 'BINANCE',
      sell_exchange: 'BYBIT',
      spread_pct: 0.156128,
      volume_usd: 999.2,
      timestamp: 1_800_000_000,
      confidence: 0.75,
      round_trip_net_bps: null,
      alive_ms: 2_000,
      policy: 'executable',
      policy_reason: null,
    });
    const limited = await test.app.inject({ url: '/api/arbitrage/opportunities?limit=1', headers: { cookie } });
    expect(limited.json().count).toBe(1);
    expect((await test.app.inject({ url: '/api/arbitrage/opportunities?limit=0', headers: { cookie } })).statusCode).toBe(400);
  });

  it('leaves out an opportunity with a figure that is not a number instead of failing the list', async () => {
    fill(test);
    test.link.update(['opportunity', 'broken', buildOpportunity({ id: 'broken', grossBps: Number.NaN })]);
    const cookie = await test.unlock();
    const answer = await test.app.inject({ url: '/api/arbitrage/opportunities', headers: { cookie } });
    expect([answer.statusCode, answer.json().count]).toEqual([200, 2]);
  });

  it('starts the scanner with the defaults of the form and takes venues in any case', async () => {
    const cookie = await test.unlock();
    test.link.answer = () => ok({ wasRunning: false, scanner: buildScanner() });
    const start = (payload: object) => test.app.inject({ method: 'POST', url: '/api/arbitrage/start', headers: { cookie }, payload });
    expect((await start({})).json()).toMatchObject({ ok: true, already_running: false, message: 'Arbitrage scanner started' });
    await start({ min_spread_bps: 1, max_position_usd: 500, venues: ['okx', 'Bybit', 'OKX'] });
    expect(test.link.sent.map(({ request }) => request)).toEqual([
      { minEntryNetBps: 50, maxPositionUsd: 1_000, venues: ['BINANCE', 'BYBIT'] },
      { minEntryNetBps: 1, maxPositionUsd: 500, venues: ['OKX', 'BYBIT'] },
    ]);
    expect((await start({ venues: ['KRAKEN', 'OKX'] })).statusCode).toBe(400);
  });

  it('says why it does not scan', async () => {
    const cookie = await test.unlock();
    const status = async () => (await test.app.inject({ url: '/api/arbitrage/status', headers: { cookie } })).json();
    expect(await status()).toMatchObject({ scanning: false, reason: 'Stopped', session: { session_name: 'Default Arbitrage Session', min_spread_bps: 20 } });
    fill(test);
    expect(await status()).toMatchObject({ scanning: true, reason: null, venues: ['BINANCE', 'BYBIT'], pairs: 12 });
    test.link.update(['venue', 'BYBIT', buildVenue('BYBIT', { phase: 'loading', phaseReason: 'No answer' })]);
    expect((await status()).reason).toContain('BYBIT');
    test.link.setConnected(false);
    expect(await status()).toMatchObject({ scanning: false, reason: 'The engine is not answering' });
  });

  it('shows the basis of spot and perp from the books', async () => {
    fill(test);
    const cookie = await test.unlock();
    const { basis, opportunities } = (await test.app.inject({ url: '/api/arbitrage/spot_futures?symbol=btcusdt', headers: { cookie } })).json();
    expect(basis).toHaveLength(4);
    expect(basis[0]).toMatchObject({ symbol: 'BTCUSDT', spot_exchange: 'OKX', basis_bps: 1.5706 });
    expect(opportunities.map((row: { id: string }) => row.id)).toEqual(['b']);
  });
});

describe('while the engine is away', () => {
  it('says so with 503 and keeps health, status and gate answering', async () => {
    fill(test);
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
    const ready = await test.app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json().engine]).toEqual([503, false]);
  });

  it('answers a command that gets no answer with 504', async () => {
    const cookie = await test.unlock();
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'timeout', { outcome: 'unknown' }));
    const answer = await test.app.inject({ method: 'POST', url: '/api/arbitrage/stop', headers: { cookie }, payload: {} });
    expect([answer.statusCode, answer.json().code]).toEqual([504, 'engine_busy']);
  });
});

describe('prices', () => {
  it('read a symbol from the perp of the first venue whose book is live', async () => {
    fill(test);
    const cookie = await test.unlock();
    const prices = async () => (await test.app.inject({ url: '/api/trading/engine/live_prices', headers: { cookie } })).json().prices;
    expect(await prices()).toEqual([
      { symbol: 'BTCUSDT', price: 64_000, change_24h: -1.23, volume_24h: 1_234_567.89, last_updated: 1_800_000_000, venue: 'BINANCE' },
    ]);
    test.link.update(['instrument', '0', buildInstrument({ isBookLive: false, bookResetReason: 'sequence-gap' })]);
    expect((await prices())[0].venue).toBe('BYBIT');
  });

  it('tell per venue what is wrong', async () => {
    fill(test);
    test.link.update(
      ['instrument', '1', null],
      ['instrument', '3', buildInstrument({ venue: 'KUCOIN', isBookLive: false, bookResetReason: 'sequence-gap' })],
    );
    const cookie = await test.unlock();
    const { tickers } = (await test.app.inject({ url: '/api/price/ticker?symbol=btcusdt', headers: { cookie } })).json();
    expect(tickers.BINANCE).toEqual({ ok: true, price: 64_000, latency_ms: 3.25, error: null, fees_bps: { maker_bps: 2, taker_bps: 5 }, balance: { free: null, total: null } });
    expect(tickers.BYBIT).toMatchObject({ ok: false, price: null, error: 'BTCUSDT is not followed on BYBIT' });
    expect(tickers.KUCOIN).toMatchObject({ ok: false, error: 'Order book is being rebuilt (sequence-gap)' });
  });
});

describe('probes', () => {
  it('need no gate', async () => {
    fill(test);
    expect((await test.app.inject({ url: '/healthz' })).json()).toEqual({ ok: true });
    test.link.update(['venue', 'OKX', buildVenue('OKX', { phase: 'loading', phaseReason: 'No answer; trying again' })]);
    const ready = await test.app.inject({ url: '/readyz' });
    expect(ready.json()).toEqual({ ok: true, database: true, engine: true, venues: { BINANCE: 'ok', BYBIT: 'ok', OKX: 'down', KUCOIN: 'ok' } });
  });

  it('give metrics to this machine only', async () => {
    fill(test);
    const local = await test.app.inject({ url: '/metrics' });
    expect(local.statusCode).toBe(200);
    expect(local.body).toContain('riptide_venue_frames_total{venue="BINANCE",tier="fast"} 990');
    expect(local.body).toContain('riptide_scanner_pairs 12');
    expect(local.body).toContain('riptide_server_process_resident_memory_bytes');
    expect((await test.app.inject({ url: '/metrics', remoteAddress: '192.168.1.5' })).statusCode).toBe(404);
    expect((await test.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '8.8.8.8' } })).statusCode).toBe(404);
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
