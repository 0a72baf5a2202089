import { domainError, err, type DomainError, type Result, type TradingFact } from '../../domain/index.ts';
import type { MemoryJournal } from '../trading/memory-journal.fixture.ts';
import type { CoreJournalFile } from '../trading/journal-keeper.ts';

/** A journal whose process dies after one record: what was written before stays, even half an append; whatever comes after is lost. */
export class CrashingJournal implements CoreJournalFile {
  hasCrashed = false;
  private readonly inner: MemoryJournal;
  private readonly lastRecord: number | null;

  constructor(inner: MemoryJournal, lastRecord: number | null = null) {
    this.inner = inner;
    this.lastRecord = lastRecord;
  }

  get isLarge(): boolean {
    return false;
  }

  get isOnReserve(): boolean {
    return false;
  }

  get lastSeq(): number {
    return this.inner.lastSeq;
  }

  get figures(): { readonly records: number; readonly failures: number } {
    return this.inner.figures;
  }

  begin(state: unknown, lastSeq: number): Result<null, DomainError> {
    if (this.hasCrashed)
      return err(domainError('ENGINE_JOURNAL_FAILED', 'the process has died', { outcome: 'not-sent' }));
    return this.inner.begin(state, lastSeq);
  }

  restoreReserve(): void {
    this.inner.restoreReserve();
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<CoreJournalFile['append']> {
    const room = this.lastRecord === null ? facts.length : Math.max(0, this.lastRecord - this.inner.records.length);
    if (this.hasCrashed || room < facts.length) {
      if (!this.hasCrashed && room > 0) this.inner.append(facts.slice(0, room), atMs);
      this.hasCrashed = true;
      return err(domainError('ENGINE_JOURNAL_FAILED', 'the process has died', { outcome: 'not-sent' }));
    }
    return this.inner.append(facts, atMs);
  }
}
