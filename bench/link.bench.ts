import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ok, VENUES } from '@riptide/core/domain';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { buildInstrument, buildOpportunity } from '../apps/server/src/link/link-values.fixture.ts';
import { encodeFrame, FrameReader } from '../apps/server/src/link/frame-codec.ts';
import { LinkClient } from '../apps/server/src/link/link-client.ts';
import type { LinkEntry } from '../apps/server/src/link/link-contract.ts';
import { LinkServer } from '../apps/server/src/link/link-server.ts';
import { printResult, quantile, sideBySide, type Candidate } from './harness.ts';

/**
 * The link between engine and server: what encoding costs (JSON text against V8's own format) on an update as the
 * product sends it, and the round trip and throughput over the real socket with the engine in a thread of its own.
 */
const INSTRUMENTS = 300;
const OPPORTUNITIES = 200;
const ROUND_TRIPS = 5_000;
const PUSHED_VALUES = 300_000;

/** One busy flush: every instrument and many opportunities changed. */
function busyEntries(): LinkEntry[] {
  const entries: LinkEntry[] = [];
  for (let i = 0; i < INSTRUMENTS; i += 1) {
    const venue = VENUES[i % VENUES.length] ?? 'OKX';
    entries.push([
      'instrument',
      `ASSET${i}USDT.PERP.${venue}`,
      buildInstrument({ venue, symbol: `ASSET${i}USDT`, bidPx: 100 + i / 7 }),
    ]);
  }
  for (let i = 0; i < OPPORTUNITIES; i += 1) {
    entries.push(['opportunity', `o${i}`, buildOpportunity({ id: `o${i}`, grossBps: i / 3 })]);
  }
  return entries;
}

interface Codec {
  readonly name: string;
  encode(message: unknown): Buffer;
  decode(frame: Buffer): unknown;
}

const HEADER_BYTES = 4;

const CODECS: readonly Codec[] = [
  {
    name: 'JSON',
    encode: (message) => {
      const text = JSON.stringify(message);
      const frame = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(text));
      frame.writeUInt32BE(frame.length - HEADER_BYTES, 0);
      frame.write(text, HEADER_BYTES);
      return frame;
    },
    decode: (frame) => JSON.parse(frame.toString('utf8', HEADER_BYTES)) as unknown,
  },
  {
    name: 'V8 (ours)',
    encode: encodeFrame,
    decode: (frame) => {
      let read: unknown = null;
      new FrameReader().push(frame, (message) => (read = message));
      return read;
    },
  },
];

function codecCandidate(codec: Codec, what: 'encode' | 'decode'): Candidate<{ message: unknown; frame: Buffer }> {
  return {
    name: `${codec.name} ${what}`,
    setup: () => {
      const message = { kind: 'update', seq: 1, sentMs: 1, entries: busyEntries() };
      return { message, frame: codec.encode(message) };
    },
    run: ({ message, frame }) => {
      let sum = 0;
      for (let i = 0; i < 20; i += 1) {
        if (what === 'encode') sum += codec.encode(message).length;
        else sum += (codec.decode(frame) as { entries: unknown[] }).entries.length;
      }
      return sum;
    },
  };
}

async function benchCodecs(): Promise<void> {
  const entries = busyEntries();
  for (const codec of CODECS) {
    process.stdout.write(
      `${codec.name}: ${codec.encode({ kind: 'update', seq: 1, sentMs: 1, entries }).length} bytes for ${entries.length} values\n`,
    );
  }
  for (const what of ['encode', 'decode'] as const) {
    printResult(
      await sideBySide(
        CODECS.map((codec) => codecCandidate(codec, what) as Candidate),
        {
          title: `link: ${what} one busy update of ${entries.length} values`,
          unit: 'update',
          operations: 20,
          baseline: `JSON ${what}`,
        },
      ),
    );
  }
}

/** The engine's end, in a thread of its own: answers commands at once, pushes values when told to. */
async function runEngineEnd(path: string): Promise<void> {
  const clock = systemClock();
  const link = new LinkServer({
    path,
    clock,
    log: silentLog(),
    handleCommand: async (name) => {
      if (name === 'start-scanner') pushAll(link);
      return ok({});
    },
  });
  await link.listen();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
  parentPort?.postMessage('listening');
}

function pushAll(link: LinkServer): void {
  const entries = busyEntries();
  const cpu = process.cpuUsage();
  for (let i = 0; i < PUSHED_VALUES; i += 1) {
    const entry = entries[i % entries.length];
    if (entry === undefined) continue;
    const [topic, key, value] = entry;
    link.set(topic, key, value as never);
  }
  const used = process.cpuUsage(cpu);
  process.stdout.write(
    `link: ${(((used.user + used.system) * 1_000) / PUSHED_VALUES).toFixed(0)} ns of CPU per value set on the engine's side\n`,
  );
}

async function benchSocket(): Promise<void> {
  const path = join(mkdtempSync(join(tmpdir(), 'riptide-bench-')), 'engine.sock');
  const worker = new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import('${import.meta.url}'); })`,
    { eval: true, workerData: { path } },
  );
  await new Promise((resolve) => worker.once('message', resolve));
  const client = new LinkClient({ path, clock: systemClock(), log: silentLog() });
  const connected = new Promise<void>((resolve) => client.onChange(() => resolve()));
  client.start();
  await connected;
  const tripsUs: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i += 1) {
    const startedMs = performance.now();
    await client.send('stop-scanner', {}, 5_000);
    if (i >= ROUND_TRIPS / 5) tripsUs.push((performance.now() - startedMs) * 1_000);
  }
  process.stdout.write(
    `link: command round trip p50 ${quantile(tripsUs, 0.5).toFixed(0)} us, p99 ${quantile(tripsUs, 0.99).toFixed(0)} us\n`,
  );
  const startedMs = performance.now();
  for (let i = 0; i < 20_000; i += 100)
    await Promise.all(Array.from({ length: 100 }, () => client.send('stop-scanner', {}, 5_000)));
  process.stdout.write(
    `link: ${Math.round(20_000 / ((performance.now() - startedMs) / 1_000))} commands/s with 100 open\n`,
  );
  await client.send('start-scanner', { minEntryNetBps: 1, maxPositionUsd: 1, venues: [] }, 5_000);
  client.close();
  await worker.terminate();
}

if (isMainThread) {
  await benchCodecs();
  await benchSocket();
} else {
  await runEngineEnd((workerData as { path: string }).path);
}
