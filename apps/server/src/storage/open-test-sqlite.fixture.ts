import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { openSqlite, type Migrations } from './open-sqlite.ts';

/** Bytes of a file at the newest schema, by the migrations that made it. */
const migrated = new WeakMap<Migrations, Promise<Buffer>>();

/**
 * Opens a new database file at the newest schema: its migrations run once a process, every later file is a copy. What is written into it
 * is not flushed to disk.
 */
export async function openTestSqlite<Schema>(path: string, migrations: Migrations): Promise<Kysely<Schema>> {
  const bytes = migrated.get(migrations) ?? migrate(migrations);
  migrated.set(migrations, bytes);
  writeFileSync(path, await bytes, { mode: 0o600, flag: 'wx' });
  const db = await openSqlite<Schema>(path, migrations);
  await sql`pragma synchronous = off`.execute(db);
  return db;
}

async function migrate(migrations: Migrations): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'riptide-migrated-'));
  const path = join(folder, 'template.db');
  await (await openSqlite(path, migrations)).destroy();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}
