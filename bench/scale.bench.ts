import { DepthMessage, type Instrument, type Venue } from '@riptide/core/domain';
import { createHotEngine, type HotEngine } from '@riptide/core/engine';
import { seededRandom, VirtualClock } from '@riptide/core/kernel';
import { printResult, sideBySide, type Candidate } from './harness.ts';
import { madeInstrument } from './made-instrument.ts';
import { eightVenues } from './scale/eight-venues.ts';

/**
 * What growth costs the hot thread: the same stream of book updates over ever more symbols on four venues, and over two, four and eight venues
 * of 100 symbols, four of them made up. Per update through store and scanner, and per beat of 100 ms.
 */
const SYMBOLS = [10, 100, 500, 2_000] as const;
const VENUES_EACH = [2, 4, 8] as const;
const SYMBOLS_OF_VENUES = 100;
const UPDATES = 20_000;
const BEATS = 20;
const UPDATES_A_BEAT = 400;
const LEVELS = 8;
const MIN_NET_BPS = 4;
const ROUNDS = 7;
const BEAT_MS = 100;
const ALL_VENUES = eightVenues();

class World {
  readonly engine: HotEngine;
  readonly clock = new VirtualClock(1_700_000_000_000);
  private readonly message = new DepthMessage();
  private readonly random = seededRandom(5);
  private readonly bestTicks: Int32Array;
  private readonly count: number;

  constructor(symbols: number, venueCount: number) {
    this.count = symbols * venueCount;
    const venues = ALL_VENUES.slice(0, venueCount);
    this.bestTicks = new Int32Array(this.count).fill(100_000);
    const instruments = Array.from({ length: this.count }, (_, ix) => listing(ix, venues));
    this.engine = createHotEngine({ instruments, clock: this.clock });
    for (const venue of venues) this.engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
    for (let ix = 0; ix < this.count; ix += 1) {
      this.fill(100_000);
      this.engine.sink.onBookSnapshot(ix, this.message, this.clock.nowMs());
    }
    const session = { minEntryNetBps: MIN_NET_BPS, maxPositionUsd: 1_000, venues };
    this.engine.command({ kind: 'start-scanner', ...session });
    this.engine.tick();
    this.engine.takeBatch();
  }

  /** Plays some updates, seven of ten deeper in a book, the others of its best price. */
  update(updates: number): void {
    const { bestTicks, count, engine, message, random } = this;
    for (let at = 0; at < updates; at += 1) {
      const ix = Math.floor(random() * count);
      const old = bestTicks[ix] as number;
      message.reset();
      if (random() < 0.7) {
        const depth = 1 + Math.floor(random() * (LEVELS - 1));
        message.pushBid(old - depth, 1 + random() * 50);
        message.pushAsk(old + 5 + depth, 1 + random() * 50);
      } else {
        const ticks = Math.round(100_000 * (1 + (random() + random() - 1) * 0.0004));
        for (let level = 0; level < LEVELS; level += 1) {
          message.pushBid(old - level, 0);
          message.pushAsk(old + 5 + level, 0);
        }
        bestTicks[ix] = ticks;
        for (let level = 0; level < LEVELS; level += 1) {
          message.pushBid(ticks - level, 20);
          message.pushAsk(ticks + 5 + level, 20);
        }
      }
      engine.sink.onBookDelta(ix, message, this.clock.nowMs());
    }
  }

  private fill(ticks: number): void {
    this.message.reset();
    for (let level = 0; level < LEVELS; level += 1) {
      this.message.pushBid(ticks - level, 20);
      this.message.pushAsk(ticks + 5 + level, 20);
    }
  }
}

function listing(ix: number, venues: readonly Venue[]): Instrument {
  return madeInstrument(`C${Math.floor(ix / venues.length)}`, 'perp', venues[ix % venues.length] ?? 'BINANCE');
}

const bySymbols = SYMBOLS.map((symbols) => ({ name: `${symbols} symbols x 4 venues`, symbols, venues: 4 }));
const byVenues = VENUES_EACH.map((venues) => {
  const symbols = SYMBOLS_OF_VENUES;
  return { name: `${symbols} symbols x ${venues} venues`, symbols, venues };
});
for (const scenes of [bySymbols, byVenues]) {
  const worlds = scenes.map(({ venues, symbols }) => new World(symbols, venues));
  const pairs = worlds.map(({ engine }) => engine.scanner.pairCount);
  process.stdout.write(`\npairs: ${scenes.map(({ name }, at) => `${name} ${pairs[at]}`).join(', ')}\n`);
  const baseline = scenes[0]?.name ?? '';
  const over = (run: (world: World) => number): Candidate[] =>
    scenes.map(({ name }, at) => ({ name, setup: () => worlds[at], run: (world) => run(world as World) }));
  const update = over((world) => {
    world.update(UPDATES);
    return UPDATES;
  });
  const beat = over((world) => {
    let told = 0;
    for (let nth = 0; nth < BEATS; nth += 1) {
      world.update(UPDATES_A_BEAT);
      world.clock.advance(BEAT_MS);
      world.engine.tick();
      told += world.engine.takeBatch().instruments.length;
    }
    return told;
  });
  const options = { baseline, rounds: ROUNDS };
  printResult(await sideBySide(update, { title: 'scale: an update', unit: 'update', operations: UPDATES, ...options }));
  const title = `scale: a beat of ${UPDATES_A_BEAT} updates, tick and batch`;
  printResult(await sideBySide(beat, { title, unit: 'beat', operations: BEATS, ...options }));
}
