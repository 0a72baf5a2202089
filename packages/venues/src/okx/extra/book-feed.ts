import {
  DepthMessage,
  type BookResetReason,
  type DecodeCounters,
  type DomainError,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import {
  backoffMs,
  countFarAsks,
  fillDepth,
  PendingFrames,
  type PendingFrame,
  type RestReading,
  type VenueDeps,
} from '../../kit/index.ts';
import { BookSync, isChecksummed, isKeepAlive } from '../ws/book-sync.ts';
import { BookChecksum } from './book-checksum.ts';

type BookReading = Extract<RestReading, { kind: 'depth' }>;

export interface BookFeedOptions {
  /** Highest index plus one. */
  readonly instruments: number;
  readonly sink: MarketSink;
  readonly counters: DecodeCounters;
  readonly deps: VenueDeps;
  readonly snapshotWaitMs: number;
  readonly pxDecimals: (ix: number) => number;
  readonly fetchBook: (ix: number) => Promise<Result<BookReading, DomainError>>;
  /** Subscribes the book channel anew; false when this connection may not send that many messages now. */
  readonly renew: (ix: number, nowMs: number) => boolean;
  /** Decodes kept frames again; their depth comes back to `onDepth`. */
  readonly replay: (frames: readonly PendingFrame[]) => void;
}

const FETCHES_MAX = 4;
const PENDING_FRAMES_MAX = 512;
const BACKOFF = { firstMs: 500, maxMs: 30_000 } as const;
/** A book that lived this long starts its back-off anew. */
const STABLE_AFTER_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Keeps the books of one feed right: verdict by sequence, hand-over to the sink, checksum, and the way back after a loss.
 *
 * The way back: subscribe the channel anew, wait for the snapshot on it, and when none comes within `snapshotWaitMs` of the
 * acknowledgement take it by REST (at most four at once) and lay the kept updates over it. Tries are spaced by back-off.
 */
export class BookFeed {
  private readonly options: BookFeedOptions;
  private readonly sync: BookSync;
  private readonly checksum = new BookChecksum();
  private readonly snapshot = new DepthMessage();
  private readonly pending = new Map<number, PendingFrames>();
  /** prevSeqId of the oldest kept update. */
  private readonly pendingPrevSeq: Float64Array;
  private readonly renewAtMs: Float64Array;
  private readonly fetchAtMs: Float64Array;
  private readonly liveSinceMs: Float64Array;
  private readonly attempts: Uint32Array;
  /** Grows with every loss: an answer asked for before is of no use. */
  private readonly epochs: Uint32Array;
  private readonly isFetching: Uint8Array;
  /** Prices that no scale can keep: left alone until the next start. */
  private readonly isUnreadable: Uint8Array;
  private fetches = 0;
  private isStopped = false;

  constructor(options: BookFeedOptions) {
    const { instruments } = options;
    this.options = options;
    this.sync = new BookSync(instruments);
    this.pendingPrevSeq = new Float64Array(instruments);
    this.renewAtMs = new Float64Array(instruments).fill(NEVER);
    this.fetchAtMs = new Float64Array(instruments).fill(NEVER);
    this.liveSinceMs = new Float64Array(instruments).fill(NEVER);
    this.attempts = new Uint32Array(instruments);
    this.epochs = new Uint32Array(instruments);
    this.isFetching = new Uint8Array(instruments);
    this.isUnreadable = new Uint8Array(instruments);
  }

  /** HOT: `frame` gives the bytes of the message, should they have to be kept. */
  onDepth(
    ix: number,
    isSnapshot: boolean,
    depth: DepthMessage,
    frame: { bytes: Buffer; start: number; end: number; recvMs: number },
  ): void {
    if (this.isUnreadable[ix] === 1) return;
    switch (this.sync.judge(ix, isSnapshot, depth)) {
      case 'apply':
        return this.apply(ix, isSnapshot, depth, frame.recvMs);
      case 'drop':
        this.options.counters.stale += 1;
        return;
      case 'buffer':
        return this.keep(ix, depth, frame);
      case 'gap':
        this.options.counters.gaps += 1;
        this.lose(ix, 'sequence-gap', frame.recvMs);
        return this.keep(ix, depth, frame);
    }
  }

  /** The channel is subscribed: a snapshot must come now. */
  onConfirmed(ix: number, nowMs: number): void {
    if (this.sync.isWaiting(ix)) this.fetchAtMs[ix] = nowMs + this.options.snapshotWaitMs;
  }

  /** Everything the connection fed is stale; the channel is subscribed anew with the connection. */
  onDisconnected(ix: number, nowMs: number): void {
    this.drop(ix);
    this.options.sink.onBookReset(ix, 'disconnected', nowMs);
  }

  /** Marks the book unusable and gets a new one. */
  lose(ix: number, reason: BookResetReason, recvMs: number): void {
    this.options.sink.onBookReset(ix, reason, recvMs);
    this.restart(ix, recvMs);
  }

  /** Gets a new book; the sink knows why. */
  restart(ix: number, nowMs: number): void {
    if (this.isUnreadable[ix] === 1) return;
    if (nowMs - this.liveSinceMs[ix]! > STABLE_AFTER_MS) this.attempts[ix] = 0;
    this.drop(ix);
    this.renewAtMs[ix] = nowMs + this.delayMs(ix);
  }

  /** Prices of this instrument can't be kept: its book stays reset. */
  giveUp(ix: number, recvMs: number): void {
    if (this.isUnreadable[ix] === 1) return;
    this.isUnreadable[ix] = 1;
    this.drop(ix);
    this.options.sink.onBookReset(ix, 'off-tick', recvMs);
  }

  /** Sends what is due: renewals first, then REST requests. */
  sweep(nowMs: number): void {
    for (let ix = 0; ix < this.renewAtMs.length; ix += 1) {
      if (nowMs >= this.renewAtMs[ix]!) {
        this.renewAtMs[ix] = NEVER;
        this.options.counters.resyncs += 1;
        if (!this.options.renew(ix, nowMs)) this.fetchAtMs[ix] = nowMs;
      }
      if (nowMs >= this.fetchAtMs[ix]! && this.isFetching[ix] === 0 && this.fetches < FETCHES_MAX) this.fetch(ix);
    }
  }

  /** Answers on their way are ignored from now on. */
  stop(): void {
    this.isStopped = true;
  }

  private apply(ix: number, isSnapshot: boolean, depth: DepthMessage, recvMs: number): void {
    const { sink } = this.options;
    if (isSnapshot) {
      this.settle(ix, recvMs);
      sink.onBookSnapshot(ix, depth, recvMs);
    } else if (isKeepAlive(depth)) sink.onBookAlive(ix, depth.venueMs, recvMs);
    else sink.onBookDelta(ix, depth, recvMs);
    // The sink may have found the book crossed and asked for another one.
    if (!isChecksummed(depth) || this.sync.isWaiting(ix)) return;
    const computed = this.checksum.compute(sink, ix, this.options.pxDecimals(ix));
    if (computed !== depth.checksum) this.lose(ix, 'checksum-mismatch', recvMs);
  }

  private settle(ix: number, nowMs: number): void {
    this.pending.get(ix)?.clear();
    this.renewAtMs[ix] = NEVER;
    this.fetchAtMs[ix] = NEVER;
    this.liveSinceMs[ix] = nowMs;
  }

  private keep(
    ix: number,
    depth: DepthMessage,
    frame: { bytes: Buffer; start: number; end: number; recvMs: number },
  ): void {
    let kept = this.pending.get(ix);
    if (kept === undefined) {
      kept = new PendingFrames(PENDING_FRAMES_MAX);
      this.pending.set(ix, kept);
    }
    if (kept.size === 0) this.pendingPrevSeq[ix] = depth.prevSeq;
    kept.push(frame.bytes, frame.start, frame.end, frame.recvMs);
  }

  private drop(ix: number): void {
    this.sync.reset(ix);
    this.pending.get(ix)?.clear();
    this.epochs[ix]! += 1;
    this.liveSinceMs[ix] = NEVER;
    this.renewAtMs[ix] = NEVER;
    this.fetchAtMs[ix] = NEVER;
  }

  /** The first try goes at once. */
  private delayMs(ix: number): number {
    const attempt = this.attempts[ix]!;
    this.attempts[ix] = attempt + 1;
    return attempt === 0 ? 0 : backoffMs(attempt - 1, this.options.deps.random, BACKOFF);
  }

  private fetch(ix: number): void {
    const epoch = this.epochs[ix]!;
    this.isFetching[ix] = 1;
    this.fetches += 1;
    this.fetchAtMs[ix] = NEVER;
    void this.options.fetchBook(ix).then((answer) => this.onFetched(ix, epoch, answer));
  }

  private onFetched(ix: number, epoch: number, answer: Result<BookReading, DomainError>): void {
    this.isFetching[ix] = 0;
    this.fetches -= 1;
    if (this.isStopped || epoch !== this.epochs[ix] || !this.sync.isWaiting(ix)) return;
    const nowMs = this.options.deps.clock.nowMs();
    if (answer.ok && this.layOver(ix, answer.value, nowMs)) return;
    if (!answer.ok)
      this.options.deps.log.warn('book snapshot failed', {
        venue: 'OKX',
        ix,
        code: answer.error.code,
        detail: answer.error.detail,
      });
    this.fetchAtMs[ix] = nowMs + this.delayMs(ix);
  }

  /** Lays the kept updates over a REST snapshot; false when it is too old or can't be numbered. */
  private layOver(ix: number, book: BookReading, nowMs: number): boolean {
    const kept = this.pending.get(ix);
    const isTooOld = kept !== undefined && kept.size > 0 && this.pendingPrevSeq[ix]! > book.seq;
    if (book.seq < 0 || isTooOld) return false;
    if (fillDepth(this.snapshot, book, this.options.pxDecimals(ix)).kind !== 'fits') return false;
    countFarAsks(this.options.counters, this.snapshot);
    const frames = kept?.drain() ?? [];
    this.sync.startFrom(ix, book.seq);
    this.settle(ix, nowMs);
    this.options.sink.onBookSnapshot(ix, this.snapshot, nowMs);
    this.options.replay(frames);
    return true;
  }
}
