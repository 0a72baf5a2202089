import type { DomainError, Journal, Result } from '../../domain/index.ts';
import type { CoreContext, CoreJournal } from './core-context.ts';
import { snapshotCoreState, type CoreState } from './core-state.ts';

/** Pause after a rotation of the journal that failed. */
const ROTATE_AGAIN_MS = 10_000;
/** How old a checkpoint gets while records come: what no record tells, as the radar's percentiles, is lost back to it. */
const CHECKPOINT_MS = 600_000;
/** A checkpoint waits for so long without a record, and for nothing to stir; at twice its age it waits no more. */
const QUIET_MS = 1_000;

/** The journal as the core drives it. */
export interface CoreJournalFile extends Journal, CoreJournal {
  readonly isLarge: boolean;
  begin(state: unknown, lastSeq: number): Result<null, DomainError>;
  restoreReserve(): void;
}

/** Keeps the journal going: writes what waits, tells a failure that has ended, begins a new segment when the old one is large or old. */
export class JournalKeeper {
  private readonly context: Pick<CoreContext, 'backlog' | 'facts' | 'clock' | 'log'>;
  private readonly journal: CoreJournalFile;
  private readonly state: CoreState;
  private rotateDueMs = 0;
  /** Of the newest checkpoint. */
  private begunSeq: number;
  private begunMs: number;
  /** Number of the newest record at the last look, and since when it is. */
  private seenSeq: number;
  private seenMs: number;

  constructor(
    context: Pick<CoreContext, 'backlog' | 'facts' | 'clock' | 'log'>,
    journal: CoreJournalFile,
    state: CoreState,
  ) {
    this.context = context;
    this.journal = journal;
    this.state = state;
    this.begunSeq = journal.lastSeq;
    this.begunMs = context.clock.nowMs();
    this.seenSeq = this.begunSeq;
    this.seenMs = this.begunMs;
  }

  /** Call every 100 ms. */
  tick(): void {
    const { journal } = this;
    const { backlog, clock, log } = this.context;
    backlog.flush();
    this.tellFailure();
    const nowMs = clock.nowMs();
    const isDue = this.isCheckpointDue(nowMs);
    if (!(journal.isLarge || isDue) || backlog.waiting > 0 || nowMs < this.rotateDueMs) return;
    const { lastSeq } = journal;
    const begun = journal.begin(snapshotCoreState(this.state), lastSeq);
    if (begun.ok) {
      this.begunSeq = lastSeq;
      this.begunMs = nowMs;
      return;
    }
    // WHY: the whole state is written for each attempt, on the thread that trades.
    this.rotateDueMs = nowMs + ROTATE_AGAIN_MS;
    log.error('the journal could not be rotated', { detail: begun.error.detail });
  }

  /**
   * WHY only behind a new record: a segment is named by its first one, and what reads along with the journal would not see that a segment
   * was begun anew under the same name.
   */
  private isCheckpointDue(nowMs: number): boolean {
    const { lastSeq } = this.journal;
    if (lastSeq !== this.seenSeq) {
      this.seenSeq = lastSeq;
      this.seenMs = nowMs;
    }
    const ageMs = nowMs - this.begunMs;
    if (ageMs < CHECKPOINT_MS || lastSeq === this.begunSeq) return false;
    const isQuiet = nowMs - this.seenMs >= QUIET_MS && !this.state.others.some(({ isStirred }) => isStirred === true);
    return isQuiet || ageMs >= 2 * CHECKPOINT_MS;
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
