import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { Venue } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startLoopbackServer, type LoopbackServer } from '../src/server/loopback-server.ts';
import { openReplay } from '../src/replay/open-replay.ts';
import type { ReplayProtocol } from '../src/replay/replay-protocol.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const replayDir = join(process.env['REAL_DATA_DIR'] ?? join(root, '../shared/data'), 'replay');
const hasData = existsSync(replayDir);
if (!hasData) console.log(`replay-books.test: ${replayDir} is absent, no books are rebuilt from recordings`);

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Row = readonly string[];

/** A book kept as text prices, so that nothing is rounded. */
class Book {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  put(side: 'bids' | 'asks', rows: readonly Row[]): void {
    for (const [px = '', qty = ''] of rows) {
      if (Number(qty) === 0) this[side].delete(px);
      else this[side].set(px, qty);
    }
  }

  best(side: 'bids' | 'asks'): [px: string, qty: string] {
    const better = (a: number, b: number): boolean => (side === 'bids' ? a > b : a < b);
    let found: [string, string] = ['', ''];
    for (const level of this[side]) if (found[0] === '' || better(Number(level[0]), Number(found[0]))) found = level;
    return found;
  }

  sorted(side: 'bids' | 'asks'): [px: string, qty: string][] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this[side]].toSorted((a, b) => sign * (Number(a[0]) - Number(b[0])));
  }
}

async function serve(folder: string, venue: Venue): Promise<{ protocol: ReplayProtocol; server: LoopbackServer }> {
  const deps = { clock: systemClock(), random: seededRandom(1), speed: Number.POSITIVE_INFINITY, quietMs: 100 };
  const { protocols } = await openReplay(join(replayDir, folder), deps);
  const server = await startLoopbackServer({ protocol: protocols[venue], log: silentLog() });
  stops.push(() => server.stop());
  return { protocol: protocols[venue], server };
}

async function open(address: string, onText: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(address);
  stops.push(() => socket.terminate());
  socket.on('message', (data: Buffer) => onText(data.toString('utf8')));
  await new Promise((opened) => socket.once('open', opened));
  return socket;
}

async function untilTaken(protocol: ReplayProtocol): Promise<void> {
  const rest = { state: 'finished', unreadBytes: 0 };
  await vi.waitFor(() => expect(protocol.report()).toMatchObject(rest), { timeout: 100_000, interval: 50 });
}

interface BinanceDiff {
  readonly s: string;
  readonly U: number;
  readonly u: number;
  readonly pu: number;
  readonly b: readonly Row[];
  readonly a: readonly Row[];
}

interface BinanceQuote {
  readonly s: string;
  readonly u: number;
  readonly b: string;
  readonly B: string;
  readonly a: string;
  readonly A: string;
}

/** Follows one Binance futures book by the venue's own recipe: buffer, ask for the snapshot, join, then check every link. */
class BinanceFollower {
  readonly counts = { applied: 0, gaps: 0, checked: 0, mismatches: 0 };
  private readonly book = new Book();
  private readonly early: BinanceDiff[] = [];
  private readonly quotes = new Map<number, BinanceQuote>();
  private last: number | null = null;
  private asked = false;
  private readonly snapshot: () => Promise<{ lastUpdateId: number; bids: Row[]; asks: Row[] }>;

  constructor(snapshot: () => Promise<{ lastUpdateId: number; bids: Row[]; asks: Row[] }>) {
    this.snapshot = snapshot;
  }

  diff(diff: BinanceDiff): void {
    if (this.last === null) {
      this.early.push(diff);
      if (!this.asked) void this.join();
      return;
    }
    if (this.counts.applied === 0) {
      if (diff.u < this.last) return;
      if (diff.U > this.last && diff.pu > this.last) this.counts.gaps += 1;
    } else if (diff.pu !== this.last) this.counts.gaps += 1;
    this.apply(diff);
  }

  quote(quote: BinanceQuote): void {
    this.quotes.set(quote.u, quote);
    if (this.last === quote.u) this.check(quote.u);
  }

  private async join(): Promise<void> {
    this.asked = true;
    const { asks, bids, lastUpdateId } = await this.snapshot();
    this.book.put('bids', bids);
    this.book.put('asks', asks);
    this.last = lastUpdateId;
    for (const diff of this.early) this.diff(diff);
  }

  private apply(diff: BinanceDiff): void {
    this.book.put('bids', diff.b);
    this.book.put('asks', diff.a);
    this.last = diff.u;
    this.counts.applied += 1;
    this.check(diff.u);
  }

  private check(u: number): void {
    const quote = this.quotes.get(u);
    if (quote === undefined) return;
    this.counts.checked += 1;
    const isEqual =
      [...this.book.best('bids'), ...this.book.best('asks')].join() === [quote.b, quote.B, quote.a, quote.A].join();
    if (!isEqual) this.counts.mismatches += 1;
  }
}

describe.skipIf(!hasData)('books rebuilt from replayed recordings', () => {
  it.each([
    ['binance-2024-07-18', { BTCUSDT: [9_017, 625], ETHUSDT: [8_924, 834] }],
    ['binance-2023-04-04', { BTCUSDT: [16_110, 1_565] }],
  ] as const)(
    '%s: best quotes of the same number agree with the book',
    { timeout: 120_000 },
    async (folder, expected) => {
      const { protocol, server } = await serve(folder, 'BINANCE');
      const symbols = Object.keys(expected);
      const follow = (symbol: string): BinanceFollower =>
        new BinanceFollower(async () => {
          const answer = await fetch(`${server.baseUrl}/usdm/fapi/v1/depth?symbol=${symbol}&limit=1000`);
          return (await answer.json()) as { lastUpdateId: number; bids: Row[]; asks: Row[] };
        });
      const followers = new Map(symbols.map((symbol) => [symbol, follow(symbol)]));
      const streams = symbols.flatMap((symbol) => [
        `${symbol.toLowerCase()}@depth@100ms`,
        `${symbol.toLowerCase()}@bookTicker`,
      ]);
      await open(`${server.baseUrl.replace('http', 'ws')}/usdm/public/stream?streams=${streams.join('/')}`, (text) => {
        const { data, stream } = JSON.parse(text) as { stream: string; data: BinanceDiff & BinanceQuote };
        const follower = followers.get(data.s);
        if (stream.includes('@depth')) follower?.diff(data);
        else follower?.quote(data);
      });
      await untilTaken(protocol);
      const wanted = Object.entries(expected).map(([symbol, [applied, checked]]) => [
        symbol,
        { applied, gaps: 0, checked, mismatches: 0 },
      ]);
      await vi.waitFor(
        () => expect([...followers].map(([symbol, follower]) => [symbol, follower.counts])).toEqual(wanted),
        { timeout: 10_000 },
      );
    },
  );

  it('kucoin-spot-2021-04: every book joins its snapshot and has no gap', { timeout: 60_000 }, async () => {
    const { protocol, server } = await serve('kucoin-spot-2021-04', 'KUCOIN');
    const symbols = ['BCHSV-USDT', 'CAPP-BTC', 'FET-BTC', 'NRG-BTC', 'EQZ-BTC'];
    const bullet = await (await fetch(`${server.baseUrl}/spot/api/v1/bullet-public`, { method: 'POST' })).json();
    const { instanceServers, token } = (bullet as { data: { token: string; instanceServers: { endpoint: string }[] } })
      .data;
    const last = new Map<string, number>();
    const frames = new Map<string, number>();
    let gaps = 0;
    const socket = await open(`${instanceServers[0]?.endpoint}?token=${token}`, (text) => {
      const push = JSON.parse(text) as { topic?: string; data?: { sequenceStart: number; sequenceEnd: number } };
      if (push.topic === undefined || push.data === undefined) return;
      const symbol = push.topic.split(':')[1] ?? '';
      frames.set(symbol, (frames.get(symbol) ?? 0) + 1);
      const before = last.get(symbol);
      if (before === undefined || push.data.sequenceEnd <= before) return;
      if (push.data.sequenceStart > before + 1) gaps += 1;
      last.set(symbol, push.data.sequenceEnd);
    });
    socket.send(
      JSON.stringify({ id: 1, type: 'subscribe', topic: `/market/level2:${symbols.join(',')}`, response: true }),
    );
    for (const symbol of symbols) {
      const answer = await fetch(`${server.baseUrl}/spot/api/v1/market/orderbook/level2_100?symbol=${symbol}`);
      last.set(symbol, Number(((await answer.json()) as { data: { sequence: string } }).data.sequence));
    }
    await untilTaken(protocol);
    await vi.waitFor(() => expect(symbols.map((symbol) => frames.get(symbol))).toEqual([2_361, 93, 220, 66, 42]));
    expect(gaps).toBe(0);
    expect(protocol.report().channels.every((channel) => channel.coldStarts === 0)).toBe(true);
  });

  it.each([
    ['okx-2021-07', 'books-l2-tbt', 1_504],
    ['okx-2022-05', 'books', 290],
  ])('%s: every checksum of the venue is right', { timeout: 60_000 }, async (folder, channel, frames) => {
    const { protocol, server } = await serve(folder, 'OKX');
    const books = new Map<string, Book>();
    const counts = { right: 0, wrong: 0 };
    const socket = await open(`${server.baseUrl.replace('http', 'ws')}/ws/v5/public`, (text) => {
      const push = JSON.parse(text) as {
        action?: string;
        arg: { instId: string };
        data: { bids: Row[]; asks: Row[]; checksum: number }[];
      };
      const data = push.data?.[0];
      if (push.action === undefined || data === undefined) return;
      if (push.action === 'snapshot') books.set(push.arg.instId, new Book());
      const book = books.get(push.arg.instId) ?? new Book();
      book.put('bids', data.bids);
      book.put('asks', data.asks);
      counts[checksum(book) === data.checksum ? 'right' : 'wrong'] += 1;
    });
    const instIds = protocol.report().channels.filter((one) => one.channel === 'books');
    // The speed class asked for is not the recorded one: any full book channel of the instrument serves.
    const asked = channel === 'books' ? 'books-l2-tbt' : 'books';
    socket.send(
      JSON.stringify({ op: 'subscribe', args: instIds.map((one) => ({ channel: asked, instId: one.symbol })) }),
    );
    await untilTaken(protocol);
    await vi.waitFor(() => expect(counts).toEqual({ right: frames, wrong: 0 }));
  });
});

/** OKX's checksum of old: crc32 of the best 25 levels, bid and ask in turn, as a signed number. */
function checksum(book: Book): number {
  const bids = book.sorted('bids').slice(0, 25);
  const asks = book.sorted('asks').slice(0, 25);
  const parts: string[] = [];
  for (let at = 0; at < 25; at += 1) parts.push(...(bids[at] ?? []), ...(asks[at] ?? []));
  return crc32(parts.join(':')) | 0;
}
