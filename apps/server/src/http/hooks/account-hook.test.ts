import { generate } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLASSED_CALLS, callClassOf, NEEDS_ACCOUNT } from '../call-classes.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { testAccount } from '../verified-account.fixture.ts';

const PASSWORD = 'analytical engine';
const REFUSAL = 'Please log in to access trading features';

let t: TestApp;
let cookie = '';

beforeEach(async () => {
  t = await startTestApp('/nonexistent', { isDescribed: true });
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

function set(isRequired: boolean, headers: Record<string, string> = {}, more: object = {}) {
  const payload = { require_account_for_trading: isRequired, ...more };
  return t.app.inject({ method: 'PUT', url: '/api/settings/security', headers: { cookie, ...headers }, payload });
}

describe('the classes of calls', () => {
  it('name every changing call of the API, and no other', async () => {
    expect((await changingCalls()).sort()).toEqual([...CLASSED_CALLS].sort());
  });
});

describe('Require account for trading', () => {
  it('is off at first: the gate alone is enough for every call', async () => {
    // Approving asks for an account at all times.
    for (const name of CLASSED_CALLS.filter((each) => !each.includes('/auth/accounts/'))) {
      expect([name, (await call(name)).json().code]).not.toEqual([name, expect.stringMatching('account_required')]);
      if (name === 'POST /api/gate/lock') cookie = await t.unlock();
    }
  }, 60_000);

  it('asks for an account on every call that moves money or lowers protection, and on none that only closes or stops', async () => {
    expect((await set(true)).statusCode).toBe(200);
    for (const name of CLASSED_CALLS.filter((each) => !/gate.(un)?lock|\/auth\//.test(each))) {
      const answer = await call(name);
      const isRefused = answer.statusCode === 403 && answer.json().error === REFUSAL;
      const callClass = callClassOf(...(name.split(' ') as [string, string])) ?? 'money';
      expect([name, isRefused]).toEqual([name, NEEDS_ACCOUNT.has(callClass)]);
    }
    for (const name of [
      'PUT /api/settings/retention',
      'PUT /api/settings/notifications',
      'POST /api/lab/record/start',
      'POST /api/gate/password/set',
      'POST /api/gate/sessions/end-others',
      'POST /api/trading/symbols/bulk_upsert',
    ])
      expect([name, (await call(name)).statusCode]).toEqual([name, 403]);
  }, 120_000);

  it('keeps a row of the audit for every call that is refused for it', async () => {
    await set(true);
    for (const name of CLASSED_CALLS) {
      const callClass = callClassOf(...(name.split(' ') as [string, string])) ?? 'money';
      if (!NEEDS_ACCOUNT.has(callClass)) continue;
      const { headers } = await call(name);
      const { rows } = (await t.app.inject({ url: '/api/audit/events?limit=1', headers: { cookie } })).json();
      expect(rows[0]).toMatchObject({
        event: 'command',
        severity: 'WARN',
        payload: { call: name, request_id: headers['x-request-id'], status: 403, code: 'account_required' },
      });
    }
  }, 120_000);

  it('lets a verified account through, and neither one without verification nor a forged one', async () => {
    const unverified = await testAccount(t, cookie, { email: 'eve@example.com', isVerified: false });
    const ada = await testAccount(t, cookie, { email: 'ada@example.com' });
    await set(true);
    const start = (headers: Record<string, string>) => call('POST /api/trading/start', headers);
    expect((await start(ada)).statusCode).not.toBe(403);
    expect((await start({ authorization: `${ada.authorization}x` })).statusCode).toBe(403);
    expect([(await start(unverified)).statusCode, (await start(unverified)).json().error]).toEqual([
      403,
      'Please verify your email to access trading features',
    ]);
  });

  it('is switched off by an account that counts, with its password, and by nobody else', async () => {
    const ada = await testAccount(t, cookie, { email: 'ada@example.com' });
    const eve = await testAccount(t, cookie, { email: 'eve@example.com', isVerified: false });
    await set(true);
    const password = { password: PASSWORD };
    for (const answer of [await set(false), await set(false, {}, password), await set(false, eve, password)])
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'account_required']);
    for (const more of [{}, { password: 'difference engine' }]) {
      const answer = await set(false, ada, more);
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([403, ['password']]);
    }
    expect((await set(false, ada, password)).statusCode).toBe(200);
    expect((await call('POST /api/trading/start')).statusCode).not.toBe(403);
  });

  it('is switched off by an account with a second factor only with a code of it', async () => {
    const ada = await testAccount(t, cookie, { email: 'ada@example.com' });
    const post = (path: string, payload: object) =>
      t.app.inject({ method: 'POST', url: path, headers: { cookie, ...ada }, payload });
    const { secret } = (await post('/api/auth/totp/enrol', { password: PASSWORD })).json() as { secret: string };
    const otp = await generate({ secret, epoch: Math.floor(t.clock.nowMs() / 1_000) });
    const { recovery_codes: codes } = (await post('/api/auth/totp/confirm', { otp })).json() as {
      recovery_codes: string[];
    };
    await set(true);
    const code = async (more: object) => (await set(false, ada, { password: PASSWORD, ...more })).json().code;
    expect([await code({}), await code({ otp })]).toEqual(['two_factor_required', 'invalid_code']);
    expect((await set(false, ada, { password: PASSWORD, otp: codes[0] })).statusCode).toBe(200);
  });

  it('counts an account made meanwhile only after one that counts has approved it; the first one is free', async () => {
    await set(true);
    const ada = await testAccount(t, cookie, { email: 'ada@example.com' });
    t.clock.advance(1);
    const eve = await testAccount(t, cookie, { email: 'eve@example.com' });
    const start = async (headers: Record<string, string>) =>
      (await call('POST /api/trading/start', headers)).statusCode;
    expect(await start(eve)).toBe(403);
    expect(await start(ada)).not.toBe(403);
    expect((await set(false, eve, { password: PASSWORD })).statusCode).toBe(403);
    const list = (headers: Record<string, string>) =>
      t.app.inject({ url: '/api/auth/accounts', headers: { cookie, ...headers } });
    expect((await list(eve)).statusCode).toBe(403);
    const { accounts } = (await list(ada)).json() as {
      accounts: { id: string; email: string; is_approved: boolean }[];
    };
    expect(accounts.map((each) => [each.email, each.is_approved])).toEqual([
      ['ada@example.com', true],
      ['eve@example.com', false],
    ]);
    const approve = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: `/api/auth/accounts/${accounts[1]?.id}/approve`,
        headers: { cookie, ...headers },
      });
    expect([(await approve(eve)).statusCode, (await approve(ada)).statusCode]).toEqual([403, 200]);
    expect(await start(eve)).not.toBe(403);
  });
});
