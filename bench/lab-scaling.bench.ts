import { fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { LabTask } from '../apps/server/src/lab/lab-worker.ts';
import type { ReplayOutcome } from '../apps/server/src/lab/jobs/run-replay.ts';
import { startWorkerPool } from '../apps/server/src/lab/jobs/worker-pool.ts';
import { openTape } from '../apps/server/src/lab/tape/open-tape.ts';
import { findSegments } from '../apps/server/src/lab/tape/recorded-tape.ts';
import { quantile } from './harness.ts';

/**
 * How replays scale: the same recording eight times over one worker thread and over as many as there are cores, in turn; and the most
 * memory of a process that plays a recording, against one a tenth of its length.
 */
const RECORDING = 'binance-2024-07-18';
const TASKS = 8;
const ROUNDS = 2;
const SHARE = 10;
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const source = join(DATA, 'replay', RECORDING);

if (existsSync(source)) await main();
else process.stdout.write(`${source} is absent: nothing to play\n`);

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-lab-scaling-'));
  try {
    await openTape(source, dataDir);
    const imported = join(dataDir, 'lab/imported');
    const folder = join(imported, readdirSync(imported)[0] ?? '');
    await benchMemory(folder, join(dataDir, 'short'));
    await benchWorkers(folder, dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchWorkers(folder: string, dataDir: string): Promise<void> {
  const counts = [1, availableParallelism()];
  const perSecond = counts.map((): number[] => []);
  const cpuNs = counts.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let nth = 0; nth < counts.length; nth += 1) {
      const at = (nth + round) % counts.length;
      const from = process.hrtime.bigint();
      const before = process.cpuUsage();
      const messages = await playOn(counts[at] as number, folder, dataDir);
      const { system, user } = process.cpuUsage(before);
      perSecond[at]?.push((messages * 1e9) / Number(process.hrtime.bigint() - from));
      cpuNs[at]?.push(((system + user) * 1e3) / messages);
    }
  }
  const rows = counts.map((count, at) => {
    const ratios = (perSecond[at] ?? []).map((rate, round) => rate / (perSecond[0]?.[round] ?? Number.NaN));
    return {
      name: `${count} workers`,
      perSecond: quantile(perSecond[at] ?? [], 0.5),
      cpuNs: quantile(cpuNs[at] ?? [], 0.5),
      ratio: quantile(ratios, 0.5),
      ratioMin: Math.min(...ratios),
      ratioMax: Math.max(...ratios),
    };
  });
  process.stdout.write(
    `\nlab-scaling: ${TASKS} replays, all strategies on, threads started and code compiled in the time\n`,
  );
  process.stdout.write('| threads | messages/s by the clock | CPU ns/message | rate to one thread | min..max |\n');
  process.stdout.write('|---|---:|---:|---:|---:|\n');
  for (const { cpuNs: cpu, name, perSecond: rate, ratio, ratioMax, ratioMin } of rows) {
    const range = `${ratioMin.toFixed(2)}..${ratioMax.toFixed(2)}`;
    process.stdout.write(
      `| ${name} | ${Math.round(rate).toLocaleString('en')} | ${cpu.toFixed(0)} | ${ratio.toFixed(2)} | ${range} |\n`,
    );
  }
  process.stdout.write(`${JSON.stringify({ title: 'lab-scaling: threads', node: process.version, rows })}\n`);
}

async function playOn(workers: number, folder: string, dataDir: string): Promise<number> {
  const request = { folders: [folder], dataDir, strategy: 'all', settings: {}, rules: {}, seed: 1 };
  let messages = 0;
  const { done } = startWorkerPool<LabTask>({
    modulePath: new URL('../apps/server/src/lab/lab-worker.ts', import.meta.url),
    workers,
    tasks: Array.from({ length: TASKS }, () => ({ kind: 'replay', request })),
    onDone: (_task, answer) => {
      messages += (answer as ReplayOutcome).messages;
    },
    onFailed: (_task, reason) => {
      throw new Error(reason);
    },
  });
  await done;
  return messages;
}

async function benchMemory(long: string, short: string): Promise<void> {
  for (const { path, venue } of await findSegments(long)) {
    const lines = gunzipSync(readFileSync(path)).toString('latin1').trimEnd().split('\n');
    const folder = join(short, venue.toLowerCase());
    mkdirSync(folder, { recursive: true });
    const kept = lines.slice(0, Math.ceil(lines.length / SHARE));
    writeFileSync(join(folder, basename(path)), gzipSync(Buffer.from(`${kept.join('\n')}\n`, 'latin1')));
  }
  const ofShort = await memoryOf(short);
  const ofLong = await memoryOf(long);
  const ratio = ofLong.maxRssBytes / ofShort.maxRssBytes;
  process.stdout.write(
    `\nmost memory: ${ofShort.messages} messages ${mb(ofShort.maxRssBytes)} MB, ${ofLong.messages} messages ${mb(ofLong.maxRssBytes)} MB: ${ratio.toFixed(2)} times\n`,
  );
  process.stdout.write(`${JSON.stringify({ title: 'lab-scaling: memory', ofShort, ofLong, ratio })}\n`);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

interface Played {
  readonly messages: number;
  readonly maxRssBytes: number;
}

function memoryOf(folder: string): Promise<Played> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('lab/play-once.ts', import.meta.url)), [folder]);
    child.once('message', (told) => resolve(told as Played));
    child.once('exit', (code) => reject(new Error(`a replay ended with code ${code}`)));
  });
}
