import { describe, expect, it } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { GateRepository } from '../storage/app-db/gate-repository.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { GateKeeper, generatePassword, type GateCaller, type GateEvent } from './gate-keeper.ts';
import { sessionIdOf, tokenHashOf } from './gate-sessions.ts';

const HOUR_MS = 3_600_000;

async function newGate(password: string | null = 'correct horse') {
  const db = await openSqlite<AppSchema>(':memory:', APP_MIGRATIONS);
  const clock = new VirtualClock(1_800_000_000_000);
  const repository = new GateRepository(db);
  const gate = new GateKeeper(repository, clock, silentLog());
  const start = await gate.prepare(password);
  if (password !== null) await gate.commit(password, false);
  return { gate, clock, repository, start };
}

function from(address: string, token?: string): GateCaller {
  return { token, address, requestId: 'r1' };
}

async function unlocked(gate: GateKeeper): Promise<string> {
  const result = await gate.unlock('correct horse', from('127.0.0.1'));
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

describe('GateKeeper', () => {
  it('refuses nobody before a password is stored: not ready is no try, and the right one opens afterwards', async () => {
    const { gate } = await newGate(null);
    for (let i = 0; i < 20; i += 1) {
      expect(await gate.unlock('correct horse', from('127.0.0.1'))).toEqual({
        ok: false,
        error: { kind: 'not-ready' },
      });
    }
    await gate.commit('correct horse', true);
    expect((await gate.unlock('correct horse', from('127.0.0.1'))).ok).toBe(true);
  });

  it('keeps a session for 12 h after its last use', async () => {
    const { gate, clock } = await newGate();
    const token = await unlocked(gate);
    clock.advance(11 * HOUR_MS);
    expect(gate.use(token)).toBe(clock.nowMs() + 12 * HOUR_MS);
    clock.advance(11 * HOUR_MS);
    expect(gate.use(token)).not.toBeNull();
    clock.advance(12 * HOUR_MS);
    expect(gate.use(token)).toBeNull();
  });

  it('ends a session after 7 d however often it is used', async () => {
    const { gate, clock } = await newGate();
    const token = await unlocked(gate);
    let hours = 0;
    while (gate.use(token) !== null && hours < 400) {
      clock.advance(HOUR_MS);
      hours += 1;
    }
    expect(hours).toBe(7 * 24);
  });

  it('stores only hashes of tokens and passwords', async () => {
    const { gate, repository } = await newGate();
    const token = await unlocked(gate);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await repository.sessions()).map((row) => row.tokenHash)).toEqual([tokenHashOf(token)]);
    expect((await repository.password())?.hash).toMatch(/^\$argon2id\$/);
  });

  it('finds its sessions again after a restart', async () => {
    const { gate, clock, repository } = await newGate();
    const token = await unlocked(gate);
    const again = new GateKeeper(repository, clock, silentLog());
    expect((await again.prepare('another password')).kind).toBe('kept');
    expect(again.use(token)).not.toBeNull();
    expect((await again.unlock('correct horse', from('127.0.0.1'))).ok).toBe(true);
  });

  it('makes a password up when none is given, and lets a given one replace only such a one', async () => {
    const { gate, clock, repository, start } = await newGate(null);
    if (start.kind !== 'generated') throw new Error(start.kind);
    expect(start.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(await repository.password()).toBeNull();
    await gate.commit(start.password, true);
    const next = (given: string | null) => new GateKeeper(repository, clock, silentLog()).prepare(given);
    expect(await next(null)).toEqual({ kind: 'kept', isGenerated: true });
    expect((await next('given password')).kind).toBe('given');
  });

  it('refuses a right password too while the address has to wait, and notes every attempt', async () => {
    const { gate, clock, repository } = await newGate();
    for (let i = 0; i < 5; i += 1)
      expect(await gate.unlock('wrong', from('10.0.0.9'))).toMatchObject({ error: { kind: 'wrong-password' } });
    expect(await gate.unlock('correct horse', from('10.0.0.9'))).toEqual({
      ok: false,
      error: { kind: 'too-many-tries', retryAfterMs: 1_000 },
    });
    clock.advance(1_000);
    expect((await gate.unlock('correct horse', from('10.0.0.9'))).ok).toBe(true);
    const kinds = (await repository.events(100)).map((event) => event.kind);
    expect(kinds).toEqual(['unlocked', 'too-many-tries', ...Array.from({ length: 5 }, () => 'wrong-password')]);
  });

  it('checks no more than four passwords at once', async () => {
    const { gate } = await newGate();
    const results = await Promise.all(Array.from({ length: 8 }, (_, i) => gate.unlock('wrong', from(`10.0.1.${i}`))));
    const kinds = results.map((result) => (result.ok ? 'ok' : result.error.kind));
    expect(kinds.filter((kind) => kind === 'wrong-password')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'too-many-tries')).toHaveLength(4);
  });

  it('ends a session by lock and tells so', async () => {
    const { gate } = await newGate();
    const token = await unlocked(gate);
    const ended: string[] = [];
    gate.onEnd((tokenHash) => ended.push(tokenHash));
    await gate.lock(from('127.0.0.1', token));
    expect(gate.use(token)).toBeNull();
    expect(ended).toEqual([tokenHashOf(token)]);
  });
});

describe('generatePassword', () => {
  it('never repeats itself', () => {
    expect(new Set(Array.from({ length: 100 }, generatePassword)).size).toBe(100);
  });
});

describe('the limit over all addresses', () => {
  it('slows down guessing from many addresses, and never an address with an open session', async () => {
    const { gate, clock } = await newGate();
    await unlocked(gate);
    const kinds: string[] = [];
    for (let i = 0; i < 52; i += 1) {
      const result = await gate.unlock('wrong', from(`10.1.${i}.1`));
      kinds.push(result.ok ? 'open' : result.error.kind);
    }
    expect(kinds.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'wrong-password'));
    expect(kinds[51]).toBe('too-many-tries');
    expect((await gate.unlock('correct horse', from('127.0.0.1'))).ok).toBe(true);
    clock.advance(5_000);
    expect((await gate.unlock('correct horse', from('10.2.0.1'))).ok).toBe(true);
  });
});

describe('a change of the password', () => {
  it('is on disk with the sessions it ended: after a restart only the one that changed it is open', async () => {
    const { gate, clock, repository } = await newGate();
    const [mine, other] = [await unlocked(gate), await unlocked(gate)];
    const set = await gate.setPassword(from('127.0.0.1', mine), 'battery staple', null);
    expect(set).toEqual({ ok: true, value: 1 });
    const restarted = new GateKeeper(repository, clock, silentLog());
    await restarted.prepare(null);
    expect([restarted.use(mine) !== null, restarted.use(other)]).toEqual([true, null]);
    expect((await restarted.unlock('correct horse', from('127.0.0.1'))).ok).toBe(false);
    expect((await restarted.unlock('battery staple', from('127.0.0.1'))).ok).toBe(true);
  });

  it('opens no session for the old password that was being checked meanwhile', async () => {
    const { gate } = await newGate();
    const mine = await unlocked(gate);
    const [, late] = await Promise.all([
      gate.setPassword(from('127.0.0.1', mine), 'battery staple', null),
      gate.unlock('correct horse', from('10.0.0.2')),
    ]);
    if (late.ok) expect(gate.use(late.value)).toBeNull();
    expect(gate.sessions(mine).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});

describe('events of the gate', () => {
  it('name request, address and session, and the session that was ended', async () => {
    const { gate } = await newGate();
    const events: Partial<GateEvent>[] = [];
    gate.onEvent(({ kind, address, requestId, sessionId, endedSessionId }) =>
      events.push({ kind, address, requestId, sessionId, endedSessionId }),
    );
    await gate.unlock('wrong', { token: 'forged', address: '10.0.0.1', requestId: 'r-wrong' });
    const [mine, other] = [await unlocked(gate), await unlocked(gate)];
    const asked = { token: mine, address: '127.0.0.1', requestId: 'r-end' };
    await gate.endSession(sessionIdOf(other), asked);
    await gate.lock({ ...asked, requestId: 'r-lock' });
    const event = (kind: GateEvent['kind'], requestId: string, sessionId: string | null) => ({
      kind,
      address: '127.0.0.1',
      requestId,
      sessionId,
      endedSessionId: null,
    });
    expect(events).toEqual([
      { ...event('wrong-password', 'r-wrong', null), address: '10.0.0.1' },
      event('unlocked', 'r1', sessionIdOf(mine)),
      event('unlocked', 'r1', sessionIdOf(other)),
      { ...event('session-ended', 'r-end', sessionIdOf(mine)), endedSessionId: sessionIdOf(other) },
      event('locked', 'r-lock', sessionIdOf(mine)),
    ]);
  });
});
