import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '@riptide/contracts';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

let test: TestApp;
let cookie: string;
beforeAll(async () => {
  test = await startTestApp('/nonexistent', { isDescribed: true });
  cookie = await test.unlock();
});
afterAll(() => test.close());

const JSON_TYPE = 'application/json';

/** An id of every kind that paths ask for: what is wrong there is told before what is wrong in the body. */
const IDS = ['x', '1', 'a0123456789a', 'r0123456789a', '0123456789abcdef'] as const;

function addressOf(path: string, id: string): string {
  return path
    .replaceAll('{exchange}', 'OKX')
    .replaceAll('{engine}', 'oraculis')
    .replaceAll(/\{[^}]+\}/g, id);
}

const START = '/api/arbitrage/start';

describe('a refused body', () => {
  it.each([
    ['{"min_spread_bps":"abc"}', 'min_spread_bps: "abc" is not a number'],
    ['{"min_spread_bps":null}', 'min_spread_bps: null is not a number'],
    ['{"min_spread_bps":-1}', 'min_spread_bps: -1 is under the minimum 0'],
    ['{"min_spread_bps":10001}', 'min_spread_bps: 10001 is over the maximum 10000'],
    ['{"max_position_usd":9.5}', 'max_position_usd: 9.5 is under the minimum 10'],
    ['{"venues":[]}', 'venues: choose at least two different venues'],
    ['{"venues":["okx","OKX"]}', 'venues: choose at least two different venues'],
    ['{"venues":["OKX","kraken"]}', 'venues.1: "kraken" is not one of BINANCE, BYBIT, OKX, KUCOIN'],
    ['{"venues":"OKX"}', 'venues: "OKX" is not a list'],
    ['[]', 'body: [] is not an object'],
    ['{', 'The body is not valid JSON'],
    ['{"min_spread_bps":NaN}', 'The body is not valid JSON'],
  ])('names field, value and bound: %s', async (payload, error) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: START,
      headers: { cookie, 'content-type': JSON_TYPE },
      payload,
    });
    expect([answer.statusCode, Problem.parse(answer.json()).error]).toEqual([400, error]);
  });

  it('says what is missing, and never repeats a secret', async () => {
    const unlock = (payload: object) => test.app.inject({ method: 'POST', url: '/api/gate/unlock', payload });
    expect((await unlock({})).json().error).toBe('password: is missing');
    expect((await unlock({ password: 12_345 })).json().error).toBe('password: the text is not a text');
    expect((await unlock({ password: '' })).json().error).toBe('Please enter the gate password');
  });

  it.each([
    ['limit=abc', 'limit: "abc" is not a number'],
    ['limit=0', 'limit: 0 is under the minimum 1'],
    ['limit=NaN', 'limit: "NaN" is not a number'],
    ['limit=1.5', 'limit: "1.5" is not a whole number'],
  ])('names what is wrong in an address: %s', async (query, error) => {
    const answer = await test.app.inject({ url: `/api/arbitrage/opportunities?${query}`, headers: { cookie } });
    expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
  });
});

describe('a query', () => {
  it.each([
    ['/api/trading/decisions?foo=1', 'foo: is no field of this request'],
    ['/api/trading/status?foo=1', 'foo: is no field of this request'],
    ['/api/health?foo=1', 'foo: is no field of this request'],
    ['/api/portfolio/history?dayz=7', 'dayz: is no field of this request'],
    ['/api/trading/decisions?since=20&until=10', 'until: 10 is before since, which is 20'],
  ])('is refused by the field that is wrong: %s', async (url, error) => {
    const answer = await test.app.inject({ url, headers: { cookie } });
    expect([answer.statusCode, Problem.parse(answer.json()).error]).toEqual([400, error]);
  });

  it('is refused by every GET of the contract that has unknown fields', async () => {
    const { paths } = (await test.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json();
    const gets = Object.keys(paths).filter((path) => 'get' in paths[path] && path.startsWith('/api/'));
    const taken: string[] = [];
    for (const path of gets) {
      const url = `${path.replaceAll(/\{[^}]+\}/g, 'x')}?no_such_field=1`;
      const answer = await test.app.inject({ url, headers: { cookie } });
      if (answer.statusCode !== 400) taken.push(`${path} ${answer.statusCode}`);
    }
    expect(taken).toEqual([]);
  });
});

describe('a body', () => {
  it('is refused by every call of the contract that it has unknown fields for, by their name', async () => {
    const { paths } = (await test.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json();
    const taken: string[] = [];
    let asked = 0;
    for (const path of Object.keys(paths)) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (!(method.toLowerCase() in paths[path])) continue;
        asked += 1;
        const answers: string[] = [];
        for (const id of path.includes('{') ? IDS : IDS.slice(0, 1)) {
          const payload = { no_such_field: 1 };
          const answer = await test.app.inject({ method, url: addressOf(path, id), headers: { cookie }, payload });
          const isNamed = answer.json().fields?.no_such_field === 'is no field of this request';
          answers.push(answer.statusCode === 400 && isNamed ? 'refused' : `${answer.statusCode} ${answer.body}`);
        }
        if (!answers.includes('refused')) taken.push(`${method} ${path} ${answers.join(' ')}`);
      }
    }
    expect(taken).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  });

  it.each([
    ['/api/lab/override', { day: 1 }, 'day'],
    ['/api/kill-switch', { level: 1, zz: 1 }, 'zz'],
    ['/api/trading/stop', { foo: 1 }, 'foo'],
  ])('says which field of %s nobody knows', async (url, payload, field) => {
    const answer = await test.app.inject({ method: 'POST', url, headers: { cookie }, payload });
    expect([answer.statusCode, answer.json().fields[field]]).toEqual([400, 'is no field of this request']);
  });

  it('may have the extras of position_management', async () => {
    const url = '/api/trading/engine/position_management';
    const payload = { action: 'close_all', extras: { note: 'x' } };
    expect((await test.app.inject({ method: 'POST', url, headers: { cookie }, payload })).statusCode).not.toBe(400);
  });
});

describe('what no route matches', () => {
  it.each(['GET', 'DELETE', 'OPTIONS', 'PUT'] as const)('%s on a POST call is 405 and names it', async (method) => {
    const answer = await test.app.inject({ method, url: START, headers: { cookie } });
    expect([answer.statusCode, answer.headers['allow'], Problem.parse(answer.json()).code]).toEqual([
      405,
      'POST',
      'method_not_allowed',
    ]);
  });

  it('is 405, not a lock, on the open calls of the gate', async () => {
    expect((await test.app.inject({ method: 'GET', url: '/api/gate/unlock' })).statusCode).toBe(405);
  });

  it.each(['/%E0%A4%A', '/api/%E0%A4%A', '/%'])('is a problem when it can not be decoded: %s', async (url) => {
    const answer = await test.app.inject({ url });
    expect([answer.statusCode, Problem.parse(answer.json()).code]).toEqual([400, 'invalid_input']);
  });

  it('describes the stream among the calls', async () => {
    const { paths } = (await test.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json();
    expect(paths['/api/stream'].get.parameters[0].name).toBe('topics');
  });
});
