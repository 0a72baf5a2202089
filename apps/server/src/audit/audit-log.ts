import { sql, type Kysely, type Transaction } from 'kysely';
import type { Severity } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { AUDIT_VERSION, chainHash, type ChainedEvent } from '../storage/audit/audit-chain.ts';
import { oldestSql, planPrune, type PrunableRow } from '../storage/audit/plan-prune.ts';
import { TallyCounts } from '../storage/audit/tally-counts.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';

/** Rows of one transaction: one flush to disk for all of them. */
const GROUP_ROWS = 200;
/** Rows that may wait for the disk; a row more is refused and counted. */
const WAITING_MAX = 5_000;
const PRUNE_STEP_ROWS = 500;

/** Something that happened in the server. */
export interface AuditEntry {
  readonly event: string;
  readonly severity: Severity;
  readonly symbol?: string | null;
  readonly venues?: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it happened; now when left out. */
  readonly atMs?: number;
}

export interface AuditLogParts {
  readonly db: Kysely<AppSchema>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Waiting {
  readonly entry: AuditEntry;
  readonly atMs: number;
  resolve(isWritten: boolean): void;
}

/**
 * Writes the server's chain: whole groups in one transaction, in the order in which they were told. A row that can't be written is
 * counted and logged; what it tells has happened all the same, so nobody is refused for it.
 */
export class AuditLog {
  private readonly parts: AuditLogParts;
  private readonly waiting: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private written = 0;
  private failures = 0;

  constructor(parts: AuditLogParts) {
    this.parts = parts;
  }

  get figures(): { readonly written: number; readonly failures: number; readonly waiting: number } {
    return { written: this.written, failures: this.failures, waiting: this.waiting.length };
  }

  /** Writes a row. Returns once it is on disk: true; false when it could not be written, which is counted and logged here. */
  append(entry: AuditEntry): Promise<boolean> {
    if (this.waiting.length >= WAITING_MAX) {
      this.fail(1, 'too many rows wait for the disk');
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      this.waiting.push({ entry, atMs: entry.atMs ?? this.parts.clock.nowMs(), resolve });
      if (this.writing === null) this.writing = this.writeAll();
    });
  }

  /** Resolves when everything that was told so far is on disk, or counted as failed. */
  async settled(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  /** Takes away a step of the rows older than `cutMs`; the chain goes on from the hash of the last. Returns how many went. */
  prune(cutMs: number): Promise<number> {
    return this.parts.db.transaction().execute(async (db) => {
      const read = sql.raw<PrunableRow>(oldestSql(false).replace('?', String(PRUNE_STEP_ROWS)));
      const plan = planPrune((await read.execute(db)).rows, cutMs);
      if (plan === null) return 0;
      await db.deleteFrom('audit_event').where('id', '<=', plan.untilId).execute();
      for (const tally of plan.tallies) await addTally(db, tally);
      await db.deleteFrom('audit_tally').where('count', '=', 0).execute();
      const former = await db
        .selectFrom('audit_checkpoint')
        .select('rows')
        .orderBy('pruned_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const { untilId, hash } = plan;
      const rows = plan.rows + (former?.rows ?? 0);
      await db
        .insertInto('audit_checkpoint')
        .values({ pruned_id: untilId, at_ms: this.parts.clock.nowMs(), hash, rows })
        .execute();
      return plan.rows;
    });
  }

  private async writeAll(): Promise<void> {
    // WHY: what is told in the same turn of the loop is one group.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, GROUP_ROWS);
      let isWritten = true;
      try {
        await this.parts.db.transaction().execute((db) => writeGroup(db, group));
        this.written += group.length;
      } catch (e) {
        isWritten = false;
        this.fail(group.length, e instanceof Error ? e.message : String(e));
      }
      for (const waiter of group) waiter.resolve(isWritten);
    }
    // WHY: in the same turn as the last look at what waits: a row that comes later begins anew.
    this.writing = null;
  }

  private fail(rows: number, detail: string): void {
    this.failures += rows;
    this.parts.log.error('audit rows were not written', { rows, detail, failures: this.failures });
  }
}

async function writeGroup(db: Transaction<AppSchema>, group: readonly Waiting[]): Promise<void> {
  const head = await db.selectFrom('audit_head').select(['last_id', 'hash', 'rows']).executeTakeFirstOrThrow();
  let { last_id: id, hash } = head;
  const counts = new TallyCounts();
  for (const { entry, atMs } of group) {
    id += 1;
    const row: ChainedEvent = {
      kind: 'event',
      version: AUDIT_VERSION,
      id,
      created_ms: atMs,
      event: entry.event,
      severity: entry.severity,
      symbol: entry.symbol ?? null,
      venues: entry.venues?.join(',') ?? '',
      payload: JSON.stringify(entry.payload),
    };
    hash = chainHash(hash, row);
    const { kind, ...columns } = row;
    await db
      .insertInto('audit_event')
      .values({ ...columns, hash })
      .execute();
    const { symbol, venues, severity } = columns;
    counts.add(kind, { createdMs: atMs, symbol, venues, severity });
  }
  for (const tally of counts.tallies()) await addTally(db, tally);
  await db
    .updateTable('audit_head')
    .set({ last_id: id, hash, rows: head.rows + group.length })
    .execute();
}

async function addTally(db: Transaction<AppSchema>, tally: AppSchema['audit_tally']): Promise<void> {
  await db
    .insertInto('audit_tally')
    .values(tally)
    .onConflict((conflict) =>
      conflict.doUpdateSet((e) => ({ count: sql<number>`${e.ref('audit_tally.count')} + excluded.count` })),
    )
    .execute();
}
