import Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { err, ok, type Result } from '@riptide/core/domain';
import { openSqlite, type Migrations } from './open-sqlite.ts';

/**
 * Opens a database of DATA_DIR, or says in one line for a person why it can't be and what to do.
 *
 * A file that is damaged stays damaged: starting again and again would only hide it.
 */
export async function openDataFile<Schema>(
  path: string,
  migrations: Migrations,
): Promise<Result<Kysely<Schema>, string>> {
  try {
    return ok(await openSqlite<Schema>(path, migrations));
  } catch (e) {
    if (!(e instanceof Database.SqliteError)) throw e;
    return err(
      `${path} can't be opened: ${e.message}. Restore it from a backup, or move it away to start with an empty one`,
    );
  }
}
