import { DepthMessage, type FeedSubscription, type Venue } from '@riptide/core/domain';
import type { TapeTarget } from '@riptide/core/lab';
import {
  fillDepth,
  newDecodeCounters,
  PendingFrames,
  type DecodedSink,
  type FeedSequence,
  type FrameDecoder,
  type RestReading,
} from '@riptide/venues/kit';
import { DepthCatcher } from './depth-catcher.ts';
import { BOOK_PREFIX, REST_PREFIX, type RecordedBook } from './recorded-line.ts';
import { DECODINGS, productOf, productOfPath, productOfSource } from './venue-products.ts';

/** Depth frames kept per book while its snapshot is missing; over it the oldest goes, and the snapshot then shows a gap. */
const PENDING_FRAMES_MAX = 20_000;
const nothing = (): void => undefined;

/** How one venue's part of a replay went. */
export interface ReplayFigures {
  readonly frames: number;
  readonly malformed: number;
  readonly gaps: number;
  readonly offTick: number;
  readonly snapshots: number;
}

interface Lane {
  readonly decoder: FrameDecoder;
  readonly again: FrameDecoder;
  readonly sequence: FeedSequence;
}

/** Reads one venue's recorded lines with the venue's own decoders and sequence checks into the books. */
export class VenueReplay {
  private readonly venue: Venue;
  private readonly target: TapeTarget;
  private readonly counters = newDecodeCounters();
  private readonly lanes = new Map<string, Lane>();
  private readonly laneOfSource = new Map<string, Lane | null>();
  private readonly byWireSymbol = new Map<string, FeedSubscription>();
  private readonly byId = new Map<string, FeedSubscription>();
  private readonly pending: PendingFrames[];
  private readonly isLive: Uint8Array;
  private readonly catcher = new DepthCatcher();
  private readonly snapshot = new DepthMessage();
  private readonly frame: { bytes: Buffer; start: number; end: number } = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  private frames = 0;
  private snapshots = 0;

  constructor(venue: Venue, target: TapeTarget) {
    this.venue = venue;
    this.target = target;
    this.pending = target.instruments.map(() => new PendingFrames(PENDING_FRAMES_MAX));
    this.isLive = new Uint8Array(target.instruments.length);
    const subscriptions = target.instruments.flatMap((instrument, ix) => {
      const scale = target.scales[ix];
      return instrument.venue === venue && scale !== undefined ? [{ ix, instrument, scale }] : [];
    });
    for (const product of DECODINGS[venue].products) this.addLane(product, subscriptions);
    for (const subscription of subscriptions) {
      const { instrument } = subscription;
      this.byId.set(instrument.id, subscription);
      this.byWireSymbol.set(`${productOf(instrument)} ${instrument.wireSymbol}`, subscription);
    }
  }

  get figures(): ReplayFigures {
    const { malformed, gaps, offTick } = this.counters;
    return { frames: this.frames, malformed, gaps, offTick, snapshots: this.snapshots };
  }

  /** HOT: takes one line of the venue. */
  // A line is its time, where it came from, and a span of bytes.
  take(line: { readonly atMs: number; readonly source: string }, bytes: Buffer, start: number, end: number): void {
    const { source, atMs } = line;
    const lane = this.laneOfSource.get(source) ?? this.laneAt(source);
    if (lane !== null) {
      this.frames += 1;
      this.frame.bytes = bytes;
      this.frame.start = start;
      this.frame.end = end;
      lane.decoder.decode(bytes, start, end, atMs);
    } else if (source.startsWith(REST_PREFIX))
      this.onAnswer(source.slice(REST_PREFIX.length), bytes.toString('utf8', start, end), atMs);
    else if (source.startsWith(BOOK_PREFIX)) this.onBook(bytes.toString('utf8', start, end), atMs);
  }

  private laneAt(source: string): Lane | null {
    if (source.startsWith(REST_PREFIX) || source.startsWith(BOOK_PREFIX)) return null;
    const lane = this.lanes.get(productOfSource(this.venue, source)) ?? null;
    this.laneOfSource.set(source, lane);
    return lane;
  }

  private addLane(product: string, all: readonly FeedSubscription[]): void {
    const decoding = DECODINGS[this.venue];
    const subscriptions = all.filter(({ instrument }) => productOf(instrument) === product);
    const sequence = decoding.createSequence(product, this.target.instruments.length);
    const decoder = decoding.createDecoder({
      product,
      subscriptions,
      out: this.sinkOf(sequence),
      counters: this.counters,
    });
    const again = decoding.createDecoder({ product, subscriptions, out: this.catcher, counters: newDecodeCounters() });
    this.lanes.set(product, { decoder, again, sequence });
  }

  private sinkOf(sequence: FeedSequence): DecodedSink {
    const { sink } = this.target;
    return {
      onDepth: (ix, isSnapshot, depth, recvMs) => this.onDepth(sequence, { ix, isSnapshot, depth, recvMs }),
      onQuote: (ix, quote, recvMs) => sink.onQuote(ix, quote, recvMs),
      onTrade: (ix, trade, recvMs) => sink.onTrade(ix, trade, recvMs),
      onMark: (ix, mark, recvMs) => sink.onMark(ix, mark, recvMs),
      onTicker: (ix, ticker, recvMs) => sink.onTicker(ix, ticker, recvMs),
      onCandle: (ix, candle, recvMs) => sink.onCandle(ix, candle, recvMs),
      onLiquidation: (ix, liquidation, recvMs) => sink.onLiquidation(ix, liquidation, recvMs),
      onControl: nothing,
      onOffTick: nothing,
      onUnknown: nothing,
      onRare: nothing,
    };
  }

  private onDepth(
    sequence: FeedSequence,
    message: {
      readonly ix: number;
      readonly isSnapshot: boolean;
      readonly depth: DepthMessage;
      readonly recvMs: number;
    },
  ): void {
    const { ix, isSnapshot, depth, recvMs } = message;
    const { sink } = this.target;
    switch (sequence.judge(ix, isSnapshot, depth)) {
      case 'apply':
        this.isLive[ix] = 1;
        if (isSnapshot) sink.onBookSnapshot(ix, depth, recvMs);
        else sink.onBookDelta(ix, depth, recvMs);
        return;
      case 'buffer':
        this.pending[ix]?.push(this.frame.bytes, this.frame.start, this.frame.end, recvMs);
        return;
      case 'gap':
        this.lose(ix, sequence, recvMs);
        this.pending[ix]?.push(this.frame.bytes, this.frame.start, this.frame.end, recvMs);
        return;
      case 'drop':
        this.counters.stale += 1;
    }
  }

  private lose(ix: number, sequence: FeedSequence, recvMs: number): void {
    this.counters.gaps += 1;
    this.isLive[ix] = 0;
    sequence.reset(ix);
    this.pending[ix]?.clear();
    this.target.sink.onBookReset(ix, 'sequence-gap', recvMs);
  }

  private onAnswer(address: string, text: string, recvMs: number): void {
    const path = pathOf(address);
    const reading = this.readingOf(path, text);
    if (reading?.kind !== 'depth') return;
    const wireSymbol = reading.wireSymbol ?? new URL(address, 'http://venue').searchParams.get('symbol') ?? '';
    const product = productOfPath(this.venue, address);
    const found = this.byWireSymbol.get(`${product} ${wireSymbol}`);
    if (found === undefined || this.isLive[found.ix] === 1) return;
    if (fillDepth(this.snapshot, reading, found.scale.pxDecimals).kind !== 'fits') {
      this.counters.offTick += 1;
      return;
    }
    this.install(found.ix, product, reading.seq, recvMs);
  }

  private readingOf(path: string, text: string): RestReading | null {
    try {
      return DECODINGS[this.venue].readRest(path, JSON.parse(text));
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      this.counters.malformed += 1;
      return null;
    }
  }

  /** A book as it stood when the segment began; one that is followed without a gap needs none. */
  private onBook(text: string, recvMs: number): void {
    const book = JSON.parse(text) as RecordedBook;
    const found = this.byId.get(book.instrumentId);
    if (found === undefined || this.isLive[found.ix] === 1) return;
    if (found.scale.pxDecimals < book.pxDecimals) {
      this.counters.offTick += 1;
      return;
    }
    const { snapshot } = this;
    const factor = 10 ** (found.scale.pxDecimals - book.pxDecimals);
    snapshot.reset();
    snapshot.lastSeq = book.seq;
    snapshot.venueMs = book.venueMs ?? Number.NaN;
    for (const [ticks, qty] of book.bids) snapshot.pushBid(ticks * factor, qty);
    for (const [ticks, qty] of book.asks) snapshot.pushAsk(ticks * factor, qty);
    this.install(found.ix, productOf(found.instrument), book.seq, recvMs);
  }

  /** Gives the snapshot in hand to the books with every kept frame that follows it; one that does not meet the frames is left. */
  private install(ix: number, product: string, seq: number, recvMs: number): void {
    const lane = this.lanes.get(product);
    if (lane === undefined) return;
    const { sink } = this.target;
    const kept = this.pending[ix]?.drain() ?? [];
    lane.sequence.startFrom(ix, seq);
    let isTold = false;
    for (const [nth, { bytes, recvMs: keptMs }] of kept.entries()) {
      const depth = this.catcher.read(lane.again, bytes, keptMs);
      if (depth === null) continue;
      const verdict = lane.sequence.judge(ix, false, depth);
      if (verdict === 'drop') continue;
      if (verdict !== 'apply') {
        lane.sequence.reset(ix);
        if (isTold) sink.onBookReset(ix, 'sequence-gap', recvMs);
        for (const frame of kept.slice(nth)) this.pending[ix]?.push(frame.bytes, 0, frame.bytes.length, frame.recvMs);
        return;
      }
      if (!isTold) sink.onBookSnapshot(ix, this.snapshot, recvMs);
      isTold = true;
      // What was kept arrived before the snapshot; the book is as old as the snapshot's arrival.
      sink.onBookDelta(ix, depth, recvMs);
    }
    if (!isTold) sink.onBookSnapshot(ix, this.snapshot, recvMs);
    this.snapshots += 1;
    this.isLive[ix] = 1;
  }
}

/** The path as the venue writes it: without query and without what the simulator puts before it. */
function pathOf(address: string): string {
  return new URL(address, 'http://venue').pathname.replace(/^\/(spot|usdm|futures)(?=\/)/, '');
}
