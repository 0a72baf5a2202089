import { NO_SEQ, type DepthMessage, type QuoteMessage } from '@riptide/core/domain';
import type { Book } from '@riptide/core/market-data';

const RING = 256;

/** Best prices and sizes at a sequence, in wire units. */
interface Top {
  readonly seq: number;
  readonly bidTicks: number;
  readonly bidQty: number;
  readonly askTicks: number;
  readonly askQty: number;
}

/** How comparisons of best quotes with books at equal sequence came out; each is in exactly one of the four outcomes. */
export interface QuoteOutcomes {
  checks: number;
  agree: number;
  /** The quote shows the book one change earlier or later: the venue read it between two changes. */
  adjacent: number;
  /** The quote names a level the book has not seen since it started without a snapshot: it can't be judged. */
  cold: number;
  mismatches: number;
  /** The first mismatch in words, or null. */
  firstMismatch: string | null;
}

/**
 * Compares best quotes with the book at equal sequence and says why they differ, where they do.
 *
 * Rule of `adjacent`: a venue that publishes quotes on a timer of its own (KuCoin's ticker) reads the best prices and the sequence
 * one after the other, so that a quote may show the book right before or right after the change whose number it carries. Such a
 * quote must equal the neighbouring book in all four numbers; anything else is a mismatch. Venues that build the quote from the
 * same event as the depth (Binance) get no such leave.
 */
export class QuoteJudge {
  readonly outcomes: QuoteOutcomes = { checks: 0, agree: 0, adjacent: 0, cold: 0, mismatches: 0, firstMismatch: null };
  private readonly allowsAdjacent: boolean;
  private readonly tops: Top[] = [];
  private readonly quotes: Top[] = [];
  /** Quotes that differ from their book and wait for the next change to be judged. */
  private readonly open: { readonly quote: Top; readonly book: Top }[] = [];
  private readonly seenBids = new Set<number>();
  private readonly seenAsks = new Set<number>();
  private isCold = false;

  constructor(allowsAdjacent: boolean) {
    this.allowsAdjacent = allowsAdjacent;
  }

  /** Notes that the book starts anew; cold when its snapshot was empty. */
  onSnapshot(depth: DepthMessage): void {
    this.settle(null);
    this.tops.length = 0;
    this.seenBids.clear();
    this.seenAsks.clear();
    this.isCold = depth.bidCount === 0 && depth.askCount === 0;
  }

  /** Notes the levels of a message before it is applied. Only cold books need them. */
  onLevels(depth: DepthMessage): void {
    if (!this.isCold) return;
    for (let at = 0; at < depth.bidCount; at += 1) this.seenBids.add(depth.bidTicks[at] as number);
    for (let at = 0; at < depth.askCount; at += 1) this.seenAsks.add(depth.askTicks[at] as number);
  }

  /** Notes the book after a message. */
  onBook(book: Book): void {
    if (book.lastSeq === NO_SEQ) return;
    const top: Top = {
      seq: book.lastSeq,
      bidTicks: book.bids.isEmpty ? 0 : book.bids.bestTicks,
      bidQty: book.bids.isEmpty ? 0 : book.bids.bestQty,
      askTicks: book.asks.isEmpty ? 0 : book.asks.bestTicks,
      askQty: book.asks.isEmpty ? 0 : book.asks.bestQty,
    };
    this.settle(top);
    for (const quote of this.quotes) if (quote.seq === top.seq) this.compare(quote, top);
    push(this.tops, top);
  }

  /** Notes a quote. */
  onQuote(quote: QuoteMessage): void {
    if (quote.seq === NO_SEQ) return;
    const { askQty, askTicks, bidQty, bidTicks, seq } = quote;
    const copy: Top = { seq, bidTicks, bidQty, askTicks, askQty };
    for (let at = this.tops.length - 1; at >= 0; at -= 1) {
      const top = this.tops[at] as Top;
      if (top.seq < seq) break;
      if (top.seq === seq) this.compare(copy, top);
    }
    push(this.quotes, copy);
  }

  /** Judges what still waits; call it at the end. */
  finish(): void {
    this.settle(null);
  }

  private compare(quote: Top, book: Top): void {
    // An empty side has no best price to compare with.
    if (book.bidQty === 0 || book.askQty === 0) return;
    this.outcomes.checks += 1;
    if (isSame(quote, book)) this.outcomes.agree += 1;
    else if (this.isUnseen(quote, book)) this.outcomes.cold += 1;
    else if (this.allowsAdjacent) this.compareNeighbours(quote, book);
    else this.mismatch(quote, book);
  }

  /** True when a side that differs names a price no message has mentioned since the cold start. */
  private isUnseen(quote: Top, book: Top): boolean {
    if (!this.isCold) return false;
    const isBidSame = quote.bidTicks === book.bidTicks && quote.bidQty === book.bidQty;
    const isAskSame = quote.askTicks === book.askTicks && quote.askQty === book.askQty;
    const bidUnseen = !isBidSame && !this.seenBids.has(quote.bidTicks) && book.bidTicks < quote.bidTicks;
    const askUnseen = !isAskSame && !this.seenAsks.has(quote.askTicks) && book.askTicks > quote.askTicks;
    return (isBidSame || bidUnseen) && (isAskSame || askUnseen);
  }

  private compareNeighbours(quote: Top, book: Top): void {
    const at = this.tops.lastIndexOf(book);
    const before = at >= 0 ? this.tops[at - 1] : this.tops.at(-1);
    const after = at >= 0 ? this.tops[at + 1] : undefined;
    if ((before !== undefined && isSame(quote, before)) || (after !== undefined && isSame(quote, after))) {
      this.outcomes.adjacent += 1;
    } else if (after === undefined) this.open.push({ quote, book });
    else this.mismatch(quote, book);
  }

  /** Judges the waiting quotes of the last change by the next one. */
  private settle(next: Top | null): void {
    if (this.open.length === 0) return;
    for (const { book, quote } of this.open) {
      if (next !== null && isSame(quote, next)) this.outcomes.adjacent += 1;
      else this.mismatch(quote, book);
    }
    this.open.length = 0;
  }

  private mismatch(quote: Top, book: Top): void {
    this.outcomes.mismatches += 1;
    this.outcomes.firstMismatch ??= `quote ${JSON.stringify(quote)} book ${JSON.stringify(book)}`;
  }
}

function isSame(a: Top, b: Top): boolean {
  return a.bidTicks === b.bidTicks && a.bidQty === b.bidQty && a.askTicks === b.askTicks && a.askQty === b.askQty;
}

function push(ring: Top[], top: Top): void {
  ring.push(top);
  if (ring.length > RING) ring.shift();
}
