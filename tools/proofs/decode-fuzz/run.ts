import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { captureCorpora } from '../../../bench/feed/capture.ts';
import { fuzzPart, type FuzzPart, type PartResult } from './fuzz-part.ts';
import { recordedFrames, type SeedFrame } from './seeds.ts';

const SIMULATED_EACH = 1_500;
const CAPTURE_WITHIN_MS = 20_000;
const SEED = 20_261_128;

/**
 * `npm run prove -- decode-fuzz [--frames N] [--seed S] [--workers W]`: every tier of the decoders reads changed frames the same, or
 * hands them on. Sockets are dealt out to the workers; what is found does not depend on how many there are.
 */
async function main(): Promise<void> {
  const frames = option('frames', 10_000_000);
  const seed = option('seed', SEED);
  const workers = Math.max(1, option('workers', 1));
  const simulated = await simulatedFrames();
  say(
    `decode-fuzz: ${frames} frames, seed ${seed}, ${workers} workers, ${simulated.length} simulated and ${recordedFrames().length} recorded frames to start from, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const parts = Array.from({ length: workers }, (_, nth): FuzzPart => ({ nth, of: workers, frames, seed, simulated }));
  const started = process.hrtime.bigint();
  const results =
    workers === 1 ? parts.map((part) => fuzzPart(part, tellProgress)) : await Promise.all(parts.map(inOwnProcess));
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  say(
    `\n| socket | frames | by template | told | equal to the plain reading | not comparable | ways of the seeds | new ways | kept | misses |`,
  );
  say('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  const sockets = results.flat().sort((one, other) => one.nth - other.nth);
  for (const { count, grown, known, name, ways } of sockets)
    say(
      `| ${name} | ${[count.frames, count.fast, count.told, count.compared, count.ambiguous, known, ways - known, grown, count.missCount].join(' | ')} |`,
    );
  const total = sockets.reduce((sum, { count }) => sum + count.frames, 0);
  const missCount = sockets.reduce((sum, { count }) => sum + count.missCount, 0);
  say(`${total} frames in ${seconds.toFixed(0)} s, ${Math.round(total / seconds)} a second, ${missCount} misses`);
  for (const { misses, name } of sockets)
    for (const { detail, frame, what } of misses) say(`${name}: ${what}: ${JSON.stringify(frame)}\n  ${detail}`);
  process.exitCode = missCount === 0 ? 0 : 1;
}

/** @throws Error when the process ends without a result: the proof has failed then. */
function inOwnProcess(part: FuzzPart): Promise<readonly PartResult[]> {
  const child = fork(fileURLToPath(new URL('./part-process.ts', import.meta.url)));
  return new Promise((resolve, reject) => {
    child.once('message', (results) => resolve(results as readonly PartResult[]));
    child.once('exit', (code) => reject(new Error(`part ${part.nth} ended with code ${code} and no result`)));
    child.once('error', reject);
    child.send(part);
  });
}

function tellProgress(done: number, perSecond: number): void {
  process.stderr.write(`\r${done} frames, ${Math.round(perSecond)}/s   `);
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
