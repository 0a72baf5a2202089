import {
  ok,
  type Decision,
  type DomainError,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../domain/index.ts';
import type { CoreJournalFile } from '../engine/index.ts';

/** The journal of a replay: numbers the records and keeps the decisions; nothing survives the run. */
export class LabJournal implements CoreJournalFile {
  readonly isOnReserve = false;
  readonly isLarge = false;
  readonly decisions: Decision[] = [];
  lastSeq = 0;

  get figures(): { readonly records: number; readonly failures: number } {
    return { records: this.lastSeq, failures: 0 };
  }

  begin(_state: unknown, lastSeq: number): Result<null, DomainError> {
    this.lastSeq = lastSeq;
    return ok(null);
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<CoreJournalFile['append']> {
    const records = facts.map((fact, at): TradingRecord => ({ ...fact, seq: this.lastSeq + 1 + at, atMs }));
    this.lastSeq += records.length;
    for (const fact of facts) if (fact.kind === 'decision') this.decisions.push(fact.decision);
    return { ok: true, records };
  }

  restoreReserve(): void {
    // There is no disk that could be full.
  }
}
