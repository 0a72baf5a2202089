import type { DomainError, Journal, Result, TradingFact, TradingRecord } from '../../domain/index.ts';
import { err, ok } from '../../domain/index.ts';
import type { Clock } from '../../kernel/index.ts';

/** Facts of a venue that wait for a journal that can't be written; over it the oldest are given up, and reconciling finds them again. */
const BACKLOG_MAX = 10_000;
const UNWRITTEN_SEQ = -1;

/** A state that is the fold of records. */
export interface Fold {
  apply(record: TradingRecord): void;
}

export interface RecorderOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** In this order. */
  readonly folds: readonly Fold[];
  /** Told after the folds, once per write. */
  onRecords(records: readonly TradingRecord[]): void;
}

/**
 * The only door to the core's state: a fact is journalled, then folded, then told.
 *
 * Decisions of ours (`write`) don't happen when they can't be journalled. What a venue did (`note`) has happened all the same: it is
 * folded at once and journalled as soon as that is possible again, in order.
 */
export class Recorder {
  private readonly options: RecorderOptions;
  private readonly backlog: TradingFact[] = [];
  private lostFacts = 0;
  private lastError: DomainError | null = null;

  constructor(options: RecorderOptions) {
    this.options = options;
  }

  /** Why the journal can't be written now; null while it can. */
  get journalError(): DomainError | null {
    return this.lastError;
  }

  /** Facts of venues that are not on disk yet, and how many were given up. */
  get unwritten(): { readonly waiting: number; readonly lost: number } {
    return { waiting: this.backlog.length, lost: this.lostFacts };
  }

  /** @errors ENGINE_JOURNAL_FAILED: nothing was remembered and nothing may be done. */
  write(facts: readonly TradingFact[]): Result<readonly TradingRecord[], DomainError> {
    const behind = this.flush();
    if (behind !== null) return err(behind);
    const written = this.append(facts);
    if (!written.ok) return written;
    this.fold(written.value);
    return written;
  }

  /** Takes what happened, whatever the journal says. */
  note(facts: readonly TradingFact[]): void {
    if (facts.length === 0) return;
    const written = this.flush() === null ? this.append(facts) : null;
    if (written?.ok === true) {
      this.fold(written.value);
      return;
    }
    const atMs = this.options.clock.nowMs();
    this.backlog.push(...facts);
    const over = this.backlog.length - BACKLOG_MAX;
    if (over > 0) {
      this.backlog.splice(0, over);
      this.lostFacts += over;
    }
    this.fold(facts.map((fact) => ({ ...fact, seq: UNWRITTEN_SEQ, atMs }) as TradingRecord));
  }

  /** Tries to write what waits. Call now and then; returns why it still can't. */
  flush(): DomainError | null {
    if (this.backlog.length === 0) return null;
    const written = this.append(this.backlog);
    if (!written.ok) return written.error;
    this.backlog.length = 0;
    // Folded when they were noted; only the listeners of the journal have not heard of them.
    this.options.onRecords(written.value);
    return null;
  }

  private append(facts: readonly TradingFact[]): Result<readonly TradingRecord[], DomainError> {
    const written = this.options.journal.append(facts, this.options.clock.nowMs());
    this.lastError = written.ok ? null : written.error;
    return written.ok ? ok(written.records) : err(written.error);
  }

  private fold(records: readonly TradingRecord[]): void {
    for (const record of records) for (const fold of this.options.folds) fold.apply(record);
    this.options.onRecords(records);
  }
}
