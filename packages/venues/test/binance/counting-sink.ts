import {
  type BookResetReason,
  type DepthMessage,
  type FeedSubscription,
  type LiquidationMessage,
  type MarketSink,
  type MarkMessage,
  type QuoteMessage,
  type TradeMessage,
} from '@riptide/core/domain';

/** A book in two maps, by ticks. */
interface MapBook {
  isLive: boolean;
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  tops: Map<number, string>;
}

/** A receiver that keeps plain books, counts what comes, and checks best quotes of equal sequence against the book. */
export class CountingSink implements MarketSink {
  readonly books = new Map<number, MapBook>();
  readonly resets: { ix: number; reason: BookResetReason }[] = [];
  readonly marks = new Map<number, MarkMessage>();
  readonly liquidations: LiquidationMessage[] = [];
  snapshots = 0;
  deltas = 0;
  quotes = 0;
  trades = 0;
  tickers = 0;
  crossed = 0;
  checked = 0;
  mismatches = 0;
  raised: number[] = [];
  canRaise = true;
  private readonly quotesBySeq = new Map<string, string>();

  constructor(subscriptions: readonly FeedSubscription[]) {
    for (const { ix } of subscriptions) {
      this.books.set(ix, { isLive: false, bids: new Map(), asks: new Map(), tops: new Map() });
    }
  }

  get live(): number {
    return [...this.books.values()].filter((book) => book.isLive).length;
  }

  onBookSnapshot(ix: number, depth: DepthMessage): void {
    const book = this.bookOf(ix);
    book.bids.clear();
    book.asks.clear();
    book.isLive = true;
    this.snapshots += 1;
    this.apply(ix, book, depth);
  }

  onBookDelta(ix: number, depth: DepthMessage): void {
    const book = this.bookOf(ix);
    if (!book.isLive) return;
    this.deltas += 1;
    this.apply(ix, book, depth);
  }

  onBookReset(ix: number, reason: BookResetReason): void {
    this.bookOf(ix).isLive = false;
    this.resets.push({ ix, reason });
  }

  onScaleRaised(ix: number): boolean {
    this.raised.push(ix);
    return this.canRaise;
  }

  onBookAlive(): void {
    throw new Error('this venue sends no heartbeat of a book');
  }

  onQuote(ix: number, quote: QuoteMessage): void {
    this.quotes += 1;
    const text = [quote.bidTicks, quote.bidQty, quote.askTicks, quote.askQty].join();
    this.quotesBySeq.set(`${ix} ${quote.seq}`, text);
    this.compare(text, this.bookOf(ix).tops.get(quote.seq));
  }

  onTrade(_ix: number, _trade: TradeMessage): void {
    this.trades += 1;
  }

  onMark(ix: number, mark: MarkMessage): void {
    this.marks.set(ix, structuredClone(mark));
  }

  onTicker(): void {
    this.tickers += 1;
  }

  onCandle(): void {
    throw new Error('no candles are subscribed');
  }

  onLiquidation(_ix: number, liquidation: LiquidationMessage): void {
    this.liquidations.push(structuredClone(liquidation));
  }

  readLevels(): number {
    return 0;
  }

  private bookOf(ix: number): MapBook {
    const book = this.books.get(ix);
    if (book === undefined) throw new Error(`no instrument ${ix} was subscribed`);
    return book;
  }

  private apply(ix: number, book: MapBook, depth: DepthMessage): void {
    set(book.bids, depth.bidTicks, depth.bidQty, depth.bidCount);
    set(book.asks, depth.askTicks, depth.askQty, depth.askCount);
    const bid = Math.max(...book.bids.keys());
    const ask = Math.min(...book.asks.keys());
    if (bid >= ask) this.crossed += 1;
    const top = [bid, book.bids.get(bid), ask, book.asks.get(ask)].join();
    book.tops.set(depth.lastSeq, top);
    this.compare(this.quotesBySeq.get(`${ix} ${depth.lastSeq}`), top);
  }

  private compare(quote: string | undefined, top: string | undefined): void {
    if (quote === undefined || top === undefined) return;
    this.checked += 1;
    if (quote !== top) this.mismatches += 1;
  }
}

function set(side: Map<number, number>, ticks: Int32Array, qty: Float64Array, count: number): void {
  for (let at = 0; at < count; at += 1) {
    if (qty[at] === 0) side.delete(ticks[at] as number);
    else side.set(ticks[at] as number, qty[at] as number);
  }
}
