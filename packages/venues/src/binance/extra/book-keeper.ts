import {
  DepthMessage,
  type BookResetReason,
  type DecodeCounters,
  type DomainError,
  type FeedSubscription,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import {
  countFarAsks,
  DepthOnlySink,
  fillDepth,
  newDecodeCounters,
  PendingFrames,
  type VenueDeps,
} from '../../kit/index.ts';
import type { BinanceProduct, BinanceSettings } from '../config.ts';
import { BookSync } from '../ws/book-sync.ts';
import { BinanceDecoder } from '../ws/parse.ts';
import { SnapshotQueue, type DepthReading } from './snapshot-queue.ts';

export interface BookKeeperOptions {
  readonly product: BinanceProduct;
  readonly subscriptions: readonly FeedSubscription[];
  readonly sink: MarketSink;
  readonly counters: DecodeCounters;
  readonly deps: VenueDeps;
  readonly settings: BinanceSettings;
  readonly fetch: (ix: number) => Promise<Result<DepthReading, DomainError>>;
}

/** The frame a depth message was read from, for keeping it. */
export interface FrameSpan {
  bytes: Buffer;
  start: number;
  end: number;
}

interface Kept {
  readonly sync: BookSync;
  readonly pending: PendingFrames;
  pxDecimals: number;
  /** False once a price came that the receiver can't keep: the book stays reset. */
  isRepresentable: boolean;
}

/**
 * Keeps the books of one product: snapshot and depth messages go to the sink only in unbroken sequence.
 *
 * While a snapshot is on the way, frames are kept as bytes (bounded, the oldest goes first) and read again once it is there.
 */
export class BookKeeper {
  private readonly options: BookKeeperOptions;
  private readonly books = new Map<number, Kept>();
  private readonly snapshots: SnapshotQueue;
  private readonly snapshot = new DepthMessage();
  private readonly decoders: BinanceDecoder[] = [];
  private readonly replayer: BinanceDecoder;
  private readonly replayed: DepthOnlySink;

  constructor(options: BookKeeperOptions) {
    this.options = options;
    const { product, subscriptions, deps, settings, counters } = options;
    for (const { ix, scale } of subscriptions) {
      const pending = new PendingFrames(settings.pendingFramesMax);
      this.books.set(ix, { sync: new BookSync(product), pending, pxDecimals: scale.pxDecimals, isRepresentable: true });
    }
    const urgent = new Set(subscriptions.flatMap(({ ix, isUrgent }) => (isUrgent === true ? [ix] : [])));
    this.snapshots = new SnapshotQueue({
      deps,
      isUrgent: (ix) => urgent.has(ix),
      inFlightMax: settings.snapshotsInFlightMax,
      fetch: options.fetch,
      onSnapshot: (ix, snapshot) => this.onSnapshot(ix, snapshot),
      onRepeated: () => void (counters.resyncs += 1),
    });
    this.replayed = new DepthOnlySink((ix, digits) => this.onOffTick(ix, digits, deps.clock.nowMs()));
    // Kept frames were counted when they came: reading them again counts nothing.
    this.replayer = new BinanceDecoder({ product, subscriptions, out: this.replayed, counters: newDecodeCounters() });
    this.decoders.push(this.replayer);
  }

  /** Registers a decoder whose scales follow those of the books. */
  follow(decoder: BinanceDecoder): void {
    this.decoders.push(decoder);
  }

  /** The depth channel of an instrument delivers from now on. */
  channelUp(ix: number): void {
    const book = this.bookOf(ix);
    if (book.sync.state !== 'idle' || !book.isRepresentable) return;
    this.startOver(ix, book);
  }

  /** The depth channel of an instrument is gone. */
  channelDown(ix: number, reason: BookResetReason, recvMs: number): void {
    const book = this.bookOf(ix);
    book.sync.stop();
    book.pending.clear();
    this.snapshots.cancel(ix);
    this.options.sink.onBookReset(ix, reason, recvMs);
  }

  /** Asks for a new book because the receiver dropped its own; nothing while the channel is down. */
  resync(ix: number): void {
    const book = this.bookOf(ix);
    if (book.sync.state !== 'idle') this.startOver(ix, book);
  }

  /** HOT: takes one depth message and the frame it stood in. */
  onDepth(ix: number, depth: DepthMessage, frame: FrameSpan, recvMs: number): void {
    const book = this.bookOf(ix);
    const verdict = book.sync.accept(depth);
    if (verdict === 'apply') this.options.sink.onBookDelta(ix, depth, recvMs);
    else if (verdict === 'buffer') book.pending.push(frame.bytes, frame.start, frame.end, recvMs);
    else if (verdict === 'gap') {
      this.onGap(ix, book, recvMs);
      book.pending.push(frame.bytes, frame.start, frame.end, recvMs);
    } else if (book.sync.state === 'idle' && book.isRepresentable) {
      this.startOver(ix, book);
      book.pending.push(frame.bytes, frame.start, frame.end, recvMs);
    } else this.options.counters.stale += 1;
  }

  /** A price with more decimals than the scale has: reads finer from now on, where the receiver can keep it. */
  onOffTick(ix: number, digits: number, recvMs: number): void {
    const { sink, counters, deps } = this.options;
    const book = this.bookOf(ix);
    counters.offTick += 1;
    if (!book.isRepresentable || digits <= book.pxDecimals) return;
    book.isRepresentable = sink.onScaleRaised?.(ix, { pxDecimals: digits }) ?? false;
    deps.log.warn('price finer than the tick', { ix, digits, kept: book.isRepresentable });
    if (book.isRepresentable) {
      book.pxDecimals = digits;
      for (const decoder of this.decoders) decoder.setDecimals(ix, digits);
    }
    const wasIdle = book.sync.state === 'idle';
    this.channelDown(ix, 'off-tick', recvMs);
    if (book.isRepresentable && !wasIdle) this.startOver(ix, book);
  }

  /** Nothing reaches the sink afterwards. */
  stop(): void {
    this.snapshots.stop();
    for (const book of this.books.values()) book.sync.stop();
  }

  private bookOf(ix: number): Kept {
    const book = this.books.get(ix);
    if (book === undefined) throw new Error(`Invariant: no book ${ix}`);
    return book;
  }

  private startOver(ix: number, book: Kept): void {
    book.sync.wait();
    book.pending.clear();
    this.snapshots.request(ix);
  }

  private onGap(ix: number, book: Kept, recvMs: number): void {
    this.options.counters.gaps += 1;
    this.options.sink.onBookReset(ix, 'sequence-gap', recvMs);
    this.startOver(ix, book);
  }

  private onSnapshot(ix: number, reading: DepthReading): void {
    const { deps, counters } = this.options;
    const book = this.bookOf(ix);
    if (book.sync.state !== 'waiting') return;
    const recvMs = deps.clock.nowMs();
    const fit = fillDepth(this.snapshot, reading, book.pxDecimals);
    if (fit.kind === 'fits') {
      countFarAsks(counters, this.snapshot);
      this.alignKept(ix, book, reading.seq, recvMs);
    } else if (fit.kind === 'finer') this.onOffTick(ix, fit.pxDecimals, recvMs);
    else {
      counters.malformed += 1;
      deps.log.warn('depth snapshot holds a bid that cannot be kept', { ix });
      this.snapshots.request(ix);
    }
  }

  /** Gives the snapshot to the sink with every kept message that follows it, or asks for a newer one. */
  private alignKept(ix: number, book: Kept, seq: number, recvMs: number): void {
    const { sink, counters, deps } = this.options;
    const frames = book.pending.drain();
    let isPublished = false;
    book.sync.align(seq);
    for (const [n, { bytes, recvMs: keptMs }] of frames.entries()) {
      this.replayed.clear();
      this.replayer.decode(bytes, 0, bytes.length, keptMs);
      const { depth } = this.replayed;
      if (depth === null) continue;
      const verdict = book.sync.accept(depth);
      if (verdict === 'drop') counters.stale += 1;
      else if (verdict === 'apply') {
        if (!isPublished) sink.onBookSnapshot(ix, this.snapshot, recvMs);
        isPublished = true;
        sink.onBookDelta(ix, depth, keptMs);
      } else if (verdict === 'gap') {
        // Before anything was given away this only means that the snapshot is older than what was kept.
        if (isPublished) this.onGap(ix, book, recvMs);
        else this.startOver(ix, book);
        deps.log.info('depth snapshot does not meet the stream', { ix, seq, isPublished });
        for (const kept of frames.slice(n)) book.pending.push(kept.bytes, 0, kept.bytes.length, kept.recvMs);
        return;
      } else return;
    }
    if (!isPublished) sink.onBookSnapshot(ix, this.snapshot, recvMs);
  }
}
