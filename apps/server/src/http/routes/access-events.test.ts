import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountEvent } from '../../access/accounts/account-access.ts';
import type { GateEvent } from '../../access/gate-keeper.ts';
import { sessionIdOf } from '../../access/gate-sessions.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };

let t: TestApp;
let cookie = '';
beforeEach(async () => {
  t = await startTestApp();
  cookie = await t.unlock();
});
afterEach(() => t.close());

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload });
}

describe('events of access', () => {
  it('name the request that was answered, the address, the gate session and the account', async () => {
    const events: AccountEvent[] = [];
    t.accounts.onEvent((event) => events.push(event));
    const answers = [
      await post('/api/auth/register', { ...ADA, confirmPassword: ADA.password }),
      await post('/api/auth/login', { ...ADA, password: 'not her password' }),
      await post('/api/auth/login', { email_or_username: 'ada', password: ADA.password }),
    ];
    const sessionId = sessionIdOf(cookie.split('=')[1] ?? '');
    const kinds = ['register', 'login-refused: wrong-login', 'login'];
    expect(events).toEqual(
      answers.map((answer, i) => ({
        kind: kinds[i],
        who: ADA.email,
        address: '127.0.0.1',
        requestId: answer.headers['x-request-id'],
        sessionId,
        atMs: t.clock.nowMs(),
      })),
    );
  });

  it('of the gate name the request and the session too', async () => {
    const events: GateEvent[] = [];
    t.gate.onEvent((event) => events.push(event));
    const wrong = await t.app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password: 'wrong' } });
    const locked = await post('/api/gate/lock', {});
    expect(events.map(({ kind, requestId, sessionId }) => [kind, requestId, sessionId])).toEqual([
      ['wrong-password', wrong.headers['x-request-id'], null],
      ['locked', locked.headers['x-request-id'], sessionIdOf(cookie.split('=')[1] ?? '')],
    ]);
  });
});
