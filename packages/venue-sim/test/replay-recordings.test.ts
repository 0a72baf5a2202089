import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Venue } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startLoopbackServer, type LoopbackServer } from '../src/server/loopback-server.ts';
import { openReplay, type Replay } from '../src/replay/open-replay.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const replayDir = join(process.env['REAL_DATA_DIR'] ?? join(root, '../shared/data'), 'replay');
const hasData = existsSync(replayDir);
if (!hasData) console.log(`replay-recordings.test: ${replayDir} is absent, recordings are not replayed`);

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** The frames of a file by a reading of its own: what follows the time, unless it is a dialogue or a REST snapshot. */
function expectedFrames(folder: string, file: string): string[] {
  const text = gunzipSync(readFileSync(join(replayDir, folder, file))).toString('utf8');
  const frames: string[] = [];
  for (const line of text.split('\n')) {
    const raw = line.startsWith('{') ? line : /^\d+(?:\.\d+)?:? (\{.*)$/.exec(line)?.[1];
    if (raw === undefined || /^\{"(event|lastUpdateId)"/.test(raw) || /"type":"(welcome|ack)"/.test(raw)) continue;
    frames.push(raw);
  }
  return frames;
}

function nameOf(raw: string): string {
  const frame = JSON.parse(raw) as { stream?: string; topic?: string; arg?: { channel: string; instId: string } };
  return frame.stream ?? frame.topic ?? JSON.stringify(frame.arg);
}

function digest(frames: readonly string[]): string {
  return createHash('sha256').update(frames.join('\n')).digest('hex');
}

async function serve(folder: string, venue: Venue): Promise<{ replay: Replay; server: LoopbackServer }> {
  const deps = {
    clock: systemClock(),
    random: seededRandom(1),
    speed: Number.POSITIVE_INFINITY,
    quietMs: 50,
    snapshotWaitMs: 100,
  };
  const replay = await openReplay(join(replayDir, folder), deps);
  const server = await startLoopbackServer({ protocol: replay.protocols[venue], log: silentLog() });
  stops.push(() => server.stop());
  return { replay, server };
}

interface Subscription {
  readonly path: string;
  readonly messages: (names: readonly string[]) => unknown[];
}

const SUBSCRIBE: Record<string, Subscription> = {
  'binance-usdm': {
    path: '/usdm/public/stream',
    messages: (params) => [{ method: 'SUBSCRIBE', params, id: 1 }],
  },
  'binance-spot': { path: '/spot/stream', messages: (params) => [{ method: 'SUBSCRIBE', params, id: 1 }] },
  okx: {
    path: '/ws/v5/public',
    messages: (names) => [{ op: 'subscribe', args: names.map((name) => JSON.parse(name) as unknown) }],
  },
  bybit: {
    path: '/v5/public/linear',
    messages: (names) => [{ op: 'subscribe', req_id: '1', args: names.map((name) => name.replace('.500.', '.200.')) }],
  },
  kucoin: {
    path: '/spot/endpoint',
    messages: (names) => names.map((topic, id) => ({ id, type: 'subscribe', topic, response: true })),
  },
};

async function socketUrl(server: LoopbackServer, path: string): Promise<string> {
  const base = server.baseUrl.replace('http', 'ws');
  if (path !== '/spot/endpoint') return base + path;
  const answer = await fetch(`${server.baseUrl}/spot/api/v1/bullet-public`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { token: string; instanceServers: { endpoint: string }[] } };
  return `${data.instanceServers[0]?.endpoint}?token=${encodeURIComponent(data.token)}&connectId=c1`;
}

/** Connects, subscribes to `names`, and collects the frames that are data. */
async function listen(server: LoopbackServer, how: Subscription, names: readonly string[]): Promise<string[]> {
  const received: string[] = [];
  const socket = new WebSocket(await socketUrl(server, how.path));
  stops.push(() => socket.terminate());
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const isDialogue = /"result":|"event":|"success":|"type":"(ack|welcome)"/.test(text.slice(0, 120));
    if (!isDialogue) received.push(text);
  });
  await new Promise((opened) => socket.once('open', opened));
  for (const message of how.messages(names)) socket.send(JSON.stringify(message));
  return received;
}

const RECORDINGS: readonly (readonly [folder: string, file: string, venue: Venue, how: string])[] = [
  ['okx-2021-07', 'OKEX.ws.1.0.gz', 'OKX', 'okx'],
  ['okx-2022-05', 'OKX.ws.1.0.gz', 'OKX', 'okx'],
  ['kucoin-spot-2021-04', 'KUCOIN.ws.1.0.dev.gz', 'KUCOIN', 'kucoin'],
  ['bybit-linear-2024-12-01', 'XRPUSDT_ob500.dev.jsonl.gz', 'BYBIT', 'bybit'],
  ['binance-spot-2021-10', 'BINANCE.ws.1.0.gz', 'BINANCE', 'binance-spot'],
  ['binance-futures-2021-07', 'BINANCE_FUTURES.ws.1.0.gz', 'BINANCE', 'binance-usdm'],
  ['binance-2023-04-04', 'spot_btcusdt_20230405.gz', 'BINANCE', 'binance-spot'],
];

describe.skipIf(!hasData)('replay of recordings', () => {
  it.each(RECORDINGS)(
    '%s/%s arrives unchanged, complete and in order',
    { timeout: 60_000 },
    async (folder, file, venue, how) => {
      const expected = expectedFrames(folder, file);
      const { replay, server } = await serve(folder, venue);
      const subscription = SUBSCRIBE[how];
      if (subscription === undefined) throw new Error(`no subscription ${how}`);
      const received = await listen(server, subscription, [...new Set(expected.map(nameOf))]);
      await vi.waitFor(() => expect(replay.protocols[venue].report().state).toBe('finished'), { timeout: 50_000 });
      await vi.waitFor(() => expect(received.length).toBe(expected.length));
      expect(digest(received)).toBe(digest(expected));
      expect(replay.skipped).toEqual([]);
    },
  );

  it(
    'plays consecutive files as one stream and keeps two symbols in their own order',
    { timeout: 120_000 },
    async () => {
      const { replay, server } = await serve('binance-2024-07-18', 'BINANCE');
      const days = ['20240718', '20240719'];
      const files = (symbol: string): string[] =>
        days.flatMap((day) => expectedFrames('binance-2024-07-18', `usdm_${symbol}_${day}.gz`));
      const [btc, eth] = [files('btcusdt'), files('ethusdt')];
      const how = SUBSCRIBE['binance-usdm'];
      if (how === undefined) throw new Error('no subscription');
      const received = await listen(
        server,
        how,
        ['btc', 'eth'].flatMap((base) => [`${base}usdt@depth@100ms`, `${base}usdt@bookTicker`, `${base}usdt@trade`]),
      );
      await vi.waitFor(() => expect(replay.protocols.BINANCE.report().state).toBe('finished'), { timeout: 100_000 });
      await vi.waitFor(() => expect(received.length).toBe(btc.length + eth.length), { timeout: 10_000 });
      expect(digest(received.filter((raw) => raw.includes('"btcusdt@')))).toBe(digest(btc));
      expect(digest(received.filter((raw) => raw.includes('"ethusdt@')))).toBe(digest(eth));
      const depth = replay.protocols.BINANCE.report().channels.filter((channel) => channel.channel === 'depth');
      expect(depth.map((channel) => channel.segments)).toEqual([1, 1]);
      expect(server.counters.socketsOverflowed).toBe(0);
    },
  );

  it(
    'answers depth with the recorded snapshot that overlaps the diffs, byte for byte',
    { timeout: 30_000 },
    async () => {
      const { server } = await serve('binance-futures-2021-07', 'BINANCE');
      const body = await (await fetch(`${server.baseUrl}/usdm/fapi/v1/depth?symbol=SUSHIUSDT&limit=1000`)).text();
      const recorded = gunzipSync(
        readFileSync(join(replayDir, 'binance-futures-2021-07/BINANCE_FUTURES.http.0.0.gz')),
      ).toString('utf8');
      expect(recorded).toContain(body);
      expect(body).toContain('"lastUpdateId":600859605926');
    },
  );

  it('lists only what has frames, with steps no coarser than the frames', { timeout: 30_000 }, async () => {
    const { server } = await serve('okx-2021-07', 'OKX');
    const lists = await Promise.all(
      ['SPOT', 'SWAP', 'FUTURES', 'OPTION'].map(async (instType) => {
        const answer = await fetch(`${server.baseUrl}/api/v5/public/instruments?instType=${instType}`);
        return ((await answer.json()) as { data: { instId: string; tickSz: string }[] }).data;
      }),
    );
    expect(lists.map((list) => list.length)).toEqual([6, 1, 1, 2]);
    expect(lists[1]?.[0]).toMatchObject({ instId: 'XMR-USDT-SWAP', tickSz: '0.01' });
  });

  it("tells the recording's time, not the machine's", { timeout: 30_000 }, async () => {
    const { server } = await serve('okx-2022-05', 'OKX');
    const answer = await fetch(`${server.baseUrl}/api/v5/public/time`);
    const { data } = (await answer.json()) as { data: { ts: string }[] };
    expect(new Date(Number(data[0]?.ts)).toISOString()).toMatch(/^2022-05-13T16:27:0/);
  });
});
