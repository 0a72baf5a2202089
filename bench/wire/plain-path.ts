import type { Instrument } from '@riptide/core/domain';
import { productOf } from '../feed/adapters.ts';
import type { Corpus } from '../feed/corpus.ts';
import { changeOf } from '../feed/map-reference.ts';

/** One side of a book, best last: prices in order, sizes beside them. */
class PlainSide {
  readonly px: number[] = [];
  readonly qty: number[] = [];
  private readonly sign: number;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  put(px: number, qty: number): void {
    const { sign } = this;
    let low = 0;
    let high = this.px.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sign * ((this.px[middle] as number) - px) > 0) low = middle + 1;
      else high = middle;
    }
    const isThere = this.px[low] === px;
    if (qty === 0) {
      if (!isThere) return;
      this.px.splice(low, 1);
      this.qty.splice(low, 1);
    } else if (isThere) this.qty[low] = qty;
    else {
      this.px.splice(low, 0, px);
      this.qty.splice(low, 0, qty);
    }
  }
}

interface PlainBook {
  seq: number;
  readonly bids: PlainSide;
  readonly asks: PlainSide;
  /** The same coin on the venue's other market. */
  other: PlainBook | null;
}

/**
 * What a plain bot does with a frame: `JSON.parse`, numbers, sorted lists, and a look at the other market's best price. No sequence check
 * beyond old or new, no best quotes.
 */
export class PlainPath {
  private readonly corpus: Corpus;
  private readonly books = new Map<string, PlainBook>();

  constructor(corpus: Corpus) {
    this.corpus = corpus;
    const byCoin = new Map<string, PlainBook>();
    for (const instrument of corpus.instruments) {
      const book: PlainBook = { seq: -1, bids: new PlainSide(-1), asks: new PlainSide(1), other: null };
      const other = byCoin.get(instrument.baseAsset);
      if (other === undefined) byCoin.set(instrument.baseAsset, book);
      else [book.other, other.other] = [other, book];
      this.books.set(this.keyOf(instrument), book);
    }
    for (const { asks, bids, instrument, seq } of corpus.snapshots) {
      const book = this.books.get(this.keyOf(instrument));
      if (book === undefined) continue;
      book.seq = seq;
      for (const [px, qty] of bids) book.bids.put(px, qty);
      for (const [px, qty] of asks) book.asks.put(px, qty);
    }
  }

  /** Handles one frame; returns 1 when buying here and selling at the other market, or the reverse, would pay. */
  handle(text: string, product: string): number {
    const change = changeOf(this.corpus.venue, JSON.parse(text));
    const book = change === null ? undefined : this.books.get(`${product} ${change.symbol}`);
    if (change === null || book === undefined || change.seq <= book.seq) return 0;
    book.seq = change.seq;
    for (const [px, qty] of change.bids) book.bids.put(Number(px), Number(qty));
    for (const [px, qty] of change.asks) book.asks.put(Number(px), Number(qty));
    const { other } = book;
    if (other === null) return 0;
    const pays = (buy: PlainBook, sell: PlainBook): boolean =>
      (sell.bids.px.at(-1) ?? Number.NaN) / (buy.asks.px.at(-1) ?? Number.NaN) - 1 > 0.001;
    return pays(book, other) || pays(other, book) ? 1 : 0;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: number[][]; readonly asks: number[][] } {
    const book = this.books.get(this.keyOf(instrument));
    const side = (of: PlainSide | undefined): number[][] =>
      (of?.px ?? []).map((px, at) => [px, of?.qty[at] as number]).reverse();
    return { bids: side(book?.bids), asks: side(book?.asks) };
  }

  private keyOf({ kind, wireSymbol }: Instrument): string {
    return `${productOf(this.corpus.venue, kind === 'spot')} ${wireSymbol}`;
  }
}
