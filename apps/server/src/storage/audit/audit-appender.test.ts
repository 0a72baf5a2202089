import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSqlite } from '../open-test-sqlite.fixture.ts';
import { TRADING_MIGRATIONS } from '../trading-db/trading-schema.ts';
import { AuditAppender } from './audit-appender.ts';
import { chainHash } from './audit-chain.ts';
import { verifyChain } from './verify-chain.ts';

const DAY_MS = 86_400_000;
const AT_MS = 1_800_000_000_000;

let folder = '';
const open: Database.Database[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'riptide-appender-'))));
afterEach(() => {
  for (const db of open.splice(0)) db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function database(name: string): Promise<Database.Database> {
  const path = join(folder, name);
  await (await openTestSqlite(path, TRADING_MIGRATIONS)).destroy();
  const db = new Database(path);
  open.push(db);
  return db;
}

/** Every kind of row, over three days, with and without a symbol. */
function add(audit: AuditAppender, id: number): void {
  const at = { id, created_ms: AT_MS + (id % 3) * DAY_MS };
  const symbol = id % 4 === 0 ? null : 'BTCUSDT';
  if (id % 3 === 0)
    audit.trade({ ...at, intent_id: `i${id}`, symbol: 'ETHUSDT', venues: 'OKX', payload: '{}', first_result: '{}' });
  else if (id % 3 === 1 && id > 3) audit.result({ ...at, intent_id: `i${id - 1}`, result: `{"n":${id}}` });
  else audit.event({ ...at, event: 'x', severity: 'INFO', symbol, venues: 'OKX,BYBIT', payload: `{"n":${id}}` });
}

const stateOf = (db: Database.Database) => ({
  head: db.prepare('select * from audit_head').get(),
  tallies: db.prepare('select * from audit_tally order by kind, day, symbol, venues, severity').all(),
  trades: db.prepare('select * from audit_trade order by id').all(),
});

describe('rows that are added as a group', () => {
  it('are chained and counted like rows that are added one by one', async () => {
    const [alone, grouped] = [await database('alone.db'), await database('grouped.db')];
    const one = new AuditAppender(alone);
    for (let id = 1; id <= 40; id += 1) add(one, id);
    const many = new AuditAppender(grouped);
    for (const [from, until] of [
      [1, 25],
      // What is there already is added no second time.
      [20, 40],
      [40, 40],
    ] as const)
      many.group(() => {
        for (let id = from; id <= until; id += 1) add(many, id);
      });
    expect(stateOf(grouped)).toEqual(stateOf(alone));
    const report = verifyChain(grouped, { fromId: null, toId: null });
    expect(report).toMatchObject({ rows: 40, lastId: 40, firstBreak: null });
  });

  it('leave nothing behind when their transaction is rolled back', async () => {
    const db = await database('rolled-back.db');
    const audit = new AuditAppender(db);
    const write = (until: number, fault: string | null): void =>
      db.transaction(() =>
        audit.group(() => {
          for (let id = 1; id <= until; id += 1) add(audit, id);
          if (fault !== null) throw new Error(fault);
        }),
      )();
    expect(() => write(20, 'disk full')).toThrow('disk full');
    write(30, null);
    expect(verifyChain(db, { fromId: null, toId: null })).toMatchObject({ rows: 30, firstBreak: null });
  });
});

describe('the hash of a row', () => {
  it.each([
    ['an empty payload', ''],
    ['letters of other scripts', '{"text":"цена Ω 価格 🎯"}'],
    ['half a pair of surrogates', '\uD83D'],
    ['a long payload', 'é'.repeat(100_000)],
  ])('is SHA-256 over the hash before it and its columns as a list: %s', (_what, payload) => {
    const previous = createHash('sha256').update('before').digest();
    const row = { kind: 'event', id: 7, created_ms: AT_MS, version: 1, event: 'x', severity: 'WARN' } as const;
    const text = JSON.stringify(['event', 1, 7, AT_MS, 'x', 'WARN', null, 'OKX', payload]);
    const expected = createHash('sha256').update(previous).update(text, 'utf8').digest('hex');
    expect(chainHash(previous, { ...row, symbol: null, venues: 'OKX', payload }).toString('hex')).toBe(expected);
  });
});
