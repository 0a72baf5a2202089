import { createRequire } from 'node:module';
import type { Instrument } from '@riptide/core/domain';
import { productOf } from './adapters.ts';
import type { Corpus, CorpusFrame } from './corpus.ts';
import { changeOf } from './map-reference.ts';

type Side = 'Buy' | 'Sell';
type Level = readonly [symbol: string, price: number, side: Side, qty: number];
interface Book {
  handleSnapshot(levels: Level[]): void;
  handleDelta(deleted: Level[], upserted: Level[]): void;
  getBookState(): Level[];
}
// The package is CommonJS without an export of its own for this.
const { OrderBooksStore } = createRequire(import.meta.url)('orderbooks') as {
  readonly OrderBooksStore: new (options: object) => { getBook(symbol: string): Book };
};

/** `JSON.parse` and the package `orderbooks`: the least one writes around it. Nothing is trimmed, or books would be incomplete. */
export class OrderbooksPath {
  private readonly corpus: Corpus;
  private readonly books = new OrderBooksStore({ maxDepth: Number.MAX_SAFE_INTEGER });
  private readonly seqs = new Map<string, number>();

  constructor(corpus: Corpus) {
    this.corpus = corpus;
    for (const { asks, bids, instrument, seq } of corpus.snapshots) {
      const key = this.keyOf(instrument);
      this.seqs.set(key, seq);
      this.books.getBook(key).handleSnapshot([...levelsOf(key, 'Sell', asks), ...levelsOf(key, 'Buy', bids)]);
    }
  }

  /** Handles the first frames; returns how many changed a book. */
  run(count = this.corpus.frames.length): number {
    const { bytes, frames, venue } = this.corpus;
    let applied = 0;
    for (let at = 0; at < count; at += 1) {
      const { end, product, start } = frames[at] as CorpusFrame;
      const change = changeOf(venue, JSON.parse(bytes.toString('utf8', start, end)));
      if (change === null) continue;
      const key = `${product} ${change.symbol}`;
      if (!change.isSnapshot && change.seq <= (this.seqs.get(key) ?? -1)) continue;
      this.seqs.set(key, change.seq);
      applied += 1;
      const all = [...levelsOf(key, 'Sell', change.asks), ...levelsOf(key, 'Buy', change.bids)];
      const book = this.books.getBook(key);
      if (change.isSnapshot) book.handleSnapshot(all);
      else book.handleDelta(all.filter(isGone), all.filter(isThere));
    }
    return applied;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: number[][]; readonly asks: number[][] } {
    const all = this.books.getBook(this.keyOf(instrument)).getBookState();
    const side = (wanted: Side): number[][] =>
      all.filter((level) => level[2] === wanted).map((level) => [level[1], level[3]]);
    return { bids: side('Buy'), asks: side('Sell').reverse() };
  }

  private keyOf({ kind, wireSymbol }: Instrument): string {
    return `${productOf(this.corpus.venue, kind === 'spot')} ${wireSymbol}`;
  }
}

const isGone = (level: Level): boolean => level[3] === 0;
const isThere = (level: Level): boolean => level[3] !== 0;

function levelsOf(symbol: string, side: Side, rows: readonly (readonly (string | number)[])[]): Level[] {
  return rows.flatMap(([px, qty]) => (Number(px) === 0 ? [] : [[symbol, Number(px), side, Number(qty)] as const]));
}
