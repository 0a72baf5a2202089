import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

// Frames as loose as JSON.parse gives them.
type Json = ReturnType<typeof JSON.parse>;
type Rows = readonly (readonly [px: string, qty: string])[];

interface PlainBook {
  /** -1 before its snapshot. */
  seq: number;
  readonly waiting: Json[];
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
}

/** What a pass left behind. */
export interface PlainPass {
  readonly messages: number;
  readonly trades: number;
  /** Best prices as told last, summed: depends on every frame. */
  readonly midSum: number;
  /** By the venue's symbol, best first. */
  levels(symbol: string): { readonly bids: readonly number[][]; readonly asks: readonly number[][] };
}

/**
 * Plays a segment of Binance perps as a simple backtester does: unpacked at once, every frame by `JSON.parse`, each book two maps of
 * price and quantity. It has no strategy, no clock and no checks of its own.
 */
export function playPlainly(path: string): PlainPass {
  const books = new Map<string, PlainBook>();
  const tops = new Map<string, number>();
  let messages = 0;
  let trades = 0;
  let midSum = 0;
  for (const line of gunzipSync(readFileSync(path)).toString('latin1').split('\n')) {
    if (line === '') continue;
    messages += 1;
    const sourceAt = line.indexOf(' ') + 1;
    const payloadAt = line.indexOf(' ', sourceAt) + 1;
    const source = line.slice(sourceAt, payloadAt - 1);
    const payload: Json = JSON.parse(line.slice(payloadAt));
    if (source.startsWith('rest:')) install(bookOf(books, source.split('symbol=')[1] ?? ''), payload);
    const { data } = payload;
    if (data === undefined) continue;
    if (data.e === 'depthUpdate') apply(bookOf(books, data.s), data);
    else if (data.e === 'bookTicker') tops.set(data.s, (Number(data.b) + Number(data.a)) / 2);
    else if (data.e === 'trade') trades += Number(data.q) > 0 ? 1 : 0;
    midSum += tops.get(data.s) ?? 0;
  }
  return { messages, trades, midSum, levels: (symbol) => levelsOf(bookOf(books, symbol)) };
}

function bookOf(books: Map<string, PlainBook>, symbol: string): PlainBook {
  const known = books.get(symbol);
  if (known !== undefined) return known;
  const made: PlainBook = { seq: -1, waiting: [], bids: new Map(), asks: new Map() };
  books.set(symbol, made);
  return made;
}

function install(book: PlainBook, { lastUpdateId, bids, asks }: Json): void {
  if (book.seq >= 0) return;
  book.seq = lastUpdateId;
  put(book.bids, bids);
  put(book.asks, asks);
  for (const frame of book.waiting.splice(0)) apply(book, frame);
}

function apply(book: PlainBook, frame: Json): void {
  if (book.seq < 0) {
    book.waiting.push(frame);
    return;
  }
  if (frame.u < book.seq) return;
  book.seq = frame.u;
  put(book.bids, frame.b);
  put(book.asks, frame.a);
}

function put(side: Map<number, number>, rows: Rows): void {
  for (const [px, qty] of rows) {
    if (Number(qty) === 0) side.delete(Number(px));
    else side.set(Number(px), Number(qty));
  }
}

function levelsOf({ bids, asks }: PlainBook): ReturnType<PlainPass['levels']> {
  const sorted = (side: ReadonlyMap<number, number>, sign: number): number[][] =>
    [...side].sort((a, b) => sign * (a[0] - b[0]));
  return { bids: sorted(bids, -1), asks: sorted(asks, 1) };
}
