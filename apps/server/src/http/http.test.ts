import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as contracts from '@riptide/contracts';
import { DOMAIN_ERROR_CODES, domainError, ok } from '@riptide/core/domain';
import { SERVER_ID_BASE } from '../storage/audit/audit-chain.ts';
import { buildScanner } from '../link/link-values.fixture.ts';
import { ARB_ID } from '../link/arbitrage-values.fixture.ts';
import { answerTestCall } from './answer-test-calls.fixture.ts';
import { fillTestArbitrage } from './fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from './fill-test-engine.fixture.ts';
import { fillTestSniping } from './fill-test-sniping.fixture.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.fixture.ts';
import { toProblem } from './to-problem.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp('/nonexistent', { isDescribed: true });
});
afterEach(() => test.close());

const routes = (Object.values(contracts) as readonly unknown[]).filter(
  (value): value is contracts.RouteDef =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
);

interface Asked {
  readonly query?: string;
  readonly status?: number;
}

/** Calls that must name what they ask for. Nothing is on record here; audit.test.ts reads rows by their ids, flight.test.ts moments. */
const ASKED: Readonly<Record<string, Asked>> = {
  '/api/audit/trades/:id': { status: 404 },
  '/api/portfolio/history/trade': { query: '?id=1', status: 404 },
  '/api/flight/moment': { query: '?seq=1', status: 404 },
  '/api/flight/steps': { query: '?around=1', status: 404 },
  '/api/trading/modes': { query: '?venue=BINANCE&symbol=BTCUSDT' },
};

describe('the contract', () => {
  it('is served whole: every call exists and needs the gate, except those of the gate', async () => {
    expect(routes.length).toBeGreaterThanOrEqual(15);
    for (const route of routes) {
      const answer = await test.app.inject({
        method: route.method,
        url: route.path,
        ...(route.method === 'POST' ? { payload: {} } : {}),
      });
      if (/^\/api\/gate\/(status|unlock|lock)$/.test(route.path)) expect(answer.statusCode).not.toBe(401);
      else expect([answer.statusCode, answer.json().code]).toEqual([401, 'gate_required']);
    }
  });

  it('answers every reading call with what the contract promises', async () => {
    fillTestEngine(test);
    fillTestSniping(test);
    fillTestArbitrage(test);
    test.link.answer = answerTestCall;
    const cookie = await test.unlock();
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      // They ask for an account besides the gate; the tests of the account calls read them.
      if (['/api/auth/me', '/api/auth/accounts'].includes(route.path)) continue;
      const { query = '', status = 200 } = ASKED[route.path] ?? {};
      const url = route.path
        .replace(':engine', 'oraculis')
        .replace('executions/:id', `executions/${ARB_ID}`)
        .replace('audit/events/:id', `audit/events/${SERVER_ID_BASE + 1}`)
        .replace('audit/trades/:id', 'audit/trades/1')
        .replace(':id', 'd01');
      const answer = await test.app.inject({ method: 'GET', url: url + query, headers: { cookie } });
      expect([route.path, answer.statusCode]).toEqual([route.path, status]);
      if (status !== 200) continue;
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      expect(route.response.safeParse(isJson ? answer.json() : answer.body).success).toBe(true);
    }
  });

  it('describes itself behind the gate', { timeout: 30_000 }, async () => {
    const cookie = await test.unlock();
    expect((await test.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/api/docs' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/api/docs/static/index.html' })).statusCode).toBe(401);
    const description = (await test.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json();
    for (const { path } of routes) expect(Object.keys(description.paths)).toContain(path.replaceAll(/:(\w+)/g, '{$1}'));
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
    expect(contracts.Problem.parse(answer.json())).toMatchObject({
      ok: false,
      code: 'not_found',
      request_id: answer.headers['x-request-id'],
    });
    expect((await test.app.inject({ url: '/api/nothing/here' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/API/health' })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '//api/health' })).json().code).toBe('not_found');
    expect((await test.app.inject({ url: '/%61pi/health' })).statusCode).toBe(401);
  });

  it('name the faulty field and say the same in error and message', async () => {
    const cookie = await test.unlock();
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/arbitrage/start',
      headers: { cookie },
      payload: { venues: ['BINANCE'], min_spread_bps: -1 },
    });
    const problem = contracts.Problem.parse(answer.json());
    expect([answer.statusCode, problem.code]).toEqual([400, 'invalid_input']);
    expect(problem.fields).toEqual({
      venues: 'choose at least two different venues',
      min_spread_bps: '-1 is under the minimum 0',
    });
    expect(problem.error).toBe('min_spread_bps: -1 is under the minimum 0');
    expect(problem.error).toBe(problem.message);
  });

  it('answer broken JSON, a wrong content type and an oversized body without a stack', async () => {
    const cookie = await test.unlock();
    const post = (payload: string, type: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/arbitrage/start',
        headers: { cookie, 'content-type': type },
        payload,
      });
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
  const unlock = (payload: object, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'POST', url: '/api/gate/unlock', payload, headers });

  it('opens with the password, whatever spaces are around it, and sets a cookie scripts can not read', async () => {
    const answer = await unlock({ password: `  ${TEST_PASSWORD} ` });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^riptide_gate=[A-Za-z0-9_-]{43}; /);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain('Secure');
    const forged = await unlock({ password: TEST_PASSWORD }, { 'x-forwarded-proto': 'https' });
    expect(String(forged.headers['set-cookie'])).not.toContain('Secure');
  });

  it('says Invalid password with 401, and asks for one that is missing', async () => {
    const wrong = await unlock({ password: 'nope' });
    expect([wrong.statusCode, wrong.json().code, wrong.json().error]).toEqual([
      401,
      'invalid_password',
      'Invalid password',
    ]);
    const empty = await unlock({ password: '   ' });
    expect([empty.statusCode, empty.json().error]).toEqual([400, 'Please enter the gate password']);
  });

  it('makes guessing wait, whatever address a header claims', async () => {
    for (let i = 0; i < 5; i += 1) await unlock({ password: 'nope' }, { 'x-forwarded-for': `10.0.0.${i}` });
    const answer = await unlock({ password: TEST_PASSWORD }, { 'x-forwarded-for': '10.9.9.9' });
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      429,
      'too_many_tries',
      '1',
    ]);
    expect(answer.json().retry_after_seconds).toBe(1);
    test.clock.advance(1_000);
    expect((await unlock({ password: TEST_PASSWORD })).statusCode).toBe(200);
  });

  it('tells whether it is open, and until when', async () => {
    const before = await test.app.inject({ url: '/api/gate/status' });
    expect(before.json()).toEqual({
      ok: true,
      authenticated: false,
      expires_at: null,
      version: '2.0.0',
      market: 'sim',
      execution: 'paper',
    });
    const cookie = await test.unlock();
    const after = await test.app.inject({ url: '/api/gate/status', headers: { cookie } });
    expect(after.json()).toMatchObject({ authenticated: true, expires_at: 1_800_000_000 + 12 * 3_600 });
  });

  it('closes again by lock and by time', async () => {
    const cookie = await test.unlock();
    const read = () => test.app.inject({ url: '/api/arbitrage/status', headers: { cookie } });
    expect((await read()).statusCode).toBe(200);
    const lock = await test.app.inject({
      method: 'POST',
      url: '/api/gate/lock',
      headers: { cookie, 'content-type': 'application/json' },
    });
    expect(lock.statusCode).toBe(200);
    expect((await read()).statusCode).toBe(401);
    const second = await test.unlock();
    test.clock.moveTo(test.clock.nowMs() + 12 * 3_600_000);
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
    return test.app.inject({
      method: 'POST',
      url: '/api/arbitrage/stop',
      headers: { cookie, host: 'localhost:8080', ...headers },
    });
  };

  it.each([
    ['of a program', {}, 200],
    ['of the own page', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }, 200],
    ['of the own name by another scheme', { origin: 'https://localhost:8080', 'sec-fetch-site': 'same-origin' }, 403],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'http://localhost:9090', 'sec-fetch-site': 'same-site' }, 403],
    ['of a sandboxed frame', { origin: 'null' }, 403],
    ['marked cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['marked same-site without origin', { 'sec-fetch-site': 'same-site' }, 403],
  ])('%s: %o -> %i', async (_name, headers, status) => {
    const answer = await stop(headers);
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('foreign_origin');
  });
});
