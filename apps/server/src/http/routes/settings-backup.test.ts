import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { TEST_PASSWORD } from '../start-test-app.fixture.ts';
import { eachTestApp } from './each-test-app.fixture.ts';

const URL = '/api/settings/backup';
const PASSPHRASE = 'a passphrase of some length';

const { test, post: postTo } = eachTestApp();
const post = (payload: object) => postTo(URL, payload);

describe('POST /api/settings/backup', () => {
  it('streams an archive that can be restored, and leaves nothing behind', async () => {
    const answer = await post({ passphrase: PASSPHRASE, gate_password: TEST_PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="riptide-2027-01-15T08-00-00Z.riptide-backup"',
    });
    const folder = mkdtempSync(join(tmpdir(), 'riptide-restore-'));
    const archive = join(folder, 'backup');
    writeFileSync(archive, answer.rawPayload);
    const dataDir = join(folder, 'data');
    const restored = await restoreBackup({ archive, passphrase: PASSPHRASE, dataDir, givenKey: null, nowMs: 1 });
    expect(restored).toMatchObject({ ok: true, value: { files: ['app.db'], market: 'sim' } });
    expect(readdirSync(dataDir)).toContain('app.db');
    rmSync(folder, { recursive: true, force: true });
    expect(readdirSync(test.dataDir).filter((name) => name.startsWith('.backup'))).toEqual([]);
    expect(test.auditEvents).toEqual(['backup_made']);
  });

  it('asks for the gate password, within the limits of the gate, and for a passphrase of some length', async () => {
    const wrong = await post({ passphrase: PASSPHRASE, gate_password: 'guessed' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      403,
      { ok: false, code: 'invalid_credentials', fields: { gate_password: 'The gate password is wrong' } },
    ]);
    expect((await post({ passphrase: 'short', gate_password: TEST_PASSWORD })).json().fields).toHaveProperty(
      'passphrase',
    );
    expect((await post({ passphrase: PASSPHRASE })).statusCode).toBe(400);
    for (let n = 0; n < 10; n += 1) await post({ passphrase: PASSPHRASE, gate_password: 'guessed' });
    expect((await post({ passphrase: PASSPHRASE, gate_password: TEST_PASSWORD })).statusCode).toBe(429);
    expect(test.auditEvents).toEqual([]);
  });

  it('makes one at a time', async () => {
    const body = { passphrase: PASSPHRASE, gate_password: TEST_PASSWORD };
    const answers = await Promise.all([post(body), post(body)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)).toEqual([200, 409]);
    expect((await post(body)).statusCode).toBe(200);
  });

  it('removes the snapshot of a reader who goes away', async () => {
    const made = await test.backups.create(PASSPHRASE, { who: 'gate', requestId: 'r' });
    if (!made.ok) throw new Error('no backup');
    await made.value.bytes.next();
    await made.value.bytes.return(undefined);
    await vi.waitFor(() => expect(readdirSync(test.dataDir).filter((name) => name.startsWith('.backup'))).toEqual([]));
    expect((await post({ passphrase: PASSPHRASE, gate_password: TEST_PASSWORD })).statusCode).toBe(200);
  });
});
