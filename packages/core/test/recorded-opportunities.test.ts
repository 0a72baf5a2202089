import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../src/domain/build-instrument.fixture.ts';
import { decimal, DepthMessage } from '../src/domain/index.ts';
import { createHotEngine } from '../src/engine/index.ts';
import { VirtualClock } from '../src/kernel/index.ts';
import {
  slowCapacity,
  slowEdge,
  slowSize,
  type SlowLevel,
} from '../src/strategies/arbitrage/slow-opportunity.fixture.ts';

/**
 * Plays recorded spot and perpetual depth of one morning, in the order it came, and holds every figure of the spot-perp pairs against
 * the slow reference over books that are kept here as plain maps.
 */
const DATA_DIR = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const FOLDER = join(DATA_DIR, 'replay/binance-2023-04-04');
const isThere = existsSync(FOLDER);
if (!isThere) process.stdout.write('recorded-opportunities: no recordings found, skipped\n');

const FILES = ['spot_btcusdt_20230405', 'usdm_btcusdt_20230405'] as const;
const DECIMALS = 2;
const CHECK_EVERY = 450;
const DEPTH_BPS = 30;
const LEVELS_MAX = 256;
const FEES_BPS = 15;
const STEP = decimal('0.001');

interface Depth {
  readonly atMs: number;
  readonly ix: 0 | 1;
  readonly seq: number;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

function readDepths(): Depth[] {
  const all = FILES.flatMap((file, ix) => {
    const text = gunzipSync(readFileSync(join(FOLDER, `${file}.gz`))).toString('utf8');
    return text.split('\n').flatMap((line): Depth[] => {
      if (!line.includes('@depth')) return [];
      const space = line.indexOf(' ');
      const { data } = JSON.parse(line.slice(space + 1)) as { data: Record<string, unknown> };
      const atMs = Math.floor(Number(line.slice(0, space)) / 1e3);
      return [{ atMs, ix: ix as 0 | 1, seq: data['u'] as number, bids: data['b'] as never, asks: data['a'] as never }];
    });
  });
  return all.sort((a, b) => a.atMs - b.atMs);
}

/** Price texts to sizes, as told; sorted only when it is asked for. */
class PlainBook {
  private readonly sides = { bid: new Map<number, number>(), ask: new Map<number, number>() };

  take(side: 'bid' | 'ask', levels: Depth['bids']): void {
    for (const [px, qty] of levels) {
      if (Number(qty) === 0) this.sides[side].delete(Number(px));
      else this.sides[side].set(Number(px), Number(qty));
    }
  }

  levels(side: 'bid' | 'ask'): SlowLevel[] {
    const sign = side === 'ask' ? 1 : -1;
    const sorted = [...this.sides[side]].sort(([a], [b]) => sign * (a - b));
    const best = Math.round((sorted[0]?.[0] ?? 0) * 10 ** DECIMALS);
    const reach = (best * DEPTH_BPS) / 1e4;
    return sorted
      .filter(([px]) => Math.abs(Math.round(px * 10 ** DECIMALS) - best) <= reach)
      .slice(0, LEVELS_MAX) as SlowLevel[];
  }
}

describe.skipIf(!isThere)('opportunities on recorded spot and perpetual books', () => {
  it('have every figure of the slow reference, at every look', () => {
    const depths = readDepths();
    const clock = new VirtualClock(depths[0]?.atMs ?? 0);
    const spot = buildInstrument({ kind: 'spot', pxTick: '0.01', qtyStep: '0.00001', qtyMin: '0.00001' });
    const engine = createHotEngine({ instruments: [spot, buildInstrument({ pxTick: '0.01' })], clock });
    engine.command({ kind: 'start-scanner', minEntryNetBps: -100, maxPositionUsd: 50_000, venues: ['BINANCE'] });
    const books = [new PlainBook(), new PlainBook()] as const;
    const message = new DepthMessage();
    const started = [false, false];
    let compared = 0;
    depths.forEach((depth, nth) => {
      clock.advance(Math.max(0, depth.atMs - clock.nowMs()));
      message.reset();
      for (const [px, qty] of depth.bids) message.pushBid(Math.round(Number(px) * 100), Number(qty));
      for (const [px, qty] of depth.asks) message.pushAsk(Math.round(Number(px) * 100), Number(qty));
      message.lastSeq = depth.seq;
      if (started[depth.ix] === true) engine.sink.onBookDelta(depth.ix, message, depth.atMs);
      else engine.sink.onBookSnapshot(depth.ix, message, depth.atMs);
      started[depth.ix] = true;
      books[depth.ix].take('bid', depth.bids);
      books[depth.ix].take('ask', depth.asks);
      if (nth % CHECK_EVERY !== CHECK_EVERY - 1) return;
      for (const pair of engine.scanner.table.pairs) {
        const now = engine.scanner.priceNow(pair.id, { notionalUsd: 50_000 }, depth.atMs);
        if (now === null) continue;
        compared += 1;
        const terms = {
          asks: books[pair.buyIx as 0 | 1].levels('ask'),
          bids: books[pair.sellIx as 0 | 1].levels('bid'),
          feesBps: FEES_BPS,
          reserveBps: now.priced.latencyReserveBps,
        };
        const { priced } = now;
        const edge = slowEdge(terms, decimal(priced.qtyBase));
        expect(priced.buyVwapPx).toBeCloseTo(Number(edge.buyPx), 6);
        expect(priced.sellVwapPx).toBeCloseTo(Number(edge.sellPx), 6);
        expect(priced.grossBps).toBeCloseTo(Number(edge.grossBps), 6);
        expect(priced.entryNetBps).toBeCloseTo(Number(edge.entryNetBps), 6);
        expect(priced.notionalUsd).toBeCloseTo(Number(edge.notionalUsd), 5);
        const size = Number(slowSize(terms, { step: STEP, qtyMaxBase: Infinity, maxUsd: 50_000 }));
        expect(Math.abs(priced.qtyBase - size)).toBeLessThan(0.0025);
        const minGrossBps = -100 + FEES_BPS + priced.latencyReserveBps;
        expect(priced.capacityUsd / Number(slowCapacity(terms, minGrossBps))).toBeCloseTo(1, 6);
      }
    });
    expect(engine.store.bookCounters('BINANCE').crossed).toBe(0);
    expect(compared).toBeGreaterThan(60);
  });
});
