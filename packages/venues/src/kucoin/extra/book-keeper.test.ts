import { ok, type DomainError, type Result } from '@riptide/core/domain';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { MapSink } from '../../../test/kucoin/map-book.ts';
import { RecordingSink, subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import { newDecodeCounters, type DecodedSink, type WireLevels } from '../../kit/index.ts';
import { KucoinDecoder } from '../ws/parse.ts';
import { BookKeeper } from './book-keeper.ts';
import { decimalsOf, newDecoderState } from './decoder-state.ts';
import type { SnapshotReading } from './snapshot-queue.ts';

const BIDS: WireLevels = [
  [100, 5],
  [99, 6],
];
const ASKS: WireLevels = [
  [101, 7],
  [102, 8],
];

function snapshotAt(seq: number, bids: WireLevels = BIDS, asks: WireLevels = ASKS): SnapshotReading {
  return { kind: 'depth', wireSymbol: null, seq, bids, asks };
}

const frame = (seq: number, change: string): string =>
  `{"topic":"/contractMarket/level2:XBTUSDTM","type":"message","subject":"level2","data":{"sequence":${seq},"change":"${change}","timestamp":1795768215123}}`;

/** One futures book behind a keeper, with snapshots answered by hand and a clock moved by hand. */
function setUp(snapshotDepth = Number.POSITIVE_INFINITY) {
  const subscriptions = [subscriptionFor(0, 'XBTUSDTM', 0)];
  const sink = new MapSink();
  const counters = newDecodeCounters();
  const clock = new VirtualClock(1_795_768_215_000);
  const decimals = decimalsOf(subscriptions);
  const rowFloor = new Float64Array(1).fill(-1);
  const asked: ((answer: Result<SnapshotReading, DomainError>) => void)[] = [];
  const outFor = (onDepth: DecodedSink['onDepth'], onOffTick: DecodedSink['onOffTick']): DecodedSink =>
    Object.assign(new RecordingSink(subscriptions), { onDepth, onOffTick });
  const decoderFor = (out: DecodedSink, own = newDecodeCounters()): KucoinDecoder =>
    new KucoinDecoder(newDecoderState({ subscriptions, out, counters: own, decimals, rowFloor }));
  const keeper = new BookKeeper({
    deps: { clock, random: seededRandom(1), log: silentLog() },
    sink,
    counters,
    slots: 1,
    urgent: new Set<number>(),
    decimals,
    rowFloor,
    snapshotDepth,
    pendingFramesMax: 100,
    snapshotsInFlightMax: 1,
    fetchSnapshot: () => new Promise((answer) => void asked.push(answer)),
    createReplay: (own) =>
      decoderFor(
        outFor(
          (ix, _isSnapshot, depth) => own.onReplayed(ix, depth),
          (ix, digits) => own.raiseScale(ix, digits, 0),
        ),
      ),
  });
  keeper.add(0);
  let bytes = Buffer.alloc(0);
  const live = decoderFor(
    outFor(
      (ix, _isSnapshot, depth, recvMs) => keeper.onFrame(ix, { depth, bytes, start: 0, end: bytes.length, recvMs }),
      (ix, digits) => keeper.raiseScale(ix, digits, clock.nowMs()),
    ),
    counters,
  );
  return {
    sink,
    counters,
    keeper,
    clock,
    asked,
    decimals,
    book: sink.book(0),
    push: (...frames: readonly string[]): void => {
      for (const text of frames) {
        bytes = Buffer.from(text);
        live.decode(bytes, 0, bytes.length, clock.nowMs());
      }
    },
    answer: async (reading: SnapshotReading): Promise<void> => {
      clock.advance(0);
      const next = asked.shift();
      if (next === undefined) throw new Error('no snapshot was asked for');
      next(ok(reading));
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('BookKeeper', () => {
  it('asks for a snapshot only once the channel is confirmed, and joins what came meanwhile', async () => {
    const { keeper, clock, asked, push, answer, book } = setUp();
    push(frame(11, '100,buy,9'));
    clock.advance(1_000);
    expect(asked).toHaveLength(0);
    keeper.confirmed(0);
    push(frame(12, '101,sell,0'), frame(13, '103,sell,1'));
    await answer(snapshotAt(11));
    expect(book.isLive).toBe(true);
    expect(book.lastSeq).toBe(13);
    expect([...book.bids]).toEqual([
      [100, 5],
      [99, 6],
    ]);
    expect([...book.asks]).toEqual([
      [102, 8],
      [103, 1],
    ]);
  });

  it('asks again, later, when the snapshot is older than the first frame, and keeps the frames', async () => {
    const { keeper, clock, push, answer, book, counters, asked } = setUp();
    keeper.confirmed(0);
    push(frame(21, '100,buy,9'));
    await answer(snapshotAt(19));
    expect(book.isLive).toBe(false);
    expect(counters).toMatchObject({ resyncs: 1, gaps: 0 });
    expect(asked).toHaveLength(0);
    clock.advance(250);
    await answer(snapshotAt(20));
    expect(book.bids.get(100)).toBe(9);
    expect(book.lastSeq).toBe(21);
  });

  it('resets on a gap before the frame behind it is applied, and starts over with that frame', async () => {
    const { keeper, push, answer, book, counters, clock } = setUp();
    keeper.confirmed(0);
    await answer(snapshotAt(10));
    push(frame(11, '100,buy,9'), frame(13, '99,buy,1'));
    expect(book.resets).toEqual(['sequence-gap']);
    expect(book.isLive).toBe(false);
    clock.advance(300);
    await answer(snapshotAt(12, [[98, 1]], [[105, 1]]));
    expect([...book.bids]).toEqual([
      [98, 1],
      [99, 1],
    ]);
    expect(counters).toMatchObject({ gaps: 1, resyncs: 1 });
  });

  it('finds a gap among the kept frames too', async () => {
    const { keeper, push, answer, book, clock } = setUp();
    keeper.confirmed(0);
    push(frame(11, '100,buy,9'), frame(13, '99,buy,1'));
    await answer(snapshotAt(10));
    expect(book.isLive).toBe(false);
    expect(book.resets).toEqual(['sequence-gap']);
    clock.advance(300);
    await answer(snapshotAt(13));
    expect(book.isLive).toBe(true);
  });

  it('ignores a snapshot asked for before the connection was lost', async () => {
    const { keeper, answer, book } = setUp();
    keeper.confirmed(0);
    const late = answer(snapshotAt(10));
    keeper.detach(0, 'disconnected', 0);
    await late;
    expect(book.isLive).toBe(false);
    expect(book.resets).toEqual(['disconnected']);
  });

  it('waits longer and longer while a book keeps losing its sequence', async () => {
    const { keeper, push, answer, clock, asked } = setUp();
    keeper.confirmed(0);
    await answer(snapshotAt(10));
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      push(frame(20 + round * 10, '100,buy,9'));
      let waitMs = 0;
      for (; asked.length === 0; waitMs += 10) clock.advance(10);
      waits.push(waitMs);
      await answer(snapshotAt(20 + round * 10));
    }
    expect(waits.at(-1)!).toBeGreaterThan(waits[0]! * 3);
  });

  it('raises the scale for a finer price and reads snapshot and kept frames with it', async () => {
    const { keeper, push, answer, book, sink, decimals, clock } = setUp();
    keeper.confirmed(0);
    await answer(snapshotAt(10));
    push(frame(11, '100.25,buy,4'));
    expect(sink.scales.get(0)).toBe(2);
    expect(book.resets).toEqual(['off-tick']);
    push(frame(12, '100.5,buy,2'));
    clock.advance(300);
    await answer(snapshotAt(11, [[100.25, 4]], [[101, 7]]));
    expect(decimals[0]).toBe(2);
    expect([...book.bids]).toEqual([
      [10_025, 4],
      [10_050, 2],
    ]);
  });

  it('gives a book up whose prices cannot be kept', async () => {
    const { keeper, push, answer, book, sink, asked, clock } = setUp();
    sink.canRaiseScale = false;
    keeper.confirmed(0);
    await answer(snapshotAt(10));
    push(frame(11, '100.25,buy,4'), frame(12, '100,buy,9'));
    clock.advance(60_000);
    expect(book.isLive).toBe(false);
    expect(book.resets).toEqual(['off-tick']);
    expect(asked).toHaveLength(0);
  });

  it('renews a book whose cut-off snapshot no longer covers its best levels, without resetting it', async () => {
    const depth = 30;
    const bids = Array.from({ length: depth }, (_, at) => [100 - at, 5] as const);
    const asks = Array.from({ length: depth }, (_, at) => [101 + at, 7] as const);
    const { keeper, push, answer, book, clock, asked } = setUp(depth);
    keeper.confirmed(0);
    await answer(snapshotAt(10, bids, asks));
    clock.advance(2_000);
    keeper.renewShallow(clock.nowMs());
    clock.advance(0);
    expect(asked).toHaveLength(0);
    for (let at = 0; at < 8; at += 1) push(frame(11 + at, `${100 - at},buy,0`));
    keeper.renewShallow(clock.nowMs());
    push(frame(19, '92,buy,44'));
    expect(book.lastSeq).toBe(19);
    clock.advance(300);
    const deeper = Array.from({ length: depth }, (_, at) => [92 - at, 3] as const);
    await answer(snapshotAt(18, deeper, asks));
    expect(book.resets).toEqual([]);
    expect(book.bids.size).toBe(depth);
    expect(book.bids.get(92)).toBe(44);
    expect(book.bids.get(63)).toBe(3);
  });
});
