import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seededRandom, systemClock, VirtualClock, type Clock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerSocket, WireResponse } from '../server/venue-server.ts';
import { openReplay, type Replay } from './open-replay.ts';
import { PRESSURE_BYTES_MAX } from './playback.ts';
import type { ReplayProtocol } from './replay-protocol.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const START_MS = 1_700_000_000_000;

class Client implements ServerSocket {
  readonly id = 1;
  readonly query = new URLSearchParams();
  readonly subscriptions = new Set<string>();
  readonly texts: string[] = [];
  bufferedBytes = 0;
  onData: (text: string) => void = () => undefined;
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  send(text: string, topic: string): void {
    if (topic === '') return;
    this.texts.push(text);
    this.onData(text);
  }

  ping(): void {
    throw new Error('not used');
  }

  close(): void {
    throw new Error('not used');
  }
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(`${lines.join('\n')}\n`) : `${lines.join('\n')}\n`);
}

function diff(atMs: number, numbers: { U: number; u: number; pu: number }, symbol = 'BTCUSDT'): string {
  const data = { e: 'depthUpdate', E: atMs, T: atMs, s: symbol, ...numbers, b: [['100.50', '1.000']], a: [] };
  return `${atMs}000 ${JSON.stringify({ stream: `${symbol.toLowerCase()}@depth@0ms`, data })}`;
}

function chain(count: number, options: { firstMs?: number; firstSeq?: number; symbol?: string } = {}): string[] {
  const { firstMs = START_MS, firstSeq = 1_000, symbol } = options;
  return Array.from({ length: count }, (_, at) => {
    const U = firstSeq + at * 10;
    return diff(firstMs + at * 100, { U, u: U + 9, pu: U - 1 }, symbol);
  });
}

async function open(
  clock: Clock = systemClock(),
  speed = Number.POSITIVE_INFINITY,
  snapshotWaitMs = 20,
): Promise<Replay> {
  return openReplay(folder, { clock, random: seededRandom(1), speed, quietMs: 10, snapshotWaitMs });
}

function subscribe(protocol: ReplayProtocol, streams: readonly string[] = ['btcusdt@depth@100ms']): Client {
  const client = new Client('/usdm/public/ws');
  protocol.onSocketOpen(client);
  protocol.onSocketText(client, JSON.stringify({ method: 'SUBSCRIBE', params: streams, id: 1 }));
  return client;
}

function depth(protocol: ReplayProtocol, symbol = 'BTCUSDT'): { lastUpdateId: number; bids: unknown[] } {
  const query = new URLSearchParams({ symbol });
  const request = { method: 'GET', path: '/usdm/fapi/v1/depth', query, headers: {}, body: '', remote: '' };
  return JSON.parse((protocol.handleRequest(request) as WireResponse).body) as {
    lastUpdateId: number;
    bids: unknown[];
  };
}

const finished = (protocol: ReplayProtocol): Promise<void> =>
  vi.waitFor(() => expect(protocol.report().state).toBe('finished'), { timeout: 15_000, interval: 5 });

/** Lets everything that is ready run, `count` times round the event loop; waits for nothing. */
async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('replay desk', () => {
  it('never holds more than the bound for a reader that is slow', async () => {
    write('a', chain(3_000));
    const { protocols } = await open();
    const client = subscribe(protocols.BINANCE);
    depth(protocols.BINANCE);
    let peak = 0;
    client.onData = (text) => {
      client.bufferedBytes += text.length;
      peak = Math.max(peak, client.bufferedBytes);
    };
    await vi.waitFor(() => expect(client.bufferedBytes).toBeGreaterThan(0));
    client.bufferedBytes = PRESSURE_BYTES_MAX + 1;
    const stalledAt = client.texts.length;
    await turns(50);
    expect(client.texts.length - stalledAt).toBeLessThanOrEqual(1);
    client.onData = () => undefined;
    client.bufferedBytes = 0;
    await finished(protocols.BINANCE);
    expect(client.texts.length).toBe(3_000);
    expect(peak).toBeLessThan(PRESSURE_BYTES_MAX + 1_000);
  });

  it('starts a book without a snapshot empty, inside its first diff, and says so', async () => {
    write('a.gz', chain(5));
    const { protocols } = await open();
    subscribe(protocols.BINANCE);
    expect(depth(protocols.BINANCE)).toEqual({ lastUpdateId: 1_000, bids: [], asks: [] });
    await finished(protocols.BINANCE);
    expect(protocols.BINANCE.report().channels).toMatchObject([
      { symbol: 'BTCUSDT', segments: 1, coldStarts: 1, sentFrames: 5 },
    ]);
  });

  it('serves each break in the numbering the snapshot that starts it anew', async () => {
    const snapshot = (lastUpdateId: number, atMs: number): string =>
      `${atMs}000 {"lastUpdateId": ${lastUpdateId}, "bids": [["1.0", "${lastUpdateId}"]], "asks": []}`;
    write('day1', [snapshot(1_005, START_MS - 5), ...chain(4)]);
    write('day2', [
      snapshot(9_005, START_MS + 86_400_001),
      ...chain(4, { firstMs: START_MS + 86_400_000, firstSeq: 9_000 }),
    ]);
    const { protocols } = await open(systemClock(), Number.POSITIVE_INFINITY, 2_000);
    const client = subscribe(protocols.BINANCE);
    expect(depth(protocols.BINANCE).lastUpdateId).toBe(1_005);
    await vi.waitFor(() => expect(client.texts.length).toBe(5));
    expect(depth(protocols.BINANCE).lastUpdateId).toBe(9_005);
    await finished(protocols.BINANCE);
    expect(client.texts.length).toBe(8);
  });

  it('waits after the first diff for a client that asks for the snapshot then', async () => {
    write('a', chain(50));
    const { protocols } = await open(systemClock(), Number.POSITIVE_INFINITY, 2_000);
    const client = subscribe(protocols.BINANCE);
    await vi.waitFor(() => expect(client.texts.length).toBe(1));
    await turns(50);
    expect(client.texts.length).toBe(1);
    depth(protocols.BINANCE);
    await finished(protocols.BINANCE);
    expect(client.texts.length).toBe(50);
  });

  it('plays two connections that recorded the same channel one after the other', async () => {
    write('ws.1', chain(3));
    write('ws.2', chain(3));
    const { protocols } = await open();
    const client = subscribe(protocols.BINANCE);
    depth(protocols.BINANCE);
    await finished(protocols.BINANCE);
    const numbers = client.texts.map((text) => (JSON.parse(text) as { data: { U: number } }).data.U);
    expect(numbers).toEqual([1_000, 1_010, 1_020, 1_000, 1_010, 1_020]);
  });

  it('counts frames nobody asked for and keeps sockets open after the end', async () => {
    write('a', [...chain(3), ...chain(2, { symbol: 'ETHUSDT', firstMs: START_MS + 10 })]);
    const { protocols } = await open();
    const ended = vi.fn<() => void>();
    protocols.BINANCE.onFinished(ended);
    subscribe(protocols.BINANCE);
    await finished(protocols.BINANCE);
    expect(ended).toHaveBeenCalledOnce();
    const { channels } = protocols.BINANCE.report();
    expect(channels.map(({ sentFrames, symbol, unclaimedFrames }) => [symbol, sentFrames, unclaimedFrames])).toEqual([
      ['BTCUSDT', 3, 0],
      ['ETHUSDT', 0, 2],
    ]);
  });

  it('keeps recorded distances at speed 2 and shortens long silences', async () => {
    write('a', [...chain(3), ...chain(1, { firstMs: START_MS + 3_600_000, firstSeq: 1_030 })]);
    const clock = new VirtualClock(1_800_000_000_000);
    const { protocols } = await open(clock, 2);
    const client = subscribe(protocols.BINANCE);
    depth(protocols.BINANCE);
    clock.advance(10);
    await vi.waitFor(() => expect(client.texts.length).toBe(1));
    const counts: number[] = [];
    for (const stepMs of [49, 1, 50, 2_499, 1]) {
      clock.advance(stepMs);
      await turns(20);
      counts.push(client.texts.length);
    }
    expect(counts).toEqual([1, 2, 3, 3, 4]);
    expect(protocols.BINANCE.nowMs()).toBe(START_MS + 3_600_000);
  });

  it('keeps an offset measured before the start right after it, at real time', async () => {
    write('a', chain(3));
    const clock = new VirtualClock(1_800_000_000_000);
    const { protocols } = await open(clock, 1);
    const time = (): number => {
      const request = {
        method: 'GET',
        path: '/usdm/fapi/v1/time',
        query: new URLSearchParams(),
        headers: {},
        body: '',
        remote: '',
      };
      return (JSON.parse((protocols.BINANCE.handleRequest(request) as WireResponse).body) as { serverTime: number })
        .serverTime;
    };
    const offsetMs = time() - clock.nowMs();
    clock.advance(700);
    const client = subscribe(protocols.BINANCE);
    depth(protocols.BINANCE);
    expect(time() - clock.nowMs()).toBe(offsetMs);
    clock.advance(1_309);
    await turns(20);
    expect(client.texts.length).toBe(0);
    clock.advance(1);
    await vi.waitFor(() => expect(client.texts.length).toBe(1));
    expect(START_MS - clock.nowMs()).toBe(offsetMs);
    expect(time() - clock.nowMs()).toBe(offsetMs);
  });

  it('names files and lines it can not read and plays the rest', async () => {
    write('bars.csv', ['0,1,2,3', '60000,1,2,3']);
    write('broken', [...chain(2), '1700000000900000 {"stream":"btcusdt@dep']);
    const packed = gzipSync(chain(400, { symbol: 'ETHUSDT' }).join('\n'));
    writeFileSync(join(folder, 'cut.gz'), packed.subarray(0, packed.length - 400));
    const { protocols, recorded, skipped } = await open();
    expect(recorded).toEqual(['BINANCE']);
    expect(skipped.map(({ file, reason }) => [file, reason.split(':')[0]])).toEqual([
      ['bars.csv', 'no frames of a known venue'],
      ['broken', "1 lines can't be read, the first is line 3"],
      ['cut.gz', expect.stringMatching(/^ends early after \d+ lines$/) as unknown],
    ]);
    const client = subscribe(protocols.BINANCE);
    await finished(protocols.BINANCE);
    expect(client.texts.length).toBe(2);
  });

  it('refuses a folder that is not there', async () => {
    await expect(
      openReplay(join(folder, 'missing'), { clock: systemClock(), random: seededRandom(1), speed: 1 }),
    ).rejects.toThrow('ENOENT');
  });
});
