import { beforeEach, describe, expect, it } from 'vitest';
import { DepthMessage, type TradingRecord } from '../../domain/index.ts';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { VirtualClock } from '../../kernel/index.ts';
import { createHotEngine, type HotEngine } from '../hot-engine.ts';
import { DepthRing, FLIGHT_LEVELS } from './depth-ring.ts';

/** What the ring keeps between two times that it is emptied. */
const PLACES = 64;
const INSTRUMENTS = [buildInstrument(), buildInstrument({ venue: 'BYBIT' }), buildInstrument({ venue: 'OKX' })];
const [BINANCE, BYBIT, OKX] = INSTRUMENTS.map(({ id }) => id);

let engine: HotEngine;
let ring: DepthRing;
let clock: VirtualClock;

/** Shows a book whose best bid is so high, 15 levels deep. */
function show(ix: number, ticks: number): void {
  const depth = new DepthMessage();
  for (let level = 0; level < 15; level += 1) {
    depth.pushBid(ticks - level, 5 + level);
    depth.pushAsk(ticks + 1 + level, 4 + level);
  }
  engine.store.setClockOffset(INSTRUMENTS[ix]?.venue ?? 'BINANCE', 0);
  engine.sink.onBookSnapshot(ix, depth, clock.nowMs());
}

/** Only what the ring looks at is true to life. */
function decision(seq: number, instrumentId = BINANCE): TradingRecord {
  return { kind: 'decision', seq, atMs: seq * 10, decision: { instrumentId } } as unknown as TradingRecord;
}

function intent(seq: number, instrumentId = BINANCE): TradingRecord {
  return { kind: 'intent', seq, atMs: seq * 10, intent: { instrumentId } } as unknown as TradingRecord;
}

function arb(seq: number, state: string): TradingRecord {
  const trade = { state, buy: { instrumentId: BINANCE }, sell: { instrumentId: BYBIT } };
  return { kind: 'arb', seq, atMs: seq * 10, trade } as unknown as TradingRecord;
}

beforeEach(() => {
  clock = new VirtualClock(1_800_000_000_000);
  engine = createHotEngine({ instruments: INSTRUMENTS, clock });
  show(0, 600_000);
  show(1, 600_100);
  ring = new DepthRing({
    books: engine.store.books,
    ixOf: (id) => {
      const ix = INSTRUMENTS.findIndex((each) => each.id === id);
      return ix < 0 ? null : ix;
    },
  });
});

describe('the ring of levels at decisions', () => {
  it('copies ten levels of each side as they stood when the record was written, whatever the book does then', () => {
    ring.onWritten([decision(7)]);
    show(0, 500_000);
    const [capture] = ring.take() ?? [];
    expect(capture).toMatchObject({ seq: 7, lastSeq: 7, atMs: 70, ix: 0 });
    expect([capture?.bids.length, capture?.asks.length]).toEqual([FLIGHT_LEVELS * 2, FLIGHT_LEVELS * 2]);
    expect([...(capture?.bids.slice(0, 4) ?? [])]).toEqual([60_000, 5, 59_999.9, 6]);
    expect([...(capture?.asks.slice(0, 2) ?? [])]).toEqual([60_000.1, 4]);
    expect(ring.take()).toBeNull();
  });

  it('copies a book once for all records of one append, and both books of a planned arbitrage', () => {
    ring.onWritten([decision(1), intent(2), intent(3)]);
    ring.onWritten([intent(4)]);
    ring.onWritten([arb(5, 'planned'), intent(6, BYBIT)]);
    ring.onWritten([arb(7, 'hedged')]);
    expect(ring.take()?.map(({ seq, lastSeq, ix }) => [seq, lastSeq, ix])).toEqual([
      [1, 3, 0],
      [4, 4, 0],
      [5, 6, 0],
      [5, 6, 1],
    ]);
  });

  it('copies nothing of a book that is not live or not followed', () => {
    ring.onWritten([decision(1, OKX), decision(2, 'DOGEUSDT.PERP.OKX' as typeof BINANCE)]);
    expect([ring.take(), ring.takeLoss()]).toEqual([null, null]);
  });

  it('tells which records found no place, keeps the oldest, and has room again once it is emptied', () => {
    for (let seq = 1; seq <= PLACES + 3; seq += 1) ring.onWritten([decision(seq)]);
    ring.onWritten([intent(PLACES + 4), intent(PLACES + 5, BYBIT)]);
    expect(ring.takeLoss()).toEqual({ seq: PLACES + 1, lastSeq: PLACES + 5, count: 5 });
    const taken = ring.take()?.map(({ seq }) => seq);
    expect(taken).toEqual(Array.from({ length: PLACES }, (_, at) => at + 1));
    show(0, 610_000);
    ring.onWritten([decision(100)]);
    const [next] = ring.take() ?? [];
    expect([next?.seq, next?.bids[0]]).toEqual([100, 61_000]);
    expect(ring.takeLoss()).toBeNull();
  });

  it('hands out copies: what was taken stays when its place is used again', () => {
    ring.onWritten([decision(1)]);
    const [first] = ring.take() ?? [];
    show(0, 610_000);
    ring.onWritten([decision(2)]);
    expect(first?.bids[0]).toBe(60_000);
    expect(ring.take()?.[0]?.bids[0]).toBe(61_000);
  });
});
