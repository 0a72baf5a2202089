import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { TradingFact, TradingRecord } from '@riptide/core/domain';
import { silentLog } from '@riptide/core/kernel';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { openTestSqlite } from '../storage/open-test-sqlite.fixture.ts';
import { RecordRows } from '../storage/trading-db/record-rows.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../storage/trading-db/trading-schema.ts';
import { AuditReader } from './audit-reader.ts';

export const AUDIT_AT_MS = 1_800_000_000_000;

type EventFact = Extract<TradingFact, { readonly kind: 'event' }>;

/** Builds an event record of the engine. */
export function auditEvent(over: Partial<EventFact> = {}): TradingFact {
  return { kind: 'event', event: 'x', severity: 'INFO', symbol: null, venues: [], text: '', data: {}, ...over };
}

/** Both databases of the audit in a folder of their own, and a pen that writes like the engine. */
export interface AuditWorld {
  readonly dataDir: string;
  readonly appPath: string;
  readonly tradingPath: string;
  readonly app: Kysely<AppSchema>;
  readonly trading: Database.Database;
  readonly reader: AuditReader;
  /** Writes facts as the engine's next records, in one transaction. */
  write(facts: readonly TradingFact[], atMs?: number): readonly TradingRecord[];
  close(): Promise<void>;
}

export async function openAuditWorld(): Promise<AuditWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riptide-audit-'));
  const appPath = join(dataDir, 'app.db');
  const tradingPath = join(dataDir, 'trading.db');
  const app = await openTestSqlite<AppSchema>(appPath, APP_MIGRATIONS);
  await (await openTestSqlite<TradingSchema>(tradingPath, TRADING_MIGRATIONS)).destroy();
  const trading = new Database(tradingPath);
  trading.pragma('synchronous = off');
  const rows = new RecordRows(trading);
  const reader = new AuditReader({ appPath, tradingPath, log: silentLog() });
  let seq = 0;
  return {
    dataDir,
    appPath,
    tradingPath,
    app,
    trading,
    reader,
    write: (facts, atMs = AUDIT_AT_MS) => {
      const records = facts.map((fact): TradingRecord => ({ ...fact, seq: (seq += 1), atMs }));
      trading.transaction(() => rows.group(() => records.forEach((record) => rows.write(record))))();
      return records;
    },
    close: async () => {
      reader.close();
      trading.close();
      await app.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
