import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLASSED_CALLS, callClassOf } from '../call-classes.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };
const REFUSAL = 'Please log in to access trading features';

let t: TestApp;
let cookie = '';

beforeEach(async () => {
  t = await startTestApp();
  cookie = await t.unlock();
});
afterEach(() => t.close());

/** Every call of the OpenAPI document that changes something, as `METHOD /path/:param`. */
async function changingCalls(): Promise<string[]> {
  const { paths } = (await t.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['post', 'put', 'delete', 'patch'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
}

function call(name: string, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = name.split(' ');
  return t.app.inject({
    method: method as 'POST',
    url: path.replace(':engine', 'pas_trader').replace(':exchange', 'OKX').replace(/:\w+/, 'x1'),
    headers: { cookie, ...headers },
    ...(method === 'DELETE' ? {} : { payload: {} }),
  });
}

async function token(): Promise<string> {
  const post = (url: string, payload: object) => t.app.inject({ method: 'POST', url, headers: { cookie }, payload });
  await post('/api/auth/register', { ...ADA, confirmPassword: ADA.password });
  return (await post('/api/auth/login', ADA)).json().access_token as string;
}

function set(isRequired: boolean, headers: Record<string, string> = {}) {
  const payload = { require_account_for_trading: isRequired };
  return t.app.inject({ method: 'PUT', url: '/api/settings/security', headers: { cookie, ...headers }, payload });
}

describe('the classes of calls', () => {
  it('name every changing call of the API, and no other', async () => {
    expect((await changingCalls()).sort()).toEqual([...CLASSED_CALLS].sort());
  });
});

describe('Require account for trading', () => {
  it('is off at first: the gate alone is enough for every call', async () => {
    for (const name of CLASSED_CALLS) {
      expect([name, (await call(name)).json().code]).not.toEqual([name, expect.stringMatching('account_required')]);
      if (name === 'POST /api/gate/lock') cookie = await t.unlock();
    }
  }, 60_000);

  it('asks for an account on every call that can move money, and on none that only closes or stops', async () => {
    expect((await set(true)).statusCode).toBe(200);
    for (const name of CLASSED_CALLS.filter(
      (each) => !each.startsWith('POST /api/gate/') && !each.includes('/auth/'),
    )) {
      const answer = await call(name);
      const isRefused = answer.statusCode === 403 && answer.json().error === REFUSAL;
      expect([name, isRefused]).toEqual([name, callClassOf(...(name.split(' ') as [string, string])) === 'money']);
    }
  }, 60_000);

  it('lets an account through, refuses a forged one, and is switched off by an account only', async () => {
    const bearer = { authorization: `Bearer ${await token()}` };
    await set(true);
    expect((await call('POST /api/trading/start', bearer)).statusCode).not.toBe(403);
    expect((await call('POST /api/trading/start', { authorization: `${bearer.authorization}x` })).statusCode).toBe(403);
    expect([(await set(false)).statusCode, (await set(false, bearer)).statusCode]).toEqual([403, 200]);
    expect((await call('POST /api/trading/start')).statusCode).not.toBe(403);
  });
});
