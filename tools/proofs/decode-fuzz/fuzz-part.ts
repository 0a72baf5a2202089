import { seededRandom } from '@riptide/core/kernel';
import { DECODINGS } from './decodings.ts';
import { SocketFuzz, type FuzzCount, type Miss } from './fuzz-venue.ts';
import { fixtureFrames, recordedFrames, seedSockets, type SeedFrame } from './seeds.ts';

const STEP = 50_000;

/** What one process does of a run: every `of`-th socket from the `nth` on. Plain data, to be sent. */
export interface FuzzPart {
  readonly nth: number;
  readonly of: number;
  /** Of the whole run, over all sockets. */
  readonly frames: number;
  readonly seed: number;
  readonly simulated: readonly SeedFrame[];
}

/** What came of one socket. */
export interface PartResult {
  /** The socket's place among all. */
  readonly nth: number;
  readonly name: string;
  readonly count: FuzzCount;
  readonly misses: readonly Miss[];
  /** Ways of the seeds, and all ways. */
  readonly known: number;
  readonly ways: number;
  readonly grown: number;
}

/** Changes and judges the frames of a part; `onProgress` hears of frames done and frames per second. */
export function fuzzPart(part: FuzzPart, onProgress: (done: number, perSecond: number) => void): readonly PartResult[] {
  // WHY: most changed frames are no JSON: noting where each error was made is a tenth of the time, a third at KUCOIN. No trace is shown.
  Error.stackTraceLimit = 0;
  const sockets = seedSockets([...fixtureFrames(), ...recordedFrames(), ...part.simulated]);
  const share = Math.ceil(part.frames / sockets.length);
  const fuzzes = sockets
    .map((socket, nth) => ({
      nth,
      name: `${socket.venue} ${socket.product}`,
      fuzz: new SocketFuzz(socket.venue, DECODINGS[socket.venue], socket, seededRandom(part.seed + nth)),
      known: 0,
    }))
    .filter(({ nth }) => nth % part.of === part.nth);
  for (const each of fuzzes) {
    each.fuzz.runSeeds();
    each.known = each.fuzz.paths.size;
  }
  const started = process.hrtime.bigint();
  for (let done = 0; done < share; done += STEP) {
    for (const { fuzz } of fuzzes) fuzz.run(Math.min(STEP, share - done));
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const total = fuzzes.reduce((sum, { fuzz }) => sum + fuzz.count.frames, 0);
    onProgress(total, total / seconds);
  }
  return fuzzes.map(({ fuzz, known, name, nth }) => {
    const { count, grown, misses, paths } = fuzz;
    return { nth, name, count, misses, known, ways: paths.size, grown };
  });
}
