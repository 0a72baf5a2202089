import { NO_SEQ, type QuoteMessage } from '../domain/index.ts';
import type { Book } from './book.ts';

const RING = 256;

/** Best prices and sizes at a sequence, in wire units. */
interface Top {
  seq: number;
  bidTicks: number;
  bidQty: number;
  askTicks: number;
  askQty: number;
}

function emptyTop(): Top {
  return { seq: NO_SEQ, bidTicks: 0, bidQty: 0, askTicks: 0, askQty: 0 };
}

function isSameTop(a: Top, b: Top): boolean {
  return a.bidTicks === b.bidTicks && a.bidQty === b.bidQty && a.askTicks === b.askTicks && a.askQty === b.askQty;
}

/** A first-in-first-out ring of tops that is searched from the newest backwards. */
class TopRing {
  private readonly tops = Array.from({ length: RING }, emptyTop);
  private written = 0;

  next(): Top {
    const top = this.tops[this.written % RING] as Top;
    this.written += 1;
    return top;
  }

  /** Calls `visit` for every kept top with exactly this sequence. Sequences are written in rising order. */
  eachAt(seq: number, visit: (top: Top) => void): void {
    const oldest = Math.max(0, this.written - RING);
    for (let at = this.written - 1; at >= oldest; at -= 1) {
      const top = this.tops[at % RING] as Top;
      if (top.seq < seq) return;
      if (top.seq === seq) visit(top);
    }
  }

  clear(): void {
    this.written = 0;
  }
}

/**
 * Compares the venue's best quote with the book at equal sequence, whichever of the two comes first.
 *
 * The quotes of one instrument are compared with the books of the same instrument only; each pair is counted once.
 */
export class QuoteCheck {
  checks = 0;
  mismatches = 0;
  private readonly books = new TopRing();
  private readonly quotes = new TopRing();
  private readonly current = emptyTop();

  /** Notes a quote and compares it with a book of the same sequence that is already known. */
  onQuote(quote: QuoteMessage): void {
    if (quote.seq === NO_SEQ) return;
    const top = this.quotes.next();
    top.seq = quote.seq;
    top.bidTicks = quote.bidTicks;
    top.bidQty = quote.bidQty;
    top.askTicks = quote.askTicks;
    top.askQty = quote.askQty;
    this.books.eachAt(top.seq, (book) => this.compare(top, book));
  }

  /** Notes the book after an applied message and compares it with quotes of the same sequence that came before. */
  onBook(book: Book): void {
    if (book.lastSeq === NO_SEQ || book.bids.isEmpty || book.asks.isEmpty) return;
    this.fill(this.current, book);
    this.quotes.eachAt(book.lastSeq, (quote) => this.compare(quote, this.current));
    this.fill(this.books.next(), book);
  }

  /** Forgets the books before a reset; quotes stay, they may meet the next snapshot. */
  onReset(): void {
    this.books.clear();
  }

  private fill(top: Top, book: Book): void {
    top.seq = book.lastSeq;
    top.bidTicks = book.bids.bestTicks;
    top.bidQty = book.bids.bestQty;
    top.askTicks = book.asks.bestTicks;
    top.askQty = book.asks.bestQty;
  }

  private compare(quote: Top, book: Top): void {
    this.checks += 1;
    if (!isSameTop(quote, book)) this.mismatches += 1;
  }
}
