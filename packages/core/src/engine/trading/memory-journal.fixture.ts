import {
  domainError,
  err,
  ok,
  type DomainError,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../../domain/index.ts';
import type { CoreJournalFile } from './journal-keeper.ts';

/** A journal in memory that can be full, and gives back what a restart would read. */
export class MemoryJournal implements CoreJournalFile {
  isFull = false;
  isOnReserve = false;
  isLarge = false;
  lastSeq = 0;
  readonly records: TradingRecord[] = [];
  private checkpoint: { readonly seq: number; readonly state: unknown } = { seq: 0, state: null };

  get figures(): { readonly records: number; readonly failures: number } {
    return { records: this.records.length, failures: 0 };
  }

  begin(state: unknown, lastSeq: number): Result<null, DomainError> {
    this.checkpoint = { seq: lastSeq, state: JSON.parse(JSON.stringify(state)) as unknown };
    this.lastSeq = lastSeq;
    this.isLarge = false;
    return ok(null);
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<CoreJournalFile['append']> {
    if (this.isFull) return err(domainError('ENGINE_JOURNAL_FAILED', 'ENOSPC', { outcome: 'not-sent' }));
    const records = facts.map((fact, at) => ({ ...fact, seq: this.lastSeq + 1 + at, atMs }) as TradingRecord);
    this.lastSeq += records.length;
    this.records.push(...(JSON.parse(JSON.stringify(records)) as TradingRecord[]));
    return { ok: true, records };
  }

  restoreReserve(): void {
    this.isOnReserve = false;
  }

  /** What a start finds after a crash now. */
  restored(): { readonly snapshot: unknown; readonly records: readonly TradingRecord[]; readonly lastSeq: number } {
    const records = this.records.filter(({ seq }) => seq > this.checkpoint.seq);
    return { snapshot: this.checkpoint.state, records, lastSeq: this.lastSeq };
  }
}
