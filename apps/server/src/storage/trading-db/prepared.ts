import type { Database, Statement } from 'better-sqlite3';

const known = new WeakMap<Database, Map<string, Statement>>();

/**
 * Returns a statement that is compiled at its first use on a connection and kept with it: compiling costs more than most readings here.
 *
 * Only for texts out of a closed set: they are kept for as long as the connection. Lists go in as one JSON value, never as so many marks.
 * @throws SqliteError when the text can't be compiled
 */
export function prepared(db: Database, sql: string): Statement {
  const statements = known.get(db) ?? new Map<string, Statement>();
  known.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
