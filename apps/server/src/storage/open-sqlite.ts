import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect, type Migration } from 'kysely';

/** Migrations by name; run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Opens an SQLite file (or `:memory:`) in WAL mode, brings it to the newest schema and returns it.
 *
 * Every commit is flushed to disk before it is answered (synchronous FULL).
 *
 * @throws Error when the file can't be opened or a migration fails.
 */
export async function openSqlite<Schema>(path: string, migrations: Migrations): Promise<Kysely<Schema>> {
  if (path !== ':memory:') keepPrivate(path);
  const database = new Database(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  if (isNewest(database, migrations)) return db;
  // WHY: areas add their migrations independently; none needs another area's.
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw error instanceof Error ? error : new Error(`migration of ${path} failed: ${JSON.stringify(error)}`);
  }
  return db;
}

/** Returns true when exactly these migrations have run; the migrator itself reads the whole schema to say so. */
function isNewest(database: Database.Database, migrations: Migrations): boolean {
  const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  if (table === undefined) return false;
  const rows = database.prepare('select name from kysely_migration order by name').all() as { readonly name: string }[];
  const names = Object.keys(migrations).sort();
  return rows.length === names.length && rows.every(({ name }, at) => name === names[at]);
}

/** What SQLite puts beside a file (`-wal`, `-shm`) takes its permissions over. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
