import { domainError, err } from '@riptide/core/domain';
import type { CoreJournalFile } from '@riptide/core/engine';

/** The journal as one life of the engine sees it: who is dead writes nothing. */
export function mortalJournal(journal: CoreJournalFile, isDead: () => boolean): CoreJournalFile {
  const dead = err(domainError('ENGINE_JOURNAL_FAILED', 'the engine is dead', { outcome: 'not-sent' }));
  return {
    get lastSeq() {
      return journal.lastSeq;
    },
    get isOnReserve() {
      return journal.isOnReserve;
    },
    get isLarge() {
      return journal.isLarge;
    },
    get figures() {
      return journal.figures;
    },
    begin: (state, lastSeq) => journal.begin(state, lastSeq),
    restoreReserve: () => journal.restoreReserve(),
    append: (facts, atMs) => (isDead() ? dead : journal.append(facts, atMs)),
  };
}
