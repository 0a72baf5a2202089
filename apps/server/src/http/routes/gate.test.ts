import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

let t: TestApp;

beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

const NEW = { new_password: 'a longer sesame' };

async function isOpen(cookie: string): Promise<boolean> {
  return (await callsOf(t, cookie).get('/api/gate/status')).json().authenticated;
}

describe('POST /api/gate/password/set', () => {
  it('sets the password, ends every other session and keeps the one that asks', async () => {
    const [mine, other] = [await t.unlock(), await t.unlock()];
    const answer = await callsOf(t, mine).post('/api/gate/password/set', { ...NEW, current_password: TEST_PASSWORD });
    expect(answer.json()).toEqual({
      ok: true,
      message: 'Gate password changed successfully!',
      detail: 'Gate password changed successfully!',
      sessions_ended: 1,
    });
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false]);
    const unlock = (password: string) =>
      t.app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password } }).then((r) => r.statusCode);
    expect([await unlock(TEST_PASSWORD), await unlock(` ${NEW.new_password} `)]).toEqual([401, 200]);
  });

  it('changes nothing with a wrong present password, a short new one, or without a session', async () => {
    const mine = await t.unlock();
    const set = (body: object) => callsOf(t, mine).post('/api/gate/password/set', body);
    const wrong = await set({ ...NEW, current_password: 'guess guess' });
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'Current password is incorrect']);
    const short = await set({ new_password: ' 1234567 ' });
    expect([short.statusCode, short.json().error]).toEqual([400, 'Password must be at least 8 characters long']);
    expect((await set({ new_password: '   ' })).statusCode).toBe(400);
    const bare = await t.app.inject({ method: 'POST', url: '/api/gate/password/set', payload: NEW });
    expect(bare.statusCode).toBe(401);
    expect(await t.unlock()).not.toBe('');
  });

  it('asks a session that is open for longer than five minutes for the present password, and takes an unlock by it', async () => {
    const mine = await t.unlock();
    const set = (body: object) => callsOf(t, mine).post('/api/gate/password/set', body);
    t.clock.advance(5 * 60_000 + 1);
    // Somebody else's unlock says nothing about this session.
    await t.unlock();
    const bare = await set(NEW);
    expect([bare.statusCode, bare.json().code, bare.json().fields]).toEqual([
      403,
      'invalid_credentials',
      { current_password: 'Current password is incorrect' },
    ]);
    expect((await callsOf(t, mine).post('/api/gate/unlock', { password: 'guess guess' })).statusCode).toBe(401);
    expect((await set(NEW)).statusCode).toBe(403);
    expect((await callsOf(t, mine).post('/api/gate/unlock', { password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await set(NEW)).statusCode).toBe(200);
  });

  it('needs no present password within five minutes after the unlock, nor while it is the generated one', async () => {
    const mine = await t.unlock();
    t.clock.advance(5 * 60_000);
    const set = (body: object) => callsOf(t, mine).post('/api/gate/password/set', body);
    expect((await set(NEW)).statusCode).toBe(200);
    await t.gate.commit('made up', true);
    t.clock.moveTo(t.clock.nowMs() + 60 * 60_000);
    expect((await set({ new_password: 'chosen by a person' })).statusCode).toBe(200);
    expect((await set(NEW)).statusCode).toBe(403);
  });

  it('is no way around the limit of tries', async () => {
    const mine = await t.unlock();
    const guess = () => callsOf(t, mine).post('/api/gate/password/set', { ...NEW, current_password: 'guess guess' });
    const seen = new Set<number>();
    for (let i = 0; i < 6; i += 1) seen.add((await guess()).statusCode);
    expect([...seen]).toEqual([403, 429]);
  });
});

describe('gate sessions', () => {
  it('are listed without anything that opens the gate, and signed out one by one or all but this one', async () => {
    const cookies = [await t.unlock(), await t.unlock(), await t.unlock(), await t.unlock()];
    const mine = callsOf(t, cookies[0] ?? '');
    const listed = await mine.get('/api/gate/sessions');
    const sessions = listed.json().sessions as { id: string; is_current: boolean }[];
    expect(sessions).toHaveLength(4);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
    for (const cookie of cookies) expect(listed.body).not.toContain(cookie.split('=')[1]);

    const another = sessions.find(({ is_current }) => !is_current);
    expect((await mine.remove(`/api/gate/sessions/${another?.id}`)).statusCode).toBe(200);
    expect((await mine.remove(`/api/gate/sessions/${another?.id}`)).json().code).toBe('session_not_found');
    expect((await mine.remove('/api/gate/sessions/x')).statusCode).toBe(400);
    expect((await mine.post('/api/gate/sessions/end-others', {})).json().sessions_ended).toBe(2);
    expect((await mine.get('/api/gate/sessions')).json().sessions).toHaveLength(1);
  });
});
