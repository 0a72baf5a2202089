import type { DepthMessage } from '@riptide/core/domain';

/** What becomes of one depth message. */
export type BookVerdict = 'apply' | 'drop' | 'gap';

const WAITING = -1;

/**
 * Decides by sequence, before anything is applied, what becomes of each depth message; one state per instrument.
 *
 * - A snapshot is always applied and starts the numbering, also `u` 1 after a restart of the venue.
 * - A delta must carry the next `u`. What the book has already is dropped; anything else is a gap.
 * - Before the first snapshot deltas are dropped: the snapshot comes in the stream, nothing has to be kept for it.
 *
 * @source docs/venues/bybit.md#book
 */
export class BookSync {
  private readonly lastU: Float64Array;

  /** `instruments` is the highest index plus one. */
  constructor(instruments: number) {
    this.lastU = new Float64Array(instruments).fill(WAITING);
  }

  /** HOT: returns the verdict and, for `apply`, takes the message as the last one. */
  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): BookVerdict {
    const last = this.lastU[ix]!;
    const { lastSeq } = depth;
    if (!isSnapshot) {
      if (last === WAITING || lastSeq <= last) return 'drop';
      if (lastSeq !== last + 1) return 'gap';
    }
    this.lastU[ix] = lastSeq;
    return 'apply';
  }

  /** Waits for a snapshot from now on. */
  reset(ix: number): void {
    this.lastU[ix] = WAITING;
  }

  isWaiting(ix: number): boolean {
    return this.lastU[ix] === WAITING;
  }
}
