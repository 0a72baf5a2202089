import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { TRADING_MIGRATIONS } from './trading-schema.ts';

/** Opens the tables of `trading.db` in memory, empty. */
export async function openTradingTables(): Promise<Database.Database> {
  const db = new Database(':memory:');
  const schema = new Kysely<unknown>({ dialect: new SqliteDialect({ database: db }) });
  for (const name of Object.keys(TRADING_MIGRATIONS).sort()) await TRADING_MIGRATIONS[name]?.up(schema);
  return db;
}
