import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ClosedTrade } from '@riptide/core/ledger';
import { silentLog } from '@riptide/core/kernel';
import { AuditReader } from '../audit/audit-reader.ts';
import { APP_MIGRATIONS, type AppSchema } from './app-db/app-schema.ts';
import type { AuditFilter } from './audit/audit-filter.ts';
import { openTestSqlite } from './open-test-sqlite.fixture.ts';
import { RecordRows } from './trading-db/record-rows.ts';
import { TradingHistory } from './trading-db/trading-history.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-db/trading-schema.ts';

/** Tables that grow with the years. */
const LARGE =
  /^(?:order|fill|income|decision|snipe|arbitrage|carry_round)_row$|^closed_trade$|^equity_point$|^audit_(?:trade|event|result|tally)$/;
/** Statements that sort what an index has bounded already, and by what. */
const SORTED_FEW = [
  { of: 'where o.intent_id in', by: 'the orders of the wishes that were named' },
  { of: 'from audit_trade where intent_id in', by: 'the wishes of one trade' },
  { of: 'from order_row where intent_id = ?', by: 'the orders of one wish' },
  { of: 'with recursive step(n)', by: 'the steps of one course' },
];
/** What marks all rows of an account: only when another account takes its place at the venue. */
const SELDOM = /^update (?:closed_trade|equity_point) set .*archived/;
const AT_MS = 1_800_000_000_000;
const BOUND = { sinceMs: AT_MS, untilMs: AT_MS + 90_000_000 };

let dataDir = '';
let appPath = '';
let tradingPath = '';
const prepared = new Set<string>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-plans-'));
  appPath = join(dataDir, 'app.db');
  tradingPath = join(dataDir, 'trading.db');
  await (await openTestSqlite<AppSchema>(appPath, APP_MIGRATIONS)).destroy();
  await (await openTestSqlite<TradingSchema>(tradingPath, TRADING_MIGRATIONS)).destroy();
  const db = new Database(tradingPath);
  db.exec(`insert into journal_state values (1, 5, ${AT_MS})`);
  const prototype = Database.prototype as unknown as { prepare: (sql: string) => Database.Statement };
  const prepare = prototype.prepare;
  const spy = vi.spyOn(prototype, 'prepare').mockImplementation(function (this: unknown, sql: string) {
    prepared.add(sql);
    return prepare.call(this, sql);
  });
  const writer = new RecordRows(db);
  expect(writer).toBeDefined();
  askHistory(db);
  askAudit();
  spy.mockRestore();
  db.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Every subset of some filters. */
function subsets<T extends object>(all: T): Partial<T>[] {
  let sets: Partial<T>[] = [{}];
  for (const [name, value] of Object.entries(all)) sets = [...sets, ...sets.map((set) => ({ ...set, [name]: value }))];
  return sets;
}

function done(read: { readonly ok: boolean }): void {
  if (!read.ok) throw new Error('Invariant: a question was not answered');
}

function askHistory(db: Database.Database): void {
  const history = new TradingHistory({ path: tradingPath, log: silentLog() });
  const nothing = { beforeId: null, symbol: null, action: null, sinceMs: null, beforeMs: null, limit: 50, offset: 0 };
  for (const some of subsets({ beforeId: 'd1', symbol: 'BTCUSDT', action: 'enter', sinceMs: AT_MS, beforeMs: AT_MS }))
    done(history.decisions({ ...nothing, ...some, offset: 100 }));
  for (const some of subsets({ state: 'closed', symbol: 'BTCUSDT', beforeMs: AT_MS }))
    done(history.arbitrages({ state: null, symbol: null, beforeMs: null, limit: 50, ...some }));
  for (const beforeMs of [null, AT_MS]) done(history.endedRounds({ beforeMs, limit: 50 }));
  done(history.closedTrades('paper'));
  db.exec('update journal_state set last_seq = 6');
  done(history.closedTrades('paper'));
  const point = `insert into equity_point values (1, ${AT_MS}, 'OKX:paper', '1', '0')`;
  db.exec(point);
  done(history.equity({ mode: 'paper', sinceMs: AT_MS }));
  done(history.decision('d1'));
  done(history.decisionSeq('d1'));
  done(history.decisionCourse(AT_MS));
  done(history.intentFills(['i1', 'i2']));
  done(history.arbitrage('a1'));
  const order = `insert into order_row (order_key, seq, account, intent_id, venue_order_id, instrument_id, symbol, side, type, tif, status, cum_qty, created_ms, updated_ms)
    values ('k', 1, 'OKX:paper', 'i1', 'v1', 'x', 'x', 'buy', 'limit', 'gtc', 'filled', '1', ${AT_MS}, ${AT_MS})`;
  db.exec(order);
  const trade = {
    account: 'OKX:paper',
    instrumentId: 'x',
    openMs: AT_MS,
    closeMs: AT_MS + 1,
  } as unknown as ClosedTrade;
  done(history.fills([trade]));
  done(history.tradeRecords(trade, []));
  history.close();
}

function askAudit(): void {
  const reader = new AuditReader({ appPath, tradingPath, log: silentLog() });
  const nothing: AuditFilter = { sinceMs: null, untilMs: null, symbol: null, venues: null, severities: null };
  for (const kind of ['trade', 'event'] as const) {
    for (const some of subsets({ ...BOUND, symbol: 'BTCUSDT', venues: ['OKX', 'BYBIT'], severities: ['WARN'] })) {
      done(reader.page(kind, { ...nothing, ...some, limit: 50, offset: 0 }));
      done(reader.following(kind, { ...nothing, ...some }, { after: null, limit: 50 }));
    }
    for (const id of [1, 1e12 + 1]) done(reader.row(kind, id));
  }
  done(reader.heads());
  done(reader.oldest());
  done(reader.after({ engineId: 0, serverId: 0 }, 100));
  reader.close();
}

function plansOf(sql: string): readonly string[] {
  const db = new Database(appPath, { readonly: true });
  db.prepare('attach ? as trading').run(tradingPath);
  const bare = new Database(tradingPath, { readonly: true });
  try {
    // What names its side is asked over both files, what does not over the engine's alone, as in the product.
    const asked = /\b(?:main|trading)\./.test(sql) ? db : bare;
    const names = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]));
    const marks = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const rows = asked.prepare(`explain query plan ${sql}`).all(...(marks.length > 0 ? [marks] : [names]));
    return (rows as { readonly detail: string }[]).map(({ detail }) => detail);
  } finally {
    db.close();
    bare.close();
  }
}

/** Returns what is wrong with the plan of a statement. */
function faultsOf(sql: string, plan: readonly string[]): string[] {
  const faults: string[] = [];
  const aliases = new Map(
    [...sql.matchAll(/(?:from|join)\s+(?:\w+\.)?(\w+)\s+(?:as\s+)?(\w+)\b/g)].map(([, table, alias]) => [alias, table]),
  );
  for (const detail of plan) {
    const scanned = /^SCAN (\w+)/.exec(detail)?.[1];
    const table = scanned === undefined ? '' : (aliases.get(scanned) ?? scanned);
    const isBounded = /COVERING INDEX/.test(detail) || (/USING INDEX/.test(detail) && /\blimit\b/.test(sql));
    if (LARGE.test(table) && !isBounded) faults.push(detail);
    if (/TEMP B-TREE/.test(detail) && !SORTED_FEW.some(({ of }) => sql.includes(of))) faults.push(detail);
  }
  return faults;
}

describe('every statement over a table that grows', () => {
  it('goes by an index, and sorts only what is few', () => {
    const selects = [...prepared].filter(
      (sql) => !/sqlite_master|^attach/.test(sql) && !sql.startsWith('insert') && !SELDOM.test(sql),
    );
    expect(selects.length).toBeGreaterThan(80);
    const faults = selects.flatMap((sql) => faultsOf(sql, plansOf(sql)).map((fault) => `${fault}: ${sql}`));
    expect(faults).toEqual([]);
  });

  it('would be told of if it did not', () => {
    for (const sql of [
      'select * from fill_row where px = ?',
      'select count(*) from decision_row d where d.payload = ?',
      'select id from audit_event order by payload limit 5',
    ])
      expect(faultsOf(sql, plansOf(sql))).not.toEqual([]);
  });
});
