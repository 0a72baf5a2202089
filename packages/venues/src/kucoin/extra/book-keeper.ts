import {
  DepthMessage,
  type BookResetReason,
  type DecodeCounters,
  type DomainError,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import { countFarAsks, fillDepth, PendingFrames, type FrameDecoder, type VenueDeps } from '../../kit/index.ts';
import { BookSync } from '../ws/book-sync.ts';
import { SnapshotQueue, type SnapshotReading } from './snapshot-queue.ts';

/** One depth frame with the bytes it was read from, for keeping. */
export interface DepthFrame {
  readonly depth: DepthMessage;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly recvMs: number;
}

export interface BookKeeperOptions {
  readonly deps: VenueDeps;
  readonly sink: MarketSink;
  readonly counters: DecodeCounters;
  readonly slots: number;
  /** Shared with the decoders: see DecoderState. */
  readonly decimals: Uint8Array;
  readonly rowFloor: Float64Array;
  /** Levels per side at which a snapshot is cut off; Infinity when it is the whole book. */
  readonly snapshotDepth: number;
  readonly pendingFramesMax: number;
  readonly snapshotsInFlightMax: number;
  /** Instruments whose snapshots go before those of others. */
  readonly urgent: ReadonlySet<number>;
  readonly fetchSnapshot: (ix: number) => Promise<Result<SnapshotReading, DomainError>>;
  /** Builds the decoder for kept frames; it must hand depth to `onReplayed` and off-tick prices to `raiseScale`. */
  readonly createReplay: (keeper: BookKeeper) => FrameDecoder;
}

/** This many levels behind the best must lie inside what the snapshot vouched for, else the book is renewed. */
const WINDOW_MARGIN_LEVELS = 25;
const RENEW_EVERY_MS_MIN = 2_000;

interface BookState {
  readonly sync: BookSync;
  readonly pending: PendingFrames;
  /** A snapshot is on the way that will renew a live book. */
  isRenewing: boolean;
  renewedMs: number;
  /** Worst prices the snapshot vouched for; -1 and Infinity when it held the whole side. */
  bidFloorTicks: number;
  askCeilingTicks: number;
}

/**
 * Keeps the books of one product in sync: frames, snapshots, gaps, and the renewal of books whose snapshot was cut off.
 * Every book is reset before it is wrong; nothing out of sequence reaches the sink.
 */
export class BookKeeper {
  private readonly options: BookKeeperOptions;
  private readonly books: (BookState | undefined)[];
  private readonly queue: SnapshotQueue;
  private readonly replay: FrameDecoder;
  private readonly snapshot = new DepthMessage();
  private readonly levelTicks = new Int32Array(WINDOW_MARGIN_LEVELS);
  private readonly levelQty = new Float64Array(WINDOW_MARGIN_LEVELS);
  private replayed: DepthFrame | null = null;

  constructor(options: BookKeeperOptions) {
    this.options = options;
    this.books = Array.from({ length: options.slots }, () => undefined);
    this.queue = new SnapshotQueue({
      deps: options.deps,
      inFlightMax: options.snapshotsInFlightMax,
      isUrgent: (ix) => options.urgent.has(ix),
      fetch: options.fetchSnapshot,
      isWanted: (ix) => this.isSnapshotWanted(ix),
      take: (ix, reading) => this.take(ix, reading),
      onRetry: () => void (options.counters.resyncs += 1),
    });
    this.replay = options.createReplay(this);
  }

  /** Starts to keep the book of an instrument. */
  add(ix: number): void {
    this.books[ix] = {
      sync: new BookSync(),
      pending: new PendingFrames(this.options.pendingFramesMax),
      isRenewing: false,
      renewedMs: 0,
      bidFloorTicks: -1,
      askCeilingTicks: Number.POSITIVE_INFINITY,
    };
  }

  /** The depth channel is confirmed: whatever changes from now on arrives, so a snapshot can be joined. False when it was before. */
  confirmed(ix: number): boolean {
    const book = this.book(ix);
    if (book.sync.phase !== 'waiting') return false;
    book.sync.confirm();
    this.queue.restart(ix);
    return true;
  }

  /** Takes one live depth frame. HOT. */
  onFrame(ix: number, frame: DepthFrame): void {
    const book = this.book(ix);
    const { sink, counters } = this.options;
    const { depth, recvMs } = frame;
    if (book.isRenewing) this.keep(book, frame);
    switch (book.sync.accept(depth)) {
      case 'apply':
        sink.onBookDelta(ix, depth, recvMs);
        return;
      case 'drop':
        counters.stale += 1;
        return;
      case 'buffer':
        this.keep(book, frame);
        return;
      case 'gap':
        counters.gaps += 1;
        this.startOver(ix, 'sequence-gap', recvMs);
        this.keep(book, frame);
    }
  }

  /** A kept frame, decoded again, while a snapshot is taken over. */
  onReplayed(ix: number, depth: DepthMessage): void {
    const { sink, counters } = this.options;
    const book = this.book(ix);
    const frame = this.replayed;
    if (frame === null) return;
    switch (book.sync.accept(depth)) {
      case 'apply':
        sink.onBookDelta(ix, depth, frame.recvMs);
        return;
      case 'drop':
        return;
      case 'gap':
        counters.gaps += 1;
        this.startOver(ix, 'sequence-gap', frame.recvMs);
        this.keep(book, { ...frame, depth });
        return;
      case 'buffer':
        this.keep(book, { ...frame, depth });
    }
  }

  /** Drops the book and asks for a new snapshot. */
  startOver(ix: number, reason: BookResetReason, recvMs: number): void {
    const book = this.book(ix);
    if (book.sync.phase === 'halted') return;
    if (book.sync.phase === 'waiting') {
      this.detach(ix, reason, recvMs);
      return;
    }
    this.forget(book);
    book.sync.buffer();
    this.options.counters.resyncs += 1;
    this.options.sink.onBookReset(ix, reason, recvMs);
    this.queue.restart(ix);
  }

  /** Drops the book until its channel is confirmed again. */
  detach(ix: number, reason: BookResetReason, recvMs: number): void {
    const book = this.book(ix);
    this.forget(book);
    book.sync.wait();
    this.queue.cancel(ix);
    this.options.sink.onBookReset(ix, reason, recvMs);
  }

  /** Raises the price decimals of an instrument whose prices turned out finer, or gives its book up when the sink cannot. */
  raiseScale(ix: number, digits: number, seenMs: number): void {
    const { sink, decimals, deps } = this.options;
    const book = this.book(ix);
    const recvMs = Number.isNaN(seenMs) ? deps.clock.nowMs() : seenMs;
    if (digits <= decimals[ix]! || book.sync.phase === 'halted') return;
    if (sink.onScaleRaised?.(ix, { pxDecimals: digits }) === true) {
      decimals[ix] = digits;
      this.startOver(ix, 'off-tick', recvMs);
      return;
    }
    this.forget(book);
    book.sync.halt();
    this.queue.cancel(ix);
    sink.onBookReset(ix, 'off-tick', recvMs);
    deps.log.error('prices finer than the book can keep', { venue: 'KUCOIN', ix, digits });
  }

  /** Renews live books whose best levels left the part the snapshot vouched for. */
  renewShallow(nowMs: number): void {
    for (let ix = 0; ix < this.books.length; ix += 1) {
      const book = this.books[ix];
      if (book === undefined || book.sync.phase !== 'live' || book.isRenewing) continue;
      if (nowMs - book.renewedMs < RENEW_EVERY_MS_MIN || this.isCovered(ix, book)) continue;
      book.isRenewing = true;
      book.pending.clear();
      book.sync.keepAnew();
      this.queue.restart(ix);
    }
  }

  stop(): void {
    this.queue.stop();
  }

  private isCovered(ix: number, book: BookState): boolean {
    const { sink } = this.options;
    if (book.bidFloorTicks >= 0) {
      const count = sink.readLevels(ix, 'bid', WINDOW_MARGIN_LEVELS, this.levelTicks, this.levelQty);
      if (count < WINDOW_MARGIN_LEVELS || this.levelTicks[count - 1]! < book.bidFloorTicks) return false;
    }
    if (Number.isFinite(book.askCeilingTicks)) {
      const count = sink.readLevels(ix, 'ask', WINDOW_MARGIN_LEVELS, this.levelTicks, this.levelQty);
      if (count < WINDOW_MARGIN_LEVELS || this.levelTicks[count - 1]! > book.askCeilingTicks) return false;
    }
    return true;
  }

  private isSnapshotWanted(ix: number): boolean {
    const book = this.book(ix);
    return book.sync.phase === 'buffering' || book.isRenewing;
  }

  private take(ix: number, reading: SnapshotReading): boolean {
    const { counters, deps, sink, decimals, rowFloor, snapshotDepth } = this.options;
    const { snapshot } = this;
    const book = this.book(ix);
    const nowMs = deps.clock.nowMs();
    if (!book.sync.fits(reading.seq)) return false;
    const fit = fillDepth(snapshot, reading, decimals[ix]!);
    if (fit.kind === 'finer') {
      counters.offTick += 1;
      this.raiseScale(ix, fit.pxDecimals, nowMs);
    }
    if (fit.kind !== 'fits') return false;
    countFarAsks(counters, snapshot);
    book.bidFloorTicks = reading.bids.length < snapshotDepth ? -1 : minOf(snapshot.bidTicks, snapshot.bidCount);
    book.askCeilingTicks =
      reading.asks.length < snapshotDepth ? Number.POSITIVE_INFINITY : maxOf(snapshot.askTicks, snapshot.askCount);
    book.isRenewing = false;
    book.renewedMs = nowMs;
    rowFloor[ix] = reading.seq;
    book.sync.install(reading.seq);
    sink.onBookSnapshot(ix, snapshot, nowMs);
    this.replayKept(book);
    return book.sync.phase === 'live';
  }

  private replayKept(book: BookState): void {
    for (const { bytes, recvMs } of book.pending.drain()) {
      this.replayed = { depth: this.snapshot, bytes, start: 0, end: bytes.length, recvMs };
      this.replay.decode(bytes, 0, bytes.length, recvMs);
    }
    this.replayed = null;
  }

  private keep(book: BookState, frame: DepthFrame): void {
    book.sync.kept(frame.depth.firstSeq);
    book.pending.push(frame.bytes, frame.start, frame.end, frame.recvMs);
  }

  private forget(book: BookState): void {
    book.pending.clear();
    book.isRenewing = false;
  }

  private book(ix: number): BookState {
    const book = this.books[ix];
    if (book === undefined) throw new Error(`Invariant: no KuCoin book ${ix}`);
    return book;
  }
}

function minOf(ticks: Int32Array, count: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < count; at += 1) least = Math.min(least, ticks[at]!);
  return count === 0 ? -1 : least;
}

function maxOf(ticks: Int32Array, count: number): number {
  let most = -1;
  for (let at = 0; at < count; at += 1) most = Math.max(most, ticks[at]!);
  return count === 0 ? Number.POSITIVE_INFINITY : most;
}
