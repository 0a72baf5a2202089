/** What to do with a depth frame. */
export type SyncAction = 'apply' | 'drop' | 'buffer' | 'gap';

/**
 * How one book stands.
 * `waiting`: the channel is not confirmed. `buffering`: a snapshot is on the way. `live`: in sequence. `halted`: given up until
 * someone resets it (prices that cannot be kept).
 */
export type SyncPhase = 'waiting' | 'buffering' | 'live' | 'halted';

/** The first and the last update a frame covers. */
export interface SeqSpan {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

const NOTHING = -1;

/**
 * Aligns one KuCoin book with its snapshot and checks every later frame before it is applied.
 *
 * Spot frames cover `[sequenceStart, sequenceEnd]`, futures frames one number; the rule is the same: with a book at L, a frame
 * that ends at or below L is old, one that starts at or below L+1 continues it, anything else is a gap.
 *
 * @source docs/venues/kucoin.md#books
 */
export class BookSync {
  phase: SyncPhase = 'waiting';
  /** Sequence the book has reached; -1 before a snapshot. */
  lastSeq = NOTHING;
  /** First sequence kept since the book waits for a snapshot; -1 while none is. */
  private firstKeptSeq = NOTHING;

  /**
   * Judges a frame; on `apply` the book is taken to be at its `lastSeq` afterwards.
   * HOT: takes the message, for a number this long is put into an object when it is handed to a call.
   */
  accept({ firstSeq, lastSeq }: SeqSpan): SyncAction {
    if (this.phase === 'live') {
      if (lastSeq <= this.lastSeq) return 'drop';
      if (firstSeq > this.lastSeq + 1) return 'gap';
      this.lastSeq = lastSeq;
      return 'apply';
    }
    return this.phase === 'halted' ? 'drop' : 'buffer';
  }

  /** Notes that a frame was kept for later. */
  kept(firstSeq: number): void {
    if (this.firstKeptSeq === NOTHING) this.firstKeptSeq = firstSeq;
  }

  /** Forgets the book and waits for the channel to be confirmed. */
  wait(): void {
    this.leave('waiting');
  }

  /** The channel is confirmed: a snapshot may be asked for. Frames kept before the acknowledgement stay good. */
  confirm(): void {
    if (this.phase === 'waiting') this.phase = 'buffering';
  }

  /** Forgets the book and waits for a snapshot. */
  buffer(): void {
    this.leave('buffering');
  }

  /** Forgets the book for good. */
  halt(): void {
    this.leave('halted');
  }

  /** Starts to keep frames beside a live book, for a snapshot that renews it. */
  keepAnew(): void {
    this.firstKeptSeq = NOTHING;
  }

  /**
   * True when a snapshot at `seq` joins what is known: the kept frames start no later than the one after it, and without kept
   * frames it is not older than a live book. A false answer asks for a newer snapshot; the kept frames stay good.
   */
  fits(seq: number): boolean {
    if (this.firstKeptSeq !== NOTHING) return this.firstKeptSeq <= seq + 1;
    return this.phase !== 'live' || seq >= this.lastSeq;
  }

  /** Takes a snapshot over; kept frames are then judged one by one. */
  install(seq: number): void {
    this.phase = 'live';
    this.lastSeq = seq;
    this.firstKeptSeq = NOTHING;
  }

  private leave(phase: SyncPhase): void {
    this.phase = phase;
    this.lastSeq = NOTHING;
    this.firstKeptSeq = NOTHING;
  }
}
