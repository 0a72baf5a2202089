import { NO_SEQ, type DepthMessage } from '@riptide/core/domain';

/** What becomes of one depth message. */
export type BookVerdict = 'apply' | 'drop' | 'buffer' | 'gap';

const WAITING = 0;
/** A snapshot taken by REST stands; the first update must reach over it. */
const BRIDGING = 1;
const LIVE = 2;

/**
 * Decides by sequence, before anything is applied, what becomes of each depth message; one state per instrument.
 *
 * - A snapshot is always applied and starts the numbering.
 * - An update must name the last applied message: `prevSeqId === lastSeq`. Steps are of any size; the number itself may fall
 *   (the venue restarts its numbering after maintenance) or stay (a keep-alive without levels).
 * - The message that was applied last, once more, is dropped. Anything else that does not follow is a gap.
 * - Without sequences (recordings of 2021 and 2022) the checksum guards the book: such a message is applied and then checked.
 *   Without either it can't be trusted: a gap.
 * - Over a REST snapshot S: updates up to S are dropped, the first applied one must satisfy `prevSeqId <= S < seqId`.
 *
 * @source docs/venues/okx.md#book
 */
export class BookSync {
  private readonly states: Uint8Array;
  private readonly lastSeq: Float64Array;
  private readonly prevSeq: Float64Array;

  /** `instruments` is the highest index plus one. */
  constructor(instruments: number) {
    this.states = new Uint8Array(instruments);
    this.lastSeq = new Float64Array(instruments).fill(NO_SEQ);
    this.prevSeq = new Float64Array(instruments).fill(NO_SEQ);
  }

  /** HOT: returns the verdict and, for `apply`, takes the message as the last one. */
  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): BookVerdict {
    if (isSnapshot) return this.take(ix, depth);
    const state = this.states[ix]!;
    if (state === WAITING) return 'buffer';
    if (depth.lastSeq === NO_SEQ)
      return isChecksummed(depth) && this.lastSeq[ix] === NO_SEQ ? this.take(ix, depth) : 'gap';
    const last = this.lastSeq[ix]!;
    if (state === BRIDGING) {
      if (depth.lastSeq <= last) return 'drop';
      return depth.prevSeq <= last && depth.prevSeq !== NO_SEQ ? this.take(ix, depth) : 'gap';
    }
    if (depth.prevSeq === last && last !== NO_SEQ) return this.take(ix, depth);
    return depth.lastSeq === last && depth.prevSeq === this.prevSeq[ix] ? 'drop' : 'gap';
  }

  /** Starts from a snapshot taken by REST with this sequence. */
  startFrom(ix: number, seq: number): void {
    this.states[ix] = BRIDGING;
    this.lastSeq[ix] = seq;
    this.prevSeq[ix] = NO_SEQ;
  }

  /** Waits for a snapshot from now on. */
  reset(ix: number): void {
    this.states[ix] = WAITING;
    this.lastSeq[ix] = NO_SEQ;
    this.prevSeq[ix] = NO_SEQ;
  }

  isWaiting(ix: number): boolean {
    return this.states[ix] === WAITING;
  }

  private take(ix: number, depth: DepthMessage): BookVerdict {
    this.states[ix] = LIVE;
    this.lastSeq[ix] = depth.lastSeq;
    this.prevSeq[ix] = depth.prevSeq;
    return 'apply';
  }
}

/** True when the message carries a checksum that means something: 0 is what the venue sends since it stopped computing it. */
export function isChecksummed(depth: DepthMessage): boolean {
  return depth.checksum !== 0 && !Number.isNaN(depth.checksum);
}

/** True for the message that only says the unchanged book is alive. */
export function isKeepAlive(depth: DepthMessage): boolean {
  return depth.bidCount === 0 && depth.askCount === 0 && depth.lastSeq !== NO_SEQ && depth.lastSeq === depth.prevSeq;
}
