import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };
const HOUR_MS = 3_600_000;

let t: TestApp;
let cookie = '';
beforeEach(async () => {
  t = await startTestApp('/nonexistent', { trustedProxies: ['127.0.0.1'] });
  cookie = await t.unlock();
});
afterEach(() => t.close());

function post(path: string, payload: object, address = '203.0.113.1', headers: Record<string, string> = {}) {
  const sent = { cookie, 'x-forwarded-for': address, ...headers };
  return t.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: sent, payload });
}

/** Statuses of so many calls after each other. */
async function statuses(calls: number, call: (i: number) => ReturnType<typeof post>): Promise<number[]> {
  const list: number[] = [];
  for (let i = 0; i < calls; i += 1) list.push((await call(i)).statusCode);
  return list;
}

async function logIn(): Promise<{ access_token: string; refresh_token: string }> {
  await post('register', { ...ADA, confirmPassword: ADA.password });
  return (await post('login', ADA)).json();
}

describe('refreshing', () => {
  it('of one session is bounded from whatever address, the session lives on', async () => {
    let { refresh_token: token } = await logIn();
    for (let i = 0; i < 60; i += 1) {
      const answer = await post('refresh', { refresh_token: token }, `203.0.113.${i}`);
      expect([i, answer.statusCode]).toEqual([i, 200]);
      token = answer.json().refresh_token;
    }
    const over = await post('refresh', { refresh_token: token }, '203.0.113.200');
    expect([over.statusCode, over.json().code, Number(over.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many_tries',
      true,
    ]);
    t.clock.moveTo(t.clock.nowMs() + HOUR_MS);
    cookie = await t.unlock();
    expect((await post('refresh', { refresh_token: token })).statusCode).toBe(200);
  });

  it('with tokens that are none is bounded by address, others go on', async () => {
    const list = await statuses(241, (i) => post('refresh', { refresh_token: `no-token-${i}` }));
    expect([list.indexOf(429), list.filter((status) => status === 403).length]).toEqual([240, 240]);
    expect((await post('refresh', { refresh_token: 'no-token' }, '203.0.113.2')).statusCode).toBe(403);
  });
});

describe('calls about accounts', () => {
  it('are bounded by address together, whatever they ask', async () => {
    const list = await statuses(601, () =>
      t.app.inject({ url: '/api/auth/me', headers: { cookie, 'x-forwarded-for': '203.0.113.9' } }),
    );
    expect(list.indexOf(429)).toBe(600);
    expect((await post('logout', {}, '203.0.113.10')).statusCode).toBe(200);
  });

  it.each(['ada@example.com', 'nobody@example.com'])(
    'send %s a few mails an hour, from however many addresses they are asked for',
    async (email) => {
      await post('register', { ...ADA, confirmPassword: ADA.password }, '203.0.113.50');
      t.clock.moveTo(t.clock.nowMs() + HOUR_MS);
      cookie = await t.unlock();
      const asked = ['forgot-password', 'resend-verification'] as const;
      const list = await statuses(8, (i) => post(asked[i % 2] ?? '', { email }, `203.0.113.${i}`));
      expect(list).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    },
  );

  it('lock an account after five wrong codes of its second factor, from however many addresses', async () => {
    const { access_token: token } = await logIn();
    const bearer = { authorization: `Bearer ${token}` };
    await post('totp/enrol', { password: ADA.password }, '203.0.113.1', bearer);
    const list = await statuses(6, (i) => post('totp/confirm', { otp: '000000' }, `203.0.113.${i}`, bearer));
    expect([list.slice(0, 4), list.at(-1)]).toEqual([[403, 403, 403, 403], 423]);
  });
});
