import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { domainError, err, ok } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { FeedConnection, type FeedProtocol } from './feed-connection.ts';

interface Venue {
  readonly url: string;
  readonly sockets: WebSocket[];
  readonly received: string[];
  readonly server: Server;
}

const open: { stop: () => Promise<void> | void }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function fakeVenue(onText: (socket: WebSocket, text: string) => void): Promise<Venue> {
  const server = createServer();
  const sockets: WebSocket[] = [];
  const received: string[] = [];
  const ws = new WebSocketServer({ server, perMessageDeflate: false });
  ws.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const text = String(data);
      received.push(text);
      onText(socket, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate();
        ws.close();
        server.close(() => resolve());
      }),
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/feed`, sockets, received, server };
}

function protocol(url: string, more: Partial<FeedProtocol> = {}): FeedProtocol {
  return {
    resolveUrl: () => Promise.resolve(ok(url)),
    encodeSubscribe: (topics, id) => JSON.stringify({ op: 'subscribe', topics, id }),
    encodeUnsubscribe: (topics, id) => JSON.stringify({ op: 'unsubscribe', topics, id }),
    topicsPerMessage: 2,
    messagesPerSecond: 50,
    heartbeat: null,
    waitsForWelcome: false,
    ...more,
  };
}

function connect(spoken: FeedProtocol, dataSilenceMs = Infinity) {
  const frames: string[] = [];
  const downs: string[] = [];
  const deps = { clock: systemClock(), random: seededRandom(1), log: silentLog() };
  const connection: FeedConnection = new FeedConnection({
    name: 'test',
    deps,
    protocol: spoken,
    dataSilenceMs,
    events: {
      onFrame: (bytes, start, end, recvMs) => {
        const text = bytes.toString('utf8', start, end);
        frames.push(text);
        const ack = /^ack:(\d+)$/.exec(text);
        if (ack) connection.topics.confirmRequest(Number(ack[1]));
        else if (text === 'welcome') connection.ready();
        else if (text === 'pong') connection.pongSeen();
        else connection.dataSeen(recvMs);
      },
      onUp: () => undefined,
      onDown: (reason) => void downs.push(reason),
    },
  });
  open.push({ stop: () => connection.stop() });
  return { connection, frames, downs };
}

const acknowledge = (socket: WebSocket, text: string): void => {
  const { id } = JSON.parse(text) as { id: number };
  socket.send(`ack:${id}`);
};

describe('FeedConnection', () => {
  it('subscribes everything in messages no larger than the venue allows, and counts what was confirmed', async () => {
    const venue = await fakeVenue(acknowledge);
    const { connection } = connect(protocol(venue.url));
    connection.add(['a', 'b', 'c']);
    connection.start();
    await vi.waitFor(() => expect(connection.status().topicsConfirmed).toBe(3));
    expect(venue.received.map((text) => (JSON.parse(text) as { topics: string[] }).topics)).toEqual([
      ['a', 'b'],
      ['c'],
    ]);
  });

  it.each([1008, 1011])('comes back after close %i, subscribes again and names the reason', async (code) => {
    const venue = await fakeVenue(acknowledge);
    const { connection, downs } = connect(protocol(venue.url));
    connection.add(['a', 'b', 'c']);
    connection.start();
    await vi.waitFor(() => expect(connection.status().topicsConfirmed).toBe(3));
    venue.sockets[0]!.close(code, 'try later');
    await vi.waitFor(
      () => expect(connection.status()).toMatchObject({ state: 'open', reconnects: 1, topicsConfirmed: 3 }),
      5000,
    );
    expect(downs).toEqual([`close-${code}`]);
    expect(connection.status().lastCloseReason).toBe(`close-${code}`);
  });

  it('drops a socket that answers pings but brings no data', async () => {
    const venue = await fakeVenue(acknowledge);
    const { connection, downs } = connect(protocol(venue.url), 300);
    connection.add(['a']);
    connection.start();
    await vi.waitFor(() => expect(downs).toContain('silent'), 5000);
  });

  it('keeps a quiet socket that has nothing subscribed', async () => {
    const venue = await fakeVenue(() => undefined);
    const { connection, downs } = connect(
      protocol(venue.url, { heartbeat: { intervalMs: 100, encode: () => 'ping' } }),
      300,
    );
    connection.start();
    await vi.waitFor(() => expect(venue.received.length).toBeGreaterThanOrEqual(1), 5000);
    expect(downs).toEqual([]);
  });

  it('subscribes nothing before the welcome', async () => {
    let greet = (): void => undefined;
    const venue = await fakeVenue(acknowledge);
    venue.server.on('upgrade', () => (greet = () => venue.sockets[0]?.send('welcome')));
    const { connection } = connect(protocol(venue.url, { waitsForWelcome: true }));
    connection.add(['a']);
    connection.start();
    await vi.waitFor(() => expect(connection.status().state).toBe('open'));
    expect(venue.received).toEqual([]);
    await vi.waitFor(() => {
      greet();
      expect(connection.status().topicsConfirmed).toBe(1);
    });
  });

  it('keeps trying, without throwing, while there is no address', async () => {
    let asked = 0;
    const spoken = protocol('', {
      resolveUrl: () => {
        asked += 1;
        return Promise.resolve(err(domainError('VENUE_TIMEOUT', 'token')));
      },
    });
    const { connection } = connect(spoken);
    connection.start();
    await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(2), 5000);
    expect(connection.status().lastCloseReason).toBe('no-address-VENUE_TIMEOUT');
  });

  it('names a refused upgrade by its status and keeps trying', async () => {
    const server = createServer();
    server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\n\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ stop: () => void server.close() });
    const { connection } = connect(protocol(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    connection.start();
    await vi.waitFor(() => expect(connection.status().lastCloseReason).toBe('refused-429'), 5000);
  });

  it('unsubscribes before it subscribes a renewed topic', async () => {
    const venue = await fakeVenue(acknowledge);
    const { connection } = connect(protocol(venue.url));
    connection.add(['a']);
    connection.start();
    await vi.waitFor(() => expect(connection.status().topicsConfirmed).toBe(1));
    connection.renew('a');
    await vi.waitFor(() => expect(venue.received).toHaveLength(3));
    expect(venue.received.slice(1).map((text) => (JSON.parse(text) as { op: string }).op)).toEqual([
      'unsubscribe',
      'subscribe',
    ]);
  });

  it('lets nothing through after it was stopped', async () => {
    const venue = await fakeVenue((socket, text) => {
      acknowledge(socket, text);
      socket.send('data');
    });
    const { connection, frames } = connect(protocol(venue.url));
    connection.add(['a']);
    connection.start();
    await vi.waitFor(() => expect(frames).toContain('data'));
    connection.stop();
    const seen = frames.length;
    venue.sockets[0]!.send('late');
    await vi.waitFor(() => expect(venue.sockets[0]!.readyState).toBe(3), 3000);
    expect(frames).toHaveLength(seen);
  });
});
