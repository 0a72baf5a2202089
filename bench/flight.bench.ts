import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { VENUES, type Instrument } from '@riptide/core/domain';
import { DepthRing, type HotBatch, type InstrumentView } from '@riptide/core/engine';
import { MarketStore } from '@riptide/core/market-data';
import { seededRandom, silentLog, VirtualClock, type Random } from '@riptide/core/kernel';
import { buildDepth } from '../packages/core/src/domain/build-messages.fixture.ts';
import { buildInstrument } from '../packages/core/src/domain/build-instrument.fixture.ts';
import { LiveCandles } from '../apps/server/src/engine-host/live-candles.ts';
import { MarketBoard } from '../apps/server/src/engine-host/market-board.ts';
import { MarketRecorder } from '../apps/server/src/flight/market/market-recorder.ts';
import { readMarket } from '../apps/server/src/flight/market/read-market.ts';
import { printResult, sideBySide, type Candidate } from './harness.ts';

/**
 * The flight recorder on the cool thread: what a batch costs with it and without, how large the record of an hour is, how long a moment of
 * it takes to read, and what copying the levels of two books costs the hot thread. 4 venues x 200 symbols, 300 changes a batch.
 */
const SYMBOLS = 200;
const CHANGED = 300;
const BATCHES = 200;
const MINUTES = 5;
const T0 = 1_800_000_000_000;

const INSTRUMENTS: readonly Instrument[] = VENUES.flatMap((venue) =>
  Array.from({ length: SYMBOLS }, (_, at) => buildInstrument({ venue, kind: 'perp', symbol: `ASSET${at}USDT` })),
);

/** Books that walk by a few steps, as those of a busy market do. */
class WalkingMarket {
  private readonly random: Random = seededRandom(5);
  private readonly ticks = INSTRUMENTS.map((_, ix) => 10_000 + ix * 997);
  private seq = 0;

  batch(atMs: number): HotBatch {
    const views: InstrumentView[] = [];
    for (let nth = 0; nth < CHANGED; nth += 1)
      views.push(this.view(Math.floor(this.random() * INSTRUMENTS.length), atMs));
    this.seq += 1;
    const lists = { opportunities: [], removed: [], liquidations: [], candles: [], venues: null };
    return { seq: this.seq, atMs, instruments: views, ...lists, scanner: {} as HotBatch['scanner'] };
  }

  private view(ix: number, atMs: number): InstrumentView {
    const ticks = Math.max(1, (this.ticks[ix] ?? 0) + Math.floor(this.random() * 5) - 2);
    this.ticks[ix] = ticks;
    const size = (): number => Math.floor(this.random() * 50_000) / 1e3;
    return {
      ix,
      bidPx: ticks / 10,
      bidQtyBase: size(),
      askPx: (ticks + 1) / 10,
      askQtyBase: size(),
      lastPx: (ticks + Math.floor(this.random() * 2)) / 10,
      markPx: ticks / 10 + Math.floor(this.random() * 10) / 100,
      indexPx: ticks / 10,
      fundingRateFrac: 0.0001,
      fundingIntervalHours: 8,
      nextFundingMs: T0 + 28_800_000,
      changeFrac: 0.01,
      volumeQuote: 1e9,
      venueMs: atMs - 40,
      recvMs: atMs - 20,
      bookMs: atMs - Math.floor(this.random() * 60),
      bookLive: true,
      bookResetReason: null,
    };
  }
}

const folders: string[] = [];
const recorders: MarketRecorder[] = [];

function recorderOn(clock: VirtualClock): MarketRecorder {
  const folder = mkdtempSync(join(tmpdir(), 'riptide-bench-flight-'));
  folders.push(folder);
  const recorder = new MarketRecorder({ folder, keepMs: 1e12, bytesMax: 1e12, clock, log: silentLog() });
  recorder.begin(INSTRUMENTS);
  recorders.push(recorder);
  return recorder;
}

const market = new WalkingMarket();
/** As a thread gets them: each batch is a copy. */
const messages = Array.from({ length: BATCHES }, (_, at) => serialize(market.batch(T0 + at * 100)));

function boardOf(): MarketBoard {
  const board = new MarketBoard({ set: () => undefined, remove: () => undefined } as never, new LiveCandles());
  board.reset(INSTRUMENTS);
  return board;
}

interface CoolSide {
  readonly board: MarketBoard;
  readonly recorder: MarketRecorder | null;
}

function candidate(name: string, isRecorded: boolean): Candidate<CoolSide> {
  return {
    name,
    setup: () => ({ board: boardOf(), recorder: isRecorded ? recorderOn(new VirtualClock(T0)) : null }),
    run: ({ board, recorder }) => {
      for (const message of messages) {
        const batch = deserialize(message) as HotBatch;
        board.apply(batch);
        recorder?.take(batch);
      }
      return messages.length;
    },
  };
}

printResult(
  await sideBySide([candidate('without recorder', false), candidate('with recorder', true)] as Candidate[], {
    title: `flight: a batch of ${CHANGED} changes on the cool thread`,
    unit: 'batch',
    operations: BATCHES,
    baseline: 'without recorder',
  }),
);

const clock = new VirtualClock(T0);
const recorder = recorderOn(clock);
const folder = folders.at(-1) ?? '';
for (let beat = 0; beat < MINUTES * 600; beat += 1) {
  clock.advance(100);
  recorder.take(market.batch(clock.nowMs()));
  if (beat % 50 === 0) await recorder.settled();
}
await recorder.close();
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
const megabytesPerHour = (bytes / MINUTES) * 60 * 1e-6;
const startedMs = performance.now();
const found = readMarket(folder, clock.nowMs() - 500).market;
const readMs = performance.now() - startedMs;
console.log(
  `record: ${(bytes / (MINUTES * 600 * CHANGED)).toFixed(2)} bytes a change, ${megabytesPerHour.toFixed(1)} MB an hour at ${CHANGED * 10} changes/s`,
);
console.log(
  `512 MB hold ${(512 / megabytesPerHour).toFixed(1)} h; a moment of ${found?.rows.length ?? 0} books is read in ${readMs.toFixed(0)} ms`,
);

const store = new MarketStore(INSTRUMENTS, {
  isQuoteChecked: false,
  listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
});
const side = (from: number, step: number): [number, number][] =>
  Array.from({ length: 50 }, (_, at) => [from + at * step, 5 + at]);
for (const ix of [0, 1]) store.onBookSnapshot(ix, buildDepth(side(10_000, -1), side(10_001, 1)), T0);
const ring = new DepthRing({ books: store.books, ixOf: (id) => INSTRUMENTS.findIndex((each) => each.id === id) });
const leg = (ix: number) => ({ instrumentId: INSTRUMENTS[ix]?.id });
const plan = [{ kind: 'arb', seq: 1, atMs: T0, trade: { state: 'planned', buy: leg(0), sell: leg(1) } }] as never;
printResult(
  await sideBySide(
    [
      {
        name: 'two books of ten levels',
        setup: () => ring,
        run: () => {
          for (let nth = 0; nth < 20_000; nth += 1) {
            ring.onWritten(plan);
            if (nth % 32 === 31) ring.take();
          }
          return (ring.takeLoss()?.count ?? 0) + 1;
        },
      },
    ],
    {
      title: 'flight: levels copied at a plan on the hot thread',
      unit: 'plan',
      operations: 20_000,
      baseline: 'two books of ten levels',
    },
  ),
);
for (const each of recorders) await each.close();
for (const each of folders) rmSync(each, { recursive: true, force: true });
