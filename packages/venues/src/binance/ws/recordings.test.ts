import { describe, expect, it } from 'vitest';
import type { DepthMessage } from '@riptide/core/domain';
import { expectedOf } from '../extra/expected.fixture.ts';
import { RecordingSink, subscriptionsFor } from '../extra/recorder.fixture.ts';
import { hasRecordings, linesOf, RECORDINGS, type RecordedLine, type Recording } from '../extra/recordings.fixture.ts';
import { newDecodeCounters } from '../../kit/index.ts';
import { parseDepth } from '../rest/parse.ts';
import { BookSync } from './book-sync.ts';
import { BinanceDecoder } from './parse.ts';

/** What the fast tier must take: falling to the next one costs speed that only a timing would show. */
const FAST = /@(depth@|bookTicker|trade|aggTrade)/;
const COMPARED_FRAMES = 2_000;

/** A book kept the plainest way, and what was counted while it was kept. */
class PlainBook {
  readonly sides = { bid: new Map<number, number>(), ask: new Map<number, number>() };
  readonly sync: BookSync;
  readonly kept: string[] = [];
  gaps = 0;
  applied = 0;
  /** Best prices and sizes by the sequence they stood after. */
  readonly tops = new Map<number, string>();

  private readonly wanted: ReadonlySet<number>;

  constructor(product: 'spot' | 'usdm', wanted: ReadonlySet<number>) {
    this.wanted = wanted;
    this.sync = new BookSync(product);
    this.sync.wait();
  }

  set(side: 'bid' | 'ask', px: number, qty: number): void {
    if (qty === 0) this.sides[side].delete(px);
    else this.sides[side].set(px, qty);
  }

  apply(depth: DepthMessage, unit: number): void {
    for (let n = 0; n < depth.bidCount; n += 1)
      this.set('bid', (depth.bidTicks[n] as number) / unit, depth.bidQty[n] as number);
    for (let n = 0; n < depth.askCount; n += 1)
      this.set('ask', (depth.askTicks[n] as number) / unit, depth.askQty[n] as number);
    this.applied += 1;
    if (this.wanted.has(depth.lastSeq)) this.tops.set(depth.lastSeq, this.top());
  }

  top(): string {
    const bid = Math.max(...this.sides.bid.keys());
    const ask = Math.min(...this.sides.ask.keys());
    return JSON.stringify([bid, this.sides.bid.get(bid), ask, this.sides.ask.get(ask)]);
  }
}

/** Rebuilds the books of a recording by decoder and book-sync, comparing every quote that shares a sequence with a diff. */
function rebuild(recording: Recording, lines: readonly RecordedLine[]) {
  const { product, symbols, decimals } = recording;
  const counters = newDecodeCounters();
  const wanted = new Set(lines.flatMap(({ text }) => /"u":(\d+),"s"/.exec(text)?.slice(1).map(Number) ?? []));
  const books = symbols.map(() => new PlainBook(product, wanted));
  const quotes = new Map<string, string>();
  const out = new RecordingSink(symbols, decimals);
  const onDepth = (ix: number, _isSnapshot: boolean, depth: DepthMessage): void => {
    const book = books[ix] as PlainBook;
    const verdict = book.sync.accept(depth);
    if (verdict === 'apply') book.apply(depth, 10 ** (decimals[ix] as number));
    else if (verdict === 'gap') book.gaps += 1;
    else if (verdict === 'buffer') book.kept.push(running);
  };
  Object.assign(out, { onDepth });
  const decoder = new BinanceDecoder({
    product,
    subscriptions: subscriptionsFor(product, symbols, decimals),
    out,
    counters,
  });
  let running = '';
  const read = (text: string): void => {
    running = text;
    const bytes = Buffer.from(text);
    decoder.decode(bytes, 0, bytes.length, 0);
  };
  for (const line of lines) {
    const book = books[symbols.indexOf(line.symbol)];
    if (line.isSnapshot && book !== undefined) {
      const snapshot = parseDepth(JSON.parse(line.text), line.symbol);
      if (snapshot === null) throw new Error('snapshot not read');
      for (const [px, qty] of snapshot.bids) book.set('bid', px, qty);
      for (const [px, qty] of snapshot.asks) book.set('ask', px, qty);
      book.sync.align(snapshot.seq);
      for (const text of book.kept.splice(0)) read(text);
    } else read(line.text);
  }
  for (const said of out.said) {
    if (said.kind !== 'quote') continue;
    quotes.set(`${said.symbol} ${said.seq}`, JSON.stringify([...said.bid, ...said.ask]));
  }
  return { books, quotes, counters };
}

describe.skipIf(!hasRecordings)('recordings (skipped without the real data folder)', () => {
  for (const recording of hasRecordings ? RECORDINGS : []) {
    describe(recording.name, () => {
      const lines = linesOf(recording);
      const frames = lines.filter((line) => !line.isSnapshot);

      it('is read without a slow, malformed, unknown or off-tick frame', () => {
        const counters = newDecodeCounters();
        const { product, symbols, decimals } = recording;
        const out = new RecordingSink(symbols, decimals);
        const subscriptions = subscriptionsFor(product, symbols, decimals);
        const decoder = new BinanceDecoder({ product, subscriptions, out, counters });
        for (const { text } of frames) decoder.decode(Buffer.from(text), 0, Buffer.byteLength(text), 0);
        expect(counters).toMatchObject({ slow: 0, malformed: 0, unknown: 0, control: 0 });
        expect(counters.fast + counters.keyed).toBe(frames.length);
        expect(counters.fast).toBe(frames.filter(({ text }) => FAST.test(text)).length);
        expect(out.said).toHaveLength(frames.length);
        expect(out.said.some((said) => said.kind === 'off-tick')).toBe(false);
        frames.slice(0, COMPARED_FRAMES).forEach(({ text }, n) => {
          expect(out.said[n]).toEqual(expectedOf(JSON.parse(text))[0]);
        });
      }, 20_000);

      it.skipIf(!lines.some((line) => line.isSnapshot))(
        'gives books without a gap that agree with every quote',
        () => {
          const { books, quotes } = rebuild(recording, lines);
          books.forEach((book, n) => {
            expect(book.gaps).toBe(0);
            expect(book.sync.state).toBe('live');
            expect(book.applied).toBeGreaterThan(0);
            const symbol = recording.symbols[n] as string;
            for (const [seq, top] of book.tops) {
              const quote = quotes.get(`${symbol} ${seq}`);
              if (quote !== undefined) expect(`${seq} ${quote}`).toBe(`${seq} ${top}`);
            }
          });
        },
        20_000,
      );
    });
  }
});
