import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Retention } from '@riptide/contracts';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';

const DAY_MS = 86_400_000;
const FIRST_SWEEP_MS = 30_000;
const SWEEP_PERIOD_MS = 600_000;
/** Rows a transaction takes away: whoever waits for the lock waits for so many. */
const BATCH = 500;
const BATCH_PAUSE_MS = 50;
const BUSY_MS = 20;

export interface RecordRetentionOptions {
  /** `trading.db`, with its tables. */
  readonly path: string;
  /** Folder of the recordings; may be missing. */
  readonly recordings: string;
  /** null: not known now, and nothing is taken away. */
  readonly read: () => Retention | null;
  /** How long segments of the journal stay while nothing else is known, ms. */
  readonly journalKeepMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** What was taken away since the start. */
export interface RecordRetentionFigures {
  readonly decisions: number;
  readonly recordings: number;
  readonly failures: number;
}

/**
 * Takes away decisions and recordings that are over the age a person set, every ten minutes; the audit and the journal have keepers of
 * their own, which ask here how long.
 */
export class RecordRetention {
  private readonly options: RecordRetentionOptions;
  private known: Retention | null = null;
  private counts: RecordRetentionFigures = { decisions: 0, recordings: 0, failures: 0 };
  private timer: TimerHandle | null = null;
  private isClosed = false;

  constructor(options: RecordRetentionOptions) {
    this.options = options;
  }

  get figures(): RecordRetentionFigures {
    return this.counts;
  }

  /** How long segments of the journal stay, ms. */
  get journalKeepMs(): number {
    return this.known === null ? this.options.journalKeepMs : this.known.journal_days * DAY_MS;
  }

  /** How long rows of the audit stay, ms; null while it is not known: then none may go. */
  get auditKeepMs(): number | null {
    return this.known === null ? null : this.known.audit_days * DAY_MS;
  }

  start(): void {
    this.known = this.options.read();
    this.plan(FIRST_SWEEP_MS);
  }

  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.timer = null;
  }

  /** Takes away what is over age now. */
  async sweep(): Promise<void> {
    const retention = this.options.read();
    if (retention === null) return;
    this.known = retention;
    const nowMs = this.options.clock.nowMs();
    const before = this.counts;
    await this.sweepDecisions(nowMs - retention.decisions_days * DAY_MS);
    await this.sweepRecordings(nowMs - retention.recordings_days * DAY_MS);
    const decisions = this.counts.decisions - before.decisions;
    const recordings = this.counts.recordings - before.recordings;
    if (decisions + recordings > 0) this.options.log.info('old records taken away', { decisions, recordings });
  }

  private plan(afterMs: number): void {
    if (this.isClosed) return;
    this.timer = this.options.clock.after(afterMs, () => {
      this.timer = null;
      this.sweep()
        .catch((e: unknown) => {
          this.counts = { ...this.counts, failures: this.counts.failures + 1 };
          this.options.log.warn('old records could not be taken away', { detail: String(e) });
        })
        .finally(() => this.plan(SWEEP_PERIOD_MS));
    });
  }

  private async sweepDecisions(beforeMs: number): Promise<void> {
    const db = new Database(this.options.path, { timeout: BUSY_MS, fileMustExist: true });
    try {
      const old = db.prepare('select decision_id, snipe_id from decision_row where at_ms < ? order by at_ms limit ?');
      const dropDecision = db.prepare('delete from decision_row where decision_id = ?');
      const dropSnipe = db.prepare('delete from snipe_row where snipe_id = ?');
      const dropBatch = db.transaction((): number => {
        const rows = old.all(beforeMs, BATCH) as { readonly decision_id: string; readonly snipe_id: string | null }[];
        for (const row of rows) {
          dropDecision.run(row.decision_id);
          if (row.snipe_id !== null) dropSnipe.run(row.snipe_id);
        }
        return rows.length;
      });
      while (!this.isClosed) {
        const gone = dropBatch.immediate();
        this.counts = { ...this.counts, decisions: this.counts.decisions + gone };
        if (gone < BATCH) return;
        await new Promise<void>((resolve) => this.options.clock.after(BATCH_PAUSE_MS, resolve));
      }
    } finally {
      db.close();
    }
  }

  /** A file that is being written is never that old. */
  private async sweepRecordings(beforeMs: number): Promise<void> {
    const entries = await readdir(this.options.recordings, { recursive: true, withFileTypes: true }).catch(
      noneIfMissing,
    );
    for (const entry of entries) {
      if (!entry.isFile() || this.isClosed) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(noneIfMissing);
      if (Array.isArray(found) || found.mtimeMs >= beforeMs) continue;
      await rm(path, { force: true });
      this.counts = { ...this.counts, recordings: this.counts.recordings + 1 };
    }
  }
}

/** What is not there is nothing to take away. @throws anything else */
function noneIfMissing(e: NodeJS.ErrnoException): never[] {
  if (e.code === 'ENOENT') return [];
  throw e;
}
