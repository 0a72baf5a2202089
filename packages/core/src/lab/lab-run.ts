import { createHotEngine, type HotEngine } from '../engine/index.ts';
import type { Decision } from '../domain/index.ts';
import { seededRandom, VirtualClock, type Clock, type Random } from '../kernel/index.ts';
import type { LabStrategy } from './lab-strategy.ts';
import { ScanWatch, type ScanFigures, type ScanLimits } from './scan-watch.ts';
import type { Tape } from './tape.ts';
import { TrialDesk } from './trials/trial-desk.ts';
import { TRIAL_RULES, type TrialResult, type TrialRules } from './trials/trial-model.ts';

/** Turns of the promise queue that let every chain of awaits between two messages come to its end. */
const SETTLE_TURNS = 20;

/** What a strategy of a run gets to work with. */
export interface LabWorld {
  readonly engine: HotEngine;
  readonly clock: Clock;
  readonly random: Random;
}

export interface LabRunOptions {
  readonly tape: Tape;
  readonly seed: number;
  createStrategy(world: LabWorld): LabStrategy;
  readonly rules?: Partial<TrialRules>;
  /** The arbitrage scanner's session over all venues of the tape; absent: it stands still. */
  readonly scan?: ScanLimits;
  /** Period of the engine's own tick (scanner, resyncs) in the tape's time; default 100 ms with the scanner, else 1,000. */
  readonly tickMs?: number;
  /** Told now and then with the messages played and the tape's time. Returning false ends the run early. */
  onProgress?(messages: number, atMs: number): boolean;
}

/** What one pass over a tape gave. */
export interface LabRun {
  readonly tape: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly messages: number;
  readonly decisions: readonly Decision[];
  /** Epoch ms from which decisions count. */
  readonly countsFromMs: number;
  /** Instruments whose book was in sync at the end. */
  readonly booksInSync: number;
  /** null: the scanner stood still. */
  readonly scan: ScanFigures | null;
  /** What the strategy knew at the end; null for one that learns nothing. */
  readonly learnt: string | null;
  readonly trials: readonly TrialResult[];
  /** Trials that the end of the tape left without a result. */
  readonly openTrials: number;
  /** False when it was ended early. */
  readonly isComplete: boolean;
}

const SCAN_TICK_MS = 100;
const QUIET_TICK_MS = 1_000;
const PROGRESS_EVERY = 16_384;

/**
 * Plays a tape through books, scanner and a strategy under a clock of its own: time moves from message to message, timers fire between.
 *
 * Equal tapes, seeds and strategies give equal runs, message by message.
 */
export async function runLab(options: LabRunOptions): Promise<LabRun> {
  const { tape } = options;
  const clock = new VirtualClock(tape.startMs);
  const engine = createHotEngine({ instruments: tape.instruments, clock });
  // A recording says nothing of clocks; its receive times are the only ones there are.
  for (const { venue } of engine.instruments) engine.store.setClockOffset(venue, 0);
  const strategy = options.createStrategy({ engine, clock, random: seededRandom(options.seed) });
  const desk = new TrialDesk({
    clock,
    store: engine.store,
    random: seededRandom(options.seed ^ 0x5f3759df),
    rules: { ...TRIAL_RULES, ...options.rules },
  });
  listen(engine, strategy, desk);
  const watch = options.scan === undefined ? null : new ScanWatch(engine, options.scan);
  const tickMs = options.tickMs ?? (watch === null ? QUIET_TICK_MS : SCAN_TICK_MS);
  const timer = clock.every(tickMs, () => {
    engine.tick();
    watch?.collect();
  });
  await untilDone(clock, strategy.onStart());
  const played = await play(options, { clock, engine, strategy, desk });
  desk.finish();
  timer.cancel();
  await untilDone(clock, strategy.onEnd());
  const { books } = engine.store;
  return {
    tape: tape.name,
    startMs: tape.startMs,
    endMs: clock.nowMs(),
    messages: played.messages,
    decisions: strategy.decisions(),
    countsFromMs: Math.max(strategy.countsFromMs, tape.startMs),
    booksInSync: books.filter(({ isLive }) => isLive).length,
    scan: watch?.figures ?? null,
    learnt: strategy.learnt(),
    trials: desk.results,
    openTrials: desk.open,
    isComplete: played.isComplete,
  };
}

interface Parts {
  readonly clock: VirtualClock;
  readonly engine: HotEngine;
  readonly strategy: LabStrategy;
  readonly desk: TrialDesk;
}

function listen(engine: HotEngine, strategy: LabStrategy, desk: TrialDesk): void {
  engine.setBookListener({
    onBook: (ix, recvMs) => {
      desk.onBook(ix);
      strategy.onBook(ix, recvMs);
    },
    onTraded: (ix, trade, recvMs) => {
      desk.onTraded(ix, trade);
      strategy.onTraded(ix, trade, recvMs);
    },
    onLiquidation: (event) => strategy.onLiquidation(event),
  });
  for (let ix = 0; ix < engine.instruments.length; ix += 1) engine.store.watchTrades(ix, true);
}

async function play(
  options: LabRunOptions,
  { clock, engine, strategy, desk }: Parts,
): Promise<{ readonly messages: number; readonly isComplete: boolean }> {
  const { instruments, scales, sink } = engine;
  const reader = options.tape.open({ sink, instruments, scales });
  let messages = 0;
  let activity = strategy.activity;
  try {
    for (;;) {
      if (Number.isNaN(reader.nextMs) && !(await reader.load())) return { messages, isComplete: true };
      const atMs = reader.nextMs;
      for (let ran = clock.runNext(atMs); ran !== null; ran = clock.runNext(atMs)) {
        // WHY: only a one-shot task or something the strategy did can have a promise to go on with; awaiting each time costs more than
        // the rest of the message.
        if (ran === 'periodic' && strategy.activity === activity) continue;
        await settle();
        activity = strategy.activity;
      }
      clock.moveTo(atMs);
      reader.deliver();
      messages += 1;
      if (strategy.activity !== activity) {
        for (const signal of strategy.takeSignals()) desk.take(signal);
        await settle();
        activity = strategy.activity;
      }
      if (messages % PROGRESS_EVERY === 0 && options.onProgress?.(messages, atMs) === false)
        return { messages, isComplete: false };
    }
  } finally {
    await reader.close();
  }
}

/** Lets the clock pass until a promise is done; what needs no time costs none. */
async function untilDone(clock: VirtualClock, work: Promise<void>): Promise<void> {
  const progress = { isDone: false };
  const noted = work.finally(() => (progress.isDone = true));
  await settle();
  while (!progress.isDone && clock.runNext(Number.POSITIVE_INFINITY) !== null) await settle();
  await noted;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await Promise.resolve();
}
