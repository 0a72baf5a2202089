import { afterEach, describe, expect, it, vi } from 'vitest';
import { contractCheck } from './contract-check.ts';
import { EventStream } from './event-stream.ts';
import { FakeClock } from './fake-clock.ts';

class FakeConnection {
  readonly response: Response;
  readonly lastEventId: string | null;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(init: RequestInit | undefined) {
    this.lastEventId = new Headers(init?.headers).get('last-event-id');
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) });
    init?.signal?.addEventListener('abort', () => this.#controller?.error(new DOMException('aborted', 'AbortError')));
    this.response = new Response(body, { status: 200 });
  }

  send(id: number, kind: 'snapshot' | 'update', removed: string[] = []): void {
    const data = JSON.stringify({ kind, ts: 1_700_000_000 + id, payload: { opportunities: [], removed } });
    this.write(`event: opportunities\nid: ${id}\ndata: ${data}\n\n`);
  }

  write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#controller?.close();
  }
}

function build(answers: (init: RequestInit | undefined) => Response | Promise<Response> | null = () => null) {
  const clock = new FakeClock();
  const connections: FakeConnection[] = [];
  const onGateLocked = vi.fn();
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    const other = answers(init);
    if (other) return other;
    const connection = new FakeConnection(init);
    connections.push(connection);
    return connection.response;
  };
  const stream = new EventStream({ fetch, clock, onGateLocked, check: contractCheck.item }, ['opportunities']);
  const items = vi.fn();
  stream.on('opportunities', items);
  open.push(stream);
  return { clock, stream, connections, items, onGateLocked };
}

const open: EventStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop();
});

describe('EventStream', () => {
  it('hands out together what came between two flushes, of topics that are whole only the newest item', async () => {
    const flushes: (() => void)[] = [];
    const connections: FakeConnection[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      connections.push(new FakeConnection(init));
      return connections.at(-1)!.response;
    };
    const stream = new EventStream(
      { fetch, clock: new FakeClock(), onGateLocked: () => {}, nextFlush: (call) => flushes.push(call) },
      ['opportunities', 'orders'],
    );
    open.push(stream);
    const seen: string[] = [];
    stream.on('opportunities', ({ ts }) => seen.push(`opportunities ${ts}`));
    stream.on('orders', ({ ts }) => seen.push(`orders ${ts}`));
    stream.start();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    const send = (topic: string, id: number, kind = 'update'): void =>
      connections[0]?.write(`event: ${topic}\nid: ${id}\ndata: ${JSON.stringify({ kind, ts: id, payload: {} })}\n\n`);
    send('orders', 1, 'snapshot');
    send('opportunities', 2, 'snapshot');
    send('orders', 3);
    send('opportunities', 4);
    await vi.waitFor(() => expect(stream.itemCount).toBe(4));
    expect(seen).toEqual([]);
    expect(flushes).toHaveLength(1);
    flushes[0]?.();
    expect(seen).toEqual(['opportunities 2', 'orders 3', 'opportunities 4']);
    send('orders', 5);
    await vi.waitFor(() => expect(flushes).toHaveLength(2));
  });

  it('hands snapshot and updates to subscribers', async () => {
    const { stream, connections, items } = build();
    stream.start();
    await vi.waitFor(() => expect(stream.getState().phase).toBe('open'));
    connections[0]?.send(1, 'snapshot');
    connections[0]?.send(2, 'update', ['x']);
    await vi.waitFor(() => expect(items).toHaveBeenCalledTimes(2));
    expect(items.mock.calls[1]?.[0]).toMatchObject({ kind: 'update', payload: { removed: ['x'] } });
  });

  it('resumes from the last id after a loss, waiting longer each time in vain', async () => {
    let isDown = false;
    const { clock, stream, connections } = build(() => (isDown ? new Response('', { status: 503 }) : null));
    stream.start();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.send(41, 'snapshot');
    await vi.waitFor(() => expect(stream.itemCount).toBe(1));
    isDown = true;
    connections[0]?.end();
    for (const waitMs of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
      await vi.waitFor(() =>
        expect(stream.getState()).toMatchObject({ phase: 'waiting', retryAtMs: clock.nowMs() + waitMs }),
      );
      clock.advance(waitMs);
    }
    await vi.waitFor(() => expect(stream.getState().phase).toBe('waiting'));
    isDown = false;
    clock.advance(15_000);
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[1]?.lastEventId).toBe('41');
    expect(stream.getState().reconnects).toBe(7);
  });

  it('asks for new snapshots when an update comes without one', async () => {
    const { clock, stream, connections, items } = build();
    stream.start();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.send(5, 'update');
    await vi.waitFor(() => expect(stream.getState()).toMatchObject({ phase: 'waiting', gaps: 1 }));
    clock.advance(1000);
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[1]?.lastEventId).toBeNull();
    expect(items).not.toHaveBeenCalled();
  });

  it('takes ids that ran backwards for another life of the server', async () => {
    const { stream, connections, items } = build();
    stream.start();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.send(90, 'snapshot');
    connections[0]?.send(3, 'update');
    await vi.waitFor(() => expect(stream.getState().gaps).toBe(1));
    expect(items).toHaveBeenCalledTimes(1);
  });

  it('counts what it can not read and goes on', async () => {
    const { stream, connections } = build();
    stream.start();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.write('event: opportunities\ndata: {"kind":"snapshot"\n\n');
    connections[0]?.write(
      'event: opportunities\ndata: {"kind":"snapshot","ts":1,"payload":{"opportunities":[{}],"removed":[]}}\n\n',
    );
    connections[0]?.write('event: weather\ndata: 1\n\n');
    connections[0]?.send(1, 'snapshot');
    await vi.waitFor(() => expect(stream.itemCount).toBe(1));
    expect(stream.getState()).toMatchObject({ unreadable: 2, phase: 'open' });
  });

  it('is quiet after 3 s without a byte and lost after 6 s, though the socket is open', async () => {
    const { clock, stream, connections } = build();
    stream.start();
    await vi.waitFor(() => expect(stream.getState().phase).toBe('open'));
    connections[0]?.send(1, 'snapshot');
    await vi.waitFor(() => expect(stream.itemCount).toBe(1));
    const lastByteAtMs = clock.nowMs();
    clock.advance(2999);
    expect(stream.getState()).toMatchObject({ phase: 'open', silence: 'fresh' });
    clock.advance(1);
    expect(stream.getState()).toMatchObject({ silence: 'quiet', lastByteAtMs });
    await vi.waitFor(() => expect(stream.getState()).toMatchObject({ phase: 'waiting', reconnects: 1 }));
    clock.advance(3000);
    expect(stream.getState()).toMatchObject({ silence: 'lost', lastByteAtMs });
  });

  it('gives up on a server that takes the connection and never answers', async () => {
    const { clock, stream } = build(
      (init) =>
        new Promise<Response>((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        ),
    );
    stream.start();
    clock.advance(3000);
    expect(stream.getState().silence).toBe('quiet');
    await vi.waitFor(() => expect(stream.getState()).toMatchObject({ phase: 'waiting', reconnects: 1 }));
    clock.advance(3000);
    expect(stream.getState().silence).toBe('lost');
  });

  it('leaves for the gate on 401 and does not try again', async () => {
    const { stream, onGateLocked } = build(() => new Response('', { status: 401 }));
    stream.start();
    await vi.waitFor(() => expect(onGateLocked).toHaveBeenCalledTimes(1));
    expect(stream.getState().phase).toBe('stopped');
  });
});
