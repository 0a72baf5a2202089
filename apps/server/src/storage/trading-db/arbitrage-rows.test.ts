import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArbTrade, CarryRound, TradingRecord } from '@riptide/core/domain';
import { silentLog } from '@riptide/core/kernel';
import { buildArbTrade, buildRound } from '../../link/arbitrage-values.fixture.ts';
import { openSqlite } from '../open-sqlite.ts';
import { RecordRows } from './record-rows.ts';
import { TradingHistory, type Page } from './trading-history.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-schema.ts';

const AT_MS = 1_800_000_000_000;

let dataDir = '';
let db: Database.Database;
let history: TradingHistory;
let seq = 0;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-arbitrages-'));
  const path = join(dataDir, 'trading.db');
  await (await openSqlite<TradingSchema>(path, TRADING_MIGRATIONS)).destroy();
  db = new Database(path);
  history = new TradingHistory({ path, log: silentLog() });
  seq = 0;
});
afterEach(() => {
  history.close();
  db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Three of each millisecond, and pages of five: each ends within one. */
const trade = (n: number, over: Partial<ArbTrade> = {}): ArbTrade => ({
  ...buildArbTrade(),
  arbId: `a${String(n).padStart(11, '0')}`,
  startedMs: AT_MS + Math.floor(n / 3),
  ...over,
});
const round = (n: number, over: Partial<CarryRound> = {}): CarryRound => ({
  ...buildRound(),
  roundId: `r${String(n).padStart(11, '0')}`,
  createdMs: AT_MS + Math.floor(n / 3),
  state: 'closed',
  ...over,
});

type Told =
  { readonly kind: 'arb'; readonly trade: ArbTrade } | { readonly kind: 'carry-round'; readonly round: CarryRound };

function write(facts: readonly Told[]): readonly TradingRecord[] {
  const rows = new RecordRows(db);
  const records = facts.map((fact): TradingRecord => ({ ...fact, seq: (seq += 1), atMs: AT_MS }));
  db.transaction(() => records.forEach((record) => rows.write(record)))();
  return records;
}

function value<T>(read: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!read.ok) throw new Error('it can not be read');
  return read.value;
}

const ALL = { state: null, symbol: null, beforeMs: null, limit: 5 };

describe('arbitrages in trading.db', () => {
  it('are paged through whole, each once, newest first', () => {
    write(Array.from({ length: 1_000 }, (_, n) => ({ kind: 'arb', trade: trade(n) })));
    const seen: string[] = [];
    for (let beforeMs: number | null = null; ;) {
      const page: Page<ArbTrade> = value(history.arbitrages({ ...ALL, beforeMs }));
      const { rows, total } = page;
      expect(total).toBe(1_000);
      if (rows.length === 0) break;
      seen.push(...rows.map(({ arbId }) => arbId));
      beforeMs = rows.at(-1)?.startedMs ?? null;
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, n) => trade(999 - n).arbId));
  });

  it('stand as they were told last, whole, however often a record is folded', () => {
    const told = write([
      { kind: 'arb', trade: trade(1, { state: 'sent' }) },
      { kind: 'arb', trade: trade(1, { state: 'certified', reason: 'flat' }) },
    ]);
    const rows = new RecordRows(db);
    for (const record of told) rows.write(record);
    expect(history.arbitrage(trade(1).arbId)).toEqual({
      ok: true,
      value: trade(1, { state: 'certified', reason: 'flat' }),
    });
    expect(value(history.arbitrages({ ...ALL, state: 'sent' })).rows).toEqual([]);
    expect(value(history.arbitrages({ ...ALL, state: 'certified', symbol: 'BTCUSDT' })).total).toBe(1);
    expect(history.arbitrage('a99999999999')).toEqual({ ok: true, value: null });
  });
});

describe('carry rounds in trading.db', () => {
  it('that ended are paged through whole; open ones are the engine`s to tell', () => {
    write(Array.from({ length: 100 }, (_, n) => ({ kind: 'carry-round', round: round(n) })));
    write([{ kind: 'carry-round', round: round(100, { state: 'ready' }) }]);
    const seen: string[] = [];
    for (let beforeMs: number | null = null; ;) {
      const page: Page<CarryRound> = value(history.endedRounds({ beforeMs, limit: 5 }));
      const { rows, total } = page;
      expect(total).toBe(100);
      if (rows.length === 0) break;
      seen.push(...rows.map(({ roundId }) => roundId));
      beforeMs = rows.at(-1)?.createdMs ?? null;
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => round(99 - n).roundId));
  });
});
