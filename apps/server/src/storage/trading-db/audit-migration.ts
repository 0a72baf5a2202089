import { sql, type Kysely } from 'kysely';
import { AUDIT_VERSION, chainHash, GENESIS, type ChainedEvent, type ChainedTrade } from '../audit/audit-chain.ts';
import { ADD_ALL_SYMBOLS, CHAIN_TABLES, DAY_MS, EVENT_INDEXES, TRADE_INDEXES } from '../audit/audit-tables.ts';
import type { Migrations } from '../open-sqlite.ts';

const CHUNK_ROWS = 2_000;

const STATEMENTS = [
  'alter table audit_event add column version integer not null default 1',
  'alter table audit_event add column hash blob',
  "alter table audit_trade add column first_result text not null default ''",
  'alter table audit_trade add column version integer not null default 1',
  'alter table audit_trade add column hash blob',
  'update audit_trade set first_result = result',
  `create table audit_result (
    id integer primary key, created_ms integer not null, intent_id text not null, result text not null,
    version integer not null default 1, hash blob)`,
  'create table audit_setting (name text primary key, value text not null) without rowid',
  'drop index audit_event_time',
  'drop index audit_trade_time',
  ...EVENT_INDEXES,
  ...TRADE_INDEXES,
  ...CHAIN_TABLES,
  `insert into audit_tally select 'event', created_ms / ${DAY_MS}, coalesce(symbol, ''), venues, severity, count(*)
    from audit_event group by 2, 3, 4, 5`,
  `insert into audit_tally select 'trade', created_ms / ${DAY_MS}, symbol, venues, '', count(*)
    from audit_trade group by 2, 3, 4`,
  ADD_ALL_SYMBOLS,
] as const;

/** Makes the audit a chain. Rows that stand are chained as they are: what happened to them before, nobody can prove. */
export const AUDIT_MIGRATIONS: Migrations = {
  '0006-audit-chain': {
    async up(db) {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
      await chainOldRows(db as Kysely<unknown>);
    },
  },
};

type OldRow = ChainedTrade | ChainedEvent;

async function chainOldRows(db: Kysely<unknown>): Promise<void> {
  let hash: Buffer = GENESIS;
  let lastId = 0;
  let count = 0;
  for (;;) {
    const rows = await oldRows(db, lastId);
    if (rows.length === 0) break;
    for (const row of rows) {
      hash = chainHash(hash, row);
      await sql`update ${sql.table(`audit_${row.kind}`)} set hash = ${hash} where id = ${row.id}`.execute(db);
      lastId = row.id;
    }
    count += rows.length;
  }
  await sql`update audit_head set last_id = ${lastId}, hash = ${hash}, rows = ${count}`.execute(db);
}

async function oldRows(db: Kysely<unknown>, afterId: number): Promise<readonly OldRow[]> {
  const read = async (kind: OldRow['kind']): Promise<OldRow[]> => {
    const table = sql.table(`audit_${kind}`);
    const { rows } =
      await sql<OldRow>`select * from ${table} where id > ${afterId} order by id limit ${CHUNK_ROWS}`.execute(db);
    return rows.map((row) => ({ ...row, kind, version: AUDIT_VERSION }) as OldRow);
  };
  const rows = [...(await read('trade')), ...(await read('event'))].sort((a, b) => a.id - b.id);
  return rows.slice(0, CHUNK_ROWS);
}
