import { mkdtempSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { silentLog, systemClock, VirtualClock, type Clock } from '@riptide/core/kernel';
import { encodeFrame, FrameReader } from './frame-codec.ts';
import type { EngineFrame, LinkCommand, LinkEngine } from './link-contract.ts';
import { LinkClient } from './link-client.ts';
import { LinkServer } from './link-server.ts';

const WAIT = { timeout: 15_000, interval: 5 };
const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'riptide-link-')), 'engine.sock');
const engine = (symbols: number): LinkEngine => ({
  startedMs: 1,
  symbols,
  books: 2,
  lateBatches: 0,
  rssBytes: 1,
  eventLoopDelayMsMax: 1,
});

type Handler = (name: LinkCommand, request: unknown) => Promise<Result<unknown, DomainError>>;

async function newServer(path: string, clock: Clock, handleCommand: Handler = async () => ok({})): Promise<LinkServer> {
  const server = new LinkServer({ path, clock, log: silentLog(), handleCommand });
  await server.listen();
  cleanups.push(() => server.close());
  return server;
}

function newClient(path: string, clock: Clock): LinkClient {
  const client = new LinkClient({ path, clock, log: silentLog() });
  client.start();
  cleanups.push(() => client.close());
  return client;
}

/** A reader by hand: it can stop reading. */
function rawReader(path: string) {
  const frames: EngineFrame[] = [];
  const reader = new FrameReader();
  const socket: Socket = connect(path);
  socket.on('data', (chunk) => reader.push(chunk, (message) => frames.push(message as EngineFrame)));
  cleanups.push(() => void socket.destroy());
  return { socket, frames };
}

describe('a command of a request', () => {
  it('is told in the log of the engine by the id of the request, done or refused; one of nobody is not', async () => {
    const path = newPath();
    const clock = systemClock();
    const lines: unknown[] = [];
    const note = (message: string, fields: unknown): void => void lines.push([message, fields]);
    const server = new LinkServer({
      path,
      clock,
      log: { info: note, warn: note, error: note },
      handleCommand: async (name) =>
        name === 'stop-scanner' ? ok({}) : err(domainError('RISK_KILL_SWITCH', 'level=2', { outcome: 'not-sent' })),
    });
    await server.listen();
    cleanups.push(() => server.close());
    let requestId: string | null = 'r-1';
    const client = new LinkClient({ path, clock, log: silentLog(), requestId: () => requestId });
    client.start();
    cleanups.push(() => client.close());
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    await client.send('stop-scanner', {}, 1_000);
    await client.send('learner-state', {} as never, 1_000);
    requestId = null;
    await client.send('stop-scanner', {}, 1_000);
    const tookMs = expect.any(Number);
    expect(lines).toEqual([
      ['command carried out', { command: 'stop-scanner', requestId: 'r-1', tookMs, ok: true }],
      [
        'command refused',
        {
          command: 'learner-state',
          requestId: 'r-1',
          tookMs,
          ok: false,
          code: 'RISK_KILL_SWITCH',
          outcome: 'not-sent',
          detail: 'level=2',
        },
      ],
    ]);
  });
});

describe('link', () => {
  it('gives a new reader the whole state and then only what changed', async () => {
    const clock = systemClock();
    const path = newPath();
    const server = await newServer(path, clock);
    server.set('engine', 'state', engine(1));
    server.set('engine', 'other', engine(9));
    const client = newClient(path, clock);
    const changes: unknown[] = [];
    client.onChange((change) => changes.push(change));
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    expect(client.values('engine').get('state')?.symbols).toBe(1);
    server.set('engine', 'state', engine(2));
    server.remove('engine', 'other');
    await vi.waitFor(() => expect(client.values('engine').get('state')?.symbols).toBe(2), WAIT);
    expect(client.values('engine').has('other')).toBe(false);
    expect(changes).toEqual([
      { kind: 'reset' },
      {
        kind: 'entries',
        entries: [
          ['engine', 'state', engine(2)],
          ['engine', 'other', null],
        ],
      },
    ]);
    expect(client.lagMs).not.toBeNull();
  });

  it('answers commands by their id, in whatever order they finish', async () => {
    const clock = systemClock();
    const path = newPath();
    let finishFirst = (): void => undefined;
    await newServer(path, clock, (name) =>
      name === 'start-scanner'
        ? new Promise((resolve) => (finishFirst = () => resolve(ok('first'))))
        : Promise.resolve(err(domainError('VENUE_NOT_READY', 'x'))),
    );
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    const first = client.send('start-scanner', { minEntryNetBps: 1, maxPositionUsd: 1, venues: [] }, 4_000);
    expect(await client.send('stop-scanner', {}, 4_000)).toEqual({
      ok: false,
      error: { code: 'VENUE_NOT_READY', outcome: 'rejected', detail: 'x' },
    });
    finishFirst();
    expect(await first).toEqual({ ok: true, value: 'first' });
  });

  it('shows what a command changed before it answers', async () => {
    const clock = systemClock();
    const path = newPath();
    const server = await newServer(path, clock, async () => {
      server.set('engine', 'state', engine(7));
      return ok({});
    });
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    await client.send('stop-scanner', {}, 4_000);
    expect(client.values('engine').get('state')?.symbols).toBe(7);
  });

  it('gives up on a command after its timeout, with the outcome unknown', async () => {
    const path = newPath();
    await newServer(path, systemClock(), () => new Promise(() => undefined));
    const clock = new VirtualClock(1_800_000_000_000);
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    const answer = client.send('stop-scanner', {}, 3_000);
    clock.advance(3_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'ENGINE_BUSY', outcome: 'unknown' } });
  });

  it('turns a command that throws into an error answer and stays up', async () => {
    const clock = systemClock();
    const path = newPath();
    await newServer(path, clock, () => Promise.reject(new Error('Invariant: broken')));
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    expect(await client.send('stop-scanner', {}, 4_000)).toMatchObject({ ok: false, error: { code: 'ENGINE_BUSY' } });
    expect(client.isConnected).toBe(true);
  });

  it('refuses commands while the engine is away, settles open ones, and resumes with a fresh snapshot', async () => {
    const clock = systemClock();
    const path = newPath();
    const first = await newServer(path, clock, () => new Promise(() => undefined));
    first.set('engine', 'old', engine(1));
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    const open = client.send('stop-scanner', {}, 60_000);
    await first.close();
    cleanups.splice(0, 1);
    expect(await open).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_READY', outcome: 'unknown' } });
    expect(client.values('engine').has('old')).toBe(true);
    expect(await client.send('stop-scanner', {}, 1_000)).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_NOT_READY', outcome: 'not-sent' },
    });
    const second = await newServer(path, clock);
    second.set('engine', 'new', engine(2));
    await vi.waitFor(() => expect(client.connections).toBe(2), WAIT);
    expect([...client.values('engine').keys()]).toEqual(['new']);
  });

  it('takes an engine for gone that keeps its socket open and says nothing for 2 s', async () => {
    const path = newPath();
    const serverClock = new VirtualClock(1_800_000_000_000);
    await newServer(path, serverClock);
    const clientClock = new VirtualClock(1_800_000_000_000);
    const client = newClient(path, clientClock);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    clientClock.advance(2_000);
    await vi.waitFor(() => expect(client.isConnected).toBe(false), WAIT);
  });

  it('merges updates per key for a reader that does not read, and never queues more than the bound', async () => {
    const clock = new VirtualClock(1_800_000_000_000);
    const path = newPath();
    const server = await newServer(path, clock);
    const { socket, frames } = rawReader(path);
    await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT);
    socket.pause();
    const rounds = 2_000;
    for (let round = 1; round <= rounds; round += 1) {
      for (let key = 0; key < 50; key += 1) server.set('engine', `k${key}`, engine(round));
      clock.advance(50);
      if (round % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.coalescedFlushes).toBeGreaterThan(0);
    socket.resume();
    await vi.waitFor(() => {
      clock.advance(50);
      const last = frames.at(-1);
      expect(last?.kind === 'update' && last.entries.some((entry) => (entry[2] as LinkEngine).symbols === rounds)).toBe(
        true,
      );
    }, WAIT);
    expect(frames.length).toBeLessThan(rounds);
    const sequence = frames.map((frame) => (frame.kind === 'answer' ? -1 : frame.seq));
    expect(sequence).toEqual(sequence.map((_, index) => index + 1));
  });

  it('sends a change with the next turn, and what follows apart', async () => {
    const clock = new VirtualClock(1_800_000_000_000);
    const path = newPath();
    const server = await newServer(path, clock);
    const { frames } = rawReader(path);
    await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT);
    server.set('engine', 'a', engine(1));
    server.set('engine', 'b', engine(1));
    clock.advance(1);
    await vi.waitFor(() => expect(frames).toHaveLength(2), WAIT);
    expect(frames[1]).toMatchObject({ kind: 'update', entries: [{ 1: 'a' }, { 1: 'b' }] });
    for (let ms = 0; ms < 40; ms += 1) {
      server.set('engine', 'a', engine(ms));
      clock.advance(1);
    }
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ seq: 4 }), WAIT);
  });

  it('replaces more waiting keys than the bound by a snapshot', async () => {
    const clock = new VirtualClock(1_800_000_000_000);
    const path = newPath();
    const server = await newServer(path, clock);
    const { frames } = rawReader(path);
    await vi.waitFor(() => expect(frames).toHaveLength(1), WAIT);
    for (let key = 0; key < 20_001; key += 1) server.set('engine', `k${key}`, engine(key));
    clock.advance(50);
    await vi.waitFor(() => expect(frames).toHaveLength(2), WAIT);
    expect(frames[1]).toMatchObject({ kind: 'snapshot', seq: 2 });
  });

  it('closes a connection that sends rubbish and keeps serving the others', async () => {
    const clock = systemClock();
    const path = newPath();
    await newServer(path, clock);
    const client = newClient(path, clock);
    const { socket } = rawReader(path);
    await vi.waitFor(() => expect(client.isConnected).toBe(true), WAIT);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await closed;
    expect(await client.send('stop-scanner', {}, 4_000)).toEqual({ ok: true, value: {} });
  });

  it('reconnects when an update is missing', async () => {
    const path = newPath();
    const clock = systemClock();
    const { createServer } = await import('node:net');
    const broken = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(encodeFrame({ kind: 'snapshot', seq: 1, sentMs: clock.nowMs(), entries: [] }));
      socket.write(encodeFrame({ kind: 'update', seq: 3, sentMs: clock.nowMs(), entries: [] }));
    });
    await new Promise<void>((resolve) => broken.listen(path, resolve));
    cleanups.push(() => void broken.close());
    const client = newClient(path, clock);
    await vi.waitFor(() => expect(client.connections).toBeGreaterThanOrEqual(2), WAIT);
  });
});
