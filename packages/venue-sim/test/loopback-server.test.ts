import { silentLog } from '@riptide/core/kernel';
import { connect as netConnect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startLoopbackServer, type LoopbackServer, type LoopbackServerOptions } from '../src/server/loopback-server.ts';
import type { ServerSocket, VenueProtocol, WireRequest } from '../src/server/venue-server.ts';
import { connect, type TinyClient } from './tiny-client.ts';

interface Echo extends VenueProtocol {
  readonly sockets: ServerSocket[];
  readonly requests: WireRequest[];
}

function echo(): Echo {
  const sockets: ServerSocket[] = [];
  const requests: WireRequest[] = [];
  const nothing = (): void => undefined;
  return {
    venue: 'BINANCE',
    sockets,
    requests,
    handleRequest(request) {
      requests.push(request);
      if (request.path === '/throws') throw new Error('Invariant: on purpose');
      return { status: 200, body: JSON.stringify({ path: request.path, length: request.body.length }) };
    },
    refuseSocket: (path) => (path === '/no' ? { status: 418, body: '{"msg":"no"}' } : null),
    onSocketOpen: (socket) => void sockets.push(socket),
    onSocketText: (socket, text) => socket.send(text, ''),
    onSocketPong: nothing,
    onSocketClose: nothing,
    start: nothing,
    stop: nothing,
  };
}

let server: LoopbackServer | null = null;
const clients: TinyClient[] = [];

async function start(
  options: Partial<LoopbackServerOptions> = {},
): Promise<{ protocol: Echo; server: LoopbackServer }> {
  const protocol = echo();
  server = await startLoopbackServer({ protocol, log: silentLog(), ...options });
  return { protocol, server };
}

async function client(url: string): Promise<TinyClient> {
  const made = await connect(url);
  clients.push(made);
  return made;
}

afterEach(async () => {
  for (const each of clients.splice(0)) each.close();
  await server?.stop();
  server = null;
});

describe('loopback server', () => {
  it('answers on 127.0.0.1, and turns a broken handler into a counted 500', async () => {
    const { server: running } = await start();
    expect(running.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${running.baseUrl}/a?b=1`, { method: 'POST', body: 'xyz' })).json()).toEqual({
      path: '/a',
      length: 3,
    });
    expect((await fetch(`${running.baseUrl}/throws`)).status).toBe(500);
    expect(running.counters).toMatchObject({ requests: 2, requestsFailed: 1 });
  });

  it('survives addresses that can not be read and clients that leave in the middle', async () => {
    const { server: running } = await start();
    const port = Number(new URL(running.baseUrl).port);
    const say = (text: string): Promise<string> =>
      new Promise((resolve) => {
        const raw = netConnect(port, '127.0.0.1', () => raw.write(text));
        let answer = '';
        raw.on('data', (data) => (answer += data.toString('utf8')));
        raw.on('close', () => resolve(answer));
        raw.setTimeout(300, () => raw.destroy());
      });
    expect(await say('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('400');
    expect(await say('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('400');
    await say('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    await vi.waitFor(() => expect(running.counters.requestsFailed).toBe(3), 2_000);
    expect((await fetch(`${running.baseUrl}/a`)).status).toBe(200);
  });

  it('refuses a body over its bound', async () => {
    const { server: running, protocol } = await start();
    const response = await fetch(`${running.baseUrl}/a`, { method: 'POST', body: 'x'.repeat(1_100_000) });
    expect(response.status).toBe(413);
    expect(protocol.requests).toEqual([]);
  });

  it('refuses sockets the protocol refuses and those over the limit, with a body', async () => {
    const { server: running } = await start({ maxSockets: 1 });
    await expect(client(`${running.baseUrl}/no`)).rejects.toThrow('418');
    await client(`${running.baseUrl}/yes`);
    await expect(client(`${running.baseUrl}/yes`)).rejects.toThrow('503');
    expect(running.counters.socketsRefused).toBe(2);
  });

  it('disconnects a client that does not read instead of gathering frames for it', async () => {
    const { server: running, protocol } = await start({ maxBufferedBytes: 100_000 });
    const reader = await client(`${running.baseUrl}/ws`);
    const [socket] = protocol.sockets;
    for (let n = 0; n < 2_000 && running.counters.socketsOverflowed === 0; n += 1)
      socket?.send('y'.repeat(50_000), 'topic');
    expect(running.counters.socketsOverflowed).toBe(1);
    await vi.waitFor(() => expect(reader.closed.length).toBe(1), 2_000);
  });

  it('silences data but not heartbeats, then everything, then heals', async () => {
    const { server: running, protocol } = await start();
    const reader = await client(`${running.baseUrl}/ws`);
    const [socket] = protocol.sockets;
    running.faults.silence(true);
    socket?.send('"data"', 'topic');
    reader.sendText('"ping"');
    await vi.waitFor(() => expect(reader.texts).toEqual(['"ping"']), 2_000);
    running.faults.silence(false);
    reader.sendText('"unheard"');
    await vi.waitFor(() => expect(running.counters.framesIn).toBe(2), 2_000);
    running.faults.heal();
    socket?.send('"data again"', 'topic');
    await vi.waitFor(() => expect(reader.texts).toEqual(['"ping"', '"data again"']), 2_000);
  });

  it('applies frame faults, closes with a code, cuts without one', async () => {
    const { server: running, protocol } = await start();
    const reader = await client(`${running.baseUrl}/ws`);
    running.faults.frame({ kind: 'duplicate', topic: 'book', count: 1 });
    protocol.sockets[0]?.send('{"n":1}', 'book.1');
    await vi.waitFor(() => expect(reader.texts).toEqual(['{"n":1}', '{"n":1}']), 2_000);
    running.faults.closeSockets(1011, 'maintenance');
    await vi.waitFor(() => expect(reader.closed).toEqual([{ code: 1011, reason: 'maintenance' }]), 2_000);
    const second = await client(`${running.baseUrl}/ws`);
    running.faults.dropSockets();
    await vi.waitFor(() => expect(second.closed[0]?.code).toBe(1006), 2_000);
  });

  it('fails, hangs and heals REST by path, and shifts the clock', async () => {
    let shiftedMs = 0;
    const { server: running } = await start({ shiftClock: (byMs) => (shiftedMs += byMs) });
    running.faults.failRest('/a', 503, '{"msg":"busy"}', 1, { 'retry-after': '7' });
    const failed = await fetch(`${running.baseUrl}/a/b`);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await fetch(`${running.baseUrl}/a/b`)).status).toBe(200);
    running.faults.hangRest('/h');
    const abort = new AbortController();
    const hanging = fetch(`${running.baseUrl}/h`, { signal: abort.signal });
    await vi.waitFor(() => expect(running.counters.requests).toBe(3), 2_000);
    abort.abort();
    await expect(hanging).rejects.toThrow('abort');
    running.faults.heal();
    expect((await fetch(`${running.baseUrl}/h`)).status).toBe(200);
    running.faults.skewClock(-700);
    expect(shiftedMs).toBe(-700);
  });
});
