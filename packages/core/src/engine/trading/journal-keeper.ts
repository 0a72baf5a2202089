import type { DomainError, Journal, Result } from '../../domain/index.ts';
import type { CoreContext, CoreJournal } from './core-context.ts';
import { snapshotCoreState, type CoreState } from './core-state.ts';

/** Pause after a rotation of the journal that failed. */
const ROTATE_AGAIN_MS = 10_000;

/** The journal as the core drives it. */
export interface CoreJournalFile extends Journal, CoreJournal {
  readonly isLarge: boolean;
  begin(state: unknown, lastSeq: number): Result<null, DomainError>;
  restoreReserve(): void;
}

/** Keeps the journal going: writes what waits, tells a failure that has ended, begins a new segment when the old one is large. */
export class JournalKeeper {
  private readonly context: Pick<CoreContext, 'backlog' | 'facts' | 'clock' | 'log'>;
  private readonly journal: CoreJournalFile;
  private readonly state: CoreState;
  private rotateDueMs = 0;

  constructor(
    context: Pick<CoreContext, 'backlog' | 'facts' | 'clock' | 'log'>,
    journal: CoreJournalFile,
    state: CoreState,
  ) {
    this.context = context;
    this.journal = journal;
    this.state = state;
  }

  /** Call every 100 ms. */
  tick(): void {
    const { journal } = this;
    const { backlog, clock, log } = this.context;
    backlog.flush();
    this.tellFailure();
    if (!journal.isLarge || backlog.waiting > 0 || clock.nowMs() < this.rotateDueMs) return;
    const begun = journal.begin(snapshotCoreState(this.state), journal.lastSeq);
    if (begun.ok) return;
    // WHY: the whole state is written for each attempt, on the thread that trades.
    this.rotateDueMs = clock.nowMs() + ROTATE_AGAIN_MS;
    log.error('the journal could not be rotated', { detail: begun.error.detail });
  }

  /** A refused decision leaves nothing behind that would be tried again: this event does, and ends the failure when it is written. */
  private tellFailure(): void {
    const { backlog, facts } = this.context;
    if (backlog.lastError === null || backlog.waiting > 0) return;
    const text = `the journal could not be written (${backlog.lastError.detail}); new risk waits until it can`;
    facts.append([
      { kind: 'event', event: 'journal_failed', severity: 'CRITICAL', symbol: null, venues: [], text, data: {} },
    ]);
  }
}
