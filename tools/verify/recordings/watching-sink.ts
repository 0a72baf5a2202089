import type {
  BookResetReason,
  BookSide,
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarketSink,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
  Venue,
  WireScale,
} from '@riptide/core/domain';
import { BOOK_RESET_REASONS } from '@riptide/core/domain';
import type { MarketStore } from '@riptide/core/market-data';
import { placeOf, type BookPlace } from './book-place.ts';
import { QuoteJudge } from './quote-judge.ts';

/** Quotes of these venues come from a timer of their own; see QuoteJudge. */
const TIMED_QUOTES: ReadonlySet<Venue> = new Set(['KUCOIN']);

/** What reached the books of one instrument. */
export interface InstrumentWatch {
  snapshots: number;
  emptySnapshots: number;
  deltas: number;
  alive: number;
  /** Levels with a size in everything handed on, snapshots and updates. */
  levelsHandedOn: number;
  /** Depth messages with a checksum other than 0 that the adapter handed on. */
  checksummed: number;
  crossed: number;
  resets: Record<BookResetReason, number>;
  /** The last message handed on: a gap follows it, a wrong checksum is its own. */
  lastPlace: BookPlace | null;
  firstCrossed: BookPlace | null;
  /** Per reason the message that came last before the first reset. */
  readonly firstResets: Map<BookResetReason, BookPlace | null>;
  quotes: number;
  trades: number;
  marks: number;
  tickers: number;
  candles: number;
  liquidations: number;
  readonly judge: QuoteJudge;
}

/** Hands everything on to the real store and counts it per instrument on the way. */
export class WatchingSink implements MarketSink {
  readonly watches: readonly InstrumentWatch[];
  private readonly store: MarketStore;
  private readonly onBookChanged: (ix: number) => void;

  constructor(store: MarketStore, onBookChanged: (ix: number) => void) {
    this.store = store;
    this.onBookChanged = onBookChanged;
    this.watches = store.instruments.map(({ venue }) => newWatch(TIMED_QUOTES.has(venue)));
  }

  onBookSnapshot(ix: number, depth: DepthMessage, recvMs: number): void {
    const watch = this.at(ix);
    watch.snapshots += 1;
    if (depth.bidCount === 0 && depth.askCount === 0) watch.emptySnapshots += 1;
    watch.judge.onSnapshot(depth);
    this.store.onBookSnapshot(ix, depth, recvMs);
    this.afterDepth(ix, watch, depth);
  }

  onBookDelta(ix: number, depth: DepthMessage, recvMs: number): void {
    const watch = this.at(ix);
    watch.deltas += 1;
    watch.judge.onLevels(depth);
    this.store.onBookDelta(ix, depth, recvMs);
    this.afterDepth(ix, watch, depth);
  }

  onBookReset(ix: number, reason: BookResetReason, recvMs: number): void {
    const watch = this.at(ix);
    watch.resets[reason] += 1;
    if (!watch.firstResets.has(reason)) watch.firstResets.set(reason, watch.lastPlace);
    this.store.onBookReset(ix, reason, recvMs);
  }

  onScaleRaised(ix: number, scale: WireScale): boolean {
    return this.store.onScaleRaised(ix, scale);
  }

  onBookAlive(ix: number, venueMs: number, recvMs: number): void {
    this.at(ix).alive += 1;
    this.store.onBookAlive(ix, venueMs, recvMs);
  }

  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    const watch = this.at(ix);
    watch.quotes += 1;
    watch.judge.onQuote(quote);
    this.store.onQuote(ix, quote, recvMs);
  }

  onTrade(ix: number, trade: TradeMessage, recvMs: number): void {
    this.at(ix).trades += 1;
    this.store.onTrade(ix, trade, recvMs);
  }

  onMark(ix: number, mark: MarkMessage, recvMs: number): void {
    this.at(ix).marks += 1;
    this.store.onMark(ix, mark, recvMs);
  }

  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void {
    this.at(ix).tickers += 1;
    this.store.onTicker(ix, ticker, recvMs);
  }

  onCandle(ix: number, candle: CandleMessage, recvMs: number): void {
    this.at(ix).candles += 1;
    this.store.onCandle(ix, candle, recvMs);
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void {
    this.at(ix).liquidations += 1;
    this.store.onLiquidation(ix, liquidation, recvMs);
    this.store.liquidations.takeAll();
  }

  // The port fixes these five arguments.
  readLevels(ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number {
    return this.store.readLevels(ix, side, count, ticks, qty);
  }

  private afterDepth(ix: number, watch: InstrumentWatch, depth: DepthMessage): void {
    watch.levelsHandedOn += sized(depth.bidQty, depth.bidCount) + sized(depth.askQty, depth.askCount);
    if (depth.checksum !== 0 && !Number.isNaN(depth.checksum)) watch.checksummed += 1;
    const book = this.store.books[ix];
    if (book === undefined) throw new Error(`Invariant: no book with index ${ix}`);
    watch.lastPlace = placeOf(depth);
    if (book.resetReason === 'crossed') {
      watch.crossed += 1;
      watch.firstCrossed ??= watch.lastPlace;
    }
    if (book.resetReason !== null) return;
    watch.judge.onBook(book);
    this.onBookChanged(ix);
  }

  private at(ix: number): InstrumentWatch {
    const watch = this.watches[ix];
    if (watch === undefined) throw new Error(`Invariant: no instrument with index ${ix}`);
    return watch;
  }
}

function sized(qty: Float64Array, count: number): number {
  let found = 0;
  for (let at = 0; at < count; at += 1) if ((qty[at] as number) > 0) found += 1;
  return found;
}

function newWatch(allowsAdjacent: boolean): InstrumentWatch {
  const resets = Object.fromEntries(BOOK_RESET_REASONS.map((reason) => [reason, 0])) as Record<BookResetReason, number>;
  return {
    snapshots: 0,
    emptySnapshots: 0,
    deltas: 0,
    alive: 0,
    levelsHandedOn: 0,
    checksummed: 0,
    crossed: 0,
    resets,
    lastPlace: null,
    firstCrossed: null,
    firstResets: new Map(),
    quotes: 0,
    trades: 0,
    marks: 0,
    tickers: 0,
    candles: 0,
    liquidations: 0,
    judge: new QuoteJudge(allowsAdjacent),
  };
}
