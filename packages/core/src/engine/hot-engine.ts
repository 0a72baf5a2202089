import type { Instrument, MarketFeed, MarketSink, Venue, WireScale } from '../domain/index.ts';
import { STAGE, StageMeter, type Clock } from '../kernel/index.ts';
import {
  MarketStore,
  type NormalisedLiquidation,
  type PublicTrade,
  type RejectedInstrument,
} from '../market-data/index.ts';
import { Scanner, type ScannerMarket, type ScannerOptions, type ScannerSnapshot } from '../strategies/index.ts';
import { GuardedSink } from './guarded-sink.ts';
import type { HotBatch, HotCommand, ScannerView, VenueView } from './hot-batch.ts';
import { instrumentView, opportunityView } from './hot-batch-views.ts';
import { limitGapBps, limitsNow } from './limit-gap.ts';

/** Venue and feed health goes into a batch at most this often. */
const VENUES_PERIOD_MS = 500;

export interface HotEngineOptions {
  /** Compares best quotes with books at equal sequence. Off by default; the verifier of recordings turns it on. */
  readonly isQuoteChecked?: boolean;
  readonly scanner?: Partial<ScannerOptions>;
  /** Absent: nothing is measured. */
  readonly stages?: StageMeter;
  /** Highest canonical price to expect, NaN when unknown. */
  readonly pxMaxOf?: (instrument: Instrument) => number;
}

/** Who else wants to hear of the books, synchronously: resting paper orders, the sniping engines, the lab. */
export interface BookListener {
  onBook(ix: number, recvMs: number): void;
  onTraded(ix: number, trade: PublicTrade, recvMs: number): void;
  /** Only of liquidations that were not heard of before. */
  onLiquidation?(event: NormalisedLiquidation): void;
}

export interface HotEngineParts {
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly options?: HotEngineOptions;
}

/** Books, scanner and what leaves the hot thread, behind one face. Single-threaded; nothing here does I/O. */
export interface HotEngine {
  /** Where feeds put what they read. A message that can't be taken is counted and resets its book. */
  readonly sink: MarketSink;
  /** Dense; the index is the `ix` of subscriptions and messages. */
  readonly instruments: readonly Instrument[];
  /** By `ix`: how the feed reads prices. */
  readonly scales: readonly WireScale[];
  readonly rejected: readonly RejectedInstrument[];
  readonly store: MarketStore;
  readonly scanner: Scanner;
  /** Tells which feeds to ask for new snapshots and to report on. */
  setFeeds(feeds: readonly MarketFeed[]): void;
  /** Tells who is called when a best price moved, a watched instrument traded or a liquidation came. */
  setBookListener(listener: BookListener): void;
  /** Re-evaluates what depends on time. Call every 100 ms. */
  tick(): void;
  command(command: HotCommand): void;
  /** Returns what changed since the last call. */
  takeBatch(): HotBatch;
  /** What the scanner knows and would need an hour to learn again. */
  scannerSnapshot(): ScannerSnapshot;
}

/** Composes the market store, the scanner and the batches of one hot thread. */
export function createHotEngine(parts: HotEngineParts): HotEngine {
  return new ComposedHotEngine(parts);
}

class ComposedHotEngine implements HotEngine {
  readonly sink: MarketSink;
  readonly store: MarketStore;
  readonly scanner: Scanner;
  private readonly clock: Clock;
  private feeds: readonly MarketFeed[] = [];
  private bookListener: BookListener | null = null;
  private readonly needsResync = new Set<number>();
  private readonly faults = new Map<Venue, Fault>();
  private scannerFault: Fault = { count: 0, text: null };
  private batches = 0;
  private venuesSentMs = Number.NEGATIVE_INFINITY;

  constructor({ instruments, clock, options }: HotEngineParts) {
    this.clock = clock;
    const stages = options?.stages ?? new StageMeter({ clock, everyChunks: Number.POSITIVE_INFINITY });
    this.store = new MarketStore(instruments, {
      isQuoteChecked: options?.isQuoteChecked ?? false,
      listener: {
        onTopChanged: (ix, recvMs) => {
          stages.lap(STAGE.book);
          this.scanner.onTopChanged(ix, recvMs);
          stages.lap(STAGE.scan);
          this.bookListener?.onBook(ix, recvMs);
          stages.lap(STAGE.decision);
        },
        onTraded: (ix, trade, recvMs) => this.bookListener?.onTraded(ix, trade, recvMs),
        onLiquidation: (event) => {
          stages.lap(STAGE.book);
          this.bookListener?.onLiquidation?.(event);
          stages.lap(STAGE.decision);
        },
        onResyncNeeded: (ix) => this.needsResync.add(ix),
      },
      ...(options?.pxMaxOf === undefined ? {} : { pxMaxOf: options.pxMaxOf }),
    });
    this.scanner = new Scanner(this.store.instruments, scannerMarket(this.store), options?.scanner);
    this.sink = new GuardedSink(this.store, stages, (ix, cause, recvMs) => this.onFault(ix, cause, recvMs));
  }

  get instruments(): readonly Instrument[] {
    return this.store.instruments;
  }

  get scales(): readonly WireScale[] {
    return this.store.scales;
  }

  get rejected(): readonly RejectedInstrument[] {
    return this.store.rejected;
  }

  setFeeds(feeds: readonly MarketFeed[]): void {
    this.feeds = feeds;
  }

  setBookListener(listener: BookListener): void {
    this.bookListener = listener;
  }

  tick(): void {
    this.flushResyncs();
    try {
      this.scanner.tick(this.clock.nowMs());
    } catch (e) {
      this.scannerFault = { count: this.scannerFault.count + 1, text: textOf(e) };
    }
  }

  command(command: HotCommand): void {
    switch (command.kind) {
      case 'start-scanner':
        this.scanner.start(command);
        return;
      case 'stop-scanner':
        this.scanner.stop();
        return;
      case 'restore-scanner':
        this.scanner.restore(command.snapshot, this.clock.nowMs());
        return;
      case 'set-trading':
        this.store.terms.setTrading(command.ix, command.isTrading);
        this.store.figures.markDirty(command.ix);
        return;
      case 'confirm-trading':
        if (this.store.terms.confirmTrading(command.ix, this.clock.nowMs())) this.store.figures.markDirty(command.ix);
        return;
      case 'set-price-limits':
        this.store.terms.setLimits(command.ix, command.limits, referencePx(this.store, command.ix));
        return;
      case 'set-clock-offset':
        this.store.setClockOffset(command.venue, command.offsetMs);
        return;
    }
  }

  takeBatch(): HotBatch {
    const atMs = this.clock.nowMs();
    const { changed, removed } = this.scanner.takeChanges();
    this.batches += 1;
    return {
      seq: this.batches,
      atMs,
      instruments: this.store.figures.takeDirty().map((ix) => instrumentView(this.store, ix)),
      opportunities: changed.map((row) => opportunityView(row, this.store)),
      removed,
      liquidations: this.store.liquidations.takeAll(),
      candles: this.store.candles.takeChanged(),
      venues: this.takeVenues(atMs),
      scanner: this.scannerView(),
    };
  }

  scannerSnapshot(): ScannerSnapshot {
    return this.scanner.snapshot(this.clock.nowMs());
  }

  /** A message that could not be taken leaves its book in doubt. */
  private onFault(ix: number, cause: unknown, recvMs: number): void {
    const instrument = this.store.instruments[ix];
    if (instrument === undefined) {
      // WHY: an index that nobody gave out names no venue, so the fault is shown at all of them.
      for (const feed of this.feeds) this.countFault(feed.venue, `index ${ix}: ${textOf(cause)}`);
      return;
    }
    this.countFault(instrument.venue, `${instrument.id}: ${textOf(cause)}`);
    this.store.onBookReset(ix, 'not-synced', recvMs);
    this.needsResync.add(ix);
  }

  private countFault(venue: Venue, text: string): void {
    this.faults.set(venue, { count: (this.faults.get(venue)?.count ?? 0) + 1, text });
  }

  /** Resyncs wait for the tick, so that a feed is never called back while it hands over a message. */
  private flushResyncs(): void {
    for (const ix of this.needsResync) {
      const venue = this.store.instruments[ix]?.venue;
      this.feeds.find((feed) => feed.venue === venue)?.resync(ix);
    }
    this.needsResync.clear();
  }

  private takeVenues(atMs: number): readonly VenueView[] | null {
    if (atMs - this.venuesSentMs < VENUES_PERIOD_MS) return null;
    this.venuesSentMs = atMs;
    return this.feeds.map((feed) => this.venueView(feed));
  }

  private venueView(feed: MarketFeed): VenueView {
    const { store } = this;
    const ixs = store.instruments.flatMap((instrument, ix) => (instrument.venue === feed.venue ? [ix] : []));
    const checks = ixs.flatMap((ix) => store.quoteChecks[ix] ?? []);
    return {
      venue: feed.venue,
      feed: feed.status(),
      booksLive: ixs.filter((ix) => store.books[ix]?.isLive === true).length,
      booksTotal: ixs.length,
      crossed: store.bookCounters(feed.venue).crossed,
      latencyMs: store.medianDelayMs(feed.venue),
      queueOverflow: store.bookCounters(feed.venue).queueOverflow,
      quoteChecks: checks.reduce((sum, check) => sum + check.checks, 0),
      quoteMismatches: checks.reduce((sum, check) => sum + check.mismatches, 0),
      sinkFaults: this.faults.get(feed.venue)?.count ?? 0,
      lastSinkFault: this.faults.get(feed.venue)?.text ?? null,
    };
  }

  private scannerView(): ScannerView {
    const { isScanning, session, lifecycle, bestEntryNetBps, bestGrossBps, pairCount } = this.scanner;
    return {
      isScanning,
      venues: session.venues,
      minEntryNetBps: session.minEntryNetBps,
      maxPositionUsd: session.maxPositionUsd,
      pairs: pairCount,
      bestEntryNetBps,
      bestGrossBps,
      found: lifecycle.found,
      faults: this.scannerFault.count,
      lastFault: this.scannerFault.text,
    };
  }
}

/** Something that went wrong inside, how often, and the newest in words. */
interface Fault {
  readonly count: number;
  readonly text: string | null;
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The mark; of spot, or while there is no mark, the mid. */
function referencePx({ figures }: MarketStore, ix: number): number {
  const markPx = figures.markPx[ix] ?? Number.NaN;
  return markPx > 0 ? markPx : ((figures.bidPx[ix] ?? Number.NaN) + (figures.askPx[ix] ?? Number.NaN)) / 2;
}

function scannerMarket(store: MarketStore): ScannerMarket {
  const { figures, books } = store;
  const bookOf = (ix: number) => {
    const book = books[ix];
    if (book === undefined) throw new Error(`Invariant: no book with index ${ix}`);
    return book;
  };
  return {
    bidPx: figures.bidPx,
    askPx: figures.askPx,
    indexPx: figures.indexPx,
    tradedMs: figures.tradedMs,
    fundingRateFrac: figures.fundingRateFrac,
    fundingIntervalHours: figures.fundingIntervalHours,
    nextFundingMs: figures.nextFundingMs,
    isTrading: (ix) => store.isTrading(ix),
    limitGapBps: (ix) =>
      limitGapBps(limitsNow(store, ix), {
        bidPx: figures.bidPx[ix] ?? Number.NaN,
        askPx: figures.askPx[ix] ?? Number.NaN,
      }),
    resetReason: (ix) => bookOf(ix).resetReason,
    bookRecvMs: (ix) => bookOf(ix).recvMs,
    bookVersion: (ix) => bookOf(ix).version,
    depthDelayMs: (ix) => store.depthDelayMs(ix),
    clockOffsetMs: (ix) => store.clockOffsetMsAt(ix),
    readDepth: (ix, side, maxDepthBps, out) => bookOf(ix).readDepth(side, maxDepthBps, out),
  };
}
