import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { DomainError, Result } from '@riptide/core/domain';
import { seededRandom, systemClock } from '@riptide/core/kernel';
import { readVenueKeys } from '../access/read-venue-keys.ts';
import { CoolEngine } from '../engine-host/cool-engine.ts';
import { firstSession } from '../engine-host/first-session.ts';
import type { HotFigures } from '../engine-host/hot-protocol.ts';
import { hotThreadStarter } from '../engine-host/hot-thread.ts';
import { MarketRecorder } from '../flight/market/market-recorder.ts';
import { NewsReader } from '../engine-host/news-reader.ts';
import { ScannerSession } from '../engine-host/scanner-session.ts';
import { ScannerStateFile } from '../engine-host/scanner-state-file.ts';
import { answerLabCall, isLabCall } from '../lab/answer-lab-call.ts';
import type { LinkCommand } from '../link/link-contract.ts';
import { LinkServer } from '../link/link-server.ts';
import type { LabCalls } from '../link/lab-calls.ts';
import type { NewsCalls } from '../link/news-calls.ts';
import { linkSocketPath } from '../link/socket-path.ts';
import { processLog } from '../log/process-log.ts';
import { readRetention } from '../settings/read-retention.ts';
import { openDataFile } from '../storage/open-data-file.ts';
import { ArbitrageSessionRepository, DEFAULT_SESSION } from '../storage/trading-db/arbitrage-session-repository.ts';
import { RecordRetention } from '../storage/record-retention.ts';
import { SegmentRetention } from '../storage/journal/segment-retention.ts';
import { JournalFold } from '../storage/trading-db/journal-fold.ts';
import { WatchedSymbolRepository } from '../storage/trading-db/watched-symbol-repository.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../storage/trading-db/trading-schema.ts';
import { attachToSupervisor } from '../supervise/child-lifecycle.ts';
import type { SimulatorUrls } from '../supervise/child-messages.ts';
import { buildLab, type LabParts } from './build-lab.ts';
import { buildVenues } from './build-venues.ts';
import { publishFigures } from './publish-figures.ts';
import { requireConfig } from './require-config.ts';
import { startLab } from './start-lab.ts';

const DAY_MS = 86_400_000;
/** A former engine of the same data folder may need a moment to end. */
const LOCK_WAIT_MS = 2_500;

/** Runs the engine process: storage and link first, venues as soon as their addresses are known. */
export async function runEngine(modules: { readonly hot: URL; readonly lab: URL }): Promise<void> {
  const clock = systemClock();
  const config = requireConfig();
  const log = processLog('engine', { level: config.logLevel, dataDir: config.dataDir });
  const news = new NewsReader(join(config.dataDir, 'journal'));
  const parts: EngineParts = {
    hotFigures: null,
    cool: null,
    link: null,
    db: null,
    fold: null,
    lock: null,
    lab: null,
    records: null,
    flight: null,
    news,
  };
  const lifecycle = attachToSupervisor({
    clock,
    log,
    onMessage: (message) => {
      if (message.kind === 'simulator-urls') onUrls(message.baseUrls);
    },
    stop: () => stopAll(parts),
  });
  let onUrls: (urls: SimulatorUrls) => void = () => undefined;
  const simulatorUrls = new Promise<SimulatorUrls>((resolve) => (onUrls = resolve));

  parts.lock = takeLock(join(config.dataDir, 'engine.lock'));
  const opened = await openDataFile<TradingSchema>(join(config.dataDir, 'trading.db'), TRADING_MIGRATIONS);
  if (!opened.ok) return lifecycle.fail(opened.error);
  parts.db = opened.value;
  const journalFolder = join(config.dataDir, 'journal');
  const records = new RecordRetention({
    path: join(config.dataDir, 'trading.db'),
    recordings: join(config.dataDir, 'recordings'),
    read: () => readRetention({ dataDir: config.dataDir, journalDays: config.journalKeepMs / DAY_MS, log }),
    journalKeepMs: config.journalKeepMs,
    clock,
    log,
  });
  parts.records = records;
  records.start();
  const retention = new SegmentRetention({
    folder: journalFolder,
    keepMs: () => records.journalKeepMs,
    bytesMax: config.journalBytesMax,
    clock,
    log,
  });
  const fold = new JournalFold({
    folder: journalFolder,
    path: join(config.dataDir, 'trading.db'),
    retention,
    auditKeepMs: () => records.auditKeepMs,
    clock,
    log,
  });
  parts.fold = fold;
  fold.start();
  if (config.flightKeepMs > 0)
    parts.flight = new MarketRecorder({
      folder: join(config.dataDir, 'flight'),
      keepMs: config.flightKeepMs,
      bytesMax: config.flightBytesMax,
      clock,
      log,
    });
  const sessions = new ArbitrageSessionRepository(parts.db);
  const stored = await sessions.load();
  const session = new ScannerSession(stored ?? DEFAULT_SESSION, sessions, clock, log);
  const first = firstSession(stored, config.market);
  if (first !== null) await session.start(first);
  const watchStore = new WatchedSymbolRepository(parts.db);
  const watched = { symbols: await watchStore.load(), store: watchStore };
  const link = new LinkServer({
    path: linkSocketPath(config.dataDir),
    clock,
    log,
    handleCommand: (name, request) => carryOut(parts, name, request),
  });
  parts.link = link;
  await link.listen();
  lifecycle.tell({ kind: 'engine-ready' });
  const urls = config.market === 'sim' || config.market === 'replay' ? await simulatorUrls : null;
  const random = seededRandom(randomInt(2 ** 32));
  parts.cool = new CoolEngine({
    clock,
    log,
    random,
    link,
    session,
    scannerState: new ScannerStateFile(join(config.dataDir, 'scanner-state.bin'), log),
    watched,
    market: config.market,
    simulatorUrls: urls,
    references: buildVenues(config.market, urls, { clock, random, log }).map(({ reference }) => reference),
    startHotThread: hotThreadStarter(modules.hot, { clock, log, onFigures: (figures) => (parts.hotFigures = figures) }),
    tradingStart: async () => ({
      journalFolder,
      execution: config.execution,
      paperUsdt: String(config.paperUsdt),
      orderSockets: config.orderSockets,
      keys: readVenueKeys({ dataDir: config.dataDir, market: config.market, masterKey: config.masterKey, log }),
    }),
    flight: parts.flight,
    onJournal: (lastSeq) => fold.wake(lastSeq),
    onCrash: (reason) => {
      log.error('hot thread crashed, the engine ends', { reason });
      process.exit(1);
    },
  });
  parts.lab = buildLab({ config, clock, log, module: modules.lab, cool: parts.cool });
  await startLab(parts.lab, config.isRecording, log);
  parts.cool.start();
  publishFigures({
    cool: parts.cool,
    fold,
    flight: parts.flight,
    link,
    clock,
    hotFigures: () => parts.hotFigures,
  });
}

interface EngineParts {
  /** The newest word of the hot thread about itself. */
  hotFigures: HotFigures | null;
  cool: CoolEngine | null;
  link: LinkServer | null;
  db: Kysely<TradingSchema> | null;
  fold: JournalFold | null;
  lock: Database.Database | null;
  lab: LabParts | null;
  records: RecordRetention | null;
  flight: MarketRecorder | null;
  readonly news: NewsReader;
}

async function stopAll({ cool, link, db, fold, lock, lab, records, flight }: EngineParts): Promise<void> {
  records?.close();
  await cool?.stop();
  await flight?.close();
  await lab?.desk.close();
  await lab?.recording.close();
  fold?.close();
  await link?.close();
  await db?.destroy();
  lock?.close();
}

function carryOut(
  { cool, lab, news, fold }: EngineParts,
  name: LinkCommand,
  request: unknown,
): Promise<Result<unknown, DomainError>> {
  if (name === 'news-after')
    return Promise.resolve(news.read(request as NewsCalls['news-after']['request'], fold?.figures.lastSeq ?? 0));
  if (cool === null || lab === null) throw new Error('command before the venues are known');
  if (!isLabCall(name)) return cool.handleCommand(name, request);
  return answerLabCall(lab.desk, name, request as LabCalls[typeof name]['request']);
}

/** One writer per data folder, whatever happened to the supervisor: waits for a former engine to end. */
function takeLock(path: string): Database.Database {
  const database = new Database(path, { timeout: LOCK_WAIT_MS });
  database.exec('BEGIN EXCLUSIVE');
  return database;
}
