import Database from 'better-sqlite3';
import type { TradingRecord } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { JournalLine } from '../journal/journal-lines.ts';
import type { RetentionFigures, SegmentRetention } from '../journal/segment-retention.ts';
import { RecordCounter, type RecordFigures } from '../../metrics/record-counter.ts';
import { ClosedTradeFold } from './closed-trade-fold.ts';
import { pruneAudit } from './prune-audit.ts';
import { RecordRows } from './record-rows.ts';
import { SegmentTail } from './segment-tail.ts';

/** Records of a burst are folded together. */
const GATHER_MS = 100;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;
/** A locked database is left again at once: whoever waits here holds up the engine's cool side. */
const BUSY_MS = 20;
/** A step of the audit's retention is taken at most so often, when nothing else is to do. */
const PRUNE_PERIOD_MS = 10_000;
/** The process has to end: what these batches leave over is folded at the next start. */
const LAST_BATCHES = 20;

export interface JournalFoldOptions {
  /** Folder of the journal's segments. */
  readonly folder: string;
  /** `trading.db`, with its tables. */
  readonly path: string;
  /** Takes segments away once they are folded. */
  readonly retention: SegmentRetention;
  /** How long rows of the audit stay, ms; null, or left out: not known, and none goes. */
  readonly auditKeepMs?: () => number | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** How far the fold is. */
export interface FoldFigures {
  readonly lastSeq: number;
  /** Records that are written and not folded yet, as far as is known. */
  readonly behind: number;
  readonly failures: number;
  /** Why it does not get on; null while it does. */
  readonly reason: string | null;
  readonly journal: RetentionFigures;
  /** Of what was folded since the start of the process. */
  readonly counted: RecordFigures;
}

/**
 * Folds the journal into `trading.db`: whole batches in one transaction with the number of their last record, so that a crash at any
 * instant repeats a batch or leaves it out, never half of it. A locked or full database holds up nothing but this: it is tried
 * again, at least every 5 s, and catches up.
 */
export class JournalFold {
  private readonly options: JournalFoldOptions;
  private readonly trades = new ClosedTradeFold();
  private readonly counter = new RecordCounter();
  private db: Database.Database | null = null;
  private rows: RecordRows | null = null;
  private tail: SegmentTail | null = null;
  private pending: TradingRecord[] = [];
  private lastSeq = 0;
  private toldSeq = 0;
  private readSeq = 0;
  private failures = 0;
  private reason: string | null = null;
  private retryMs = RETRY_FIRST_MS;
  private timer: TimerHandle | null = null;
  private isClosed = false;
  private prunedMs = Number.NEGATIVE_INFINITY;

  constructor(options: JournalFoldOptions) {
    this.options = options;
  }

  get figures(): FoldFigures {
    const { lastSeq, toldSeq, readSeq, failures, reason } = this;
    return {
      lastSeq,
      behind: Math.max(0, Math.max(toldSeq, readSeq) - lastSeq),
      failures,
      reason,
      journal: this.options.retention.figures,
      counted: this.counter.figures,
    };
  }

  /** Catches up with what is written. */
  start(): void {
    this.plan(0);
  }

  /** The journal has grown up to a record. */
  wake(lastSeq: number): void {
    this.toldSeq = Math.max(this.toldSeq, lastSeq);
    this.plan(GATHER_MS);
  }

  /** Folds what is written and closes the database. What can't be folded now is folded at the next start. */
  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.timer = null;
    for (let batches = 0; batches < LAST_BATCHES && this.step(); batches += 1);
    this.db?.close();
    this.db = null;
  }

  private plan(afterMs: number): void {
    if (this.isClosed || this.timer !== null) return;
    this.timer = this.options.clock.after(afterMs, () => {
      this.timer = null;
      if (this.step()) this.plan(0);
    });
  }

  /** Folds one batch. Returns whether there may be more to do at once. */
  private step(): boolean {
    try {
      const hasMore = this.foldBatch();
      if (this.reason !== null) this.options.log.info('trading.db takes records again', { lastSeq: this.lastSeq });
      this.reason = null;
      this.retryMs = RETRY_FIRST_MS;
      return hasMore;
    } catch (e) {
      this.fail(e);
      return false;
    }
  }

  private foldBatch(): boolean {
    const { db, rows } = this.open();
    this.tail ??= SegmentTail.open(this.options.folder, this.lastSeq);
    if (this.tail === null) return false;
    if (this.pending.length === 0) {
      const lines = this.tail.read();
      for (const line of lines) this.take(line);
      if (lines.length === 0) {
        this.options.retention.sweep({ seq: this.lastSeq, segment: this.tail.segment });
        this.pruneAudit(db);
      }
      if (this.pending.length === 0 && !this.trades.hasChanges) return lines.length > 0;
    }
    const lastSeq = this.pending.at(-1)?.seq ?? this.lastSeq;
    const changes = this.trades.changes();
    const write = db.transaction(() => {
      rows.group(() => {
        for (const record of this.pending) rows.write(record);
      });
      for (const trade of changes.archived) rows.writeArchived(trade);
      for (const trade of changes.written) rows.writeTrade(trade, lastSeq);
      for (const tradeId of changes.removed) rows.removeTrade(tradeId);
      db.prepare('insert or replace into journal_state values (1, ?, ?)').run(lastSeq, this.options.clock.nowMs());
    });
    write.immediate();
    this.trades.settle();
    this.pending = [];
    this.lastSeq = lastSeq;
    return true;
  }

  private pruneAudit(db: Database.Database): void {
    const nowMs = this.options.clock.nowMs();
    const keepMs = this.options.auditKeepMs?.() ?? null;
    if (keepMs === null || nowMs - this.prunedMs < PRUNE_PERIOD_MS) return;
    this.prunedMs = nowMs;
    const rows = pruneAudit(db, nowMs - keepMs, nowMs);
    if (rows > 0) this.options.log.info('old audit rows of the engine taken away', { rows });
  }

  private take(line: JournalLine): void {
    if (line.kind === 'checkpoint') {
      const isHole = line.seq > Math.max(this.readSeq, this.lastSeq);
      if (isHole)
        this.options.log.error('records are missing in the journal: history has a gap', {
          after: Math.max(this.readSeq, this.lastSeq),
          until: line.seq,
        });
      this.trades.checkpoint(line.state, isHole);
      this.readSeq = Math.max(this.readSeq, line.seq);
      return;
    }
    this.readSeq = line.seq;
    this.trades.apply(line, line.seq > this.lastSeq);
    if (line.seq <= this.lastSeq) return;
    this.pending.push(line);
    this.counter.count(line);
  }

  private open(): { readonly db: Database.Database; readonly rows: RecordRows } {
    if (this.db !== null && this.rows !== null) return { db: this.db, rows: this.rows };
    const db = new Database(this.options.path, { timeout: BUSY_MS, fileMustExist: true });
    try {
      db.pragma('synchronous = FULL');
      const state = db.prepare('select last_seq from journal_state where id = 1').get() as
        { readonly last_seq: number } | undefined;
      this.rows = new RecordRows(db);
      this.lastSeq = state?.last_seq ?? 0;
      this.db = db;
      return { db, rows: this.rows };
    } catch (e) {
      db.close();
      throw e;
    }
  }

  private fail(e: unknown): void {
    this.failures += 1;
    const reason = e instanceof Error ? e.message : String(e);
    const isNews = reason !== this.reason;
    this.reason = reason;
    const fields = { detail: reason, failures: this.failures, behind: this.figures.behind };
    if (isNews) this.options.log.error('trading.db does not take records, they wait in the journal', fields);
    this.plan(this.retryMs);
    this.retryMs = Math.min(RETRY_MAX_MS, this.retryMs * 2);
  }
}
