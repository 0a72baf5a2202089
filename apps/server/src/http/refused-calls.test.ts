import { afterEach, describe, expect, it } from 'vitest';
import { ASKING, CLASSED_CALLS } from './call-classes.ts';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

let t: TestApp;
afterEach(() => t.close());

describe('a changing call from behind the gate', () => {
  it('is a row of the audit where it is refused before anything of it is read', async () => {
    t = await startTestApp();
    const cookie = await t.unlock();
    for (const call of CLASSED_CALLS.filter((each) => !ASKING.includes(each))) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await t.app.inject({
        method: method as 'POST',
        url: path.replace(':engine', 'pas_trader').replace(':exchange', 'OKX').replace(/:\w+/, 'x1'),
        headers: { cookie, origin: 'https://evil.example' },
        ...(method === 'DELETE' ? {} : { payload: {} }),
      });
      const { rows } = (await t.app.inject({ url: '/api/audit/events?limit=1', headers: { cookie } })).json();
      expect(rows[0]).toMatchObject({
        event: 'command',
        payload: { call, request_id: answer.headers['x-request-id'], status: 403, code: 'foreign_origin' },
      });
    }
  }, 60_000);
});
