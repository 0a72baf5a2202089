import type { DomainError, Journal, TradingFact, TradingRecord } from '../../domain/index.ts';

/** Facts that wait for a journal that can't be written. Over it they are refused like decisions; reconciling brings them again. */
const BACKLOG_MAX = 10_000;

/**
 * What only we decide. It does not happen when it can't be journalled; everything else has happened whatever our disk says.
 * A cancel is no new risk and goes out all the same.
 */
const OUR_DECISIONS: ReadonlySet<TradingFact['kind']> = new Set(['intent', 'order', 'setting', 'cooldown']);

/** What must not be forgotten whatever the bound says. */
function isPullOfSwitch(facts: readonly TradingFact[]): boolean {
  return facts.some(({ kind }) => kind === 'kill-switch');
}

/** The journal on disk, which knows the number of its last record. */
export interface NumberedJournal extends Journal {
  readonly lastSeq: number;
}

/**
 * A journal in front of the journal, for full disks: decisions of ours fail when they can't be written; what a venue did is remembered
 * in order, under the numbers and times it will have, and written before anything newer as soon as that is possible.
 */
export class BacklogJournal implements Journal {
  private readonly inner: NumberedJournal;
  private readonly onWritten: (records: readonly TradingRecord[]) => void;
  /** By the time at which it happened: a restart must read the time that counted while running. */
  private readonly backlog: { readonly atMs: number; readonly facts: TradingFact[] }[] = [];
  private waitingCount = 0;
  private error: DomainError | null = null;

  constructor(inner: NumberedJournal, onWritten: (records: readonly TradingRecord[]) => void) {
    this.inner = inner;
    this.onWritten = onWritten;
  }

  /** Why the journal can't be written now; null while it can. */
  get lastError(): DomainError | null {
    return this.error;
  }

  /** Facts that are not on disk yet. */
  get waiting(): number {
    return this.waitingCount;
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    const isDecision = facts.some(({ kind }) => OUR_DECISIONS.has(kind));
    const written = this.flush() ?? this.write(facts, atMs);
    const isOver = this.waitingCount + facts.length > BACKLOG_MAX && !isPullOfSwitch(facts);
    if (written.ok || isDecision || isOver) return written;
    const first = this.inner.lastSeq + this.waitingCount + 1;
    const newest = this.backlog.at(-1);
    if (newest?.atMs === atMs) newest.facts.push(...facts);
    else this.backlog.push({ atMs, facts: [...facts] });
    this.waitingCount += facts.length;
    return { ok: true, records: facts.map((fact, at) => ({ ...fact, seq: first + at, atMs })) };
  }

  /** Tries to write what waits; call now and then. Returns the failure, or null when nothing waits. */
  flush(): Extract<ReturnType<Journal['append']>, { ok: false }> | null {
    for (const [at, { facts, atMs }] of this.backlog.entries()) {
      const written = this.write(facts, atMs);
      if (written.ok) {
        this.waitingCount -= facts.length;
        continue;
      }
      this.backlog.splice(0, at);
      return written;
    }
    this.backlog.length = 0;
    return null;
  }

  private write(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    const written = this.inner.append(facts, atMs);
    this.error = written.ok ? null : written.error;
    if (written.ok) this.onWritten(written.records);
    return written;
  }
}
