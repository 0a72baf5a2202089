import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradingRecord } from '@riptide/core/domain';
import { KeyVault } from '../access/key-vault.ts';
import { shownConfig } from '../config/shown-config.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { LineBuffer, segmentName } from '../storage/journal/journal-lines.ts';
import { readJournal } from '../storage/journal/read-journal.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../storage/trading-db/trading-schema.ts';
import { restoreBackup } from './restore-backup.ts';
import { snapshotData } from './snapshot-data.ts';
import { writeBackup, type BackupSource } from './write-backup.ts';

const PASSPHRASE = 'a passphrase of some length';
const NOW_MS = 1_800_000_000_000;
const MASTER_KEY = Buffer.alloc(32, 7);
const API_KEY = 'plain-api-key-of-a-venue';

let folder = '';
let dataDir = '';
let target = '';
let archive = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-backup-'));
  dataDir = join(folder, 'data');
  target = join(folder, 'restored');
  archive = join(folder, 'file.riptide-backup');
  mkdirSync(dataDir);
  await fillApp();
  const trading = await openSqlite<TradingSchema>(join(dataDir, 'trading.db'), TRADING_MIGRATIONS);
  await trading.insertInto('watched_symbol').values({ symbol: 'BTCUSDT', added_ms: 1, added_by: 'x' }).execute();
  await trading.destroy();
  mkdirSync(join(dataDir, 'journal'));
  appendFileSync(segment(), lines({ kind: 'checkpoint', seq: 0, atMs: 1, state: { big: 'x'.repeat(200_000) } }));
  appendFileSync(segment(), lines(record(1)));
  writeFileSync(join(dataDir, 'scanner-state.bin'), randomBytes(1_000));
  writeFileSync(join(dataDir, 'master.key'), `${MASTER_KEY.toString('hex')}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const segment = () => join(dataDir, 'journal', segmentName(0));
const lines = (line: Parameters<LineBuffer['encode']>[0][number]) => Buffer.from(new LineBuffer().encode([line]));
const record = (seq: number) =>
  ({ kind: 'setting', name: 'risk-limits', value: {}, by: 'x', seq, atMs: seq }) as unknown as TradingRecord;

async function fillApp(): Promise<void> {
  const vault = new KeyVault(MASTER_KEY);
  const app = await openSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
  const sealed = vault.seal(API_KEY, { venue: 'OKX', market: 'live', field: 'api_key' });
  await app
    .insertInto('venue_key')
    .values({
      venue: 'OKX',
      market: 'live',
      label: '',
      enabled: 1,
      scopes: '{}',
      api_key: sealed,
      api_secret: sealed,
      passphrase: null,
      masked: 'plai…enue',
      source: 'operator',
      created_ms: 1,
      last_test_ms: null,
      last_test: null,
    })
    .execute();
  await app.insertInto('gate_session').values({ token_hash: 'h', created_ms: 1, used_ms: 1, address: '::1' }).execute();
  await app.insertInto('setting').values({ name: 'appearance', value: '{}', saved_ms: 1 }).execute();
  await app
    .insertInto('notify_delivery')
    .values({
      notification_id: 1,
      channel: 'email',
      state: 'queued',
      attempts: 0,
      created_ms: 1,
      next_ms: 1,
      expires_ms: 9e15,
      done_ms: null,
      error: null,
      idem_key: 'k',
      extra: null,
    })
    .execute();
  await app.destroy();
}

async function write(more: Partial<BackupSource> = {}): Promise<void> {
  const snapshot = await snapshotData(dataDir);
  const bytes = await writeBackup(snapshot, {
    passphrase: PASSPHRASE,
    masterKey: MASTER_KEY,
    isKeyGiven: false,
    config: shownConfig({ PORT: '8080', GATE_PASSWORD: 'planted-password', TELEGRAM_BOT_TOKEN: 'planted-token' }),
    market: 'live',
    execution: 'paper',
    version: '2.0.0',
    nowMs: NOW_MS,
    randomBytes,
    strength: { memory_kib: 8_192, passes: 1 },
    ...more,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  snapshot.remove();
  writeFileSync(archive, Buffer.concat(chunks));
}

const restore = (more: object = {}) =>
  restoreBackup({ archive, passphrase: PASSPHRASE, dataDir: target, givenKey: null, nowMs: NOW_MS, ...more });

describe('a backup', () => {
  it('is restored whole: databases, journal, scanner state, keys that open; sessions ended, nothing sent again', async () => {
    await write();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.backup'))).toEqual([]);
    expect(await restore()).toMatchObject({ ok: true, value: { version: '2.0.0', created_ms: NOW_MS } });
    expect(readdirSync(target).sort()).toEqual([
      'app.db',
      'journal',
      'master.key',
      'restored-config.json',
      'restored.json',
      'riptide.lock',
      'riptide.pid',
      'scanner-state.bin',
      'trading.db',
    ]);
    expect(statSync(join(target, 'master.key')).mode & 0o777).toBe(0o600);
    for (const name of ['app.db', 'riptide.lock', 'riptide.pid'])
      expect([name, statSync(join(target, name)).mode & 0o777]).toEqual([name, 0o600]);
    const app = new Database(join(target, 'app.db'));
    const key = app.prepare('select api_key from venue_key').pluck().get() as string;
    const vault = new KeyVault(Buffer.from(readFileSync(join(target, 'master.key'), 'utf8').trim(), 'hex'));
    expect(vault.open(key, { venue: 'OKX', market: 'live', field: 'api_key' })).toBe(API_KEY);
    expect(app.prepare('select count(*) from gate_session').pluck().get()).toBe(0);
    expect(app.prepare('select state, error from notify_delivery').all()).toEqual([
      { state: 'skipped', error: 'restored from a backup' },
    ]);
    const cursor = app.prepare('select seq from notify_cursor where name = ?').pluck();
    expect([cursor.get('alive-ms'), cursor.get('restored-from-ms')]).toEqual([0, NOW_MS]);
    expect(app.prepare('select name from setting').pluck().all()).toEqual(['appearance']);
    app.close();
    expect(readFileSync(join(target, 'scanner-state.bin'))).toEqual(readFileSync(join(dataDir, 'scanner-state.bin')));
    expect(readJournal(join(target, 'journal')).records).toEqual([record(1)]);
  });

  it('holds neither secrets of the environment nor anything readable', async () => {
    await write();
    const bytes = readFileSync(archive);
    for (const text of ['gate_session', 'SQLite format', 'ustar', MASTER_KEY.toString('hex'), API_KEY])
      expect(bytes.includes(text)).toBe(false);
    await restore();
    const config = readFileSync(join(target, 'restored-config.json'), 'utf8');
    expect(config).toContain('"PORT":"8080"');
    expect(config).not.toContain('planted');
  });

  it('takes what is written while it is made neither half nor twice', async () => {
    const writer = new Database(join(dataDir, 'trading.db'));
    const add = writer.prepare("insert into watched_symbol values (?, 1, 'y')");
    writer.transaction(() => {
      for (let n = 0; n < 20_000; n += 1) add.run(`OLD${n}`);
    })();
    const made = snapshotData(dataDir);
    for (let n = 0; n < 500; n += 1) {
      add.run(`NEW${n}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const snapshot = await made;
    const copy = new Database(join(snapshot.folder, 'trading.db'), { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    const count = (like: string) =>
      copy.prepare('select count(*) from watched_symbol where symbol like ?').pluck().get(like) as number;
    expect(count('OLD%')).toBe(20_000);
    expect(count('NEW%')).toBeLessThan(500);
    copy.close();
    writer.close();
    snapshot.remove();
  });

  it('keeps a segment that is taken away while the snapshot stands, and cuts a torn last line', async () => {
    const snapshot = await snapshotData(dataDir);
    appendFileSync(segment(), 'torn');
    rmSync(segment());
    expect(readJournal(join(snapshot.folder, 'journal'))).toMatchObject({ records: [record(1)], tornBytes: 4 });
    snapshot.remove();
  });

  it('leaves the key of MASTER_KEY out, and asks for the same one', async () => {
    await write({ isKeyGiven: true });
    const refused = async (more: object) => {
      const answer = await restore(more);
      expect(existsSync(target)).toBe(false);
      return answer.ok ? '' : answer.error;
    };
    expect(await refused({})).toContain('set MASTER_KEY to the same key');
    expect(await refused({ givenKey: Buffer.alloc(32, 8) })).toContain('MASTER_KEY is another key');
    expect(await restore({ givenKey: MASTER_KEY })).toMatchObject({ ok: true });
    expect(existsSync(join(target, 'master.key'))).toBe(false);
  });
});

describe('an archive that can not be restored', () => {
  async function refusal(more: object = {}): Promise<string> {
    const before = existsSync(target) ? readdirSync(target) : null;
    const answer = await restore(more);
    expect(answer.ok).toBe(false);
    expect(existsSync(target) ? readdirSync(target) : null).toEqual(before);
    return answer.ok ? '' : answer.error;
  }

  it('is told by a wrong passphrase, and nothing is changed', async () => {
    await write();
    expect(await refusal({ passphrase: 'another passphrase' })).toBe(
      'the passphrase is wrong, or the head of the backup was changed',
    );
    mkdirSync(target);
    await refusal({ passphrase: 'another passphrase' });
  });

  it('is told wherever it is cut off', async () => {
    await write();
    const whole = readFileSync(archive);
    const headEnd = whole.indexOf('}\n') + 2;
    const chunk = 64 * 1024 + 16;
    const cuts = [
      0,
      5,
      40,
      headEnd,
      headEnd + 1,
      headEnd + chunk,
      headEnd + 2 * chunk,
      headEnd + chunk + 99,
      whole.length - 1,
    ];
    for (const at of cuts) {
      writeFileSync(archive, whole.subarray(0, at));
      expect(await refusal()).toMatch(/cut off|no backup/);
    }
  });

  it('is told wherever a bit was changed, bytes were moved, or something was added', async () => {
    await write();
    const whole = readFileSync(archive);
    const headEnd = whole.indexOf('}\n') + 2;
    const chunk = 64 * 1024 + 16;
    const flip = (at: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const swapped = Buffer.concat([
      whole.subarray(0, headEnd),
      whole.subarray(headEnd + chunk, headEnd + 2 * chunk),
      whole.subarray(headEnd, headEnd + chunk),
      whole.subarray(headEnd + 2 * chunk),
    ]);
    const left = Buffer.concat([whole.subarray(0, headEnd), whole.subarray(headEnd + chunk)]);
    const broken = [
      ...[
        3,
        30,
        60,
        120,
        200,
        headEnd - 10,
        headEnd,
        headEnd + 5,
        headEnd + chunk - 1,
        headEnd + chunk,
        whole.length - 1,
      ].map(flip),
      swapped,
      left,
      Buffer.concat([whole, Buffer.from('more')]),
      Buffer.concat([whole, whole]),
    ];
    for (const bytes of broken) {
      writeFileSync(archive, bytes);
      expect(await refusal()).toMatch(/changed|damaged|no backup|cut off/);
    }
  });

  it('is one for a folder that holds something, or is in use', async () => {
    await write();
    mkdirSync(target);
    writeFileSync(join(target, 'mine.txt'), 'x');
    expect(await refusal()).toContain('is not empty');
    expect(readFileSync(join(target, 'mine.txt'), 'utf8')).toBe('x');
    expect(await refusal({ archive: join(folder, 'nothing') })).toContain('there is no file');
  });

  it('is one of a newer version', async () => {
    const app = new Database(join(dataDir, 'app.db'));
    app.exec("insert into kysely_migration values ('9999-future', '2030')");
    app.close();
    await write();
    expect(await refusal()).toContain('newer version of Riptide (9999-future');
  });
});
