import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { captureCorpora } from './feed/capture.ts';
import { binanceRecording } from './feed/recorded.ts';
import type { LoopResult, LoopStart } from './gc/loaded-loop.ts';
import { quantile } from './harness.ts';

/** The hot thread's loop under load, with young generations of several sizes: a larger one collects less often, and longer. */
const ROUNDS = 3;
const RUN_MS = 2_500;
const LIVE_OBJECTS = 200_000;
const SETTINGS: readonly (readonly [name: string, limits: ResourceLimits])[] = [
  ['as Node has it', {}],
  ['young 2 MB', { maxYoungGenerationSizeMb: 2 }],
  ['young 8 MB', { maxYoungGenerationSizeMb: 8 }],
  ['young 24 MB', { maxYoungGenerationSizeMb: 24 }],
  ['young 96 MB', { maxYoungGenerationSizeMb: 96 }],
  ['young 192 MB', { maxYoungGenerationSizeMb: 192 }],
];
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const RECORDED = join(DATA, 'replay/binance-2024-07-18/usdm_btcusdt_20240718.gz');

const [corpus] = existsSync(RECORDED) ? [binanceRecording(RECORDED)] : await captureCorpora(8_000, 30_000);
if (corpus === undefined) throw new Error('Invariant: no frames');
const start: LoopStart = { corpus, runMs: RUN_MS, liveObjects: LIVE_OBJECTS };
const workers = new Map<string, Worker>();
for (const [name, limits] of SETTINGS) workers.set(name, await startLoop(limits));
const results = new Map<string, LoopResult[]>(SETTINGS.map(([name]) => [name, []]));
for (let round = -1; round < ROUNDS; round += 1) {
  for (let nth = 0; nth < SETTINGS.length; nth += 1) {
    const [name] = SETTINGS[(nth + round + 1) % SETTINGS.length] as (typeof SETTINGS)[number];
    const run = await runOnce(workers.get(name) as Worker);
    // The first makes what lives long old, and the code hot.
    if (round >= 0) results.get(name)?.push(run);
  }
}
await Promise.all([...workers.values()].map((worker) => worker.terminate()));
process.stdout.write(`\ngc-settings: ${ROUNDS} rounds of ${RUN_MS} ms each, medians of the rounds\n`);
process.stdout.write(
  '| young generation | slice p50 µs | p99 | p99.9 | minor/s | major/s | pauses ms/s | longest ms |\n|---|---:|---:|---:|---:|---:|---:|---:|\n',
);
const rows = [...results].map(([name, runs]) => {
  const median = (read: (run: LoopResult) => number): number => quantile(runs.map(read), 0.5);
  const perSecond = (read: (run: LoopResult) => number): number => (median(read) * 1_000) / RUN_MS;
  return {
    name,
    p50Us: median((run) => run.p50Us),
    p99Us: median((run) => run.p99Us),
    p999Us: median((run) => run.p999Us),
    minorPerS: perSecond((run) => run.minor),
    majorPerS: perSecond((run) => run.major),
    gcMsPerS: perSecond((run) => run.gcMs),
    gcMaxMs: median((run) => run.gcMaxMs),
  };
});
for (const row of rows)
  process.stdout.write(
    `| ${row.name} | ${row.p50Us.toFixed(0)} | ${row.p99Us.toFixed(0)} | ${row.p999Us.toFixed(0)} | ${row.minorPerS.toFixed(1)} | ${row.majorPerS.toFixed(2)} | ${row.gcMsPerS.toFixed(2)} | ${row.gcMaxMs.toFixed(2)} |\n`,
  );
process.stdout.write(`${JSON.stringify({ title: 'gc-settings', node: process.version, rows })}\n`);

function startLoop(resourceLimits: ResourceLimits): Promise<Worker> {
  const module = new URL('./gc/loaded-loop.ts', import.meta.url);
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${module.href}'); })`;
  const worker = new Worker(script, { eval: true, workerData: start, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('error', reject);
  });
}

function runOnce(worker: Worker): Promise<LoopResult> {
  return new Promise((resolve) => {
    const onMessage = (message: { readonly result?: LoopResult }): void => {
      if (message.result === undefined) return;
      worker.off('message', onMessage);
      resolve(message.result);
    };
    worker.on('message', onMessage);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
    worker.postMessage('go');
  });
}
