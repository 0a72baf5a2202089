import { fork } from 'node:child_process';
import { systemClock } from '@riptide/core/kernel';
import { printResult, quantile, type BenchResult } from './harness.ts';

/**
 * Receiving text frames over loopback: the product's own socket reader against the `ws` package. A process of its own sends
 * frames that were framed before, so that the receiver is the limit; CPU time is the receiving process'.
 */
const FRAMES = 100_000;
const FRAME_BYTES = 270;
const CHUNKS = [65_536, 1_400] as const;
const ROUNDS = 7;
const CONNECT_TIMEOUT_MS = 5_000;
const BASELINE = 'ws';

/** The package belongs to the workspace that serves sockets; here it is only a peer to measure against. */
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
type RawSocketClass = new (options: unknown) => RawSocketLike;

await main();

async function main(): Promise<void> {
  const url = new URL('../packages/venues/src/kit/ws/raw-socket.ts', import.meta.url);
  const { RawSocket } = (await import(url.href)) as { readonly RawSocket: RawSocketClass };
  const sender = fork(new URL('wire/sender.ts', import.meta.url), { serialization: 'advanced' });
  const told = new Promise<{ readonly port: number }>((resolve) => sender.once('message', resolve as () => void));
  sender.send(madeFrames());
  const { port } = await told;
  const readers: readonly (readonly [name: string, receive: (address: string) => Promise<number>])[] = [
    [BASELINE, (address) => byWs(address, { perMessageDeflate: false })],
    ['ws without UTF-8 check', (address) => byWs(address, { perMessageDeflate: false, skipUTF8Validation: true })],
    ['own reader', (address) => byOwn(RawSocket, address)],
  ];
  for (const chunkBytes of CHUNKS) {
    const ns = readers.map((): number[] => []);
    for (let round = -1; round < ROUNDS; round += 1) {
      for (let nth = 0; nth < readers.length; nth += 1) {
        const at = (nth + round + 1) % readers.length;
        const spent = (await readers[at]?.[1](`ws://127.0.0.1:${port}/chunks/${chunkBytes}`)) ?? Number.NaN;
        if (round >= 0) ns[at]?.push(spent / FRAMES);
      }
    }
    printResult(
      resultOf(
        chunkBytes,
        readers.map(([name]) => name),
        ns,
      ),
    );
  }
  sender.kill();
}

/** Frames of one size as the sender takes them: their payloads one after the other, and where each ends. */
function madeFrames() {
  const payload = `{"pad":"${'x'.repeat(FRAME_BYTES - 10)}"}`;
  const ends = Uint32Array.from({ length: FRAMES }, (_, at) => (at + 1) * payload.length);
  return { bytes: new Uint8Array(Buffer.from(payload.repeat(FRAMES))), ends };
}

function spentNs(since: NodeJS.CpuUsage): number {
  const { system, user } = process.cpuUsage(since);
  return (system + user) * 1000;
}

function byWs(address: string, options: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, options);
    let frames = 0;
    let bytes = 0;
    let start = process.cpuUsage();
    socket.on('open', () => {
      start = process.cpuUsage();
      socket.send('go');
    });
    socket.on('message', (data: Buffer) => {
      bytes += data.length;
      frames += 1;
      if (frames < FRAMES) return;
      setImmediate(() => {
        socket.terminate();
        resolve(bytes > 0 ? spentNs(start) : Number.NaN);
      });
    });
    socket.on('error', reject);
  });
}

function byOwn(RawSocket: RawSocketClass, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let frames = 0;
    let bytes = 0;
    let isDone = false;
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
        onText: (_bytes: Buffer, from: number, to: number) => {
          bytes += to - from;
          frames += 1;
          if (frames < FRAMES) return;
          isDone = true;
          setImmediate(() => {
            socket.destroy('ended', '');
            resolve(bytes > 0 ? spentNs(start) : Number.NaN);
          });
        },
        onPong: () => undefined,
        onClosed: (reason: string) => {
          if (!isDone) reject(new Error(`closed: ${reason}`));
        },
      },
    });
  });
}

function resultOf(chunkBytes: number, names: readonly string[], ns: readonly (readonly number[])[]): BenchResult {
  const base = ns[names.indexOf(BASELINE)] ?? [];
  const rows = names.map((name, at) => {
    const own = ns[at] ?? [];
    const ratios = own.map((value, round) => value / (base[round] ?? Number.NaN));
    const nsMedian = quantile(own, 0.5);
    return {
      name,
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
  const title = `ws-receive: frames of ${FRAME_BYTES} B in chunks of ${chunkBytes} B`;
  return { title, unit: 'frame', operations: FRAMES, rounds: ROUNDS, baseline: BASELINE, node: process.version, rows };
}
