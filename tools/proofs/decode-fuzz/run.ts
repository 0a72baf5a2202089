import { loadavg } from 'node:os';
import { seededRandom } from '@riptide/core/kernel';
import { captureCorpora } from '../../../bench/feed/capture.ts';
import { DECODINGS } from './decodings.ts';
import { SocketFuzz } from './fuzz-venue.ts';
import { fixtureFrames, recordedFrames, seedSockets, type SeedFrame } from './seeds.ts';

const SIMULATED_EACH = 1_500;
const CAPTURE_WITHIN_MS = 20_000;
const STEP = 50_000;
const SEED = 20_261_128;

/** `npm run prove -- decode-fuzz [--frames N] [--seed S]`: every tier of the decoders reads changed frames the same, or hands them on. */
async function main(): Promise<void> {
  const frames = option('frames', 10_000_000);
  const seed = option('seed', SEED);
  const simulated = await simulatedFrames();
  const recorded = recordedFrames();
  const sockets = seedSockets([...fixtureFrames(), ...recorded, ...simulated]);
  say(
    `decode-fuzz: ${frames} frames, seed ${seed}, ${simulated.length} simulated and ${recorded.length} recorded frames to start from, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const fuzzes = sockets.map((socket, nth) => ({
    socket,
    fuzz: new SocketFuzz(socket.venue, DECODINGS[socket.venue], socket, seededRandom(seed + nth)),
    known: 0,
  }));
  for (const each of fuzzes) {
    each.fuzz.runSeeds();
    each.known = each.fuzz.paths.size;
  }
  const started = process.hrtime.bigint();
  const share = Math.ceil(frames / fuzzes.length);
  for (let done = 0; done < share; done += STEP) {
    for (const { fuzz } of fuzzes) fuzz.run(Math.min(STEP, share - done));
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const total = fuzzes.reduce((sum, { fuzz }) => sum + fuzz.count.frames, 0);
    process.stderr.write(`\r${total} frames, ${Math.round(total / seconds)}/s   `);
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  say(
    `\n| socket | frames | by template | told | equal to the plain reading | not comparable | ways of the seeds | new ways | kept | misses |`,
  );
  say('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  let missCount = 0;
  let total = 0;
  for (const { fuzz, known, socket } of fuzzes) {
    const { ambiguous, compared, fast, frames: own, told } = fuzz.count;
    missCount += fuzz.count.missCount;
    total += own;
    say(
      `| ${socket.venue} ${socket.product} | ${[own, fast, told, compared, ambiguous, known, fuzz.paths.size - known, fuzz.grown, fuzz.count.missCount].join(' | ')} |`,
    );
  }
  say(`${total} frames in ${seconds.toFixed(0)} s, ${Math.round(total / seconds)} a second, ${missCount} misses`);
  for (const { fuzz, socket } of fuzzes)
    for (const { detail, frame, what } of fuzz.misses)
      say(`${socket.venue} ${socket.product}: ${what}: ${JSON.stringify(frame)}\n  ${detail}`);
  process.exitCode = missCount === 0 ? 0 : 1;
}

async function simulatedFrames(): Promise<readonly SeedFrame[]> {
  const corpora = await captureCorpora(SIMULATED_EACH, CAPTURE_WITHIN_MS);
  return corpora.flatMap(({ bytes, frames, venue }) =>
    frames
      .slice(0, SIMULATED_EACH)
      .filter(({ end, start }) => end - start < 3_000)
      .map(({ end, product, start }) => ({ venue, product, text: bytes.toString('utf8', start, end) })),
  );
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
