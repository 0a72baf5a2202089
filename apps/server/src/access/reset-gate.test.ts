import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { GateRepository } from '../storage/app-db/gate-repository.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { verifyChain } from '../storage/audit/verify-chain.ts';
import { lockDataDir } from '../supervise/data-dir-lock.ts';
import { GateKeeper } from './gate-keeper.ts';
import { resetIn } from './run-gate-reset.ts';

const CALLER = { token: undefined, address: '127.0.0.1', requestId: 'r1' };

describe('resetting the gate', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'riptide-gate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = () => openSqlite<AppSchema>(join(folder, 'app.db'), APP_MIGRATIONS);
  async function useGate<T>(use: (gate: GateKeeper) => Promise<T>): Promise<T> {
    const db = await open();
    try {
      return await use(new GateKeeper(new GateRepository(db), systemClock(), silentLog()));
    } finally {
      await db.destroy();
    }
  }

  it('forgets the password, ends every session and leaves an audit row; the next start gives another password', async () => {
    const token = await useGate(async (gate) => {
      await gate.prepare('a lost password');
      await gate.commit('a lost password', false);
      const unlocked = await gate.unlock('a lost password', CALLER);
      return unlocked.ok ? unlocked.value : '';
    });
    expect(await resetIn(folder)).toEqual({ ok: true, value: 1 });
    await useGate(async (gate) => {
      expect((await gate.prepare(null)).kind).toBe('generated');
      expect(gate.use(token)).toBeNull();
      expect((await gate.unlock('a lost password', CALLER)).ok).toBe(false);
      expect((await gate.prepare('one of my own')).kind).toBe('given');
    });
    const db = new Database(join(folder, 'app.db'), { readonly: true });
    expect(db.prepare('select event, severity from audit_event').all()).toEqual([
      { event: 'gate_password_reset', severity: 'WARN' },
    ]);
    expect(verifyChain(db, { fromId: null, toId: null }).firstBreak).toBeNull();
    db.close();
  });

  it('changes nothing while a product uses the folder, or where none ever ran', async () => {
    expect((await resetIn(folder)).ok).toBe(false);
    await useGate((gate) => gate.commit('a kept password', false));
    const lock = lockDataDir(folder);
    expect(await resetIn(folder)).toMatchObject({ ok: false, error: expect.stringContaining('in use') });
    if (lock.ok) lock.value.release();
    await useGate(async (gate) => expect((await gate.prepare(null)).kind).toBe('kept'));
  });
});
