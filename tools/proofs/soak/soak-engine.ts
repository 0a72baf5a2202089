import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VENUES, type ExecutionClient, type Instrument, type Venue, type VenueKey } from '@riptide/core/domain';
import { createHotEngine, TradingCore, type CoreJournalFile } from '@riptide/core/engine';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { buildAccount, buildVenues } from '../../../apps/server/src/compose/build-venues.ts';
import { FileJournal } from '../../../apps/server/src/storage/journal/file-journal.ts';

const TICK_MS = 100;

/** Symbols traded at every venue, on both markets. */
const SYMBOLS = new Set(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT']);

/** What went over the wire and into the journal. */
export interface SoakCounts {
  placed: number;
  cancels: number;
  records: number;
  unknown: number;
  doubled: number;
  readonly fills: Record<Venue, number>;
  readonly positionsTaken: string[];
}

export interface SoakEngine {
  readonly core: TradingCore;
  readonly instruments: readonly Instrument[];
  readonly counts: SoakCounts;
  stop(): Promise<void>;
}

/** Starts the trading core as the engine's hot thread does: real feeds, real adapters, its journal on disk. */
export async function startEngine(
  urls: Readonly<Record<Venue, string>>,
  keys: Readonly<Record<Venue, VenueKey>>,
  journalOf: (journal: FileJournal) => CoreJournalFile = (journal) => journal,
): Promise<SoakEngine> {
  const clock = systemClock();
  const log = silentLog();
  const deps = { clock, random: seededRandom(7), log };
  const venues = buildVenues('sim', urls, deps);
  const loaded = await Promise.all(venues.map(({ reference }) => reference.loadInstruments()));
  const listed = loaded.flatMap((result) => (result.ok ? result.value : []));
  const engine = createHotEngine({
    instruments: listed.filter(({ symbol, kind }) => SYMBOLS.has(symbol) && (kind === 'perp' || kind === 'spot')),
    clock,
  });
  engine.setFeeds(venues.map(({ feed }) => feed));
  for (const venue of VENUES) engine.store.setClockOffset(venue, 0);
  for (const { feed } of venues) feed.start(subscriptionsOf(engine, feed.venue), engine.sink);
  const folder = mkdtempSync(join(tmpdir(), 'riptide-soak-'));
  const journal = new FileJournal({ folder, clock, log });
  const counts = newCounts();
  const core = new TradingCore({
    ...deps,
    store: engine.store,
    journal: countingJournal(journalOf(journal), counts),
    restored: { snapshot: null, records: [], lastSeq: 0 },
    market: 'sim',
    execution: 'live',
    paperUsdt: '10000',
    keys,
    createLiveClient: (venue, key) =>
      counting(
        buildAccount(
          'sim',
          urls,
          { venue, key, orderEntry: venue === 'BYBIT' ? 'socket' : 'rest' },
          { ...deps, offsetMs: () => 0 },
        ),
        counts,
      ),
    onWritten: () => undefined,
  });
  engine.setBookListener(core.books);
  await core.start();
  const timer = clock.every(TICK_MS, () => {
    engine.tick();
    engine.takeBatch();
    core.tick();
  });
  return {
    core,
    instruments: engine.instruments,
    counts,
    async stop() {
      timer.cancel();
      await core.stop();
      await Promise.all(venues.map(({ feed }) => feed.stop()));
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function subscriptionsOf(engine: ReturnType<typeof createHotEngine>, venue: Venue) {
  return engine.instruments.flatMap((instrument, ix) => {
    const scale = engine.scales[ix];
    return instrument.venue === venue && scale !== undefined ? [{ ix, instrument, scale }] : [];
  });
}

function newCounts(): SoakCounts {
  const fills = { BINANCE: 0, BYBIT: 0, OKX: 0, KUCOIN: 0 };
  return { placed: 0, cancels: 0, records: 0, unknown: 0, doubled: 0, fills, positionsTaken: [] };
}

function counting(client: ExecutionClient, counts: SoakCounts): ExecutionClient {
  const recent = new Set<string>();
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'place')
        return (order: Parameters<ExecutionClient['place']>[0]) => {
          counts.placed += 1;
          if (recent.has(order.clientOrderId)) counts.doubled += 1;
          recent.add(order.clientOrderId);
          // Enough to see a second sending, which would come within minutes.
          if (recent.size > 20_000) recent.delete(recent.values().next().value as string);
          return target.place(order);
        };
      return value.bind(target) as unknown;
    },
  });
}

function countingJournal(journal: CoreJournalFile, counts: SoakCounts): CoreJournalFile {
  const append: CoreJournalFile['append'] = (facts, atMs) => {
    const written = journal.append(facts, atMs);
    if (!written.ok) return written;
    counts.records += facts.length;
    for (const fact of facts) {
      if (fact.kind === 'fill' && fact.account.endsWith(':live'))
        counts.fills[fact.account.split(':')[0] as Venue] += 1;
      else if (fact.kind === 'cancel') counts.cancels += 1;
      else if (fact.kind === 'order-failed' && fact.error.outcome === 'unknown') counts.unknown += 1;
      else if (fact.kind === 'position-set' && fact.why === 'venue-truth')
        counts.positionsTaken.push(`${fact.account} ${fact.instrumentId} ${fact.qtyBase}`);
    }
    return written;
  };
  return new Proxy(journal, {
    get(target, name) {
      if (name === 'append') return append;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
