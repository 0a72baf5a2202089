import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Log } from '@riptide/core/kernel';
import { SERVER_ID_BASE } from '../storage/audit/audit-chain.ts';
import {
  followingSql,
  pageSql,
  valuesOf,
  type AuditEventRow,
  type AuditFilter,
  type AuditKind,
  type AuditSide,
  type AuditTradeRow,
} from '../storage/audit/audit-filter.ts';
import { countRows } from './count-rows.ts';

/** A lock is waited for no longer: everybody else's requests wait as well. */
const BUSY_MS = 100;

export type AuditRow = AuditTradeRow | AuditEventRow;
type RowOf<K extends AuditKind> = K extends 'trade' ? AuditTradeRow : AuditEventRow;
export type AuditRead<T> = Result<T, DomainError>;

export interface AuditPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A place between two rows of a list, newest first. */
export interface AuditPlace {
  readonly createdMs: number;
  readonly id: number;
}

/** How far both chains were read. */
export interface AuditCursor {
  readonly engineId: number;
  readonly serverId: number;
}

/** Rows in the order in which they were written; a trade comes again when its result changed. */
export type TailRow =
  { readonly kind: 'trade'; readonly row: AuditTradeRow } | { readonly kind: 'event'; readonly row: AuditEventRow };

export interface AuditTailPart {
  readonly rows: readonly TailRow[];
  readonly cursor: AuditCursor;
  /** More rows are there than were asked for. */
  readonly hasMore: boolean;
}

export interface AuditReaderOptions {
  readonly appPath: string;
  readonly tradingPath: string;
  readonly log: Log;
}

/**
 * Reads the audit of the engine (`trading.db`) and of the server (`app.db`) as one, over a connection of its own that can't write. Before
 * the engine has made its file only the server's rows are there.
 */
export class AuditReader {
  private readonly options: AuditReaderOptions;
  private db: Database.Database | null = null;
  private hasTrading = false;
  /** Made once: pages and exports ask for every row by its id. */
  private readonly byId = new Map<string, Database.Statement>();

  constructor(options: AuditReaderOptions) {
    this.options = options;
  }

  /** Returns a page, newest first, and how many rows the filter lets through in all. @errors ENGINE_NOT_READY. */
  page<K extends AuditKind>(
    kind: K,
    filter: AuditFilter & { readonly limit: number; readonly offset: number },
  ): AuditRead<AuditPage<RowOf<K>>> {
    return this.read<AuditPage<RowOf<K>>>((db) => {
      const sides = this.sidesOf(kind);
      const { total, untilMs, skip } = countRows(db, { sides, kind, filter, offset: filter.offset });
      if (sides.length === 0 || filter.offset >= total) return { rows: [], total };
      const values = { ...valuesOf({ ...filter, untilMs }), limit: filter.limit, offset: skip };
      const places = db.prepare(pageSql(sides, kind, filter)).all(values) as { readonly id: number }[];
      return { rows: places.flatMap(({ id }) => this.rowOf(db, kind, id) ?? []), total };
    });
  }

  /** Returns the rows after a place, newest first; null begins. */
  following<K extends AuditKind>(
    kind: K,
    filter: AuditFilter,
    { after, limit }: { readonly after: AuditPlace | null; readonly limit: number },
  ): AuditRead<readonly RowOf<K>[]> {
    return this.read<readonly RowOf<K>[]>((db) => {
      const sides = this.sidesOf(kind);
      if (sides.length === 0) return [];
      const last = after ?? { createdMs: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
      // WHY: the index is entered by the time: without it every step would walk over all rows before its place.
      const until = Math.min(filter.untilMs ?? Number.MAX_SAFE_INTEGER, last.createdMs);
      const values = { ...valuesOf(filter), until, lastMs: last.createdMs, lastId: last.id, limit };
      const places = db.prepare(followingSql(sides, kind, filter)).all(values) as { readonly id: number }[];
      return places.flatMap(({ id }) => this.rowOf(db, kind, id) ?? []);
    });
  }

  /** Returns one row; null when there is none. @errors ENGINE_NOT_READY. */
  row<K extends AuditKind>(kind: K, id: number): AuditRead<RowOf<K> | null> {
    return this.read<RowOf<K> | null>((db) => this.rowOf(db, kind, id));
  }

  /** Returns where both chains end. */
  heads(): AuditRead<AuditCursor> {
    return this.read((db) => ({
      engineId: this.hasTrading ? headOf(db, 'trading') : 0,
      serverId: headOf(db, 'main'),
    }));
  }

  /** Returns the oldest rows that are still there, as the cursor before them. */
  oldest(): AuditRead<AuditCursor> {
    return this.read((db) => ({
      engineId: this.hasTrading ? prunedOf(db, 'trading') : 0,
      serverId: prunedOf(db, 'main'),
    }));
  }

  /** Returns what was written after a cursor, at most `limit` rows of each chain. */
  after(cursor: AuditCursor, limit: number): AuditRead<AuditTailPart> {
    return this.read((db) => {
      const engine = this.hasTrading ? engineTail(db, cursor.engineId, limit) : [];
      const server = eventsAfter(db, 'main', cursor.serverId, limit);
      const next = {
        engineId: engine.at(-1)?.id ?? cursor.engineId,
        serverId: server.at(-1)?.id ?? cursor.serverId,
      };
      const rows = [...engine, ...server].sort((a, b) => a.atMs - b.atMs).map(({ tail }) => tail);
      return { rows, cursor: next, hasMore: engine.length === limit || server.length === limit };
    });
  }

  close(): void {
    this.db?.close();
    this.db = null;
    this.byId.clear();
    this.hasTrading = false;
  }

  private sidesOf(kind: AuditKind): readonly AuditSide[] {
    if (kind === 'trade') return this.hasTrading ? ['trading'] : [];
    return this.hasTrading ? ['main', 'trading'] : ['main'];
  }

  private rowOf<K extends AuditKind>(db: Database.Database, kind: K, id: number): RowOf<K> | null {
    const side: AuditSide = id > SERVER_ID_BASE ? 'main' : 'trading';
    if (!this.sidesOf(kind).includes(side)) return null;
    const key = `${side}.audit_${kind}`;
    const byId = this.byId.get(key) ?? db.prepare(`select * from ${key} where id = ?`);
    this.byId.set(key, byId);
    return (byId.get(id) as RowOf<K> | undefined) ?? null;
  }

  private read<T>(query: (db: Database.Database) => T): AuditRead<T> {
    try {
      return ok(query(this.open()));
    } catch (e) {
      if (!(e instanceof Database.SqliteError)) throw e;
      this.options.log.error('the audit can not be read', { code: e.code, detail: e.message });
      this.close();
      return err(domainError('ENGINE_NOT_READY', `audit: ${e.code}`, { outcome: 'not-sent' }));
    }
  }

  private open(): Database.Database {
    const { appPath, tradingPath } = this.options;
    if (this.db !== null && this.hasTrading) return this.db;
    this.db ??= new Database(appPath, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    if (existsSync(tradingPath)) {
      this.db.prepare('attach ? as trading').run(tradingPath);
      const isMade =
        this.db.prepare("select 1 from trading.sqlite_master where name = 'audit_head'").get() !== undefined;
      if (isMade) this.hasTrading = true;
      else this.db.exec('detach trading');
    }
    return this.db;
  }
}

interface Placed {
  readonly id: number;
  readonly atMs: number;
  readonly tail: TailRow;
}

function eventsAfter(db: Database.Database, side: AuditSide, id: number, limit: number): Placed[] {
  const rows = db
    .prepare(`select * from ${side}.audit_event where id > ? order by id limit ?`)
    .all(id, limit) as AuditEventRow[];
  return rows.map((row) => ({ id: row.id, atMs: row.created_ms, tail: { kind: 'event', row } }));
}

function engineTail(db: Database.Database, id: number, limit: number): Placed[] {
  const trades = db.prepare('select * from trading.audit_trade where id > ? order by id limit ?').all(id, limit);
  const changed = db
    .prepare(
      `select r.id as resultId, r.created_ms as resultMs, t.* from
        (select id, created_ms, intent_id from trading.audit_result where id > ? order by id limit ?) r
        join trading.audit_trade t on t.intent_id = r.intent_id order by r.id`,
    )
    .all(id, limit) as (AuditTradeRow & { readonly resultId: number; readonly resultMs: number })[];
  const placed: Placed[] = [
    ...(trades as AuditTradeRow[]).map((row): Placed => ({
      id: row.id,
      atMs: row.created_ms,
      tail: { kind: 'trade', row },
    })),
    ...changed.map(({ resultId, resultMs, ...row }): Placed => ({
      id: resultId,
      atMs: resultMs,
      tail: { kind: 'trade', row },
    })),
    ...eventsAfter(db, 'trading', id, limit),
  ];
  return placed.sort((a, b) => a.id - b.id).slice(0, limit);
}

function headOf(db: Database.Database, side: AuditSide): number {
  return (db.prepare(`select last_id from ${side}.audit_head`).get() as { readonly last_id: number }).last_id;
}

function prunedOf(db: Database.Database, side: AuditSide): number {
  const { id } = db.prepare(`select max(pruned_id) as id from ${side}.audit_checkpoint`).get() as {
    readonly id: number | null;
  };
  return id ?? 0;
}
