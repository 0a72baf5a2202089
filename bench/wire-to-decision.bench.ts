import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@riptide/core/kernel';
import { captureCorpora } from './feed/capture.ts';
import type { CorpusFrame } from './feed/corpus.ts';
import { referenceBooks } from './feed/map-reference.ts';
import { createEngine, OwnPath } from './feed/own-path.ts';
import { PlainPath } from './wire/plain-path.ts';
import { pairedRatios, printResult, quantile, type BenchResult } from './harness.ts';

/**
 * From the socket to the decision, over loopback, against the package `ws` with JSON.parse and sorted lists: first the processor time of a
 * frame as fast as frames come, then the time from the sender's write to the end of the scan at 10,000 frames a second. In turn in each round,
 * after the books of both are found equal.
 */
const FRAMES = 12_000;
const WITHIN_MS = 40_000;
const CHUNK_BYTES = 65_536;
const PER_SECOND = 10_000;
const ROUNDS = 9;
const WARM_UPS = 2;
const CONNECT_TIMEOUT_MS = 5_000;
const OWN = 'own: socket, decoder, book, scanner';
const PLAIN = 'ws, JSON.parse, sorted lists';
const PARSE = 'ws, JSON.parse alone';

interface WsLike {
  on(event: 'open', listener: () => void): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'error', listener: (cause: Error) => void): void;
  send(text: string): void;
  terminate(): void;
}
const { WebSocket } = (await import(new URL('../node_modules/ws/wrapper.mjs', import.meta.url).href)) as {
  readonly WebSocket: new (address: string, options: object) => WsLike;
};
interface RawSocketLike {
  send(text: string): boolean;
  destroy(reason: string, detail: string): void;
}
const { RawSocket } = (await import(new URL('../packages/venues/src/kit/ws/raw-socket.ts', import.meta.url).href)) as {
  readonly RawSocket: new (options: unknown) => RawSocketLike;
};

const [corpus] = await captureCorpora(FRAMES, WITHIN_MS);
if (corpus === undefined) throw new Error('Invariant: no frames');
const { frames } = corpus;
const own = new OwnPath(corpus, createEngine([corpus]));
let plain = new PlainPath(corpus);
verify();

const sender = fork(fileURLToPath(new URL('wire/sender.ts', import.meta.url)), { serialization: 'advanced' });
const told = <T>(): Promise<T> =>
  new Promise((resolve) => sender.once('message', resolve as (message: unknown) => void));
const listening = told<{ readonly port: number }>();
sender.send({ bytes: new Uint8Array(corpus.bytes), ends: Uint32Array.from(frames, ({ end }) => end) });
const { port } = await listening;

type OnFrame = (bytes: Buffer, start: number, end: number, nth: number) => void;
interface Way {
  readonly name: string;
  readonly receive: typeof byOwn;
  start(): void;
  readonly onFrame: OnFrame;
}
const productAt = (nth: number): string => (frames[nth] as CorpusFrame).product;
let decided = 0;
const ways: readonly Way[] = [
  {
    name: OWN,
    receive: byOwn,
    start: () => void own.restart(),
    onFrame: (bytes, start, end, nth) => own.decodeAt(nth, bytes, start, end),
  },
  {
    name: PLAIN,
    receive: byWs,
    start: () => void (plain = new PlainPath(corpus)),
    onFrame: (bytes, _start, _end, nth) => void (decided += plain.handle(bytes.toString(), productAt(nth))),
  },
  {
    name: PARSE,
    receive: byWs,
    start: () => undefined,
    onFrame: (bytes) => void (decided += typeof JSON.parse(bytes.toString()) === 'object' ? 1 : 0),
  },
];
await benchThroughput();
await benchLatency();
sender.kill();
if (Number.isNaN(decided)) throw new Error('Invariant: nothing was decided');

function verify(): void {
  if (corpus === undefined) return;
  const reference = referenceBooks(corpus);
  own.restart().run();
  for (const { end, product, start } of frames) plain.handle(corpus.bytes.toString('utf8', start, end), product);
  for (const instrument of corpus.instruments) {
    const wanted = JSON.stringify(reference(instrument));
    for (const path of [own, plain])
      if (JSON.stringify(path.levels(instrument)) !== wanted)
        throw new Error(`Invariant: another book of ${instrument.id} than the reference`);
  }
  process.stdout.write(`${corpus.name}: ${corpus.instruments.length} books of both equal, ${frames.length} frames\n`);
}

async function benchThroughput(): Promise<void> {
  const ns = ways.map((): number[] => []);
  await inTurn(async (way, at, isCounted) => {
    const spentNs = await way.receive(`ws://127.0.0.1:${port}/chunks/${CHUNK_BYTES}`, way.onFrame);
    if (isCounted) ns[at]?.push(spentNs / frames.length);
  });
  const result = resultOf(`wire-to-decision: processor time in chunks of ${CHUNK_BYTES} B`, 'frame', ns);
  printResult(result);
  for (const over of [PLAIN, PARSE]) {
    const { max, median, min } = pairedRatios(result, over, OWN) ?? { median: 0, min: 0, max: 0 };
    process.stdout.write(`${over} / ${OWN}: ${median.toFixed(1)} (${min.toFixed(1)}..${max.toFixed(1)})\n`);
  }
}

async function benchLatency(): Promise<void> {
  const compared = ways.slice(0, 2);
  const p50 = compared.map((): number[] => []);
  const p99 = compared.map((): number[] => []);
  await inTurn(async (way, at, isCounted) => {
    if (at >= compared.length) return;
    const doneUs = new Float64Array(frames.length);
    const written = told<{ readonly writtenUs: Float64Array }>();
    await way.receive(`ws://127.0.0.1:${port}/paced/${PER_SECOND}`, (bytes, start, end, nth) => {
      way.onFrame(bytes, start, end, nth);
      doneUs[nth] = Number(process.hrtime.bigint()) / 1e3;
    });
    const { writtenUs } = await written;
    const delays = Array.from(doneUs, (us, nth) => (us - (writtenUs[nth] as number)) * 1e3);
    if (!isCounted) return;
    p50[at]?.push(quantile(delays, 0.5));
    p99[at]?.push(quantile(delays, 0.99));
  });
  for (const [what, ns] of [
    ['p50', p50],
    ['p99', p99],
  ] as const)
    printResult(resultOf(`wire-to-decision: write to decision at ${PER_SECOND}/s, ${what} of a round`, 'frame', ns));
}

async function inTurn(play: (way: Way, at: number, isCounted: boolean) => Promise<void>): Promise<void> {
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (let nth = 0; nth < ways.length; nth += 1) {
      const at = (nth + round + WARM_UPS) % ways.length;
      const way = ways[at] as Way;
      way.start();
      await play(way, at, round >= 0);
    }
  }
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { system, user } = process.cpuUsage(before);
  return (system + user) * 1_000;
}

function byWs(address: string, onFrame: OnFrame): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    let nth = 0;
    let start = process.cpuUsage();
    socket.on('open', () => {
      start = process.cpuUsage();
      socket.send('go');
    });
    socket.on('message', (data: Buffer) => {
      onFrame(data, 0, data.length, nth);
      nth += 1;
      if (nth < frames.length) return;
      const spentNs = spentSince(start);
      setImmediate(() => {
        socket.terminate();
        resolve(spentNs);
      });
    });
    socket.on('error', reject);
  });
}

function byOwn(address: string, onFrame: OnFrame): Promise<number> {
  return new Promise((resolve, reject) => {
    let nth = 0;
    let start = process.cpuUsage();
    const socket: RawSocketLike = new RawSocket({
      url: new URL(address),
      clock: systemClock(),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      frameBytesMax: 1 << 20,
      events: {
        onOpen: () => {
          start = process.cpuUsage();
          socket.send('go');
        },
        onText: (bytes: Buffer, from: number, to: number) => {
          onFrame(bytes, from, to, nth);
          nth += 1;
          if (nth < frames.length) return;
          const spentNs = spentSince(start);
          setImmediate(() => {
            socket.destroy('ended', '');
            resolve(spentNs);
          });
        },
        onPong: () => undefined,
        onClosed: (reason: string) => {
          if (nth < frames.length) reject(new Error(`closed: ${reason}`));
        },
      },
    });
  });
}

function resultOf(title: string, unit: string, ns: readonly (readonly number[])[]): BenchResult {
  const baseline = PLAIN;
  const base = ns[1] ?? [];
  const rows = ns.map((own, at) => {
    const ratios = own.map((value, round) => value / (base[round] ?? Number.NaN));
    const nsMedian = quantile(own, 0.5);
    return {
      name: ways[at]?.name ?? '',
      nsMedian,
      nsP99: quantile(own, 0.99),
      perSecond: 1e9 / nsMedian,
      heapBytes: null,
      ratio: quantile(ratios, 0.5),
      ratioMin: Math.min(...ratios),
      ratioMax: Math.max(...ratios),
      nsRounds: own,
    };
  });
  return { title, unit, operations: frames.length, rounds: ROUNDS, baseline, node: process.version, rows };
}
