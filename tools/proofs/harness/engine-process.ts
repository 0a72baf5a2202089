import { join } from 'node:path';
import { accountKey, type Instrument, type Venue } from '@riptide/core/domain';
import { createHotEngine, TradingCore, type HotEngine } from '@riptide/core/engine';
import { seededRandom, systemClock, type Log } from '@riptide/core/kernel';
import { buildAccount, buildVenues } from '../../../apps/server/src/compose/build-venues.ts';
import { ClockWatch } from '../../../apps/server/src/engine-host/clock-watch.ts';
import { FileJournal } from '../../../apps/server/src/storage/journal/file-journal.ts';
import { readJournal } from '../../../apps/server/src/storage/journal/read-journal.ts';
import { crashPoint } from './crash-points.ts';
import { installDisk } from './dying-disk.ts';
import { dyingClient, dyingJournal } from './dying-parts.ts';
import { engineBooks } from './engine-books.ts';
import type { EngineStart, FromEngine, ToEngine } from './engine-protocol.ts';

/** One venue's hot engine and trading core in a process of their own, driven over IPC by the one that runs the simulator. */
const start = JSON.parse(process.argv[2] ?? '{}') as EngineStart;
const point = start.crash === null ? null : crashPoint(start.crash);
const disk = installDisk(point);
const clock = systemClock();
const log: Log = {
  info: () => undefined,
  warn: (message, fields) => told('warn', message, fields),
  error: (message, fields) => told('error', message, fields),
};

function told(level: string, message: string, fields: unknown): void {
  if (process.env['PROOF_LOG'] === '1') console.error(level, message, JSON.stringify(fields ?? {}));
}

function tell(message: FromEngine): void {
  process.send?.(message);
}

const reference = buildVenues('sim', start.baseUrls, { clock, random: seededRandom(start.randomSeed), log })
  .map((venue) => venue.reference)
  .find(({ venue }) => venue === start.venue);

/** Several engines that start at once make a small machine slow to answer. */
const LOADS_MAX = 3;

async function loadInstruments(tries = 1): Promise<readonly Instrument[]> {
  const loaded = await reference?.loadInstruments();
  if (loaded?.ok !== true) {
    if (tries < LOADS_MAX) return loadInstruments(tries + 1);
    throw new Error(`instruments of ${start.venue} could not be loaded: ${loaded?.error.detail ?? 'unknown venue'}`);
  }
  return loaded.value.filter(
    ({ symbol, kind, quoteAsset }) => kind === 'perp' && quoteAsset === 'USDT' && start.symbols.includes(symbol),
  );
}

function startFeed(engine: HotEngine): void {
  const deps = { clock, random: seededRandom(start.randomSeed + 1), log };
  const feeds = buildVenues('sim', start.baseUrls, deps)
    .map(({ feed }) => feed)
    .filter(({ venue }) => venue === start.venue);
  engine.setFeeds(feeds);
  const subscriptions = engine.instruments.flatMap((instrument, ix) => {
    const scale = engine.scales[ix];
    return scale === undefined ? [] : [{ ix, instrument, scale }];
  });
  for (const feed of feeds) feed.start(subscriptions, engine.sink);
}

async function run(): Promise<void> {
  const engine = createHotEngine({ instruments: await loadInstruments(), clock });
  startFeed(engine);
  if (reference !== undefined) {
    const onOffset = (venue: Venue, offsetMs: number): void =>
      engine.command({ kind: 'set-clock-offset', venue, offsetMs });
    // Watches for as long as the process lives.
    void new ClockWatch(reference, { clock, log, onOffset });
  }
  const folder = join(start.folder, 'journal');
  const content = readJournal(folder);
  const switches = { isRotationDue: false };
  const file = new FileJournal({ folder, clock, log });
  const core = new TradingCore({
    clock,
    random: seededRandom(start.randomSeed + 2),
    log,
    store: engine.store,
    journal: dyingJournal(file, point, switches),
    restored: {
      snapshot: content.checkpoint?.state ?? null,
      records: content.records,
      lastSeq: content.records.at(-1)?.seq ?? content.checkpoint?.seq ?? 0,
    },
    market: 'sim',
    execution: 'live',
    paperUsdt: '10000',
    keys: { [start.venue]: start.key },
    createLiveClient: (venue, key) => {
      const measured = (): number => engine.store.clockOffsetMs(venue);
      const offsetMs = (): number => (Number.isNaN(measured()) ? 0 : measured());
      const deps = { clock, random: seededRandom(start.randomSeed + 3), log, offsetMs };
      return dyingClient(buildAccount('sim', start.baseUrls, { venue, key }, deps), point);
    },
    onWritten: () => undefined,
  });
  engine.setBookListener(core.books);
  process.on('message', (message: ToEngine) => {
    if (message.kind === 'call') {
      void core
        .call(message.name, message.request as never)
        .then((value) => tell({ kind: 'answer', id: message.id, value }));
    } else if (message.kind === 'books') {
      tell({ kind: 'answer', id: message.id, value: engineBooks(core, accountKey(start.venue, 'live')) });
    } else if (message.kind === 'rotate') {
      disk.isRotating = true;
      switches.isRotationDue = true;
    } else if (message.kind === 'disk') disk.isFull = message.isFull;
    else process.exit(0);
  });
  clock.every(100, () => {
    engine.tick();
    core.tick();
    engine.takeBatch();
  });
  clock.every(5_000, () => file.restoreReserve());
  await core.start();
  tell({ kind: 'ready' });
}

process.on('disconnect', () => process.exit(0));
run().catch((e: unknown) => {
  const text = e instanceof Error ? (e.stack ?? e.message) : String(e);
  console.error(text);
  process.send?.({ kind: 'failed', text }, () => process.exit(1));
});
