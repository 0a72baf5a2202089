import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { VenueCall } from '../http/signed-client.ts';
import { OrderSocket, type OrderDialogue, type OrderFrame } from './order-socket.ts';

const CALL = { path: '/order' } as VenueCall;
const open: { stop(): void }[] = [];

afterEach(() => {
  for (const one of open.splice(0).reverse()) one.stop();
});

interface Scene {
  readonly orders: OrderSocket;
  /** Messages of the client, logins left out. */
  readonly received: string[];
  readonly sockets: WebSocket[];
}

async function scene(isLoginOk = true, answers = true): Promise<Scene> {
  const server = createServer();
  const ws = new WebSocketServer({ server, perMessageDeflate: false });
  const sockets: WebSocket[] = [];
  const received: string[] = [];
  ws.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const text = String(data);
      if (text === 'login') return socket.send(isLoginOk ? 'login ok' : 'login no');
      received.push(text);
      if (answers) socket.send(`answer ${text.split(' ')[1] ?? ''}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deps = { clock: systemClock(), random: seededRandom(7), log: silentLog() };
  const orders = new OrderSocket('orders', dialogue(url), deps);
  open.push({
    stop() {
      orders.stop();
      for (const socket of sockets) socket.terminate();
      ws.close();
      server.close();
    },
  });
  orders.start();
  if (isLoginOk) await expect.poll(() => orders.ready).toBe(true);
  return { orders, received, sockets };
}

function dialogue(url: string): OrderDialogue {
  return {
    url,
    heartbeat: null,
    login: () => 'login',
    encode: ({ path }, id) => (path === '/order' ? `order ${id}` : null),
    read: (text): OrderFrame => {
      const [kind = '', id = ''] = text.split(' ');
      if (kind === 'login') return { kind, isOk: id === 'ok', detail: id };
      return { kind: 'answer', id, headers: {}, text: '{}', isLast: id.endsWith('!') };
    },
  };
}

describe('OrderSocket', () => {
  it('sends an order once, before it returns, and gives each its own answer', async () => {
    const { orders, received, sockets } = await scene(true, false);
    const first = orders.send(CALL);
    const second = orders.send(CALL);
    await expect.poll(() => received).toEqual(['order 1-1', 'order 1-2']);
    sockets[0]?.send('answer 1-2');
    expect(await second?.outcome).toMatchObject({ answer: { status: 200, text: '{}' } });
    sockets[0]?.send('answer 1-1');
    expect(await first?.outcome).toMatchObject({ answer: { status: 200 } });
    expect(received).toHaveLength(2);
  });

  it('takes nothing before the login, for a call it does not know, and after the end', async () => {
    const refused = await scene(false);
    expect(refused.orders.send(CALL)).toBeNull();
    const { orders, received } = await scene();
    expect(orders.send({ path: '/leverage' } as VenueCall)).toBeNull();
    orders.stop();
    expect(orders.send(CALL)).toBeNull();
    expect([...received, ...refused.received]).toEqual([]);
  });

  it('ends what was open on a broken connection as failed, sends nothing again, and comes back', async () => {
    const { orders, received, sockets } = await scene(true, false);
    const sent = orders.send(CALL);
    await expect.poll(() => received).toHaveLength(1);
    sockets[0]?.terminate();
    expect(await sent?.outcome).toEqual({ failure: 'ECONNRESET' });
    expect(orders.send(CALL)).toBeNull();
    await expect.poll(() => orders.ready, { timeout: 5_000 }).toBe(true);
    expect(received).toHaveLength(1);
  });

  it('drops the connection when an order is given up: whatever else is open on it is asked about too', async () => {
    const { orders } = await scene(true, false);
    const first = orders.send(CALL);
    const second = orders.send(CALL);
    first?.giveUp();
    expect(await Promise.all([first?.outcome, second?.outcome])).toEqual([
      { failure: 'ECONNRESET' },
      { failure: 'ECONNRESET' },
    ]);
    expect(orders.ready).toBe(false);
  });
});
