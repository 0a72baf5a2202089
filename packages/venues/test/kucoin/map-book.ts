import type {
  BookResetReason,
  BookSide,
  DepthMessage,
  MarketSink,
  QuoteMessage,
  WireScale,
} from '@riptide/core/domain';

/** One book kept in the plainest way: a map of ticks to size per side. */
export class MapBook {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  isLive = false;
  lastSeq = -1;
  snapshots = 0;
  deltas = 0;
  readonly resets: BookResetReason[] = [];

  apply(depth: DepthMessage): void {
    for (let at = 0; at < depth.bidCount; at += 1) set(this.bids, depth.bidTicks[at]!, depth.bidQty[at]!);
    for (let at = 0; at < depth.askCount; at += 1) set(this.asks, depth.askTicks[at]!, depth.askQty[at]!);
    this.lastSeq = depth.lastSeq;
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
    this.lastSeq = -1;
  }

  best(side: BookSide): number {
    const ticks = [...(side === 'bid' ? this.bids : this.asks).keys()];
    return side === 'bid' ? Math.max(...ticks) : Math.min(...ticks);
  }

  get isCrossed(): boolean {
    return this.best('bid') >= this.best('ask');
  }
}

function set(side: Map<number, number>, ticks: number, qty: number): void {
  if (qty === 0) side.delete(ticks);
  else side.set(ticks, qty);
}

/** A sink that keeps plain books and counts everything else. Compares quotes with books of the same sequence. */
export class MapSink implements MarketSink {
  readonly books = new Map<number, MapBook>();
  readonly counts = { quotes: 0, trades: 0, marks: 0, tickers: 0, candles: 0, liquidations: 0, alive: 0 };
  readonly quoteChecks = { checked: 0, mismatches: 0 };
  readonly nextFundingMs = new Map<number, number>();
  readonly scales = new Map<number, number>();
  canRaiseScale = true;
  /** Quotes that came before their book, by instrument and sequence. */
  private readonly early = new Map<number, Map<number, string>>();

  book(ix: number): MapBook {
    let book = this.books.get(ix);
    if (book === undefined) {
      book = new MapBook();
      this.books.set(ix, book);
    }
    return book;
  }

  onBookSnapshot(ix: number, depth: DepthMessage): void {
    const book = this.book(ix);
    book.clear();
    book.apply(depth);
    book.isLive = true;
    book.snapshots += 1;
    this.checkEarly(ix);
  }

  onBookDelta(ix: number, depth: DepthMessage): void {
    const book = this.book(ix);
    if (!book.isLive) return;
    book.apply(depth);
    book.deltas += 1;
    this.checkEarly(ix);
  }

  onBookReset(ix: number, reason: BookResetReason): void {
    const book = this.book(ix);
    book.clear();
    book.isLive = false;
    book.resets.push(reason);
  }

  onScaleRaised(ix: number, scale: WireScale): boolean {
    this.scales.set(ix, scale.pxDecimals);
    return this.canRaiseScale;
  }

  onBookAlive(): void {
    this.counts.alive += 1;
  }

  onQuote(ix: number, quote: QuoteMessage): void {
    this.counts.quotes += 1;
    const book = this.book(ix);
    if (quote.seq < 0) return;
    if (book.isLive && book.lastSeq === quote.seq) this.compare(book, topOf(quote));
    else if (!book.isLive || quote.seq > book.lastSeq) this.earlyOf(ix).set(quote.seq, topOf(quote));
  }

  onTrade(): void {
    this.counts.trades += 1;
  }

  onMark(ix: number, mark: { readonly nextFundingMs: number }): void {
    this.counts.marks += 1;
    if (mark.nextFundingMs > 0) this.nextFundingMs.set(ix, mark.nextFundingMs);
  }

  onTicker(): void {
    this.counts.tickers += 1;
  }

  onCandle(): void {
    this.counts.candles += 1;
  }

  onLiquidation(): void {
    this.counts.liquidations += 1;
  }

  readLevels(ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number {
    const levels = [...(side === 'bid' ? this.book(ix).bids : this.book(ix).asks)];
    levels.sort(([a], [b]) => (side === 'bid' ? b - a : a - b));
    const kept = levels.slice(0, count);
    kept.forEach(([px, size], at) => {
      ticks[at] = px;
      qty[at] = size;
    });
    return kept.length;
  }

  get liveCount(): number {
    return [...this.books.values()].filter(({ isLive }) => isLive).length;
  }

  get resetCount(): number {
    return [...this.books.values()].reduce((sum, { resets }) => sum + resets.length, 0);
  }

  private checkEarly(ix: number): void {
    const book = this.book(ix);
    const quotes = this.earlyOf(ix);
    const top = quotes.get(book.lastSeq);
    if (top !== undefined) this.compare(book, top);
    for (const seq of quotes.keys()) if (seq <= book.lastSeq) quotes.delete(seq);
  }

  private earlyOf(ix: number): Map<number, string> {
    let quotes = this.early.get(ix);
    if (quotes === undefined) {
      quotes = new Map();
      this.early.set(ix, quotes);
    }
    return quotes;
  }

  private compare(book: MapBook, top: string): void {
    const bid = book.best('bid');
    const ask = book.best('ask');
    this.quoteChecks.checked += 1;
    if (`${bid} ${book.bids.get(bid)} ${ask} ${book.asks.get(ask)}` !== top) this.quoteChecks.mismatches += 1;
  }
}

function topOf(quote: QuoteMessage): string {
  return `${quote.bidTicks} ${quote.bidQty} ${quote.askTicks} ${quote.askQty}`;
}
