import type { DomainError, Journal, TradingFact, TradingRecord } from '../../domain/index.ts';

/** Facts of venues that wait for a journal that can't be written; over it the oldest are given up, and reconciling finds them again. */
const BACKLOG_MAX = 10_000;
const UNWRITTEN_SEQ = -1;

/**
 * What only we decide. It does not happen when it can't be journalled; everything else has happened whatever our disk says.
 * A cancel is no new risk and goes out all the same.
 */
const OUR_DECISIONS: ReadonlySet<TradingFact['kind']> = new Set(['intent', 'order', 'setting', 'cooldown']);

/**
 * A journal in front of the journal, for full disks: decisions of ours fail when they can't be written; what a venue did is remembered
 * in order and written as soon as that is possible, before anything newer. Records that wait carry `seq` -1.
 */
export class BacklogJournal implements Journal {
  private readonly inner: Journal;
  private readonly onWritten: (records: readonly TradingRecord[]) => void;
  private readonly backlog: TradingFact[] = [];
  private lost = 0;
  private error: DomainError | null = null;

  constructor(inner: Journal, onWritten: (records: readonly TradingRecord[]) => void) {
    this.inner = inner;
    this.onWritten = onWritten;
  }

  /** Why the journal can't be written now; null while it can. */
  get lastError(): DomainError | null {
    return this.error;
  }

  /** Facts that are not on disk yet, and how many were given up. */
  get unwritten(): { readonly waiting: number; readonly lost: number } {
    return { waiting: this.backlog.length, lost: this.lost };
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    if (this.flush(atMs)) {
      const written = this.write(facts, atMs);
      if (written.ok || facts.some(({ kind }) => OUR_DECISIONS.has(kind))) return written;
    } else if (facts.some(({ kind }) => OUR_DECISIONS.has(kind))) {
      if (this.error === null) throw new Error('Invariant: a backlog without a reason');
      return { ok: false, error: this.error };
    }
    this.keep(facts);
    return { ok: true, records: facts.map((fact) => ({ ...fact, seq: UNWRITTEN_SEQ, atMs })) };
  }

  /** Tries to write what waits; call now and then. Returns true when nothing waits. */
  flush(atMs: number): boolean {
    if (this.backlog.length === 0) return true;
    if (!this.write(this.backlog, atMs).ok) return false;
    this.backlog.length = 0;
    return true;
  }

  private write(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    const written = this.inner.append(facts, atMs);
    this.error = written.ok ? null : written.error;
    if (written.ok) this.onWritten(written.records);
    return written;
  }

  private keep(facts: readonly TradingFact[]): void {
    this.backlog.push(...facts);
    const over = this.backlog.length - BACKLOG_MAX;
    if (over <= 0) return;
    this.backlog.splice(0, over);
    this.lost += over;
  }
}
