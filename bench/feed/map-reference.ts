import type { Instrument, Venue } from '@riptide/core/domain';
import type { Corpus } from './corpus.ts';
import { productOf } from './adapters.ts';

// Frames as loose as JSON.parse gives them.
type Json = ReturnType<typeof JSON.parse>;
type Rows = readonly (readonly string[])[];

interface Change {
  readonly symbol: string;
  readonly isSnapshot: boolean;
  readonly seq: number;
  readonly bids: Rows;
  readonly asks: Rows;
}

interface MapBook {
  seq: number;
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
}

/** Rebuilds the books of a corpus with JSON.parse and plain maps, as slow and as simple as can be. */
export function referenceBooks(
  corpus: Corpus,
): (instrument: Instrument) => { readonly bids: number[][]; readonly asks: number[][] } {
  const { bytes, frames, instruments, snapshots, venue } = corpus;
  const books = new Map<string, MapBook>();
  const keyOf = (instrument: Instrument): string =>
    `${productOf(venue, instrument.kind === 'spot')} ${instrument.wireSymbol}`;
  for (const instrument of instruments) books.set(keyOf(instrument), { seq: -1, bids: new Map(), asks: new Map() });
  for (const { asks, bids, instrument, seq } of snapshots)
    books.set(keyOf(instrument), { seq, bids: new Map(bids), asks: new Map(asks) });
  for (const { end, product, start } of frames) {
    const change = changeOf(venue, JSON.parse(bytes.toString('utf8', start, end)));
    const book = change === null ? undefined : books.get(`${product} ${change.symbol}`);
    if (change === null || book === undefined || (!change.isSnapshot && change.seq <= book.seq)) continue;
    if (change.isSnapshot) for (const side of [book.bids, book.asks]) side.clear();
    book.seq = change.seq;
    put(book.bids, change.bids);
    put(book.asks, change.asks);
  }
  const sorted = (side: Map<number, number>, sign: number): number[][] =>
    [...side].sort((a, b) => sign * (a[0] - b[0]));
  return (instrument) => {
    const book = books.get(keyOf(instrument));
    if (book === undefined) throw new Error(`Invariant: no book of ${instrument.id}`);
    return { bids: sorted(book.bids, -1), asks: sorted(book.asks, 1) };
  };
}

function put(side: Map<number, number>, rows: Rows): void {
  for (const [px, qty] of rows) {
    if (Number(px) === 0) continue;
    if (Number(qty) === 0) side.delete(Number(px));
    else side.set(Number(px), Number(qty));
  }
}

/** Returns what a frame changes in its book; null for a frame that is none of a book. */
export function changeOf(venue: Venue, frame: Json): Change | null {
  const { data } = frame;
  if (venue === 'BINANCE') {
    return data.e === 'depthUpdate'
      ? { symbol: data.s, isSnapshot: false, seq: data.u, bids: data.b, asks: data.a }
      : null;
  }
  if (venue === 'BYBIT') {
    if (frame.topic.startsWith('orderbook.1.')) return null;
    return { symbol: data.s, isSnapshot: frame.type === 'snapshot', seq: data.u, bids: data.b, asks: data.a };
  }
  if (venue === 'OKX') {
    if (!frame.arg.channel.startsWith('books')) return null;
    const [row] = data;
    return {
      symbol: frame.arg.instId,
      isSnapshot: frame.action === 'snapshot',
      seq: row.seqId,
      bids: row.bids,
      asks: row.asks,
    };
  }
  const [topic, symbol] = frame.topic.split(':');
  if (!topic.endsWith('level2')) return null;
  if (data.changes !== undefined) {
    return { symbol, isSnapshot: false, seq: data.sequenceEnd, bids: data.changes.bids, asks: data.changes.asks };
  }
  const [px, side, qty] = data.change.split(',');
  const rows = [[px, qty]];
  return {
    symbol,
    isSnapshot: false,
    seq: data.sequence,
    bids: side === 'buy' ? rows : [],
    asks: side === 'buy' ? [] : rows,
  };
}
