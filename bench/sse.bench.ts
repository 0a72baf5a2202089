import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { quantile } from './harness.ts';

/**
 * The audit stream under load: 200 readers, 200 rows a second written into `trading.db` by this process in the engine's place, and one
 * reader that stops reading. Each part is a process of its own: CPU and memory are those of the server alone. The writer's delay is
 * compared with and without readers: it is what the engine would feel.
 */
const READERS = Number(process.env['SSE_READERS'] ?? 200);
const ROWS_PER_SECOND = 200;
const TICK_MS = 50;
const SECONDS = Number(process.env['SSE_SECONDS'] ?? 20);
const STALL_MAX_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'riptide-sse-bench-'));
const part = (name: string): ChildProcess =>
  fork(fileURLToPath(new URL(`sse/${name}.ts`, import.meta.url)), [folder], {
    execArgv: ['--conditions=@riptide/source', '--import', 'tsx'],
  });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function message<T>(child: ChildProcess, kind: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a part ended: ${code}`)));
    child.on('message', (told: { readonly kind: string } & T) => {
      if (told.kind === kind) resolve(told);
    });
  });
}

const server = part('server');
const { port, cookie } = await message<{ readonly port: number; readonly cookie: string }>(server, 'ready');
const { auditWriter } = await import('./sse/write-rows.ts');
const db = new Database(join(folder, 'trading.db'));
db.pragma('synchronous = full');
const write = auditWriter(db);

/** Writes at the given rate for some seconds. Returns how late the ticks were and how long the writes took, ms. */
async function writeFor(seconds: number): Promise<{ late: number[]; took: number[] }> {
  const late: number[] = [];
  const took: number[] = [];
  const from = performance.now();
  for (let tick = 1; tick <= (seconds * 1_000) / TICK_MS; tick += 1) {
    const due = from + tick * TICK_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    late.push(Math.max(0, performance.now() - due));
    const began = performance.now();
    write((ROWS_PER_SECOND * TICK_MS) / 1_000);
    took.push(performance.now() - began);
  }
  return { late, took };
}

const alone = await writeFor(SECONDS / 2);
const readers = part('readers');
readers.send({ port, cookie, count: READERS });
await message(readers, 'connected');
const stalled = connect(port, '127.0.0.1');
stalled.write(`GET /api/audit/stream HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
stalled.pause();
server.send({ kind: 'measure' });
await message(server, 'measuring');
const watched = await writeFor(SECONDS);
server.send({ kind: 'report' });
interface Used {
  readonly cpuFrac: number;
  readonly rssMb: number;
  readonly rssBeforeMb: number;
  readonly loopDelayP99Ms: number;
}
const used = await message<Used>(server, 'used');
readers.send({ kind: 'report' });
const got = await message<{ readonly delays: number[]; readonly counts: number[] }>(readers, 'got');
const rows = SECONDS * ROWS_PER_SECOND;
// The stalled reader holds what the system's own buffers take before anything waits in the server: more is written until it is gone.
const stallFrom = performance.now();
let dropped = 0;
while (dropped === 0 && performance.now() - stallFrom < STALL_MAX_MS) {
  write(200, 4_000);
  await new Promise((resolve) => setTimeout(resolve, 250));
  server.send({ kind: 'dropped' });
  ({ dropped } = await message<{ readonly dropped: number }>(server, 'dropped'));
}
const p = (values: readonly number[], frac: number): string => quantile(values, frac).toFixed(1);
const missing = got.counts.filter((count) => count < rows).length;
say(
  `readers ${READERS}, ${ROWS_PER_SECOND} rows/s for ${SECONDS} s: ${got.delays.length} deliveries, readers that missed a row: ${missing}`,
);
say(
  `delay from writing to reader: p50 ${p(got.delays, 0.5)} ms, p99 ${p(got.delays, 0.99)} ms, max ${p(got.delays, 1)} ms`,
);
say(
  `server: CPU ${(used.cpuFrac * 100).toFixed(0)} % of a core, memory ${used.rssBeforeMb.toFixed(0)} -> ${used.rssMb.toFixed(0)} MB, loop delay p99 ${used.loopDelayP99Ms.toFixed(1)} ms`,
);
say(
  `writer without readers: late p99 ${p(alone.late, 0.99)} ms, write p99 ${p(alone.took, 0.99)} ms; with them: late p99 ${p(watched.late, 0.99)} ms, write p99 ${p(watched.took, 0.99)} ms`,
);
say(`stalled reader dropped: ${dropped === 1 ? 'yes, and no other' : `${dropped} dropped`}`);
say(
  JSON.stringify({
    title: 'sse',
    node: process.version,
    readers: READERS,
    rowsPerSecond: ROWS_PER_SECOND,
    deliveries: got.delays.length,
    missing,
    delayMs: {
      p50: quantile(got.delays, 0.5),
      p99: quantile(got.delays, 0.99),
      max: Math.max(quantile(got.delays, 1)),
    },
    server: used,
    writer: {
      aloneLateP99Ms: quantile(alone.late, 0.99),
      watchedLateP99Ms: quantile(watched.late, 0.99),
      aloneWriteP99Ms: quantile(alone.took, 0.99),
      watchedWriteP99Ms: quantile(watched.took, 0.99),
    },
    dropped,
  }),
);
stalled.destroy();
for (const child of [readers, server]) {
  child.removeAllListeners('exit');
  child.kill();
}
db.close();
rmSync(folder, { recursive: true, force: true });
