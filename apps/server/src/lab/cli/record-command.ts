import { createHotEngine, selectUniverse } from '@riptide/core/engine';
import { VENUES, type Instrument, type Venue } from '@riptide/core/domain';
import { seededRandom, silentLog, type Clock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { buildVenues, type BuiltVenue } from '../../compose/build-venues.ts';
import { requireConfig } from '../../compose/require-config.ts';
import type { Config } from '../../config/config.ts';
import { HotRecording } from '../recording/hot-recording.ts';
import { RecordingHost } from '../recording/recording-host.ts';
import { recordingsFolder, type CommandContext } from './command-context.ts';
import { bps } from './show-card.ts';

const TICK_MS = 100;
const NOTE_EVERY_MS = 10_000;

/** `record`: records the configured market without the rest of the product, until its time is over or a person ends it. */
export async function recordCommand(context: CommandContext): Promise<number> {
  const { args, clock } = context;
  args.requireNoFolder();
  const minutes = args.minutes({ min: 0.01, max: 100_000, fallback: Number.POSITIVE_INFINITY });
  const gbMax = args.number('max-gb', 20);
  const config = requireConfig();
  const sim = await simOf(config, clock);
  const hot = new HotRecording(clock);
  const host = new RecordingHost({
    folder: recordingsFolder(context.dataDir),
    bytesMax: gbMax * 1e9,
    clock,
    log: silentLog(),
  });
  const feeds = await startFeeds(context, { config, sim, hot });
  try {
    await host.start();
    const startedMs = clock.nowMs();
    const tick = clock.every(TICK_MS, () => feeds.tick());
    const note = clock.every(NOTE_EVERY_MS, () => noteFigures(context, host));
    await Promise.race([context.interrupted, timeUp(clock, minutes)]);
    tick.cancel();
    note.cancel();
    await feeds.stop();
    hot.stop();
    await settleLine(clock);
    await host.stop();
    const seconds = (clock.nowMs() - startedMs) / 1_000;
    const { figures } = host.state;
    if (args.has('json'))
      context.print(JSON.stringify({ folder: recordingsFolder(context.dataDir), seconds, ...figures }));
    else
      context.print(
        `recorded ${seconds.toFixed(0)} s, ${bps((figures?.bytes ?? 0) / 1e6)} MB of frames, ${figures?.dropped ?? 0} dropped`,
      );
    return figures?.lastError === null ? 0 : 1;
  } finally {
    await host.close();
    await sim?.stop();
  }
}

interface Market {
  readonly config: Config;
  readonly sim: VenueSim | null;
  readonly hot: HotRecording;
}

async function startFeeds(
  { clock, notes }: CommandContext,
  { config, sim, hot }: Market,
): Promise<{ tick(): void; stop(): Promise<void> }> {
  const deps = { clock, random: seededRandom(1), log: silentLog(), tapOf: (venue: Venue) => hot.tapOf(venue) };
  const built = buildVenues(config.market, sim?.baseUrls ?? null, deps);
  const instruments: Instrument[] = [];
  for (const { reference } of built) {
    const listed = await reference.loadInstruments();
    if (listed.ok) instruments.push(...listed.value);
    else notes.write(`${reference.venue} is left out: ${listed.error.code} ${listed.error.detail}\n`);
  }
  if (instruments.length === 0) throw new Error('no venue answered');
  const universe = selectUniverse(instruments, { isEverything: config.market === 'replay' });
  const engine = createHotEngine({ instruments: universe, clock });
  const running = built.filter(({ feed }) => engine.instruments.some(({ venue }) => venue === feed.venue));
  engine.setFeeds(running.map(({ feed }) => feed));
  hot.attach(engine);
  for (const one of running) startFeed(one, engine);
  return {
    tick: () => engine.tick(),
    stop: async () => void (await Promise.all(running.map(({ feed }) => feed.stop()))),
  };
}

function startFeed({ feed }: BuiltVenue, engine: ReturnType<typeof createHotEngine>): void {
  const subscriptions = engine.instruments.flatMap((instrument, ix) => {
    const scale = engine.scales[ix];
    return instrument.venue === feed.venue && scale !== undefined ? [{ ix, instrument, scale }] : [];
  });
  feed.start(subscriptions, engine.sink);
}

async function simOf(config: Config, clock: Clock): Promise<VenueSim | null> {
  if (config.market === 'sim') return startVenueSim({ seed: config.simSeed, clock, mode: { kind: 'sim' } });
  if (config.market !== 'replay' || config.replayFolder === null) return null;
  const mode = { kind: 'replay', folder: config.replayFolder, speed: config.replaySpeed } as const;
  return startVenueSim({ seed: config.simSeed, clock, mode });
}

function noteFigures({ notes }: CommandContext, { state }: RecordingHost): void {
  const { figures } = state;
  if (figures === null) return;
  notes.write(
    `${(figures.bytes / 1e6).toFixed(1)} MB in ${figures.segments} of ${VENUES.length} files, ${figures.dropped} dropped\n`,
  );
}

function timeUp(clock: Clock, minutes: number): Promise<void> {
  if (!Number.isFinite(minutes)) return new Promise(() => undefined);
  return new Promise((resolve) => void clock.after(minutes * 60_000, resolve));
}

/** What was sent over the line last needs a turn to arrive. */
function settleLine(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(TICK_MS, resolve));
}
