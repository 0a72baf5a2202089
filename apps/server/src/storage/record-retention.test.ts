import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_RETENTION, type Retention } from '@riptide/contracts';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { openSqlite } from './open-sqlite.ts';
import { RecordRetention } from './record-retention.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-db/trading-schema.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;

let folder = '';
let path = '';
let db: Database.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-retention-'));
  path = join(folder, 'trading.db');
  await (await openSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  db = new Database(path);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function keeper(read: () => Retention | null, clock = new VirtualClock(NOW_MS)) {
  const options = { path, recordings: join(folder, 'recordings'), journalKeepMs: 7 * DAY_MS, log: silentLog() };
  return { clock, records: new RecordRetention({ ...options, read, clock }) };
}

function addDecision(id: string, ageDays: number): void {
  const atMs = NOW_MS - ageDays * DAY_MS;
  db.prepare("insert into decision_row values (?, 1, ?, 'BTCUSDT', 'buy', ?, '{}', null)").run(id, atMs, `s-${id}`);
  db.prepare("insert into snipe_row values (?, '{}')").run(`s-${id}`);
}

const decisions = () => db.prepare('select decision_id from decision_row order by 1').pluck().all();
const snipes = () => db.prepare('select snipe_id from snipe_row order by 1').pluck().all();

function addRecording(name: string, ageDays: number): string {
  const file = join(folder, 'recordings', 'okx', name);
  mkdirSync(join(folder, 'recordings', 'okx'), { recursive: true });
  writeFileSync(file, 'x');
  const atS = (NOW_MS - ageDays * DAY_MS) / 1_000;
  utimesSync(file, atS, atS);
  return file;
}

describe('RecordRetention', () => {
  it('takes away decisions and recordings over age, and those alone', async () => {
    addDecision('old', 8);
    addDecision('young', 6);
    const [old, young] = [addRecording('2026-01-01-00.gz', 3), addRecording('2026-01-02-00.gz', 1)];
    const { records } = keeper(() => ({ ...DEFAULT_RETENTION, decisions_days: 7, recordings_days: 2 }));
    await records.sweep();
    expect([decisions(), snipes()]).toEqual([['young'], ['s-young']]);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(records.figures).toEqual({ decisions: 1, recordings: 1, failures: 0 });
  });

  it('takes away nothing while it is not known how long', async () => {
    addDecision('old', 5_000);
    const { records } = keeper(() => null);
    await records.sweep();
    expect(decisions()).toEqual(['old']);
    expect([records.auditKeepMs, records.journalKeepMs]).toEqual([null, 7 * DAY_MS]);
  });

  it('goes through more than one transaction', async () => {
    db.transaction(() => {
      for (let n = 0; n < 1_201; n += 1) addDecision(`d${n}`, 400);
    })();
    const { records, clock } = keeper(() => DEFAULT_RETENTION);
    const done = records.sweep();
    await vi.waitFor(() => {
      clock.advance(50);
      expect(records.figures.decisions).toBe(1_201);
    });
    await done;
    expect(decisions()).toEqual([]);
  });

  it('counts a locked database and tries again', async () => {
    addDecision('old', 400);
    const { records, clock } = keeper(() => DEFAULT_RETENTION);
    db.exec('begin immediate');
    records.start();
    clock.advance(30_000);
    await vi.waitFor(() => expect(records.figures.failures).toBe(1));
    db.exec('commit');
    await vi.waitFor(() => {
      clock.advance(600_000);
      expect(records.figures.decisions).toBe(1);
    });
    records.close();
  });
});
