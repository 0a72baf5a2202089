import { sql, type Kysely } from 'kysely';
import { AUDIT_VERSION, chainHash, GENESIS, SERVER_ID_BASE, type ChainedEvent } from '../../audit/audit-chain.ts';
import {
  ADD_ALL_SYMBOLS,
  CHAIN_TABLES,
  DAY_MS,
  EVENT_INDEXES,
  type AuditChainTables,
} from '../../audit/audit-tables.ts';
import type { Migrations } from '../../open-sqlite.ts';

/** What the server itself writes into the audit: commands, access, notifications. */
export interface AuditTables extends AuditChainTables {
  audit_event: {
    /** Above 1,000,000,000,000, so that it is never that of a row of the engine. */
    id: number;
    created_ms: number;
    event: string;
    severity: string;
    symbol: string | null;
    /** Comma-separated. */
    venues: string;
    payload: string;
    version: number;
    hash: Buffer;
  };
}

const STATEMENTS = [
  `create table audit_event (
    id integer primary key, created_ms integer not null, event text not null, severity text not null, symbol text,
    venues text not null, payload text not null, version integer not null, hash blob not null)`,
  ...EVENT_INDEXES,
  ...CHAIN_TABLES,
  `update audit_head set last_id = ${SERVER_ID_BASE}`,
] as const;

/** The server's chain. What the gate and the accounts noted before is its beginning. */
export const AUDIT_MIGRATIONS: Migrations = {
  '0005-audit': {
    async up(db) {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
      await takeOldEvents(db as Kysely<unknown>);
    },
  },
};

interface OldEvent {
  readonly at_ms: number;
  readonly event: string;
  readonly who: string | null;
  readonly address: string;
  readonly request_id: string | null;
}

async function takeOldEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<OldEvent>`
    select at_ms, 'gate_' || replace(kind, '-', '_') as event, null as who, address, null as request_id from gate_event
    union all select at_ms, 'account_' || replace(kind, '-', '_'), who, address, request_id from access_event
    order by at_ms`.execute(db);
  let hash: Buffer = GENESIS;
  let id = SERVER_ID_BASE;
  for (const { at_ms: createdMs, event, who, address, request_id: requestId } of rows) {
    id += 1;
    const payload = JSON.stringify({ who, address, request_id: requestId });
    const about = { event, severity: 'INFO', symbol: null, venues: '', payload };
    const row: ChainedEvent = { kind: 'event', version: AUDIT_VERSION, id, created_ms: createdMs, ...about };
    hash = chainHash(hash, row);
    await sql`insert into audit_event values (${id}, ${createdMs}, ${event}, 'INFO', null, '', ${payload}, ${AUDIT_VERSION}, ${hash})`.execute(
      db,
    );
  }
  await sql`update audit_head set last_id = ${id}, hash = ${hash}, rows = ${rows.length}`.execute(db);
  await sql`insert into audit_tally select 'event', created_ms / ${DAY_MS}, '', '', severity, count(*) from audit_event group by 2, 5`.execute(
    db,
  );
  await sql.raw(ADD_ALL_SYMBOLS).execute(db);
}
