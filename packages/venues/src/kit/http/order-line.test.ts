import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock, VirtualClock } from '@riptide/core/kernel';
import { OrderLine } from './order-line.ts';

const REQUEST = 'POST /order HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n';

interface Scene {
  readonly origin: URL;
  readonly sockets: Socket[];
  readonly received: string[];
}

const open: { server: Server; sockets: Socket[]; lines: OrderLine[] }[] = [];

async function scene(onRequest: (socket: Socket, nth: number) => void): Promise<Scene> {
  const sockets: Socket[] = [];
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received.push(bytes.toString());
      onRequest(socket, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ server, sockets, lines: [] });
  return { origin: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), sockets, received };
}

async function line({ origin }: Scene, clock = systemClock()): Promise<OrderLine> {
  const made = new OrderLine({ origin, clock, bodyBytesMax: 1_000 });
  open.at(-1)?.lines.push(made);
  await expect.poll(() => made.idle).toBe(2);
  return made;
}

afterEach(() => {
  for (const { server, sockets, lines } of open.splice(0)) {
    for (const one of lines) one.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

describe('OrderLine', () => {
  it('writes a request as one piece and uses the connection again', async () => {
    const at = await scene((socket) => socket.write(`${ANSWER}\r\n{}`));
    const made = await line(at);
    for (const nth of [1, 2, 3]) {
      const outcome = await made.send(REQUEST)?.outcome;
      expect(outcome).toMatchObject({ answer: { status: 200, text: '{}' } });
      expect(at.received).toHaveLength(nth);
      expect(at.received.at(-1)).toBe(REQUEST);
    }
    expect(at.sockets).toHaveLength(2);
  });

  it('takes nothing while all connections are busy', async () => {
    const made = await line(await scene(() => undefined));
    expect([made.send(REQUEST) === null, made.send(REQUEST) === null, made.send(REQUEST)]).toEqual([
      false,
      false,
      null,
    ]);
  });

  it('ends a request whose connection breaks, once, and opens a new connection', async () => {
    const at = await scene((socket) => socket.destroy());
    const made = await line(at);
    expect(await made.send(REQUEST)?.outcome).toEqual({ failure: 'ECONNRESET' });
    await expect.poll(() => made.idle, { timeout: 15_000 }).toBe(2);
    expect(at.received).toEqual([REQUEST]);
  });

  it('gives up on request, and nothing of a late answer reaches the next order', async () => {
    const at = await scene((socket, nth) => void (nth > 1 && socket.write(`${ANSWER}\r\n[]`)));
    const made = await line(at);
    const first = made.send(REQUEST);
    first?.giveUp();
    expect(await first?.outcome).toEqual({ failure: 'GIVEN_UP' });
    expect(await made.send(REQUEST)?.outcome).toMatchObject({ answer: { text: '[]' } });
  });

  it.each(['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', 'garbage'])(
    'drops a connection on which something comes that nobody asked for: %j',
    async (text) => {
      const at = await scene(() => undefined);
      const made = await line(at);
      at.sockets[0]?.write(text);
      await expect.poll(() => made.idle).toBe(1);
    },
  );

  it('replaces an idle connection before the peer closes it', async () => {
    const clock = new VirtualClock(1_800_000_000_000);
    const at = await scene((socket) => socket.write(`${ANSWER}keep-alive: timeout=5\r\n\r\n{}`));
    const made = await line(at, clock);
    await made.send(REQUEST)?.outcome;
    clock.advance(3_000);
    expect(at.sockets).toHaveLength(2);
    clock.advance(500);
    await expect.poll(() => at.sockets.length).toBe(3);
    await expect.poll(() => made.idle).toBe(2);
  });

  it('opens nothing more once closed', async () => {
    const at = await scene(() => undefined);
    const made = await line(at);
    const sent = made.send(REQUEST);
    made.close();
    expect(await sent?.outcome).toEqual({ failure: 'CLOSED' });
    expect(made.send(REQUEST)).toBeNull();
    expect(made.idle).toBe(0);
  });
});
