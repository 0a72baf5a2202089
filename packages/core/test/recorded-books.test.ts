import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../src/domain/build-instrument.fixture.ts';
import { DepthMessage, QuoteMessage } from '../src/domain/index.ts';
import { MarketStore } from '../src/market-data/index.ts';

/**
 * Rebuilds the books of recorded Binance perpetual streams and compares every best quote that carries the sequence of a
 * depth message with the book. Parsing is plain JSON here on purpose: it shares nothing with the venue adapters.
 */
const DATA_DIR = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const isThere = existsSync(join(DATA_DIR, 'replay'));
if (!isThere) process.stdout.write('recorded-books: no recordings found, skipped\n');

interface Frame {
  readonly stream?: string;
  readonly data?: Record<string, unknown>;
  readonly lastUpdateId?: number;
  readonly bids?: string[][];
  readonly asks?: string[][];
}

const DECIMALS = 2;
const toTicks = (px: string): number => Math.round(Number(px) * 10 ** DECIMALS);

function fill(depth: DepthMessage, bids: readonly string[][], asks: readonly string[][], seq: number): DepthMessage {
  depth.reset();
  for (const [px, qty] of bids) depth.pushBid(toTicks(px as string), Number(qty));
  for (const [px, qty] of asks) depth.pushAsk(toTicks(px as string), Number(qty));
  depth.lastSeq = seq;
  return depth;
}

class Rebuild {
  readonly store = new MarketStore([buildInstrument({ pxTick: '0.01' })], {
    listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
    isQuoteChecked: true,
  });
  applied = 0;
  gaps = 0;
  private readonly depth = new DepthMessage();
  private readonly quote = new QuoteMessage();
  private early: Record<string, unknown>[] = [];
  private lastSeq = -1;

  take(line: string): void {
    const at = line.indexOf(' ');
    const recvMs = Math.floor(Number(line.slice(0, at)) / 1e6);
    const frame = JSON.parse(line.slice(at + 1)) as Frame;
    if (frame.stream === undefined) this.onSnapshot(frame, recvMs);
    else if (frame.stream.includes('@depth')) this.onDepth(frame.data ?? {}, recvMs);
    else if (frame.stream.endsWith('@bookTicker')) this.onQuote(frame.data ?? {}, recvMs);
  }

  private onSnapshot(frame: Frame, recvMs: number): void {
    if (this.store.books[0]?.isLive === true || frame.lastUpdateId === undefined) return;
    this.lastSeq = frame.lastUpdateId;
    this.store.onBookSnapshot(0, fill(this.depth, frame.bids ?? [], frame.asks ?? [], this.lastSeq), recvMs);
    for (const data of this.early) this.onDepth(data, recvMs);
    this.early = [];
  }

  private onDepth(data: Record<string, unknown>, recvMs: number): void {
    if (this.store.books[0]?.isLive !== true) {
      this.early.push(data);
      return;
    }
    const seq = data['u'] as number;
    if (seq < this.lastSeq) return;
    // The first message after the snapshot spans it; from then on each names the one before it.
    if (this.applied > 0 && data['pu'] !== this.lastSeq) this.gaps += 1;
    this.lastSeq = seq;
    this.applied += 1;
    this.store.onBookDelta(0, fill(this.depth, data['b'] as string[][], data['a'] as string[][], seq), recvMs);
  }

  private onQuote(data: Record<string, unknown>, recvMs: number): void {
    this.quote.bidTicks = toTicks(data['b'] as string);
    this.quote.bidQty = Number(data['B']);
    this.quote.askTicks = toTicks(data['a'] as string);
    this.quote.askQty = Number(data['A']);
    this.quote.seq = data['u'] as number;
    this.store.onQuote(0, this.quote, recvMs);
  }
}

const recordings = [
  {
    name: 'BTCUSDT of July 2024',
    files: ['usdm_btcusdt_20240718', 'usdm_btcusdt_20240719'],
    dir: 'binance-2024-07-18',
    checks: 625,
  },
  {
    name: 'ETHUSDT of July 2024',
    files: ['usdm_ethusdt_20240718', 'usdm_ethusdt_20240719'],
    dir: 'binance-2024-07-18',
    checks: 834,
  },
  {
    name: 'BTCUSDT of April 2023',
    files: ['usdm_btcusdt_20230404', 'usdm_btcusdt_20230405'],
    dir: 'binance-2023-04-04',
    checks: 1565,
  },
];

describe.skipIf(!isThere)('recorded Binance perpetual books', () => {
  it.each(recordings)(
    '$name show every comparable best quote, uncrossed and without a gap',
    ({ files, dir, checks }) => {
      const rebuild = new Rebuild();
      for (const file of files) {
        const text = gunzipSync(readFileSync(join(DATA_DIR, 'replay', dir, `${file}.gz`))).toString('utf8');
        for (const line of text.split('\n')) if (line !== '') rebuild.take(line);
      }
      const check = rebuild.store.quoteChecks[0];
      expect(rebuild.applied).toBeGreaterThan(1000);
      expect([rebuild.gaps, rebuild.store.bookCounters('BINANCE').crossed, check?.mismatches]).toEqual([0, 0, 0]);
      expect(check?.checks).toBeGreaterThanOrEqual(checks);
    },
  );
});
