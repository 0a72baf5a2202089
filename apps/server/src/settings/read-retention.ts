import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DEFAULT_RETENTION, Retention } from '@riptide/contracts';
import type { Log } from '@riptide/core/kernel';

const BUSY_MS = 20;

export interface ReadRetentionOptions {
  readonly dataDir: string;
  /** What JOURNAL_KEEP_DAYS says. */
  readonly journalDays: number;
  readonly log: Log;
}

/**
 * Returns how long records stay, read from `app.db` without the server's help; null when it can't be read now: then nothing may be taken
 * away. Nothing saved yet is the default.
 */
export function readRetention({ dataDir, journalDays, log }: ReadRetentionOptions): Retention | null {
  const fallback = { ...DEFAULT_RETENTION, journal_days: journalDays };
  const path = join(dataDir, 'app.db');
  if (!existsSync(path)) return fallback;
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    const isMigrated = database.prepare("select 1 from sqlite_master where name = 'setting'").get() !== undefined;
    if (!isMigrated) return fallback;
    const row = database.prepare("select value from setting where name = 'retention'").get() as
      { readonly value: string } | undefined;
    if (row === undefined) return fallback;
    const parsed = Retention.safeParse({ ...fallback, ...(JSON.parse(row.value) as Partial<Retention>) });
    if (parsed.success) return parsed.data;
    log.error('the saved retention can not be read: nothing is taken away by age', {});
    return null;
  } catch (e) {
    if (!(e instanceof Database.SqliteError)) throw e;
    log.warn('the retention can not be read now', { detail: `${e.code} ${e.message}` });
    return null;
  } finally {
    database?.close();
  }
}
