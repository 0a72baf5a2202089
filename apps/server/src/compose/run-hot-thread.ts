import { parentPort, workerData } from 'node:worker_threads';
import type { FeedSubscription, InstrumentId, Venue } from '@riptide/core/domain';
import { createHotEngine, type HotEngine } from '@riptide/core/engine';
import { seededRandom, StageMeter, systemClock, type Log } from '@riptide/core/kernel';
import { HotLoop } from '../engine-host/hot-loop.ts';
import type { FromHot, HotThreadStart, ToHot } from '../engine-host/hot-protocol.ts';
import { TradingHost } from '../engine-host/trading-host.ts';
import { LagMeter } from '../metrics/lag-meter.ts';
import { HotRecording } from '../lab/recording/hot-recording.ts';
import { SharedBudgets } from '@riptide/venues/kit';
import { buildAccount, buildVenues } from './build-venues.ts';

const TRADING_TICK_MS = 100;
const FIGURES_PERIOD_MS = 1_000;
/** Every chunk measured costs a busy thread some percent, one of so many none that shows (bench/stage-meter.bench.ts). */
const MEASURED_CHUNKS = 16;

/** Runs the hot side in this worker thread: feeds, books, scanner and nothing else. */
export function runHotThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('Invariant: the hot thread runs as a worker');
  const start = workerData as HotThreadStart;
  const clock = systemClock();
  const post = (message: FromHot): void => port.postMessage(message);
  const stages = new StageMeter({ clock, everyChunks: MEASURED_CHUNKS });
  const engine = createHotEngine({ instruments: start.instruments, clock, options: { ...hotOptions(start), stages } });
  const venues = new Set<Venue>(engine.instruments.map(({ venue }) => venue));
  const deps = {
    clock,
    random: seededRandom(start.randomSeed),
    log: postedLog(post),
    budgets: new SharedBudgets(),
    stages,
  };
  const recording = new HotRecording(clock);
  const feeds = buildVenues(start.market, start.simulatorUrls, { ...deps, tapOf: (venue) => recording.tapOf(venue) })
    .map(({ feed }) => feed)
    .filter(({ venue }) => venues.has(venue));
  engine.setFeeds(feeds);
  recording.attach(engine);
  post({
    kind: 'started',
    instruments: engine.instruments,
    rejected: engine.rejected.map(({ instrument, error }) => ({ id: instrument.id, reason: error.detail })),
  });
  const trading = new TradingHost({
    ...deps,
    engine,
    start,
    post,
    createLiveClient: (venue, key) =>
      buildAccount(
        start.market,
        start.simulatorUrls,
        { venue, key, orderEntry: start.trading.orderSockets?.includes(venue) === true ? 'socket' : 'rest' },
        { ...deps, offsetMs: () => offsetMs(engine, venue) },
      ),
  });
  const urgent = trading.neededBooks();
  for (const feed of feeds) feed.start(subscriptionsOf(engine, feed.venue, urgent), engine.sink);
  trading.start();
  const loop = new HotLoop(engine, clock, post);
  const tradingTimer = clock.every(TRADING_TICK_MS, () => trading.tick());
  const lag = new LagMeter(clock);
  const figuresTimer = clock.every(FIGURES_PERIOD_MS, () =>
    post({
      kind: 'figures',
      figures: {
        lag: lag.figures,
        stages: stages.figures,
        journal: trading.journalFigures,
        budgets: deps.budgets.loads,
      },
    }),
  );
  port.on('message', (message: ToHot) => {
    if (message.kind === 'call') trading.handle(message);
    if (loop.handle(message)) return;
    loop.stop();
    for (const timer of [tradingTimer, figuresTimer]) timer.cancel();
    lag.stop();
    recording.stop();
    void Promise.all([trading.stop(), ...feeds.map((feed) => feed.stop())]).finally(() => {
      post({ kind: 'stopped' });
      port.close();
    });
  });
}

/** Venue clock minus ours; 0 until it was measured. */
function offsetMs(engine: HotEngine, venue: Venue): number {
  const measured = engine.store.clockOffsetMs(venue);
  return Number.isNaN(measured) ? 0 : measured;
}

function hotOptions(start: HotThreadStart) {
  const pxMaxById = new Map(
    start.instruments.map((instrument, index) => [instrument.id, start.pxMax[index] ?? Number.NaN]),
  );
  const isReplay = start.market === 'replay';
  return {
    isQuoteChecked: isReplay,
    pxMaxOf: ({ id }: { readonly id: string }) => pxMaxById.get(id as never) ?? Number.NaN,
    // Recorded events are old by nature; their delay says nothing about the connection.
    ...(isReplay
      ? { scanner: { maxDataDelayMs: Number.POSITIVE_INFINITY, maxClockOffsetMs: Number.POSITIVE_INFINITY } }
      : {}),
  };
}

function subscriptionsOf(engine: HotEngine, venue: Venue, urgent: ReadonlySet<InstrumentId>): FeedSubscription[] {
  return engine.instruments.flatMap((instrument, ix) => {
    const scale = engine.scales[ix];
    if (instrument.venue !== venue || scale === undefined) return [];
    return [{ ix, instrument, scale, isUrgent: urgent.has(instrument.id) }];
  });
}

/** A log that leaves the writing to the other thread. */
function postedLog(post: (message: FromHot) => void): Log {
  return {
    info: (message, fields) =>
      post({ kind: 'log', level: 'info', message, ...(fields === undefined ? {} : { fields }) }),
    warn: (message, fields) =>
      post({ kind: 'log', level: 'warn', message, ...(fields === undefined ? {} : { fields }) }),
    error: (message, fields) =>
      post({ kind: 'log', level: 'error', message, ...(fields === undefined ? {} : { fields }) }),
  };
}
