import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { domainError, err, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { ChangePacer } from './change-pacer.ts';
import { encodeFrame, FrameReader } from './frame-codec.ts';
import type { EngineFrame, LinkCommand, LinkEntry, LinkTopic, LinkTopics, ServerFrame } from './link-contract.ts';

/** Bytes that may wait in a connection before updates are merged instead of queued. */
const BUFFERED_BYTES_MAX = 1024 * 1024;
/** Changed keys that may wait; over it the connection gets a whole snapshot instead. */
const DIRTY_KEYS_MAX = 20_000;
/** A change goes out in the next turn, with what was set beside it; many small ones, in so few frames. */
const PACE = { gatherMs: 0, apartMs: 20 } as const;
/** So often it is looked for what waits without a change: a reader that lagged, or one that heard nothing for long. */
const FLUSH_PERIOD_MS = 50;
/** An update goes out at least this often, empty if need be, so that the other end can tell silence from death. */
const IDLE_UPDATE_MS = 400;
const CONNECTIONS_MAX = 8;
const COMMANDS_OPEN_MAX = 256;

export interface LinkServerOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  handleCommand(name: LinkCommand, request: unknown): Promise<Result<unknown, DomainError>>;
}

interface Connection {
  readonly socket: Socket;
  readonly dirty: Map<LinkTopic, Set<string>>;
  dirtyCount: number;
  needsSnapshot: boolean;
  seq: number;
  sentMs: number;
  openCommands: number;
}

/** The engine's end of the link. Never blocks: a reader that lags gets fewer, newer values. */
export class LinkServer {
  private readonly options: LinkServerOptions;
  private readonly state = new Map<LinkTopic, Map<string, unknown>>();
  private readonly connections = new Set<Connection>();
  private readonly server: Server;
  private readonly pacer: ChangePacer;
  private timer: TimerHandle | null = null;
  /** Flushes that were put off because a reader lagged. */
  coalescedFlushes = 0;

  constructor(options: LinkServerOptions) {
    this.options = options;
    this.pacer = new ChangePacer(options.clock, PACE, () => this.flush());
    this.server = createServer((socket) => this.accept(socket));
  }

  async listen(): Promise<void> {
    const { path } = this.options;
    if (!path.startsWith('\\\\')) rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(path, resolve);
    });
    if (!path.startsWith('\\\\')) chmodSync(path, 0o600);
    this.timer = this.options.clock.every(FLUSH_PERIOD_MS, () => this.flush());
  }

  /** Sets the value of a key; readers get the newest one with the next flush. */
  set<T extends LinkTopic>(topic: T, key: string, value: LinkTopics[T]): void {
    let values = this.state.get(topic);
    if (values === undefined) this.state.set(topic, (values = new Map()));
    values.set(key, value);
    this.mark(topic, key);
  }

  remove(topic: LinkTopic, key: string): void {
    if (this.state.get(topic)?.delete(key) === true) this.mark(topic, key);
  }

  get readers(): number {
    return this.connections.size;
  }

  async close(): Promise<void> {
    this.timer?.cancel();
    this.pacer.cancel();
    for (const connection of this.connections) connection.socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private mark(topic: LinkTopic, key: string): void {
    for (const connection of this.connections) {
      if (connection.needsSnapshot) continue;
      let keys = connection.dirty.get(topic);
      if (keys === undefined) connection.dirty.set(topic, (keys = new Set()));
      if (keys.has(key)) continue;
      keys.add(key);
      connection.dirtyCount += 1;
      this.pacer.note();
      if (connection.dirtyCount > DIRTY_KEYS_MAX) this.askForSnapshot(connection);
    }
  }

  private askForSnapshot(connection: Connection): void {
    connection.needsSnapshot = true;
    connection.dirty.clear();
    connection.dirtyCount = 0;
  }

  private accept(socket: Socket): void {
    if (this.connections.size >= CONNECTIONS_MAX) {
      this.options.log.warn('link connection refused: too many', { connections: this.connections.size });
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      dirty: new Map(),
      dirtyCount: 0,
      needsSnapshot: true,
      seq: 0,
      sentMs: 0,
      openCommands: 0,
    };
    this.connections.add(connection);
    const reader = new FrameReader();
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk, (message) => this.handleFrame(connection, message as ServerFrame));
      } catch (error) {
        this.options.log.error('link frame unreadable, connection closed', { error: String(error) });
        socket.destroy();
      }
    });
    socket.on('error', (error) => this.options.log.warn('link connection error', { error: error.message }));
    socket.on('close', () => this.connections.delete(connection));
    this.flushOne(connection);
  }

  private flush(): void {
    for (const connection of this.connections) this.flushOne(connection);
  }

  private flushOne(connection: Connection): void {
    const nowMs = this.options.clock.nowMs();
    const isDue = connection.needsSnapshot || connection.dirtyCount > 0 || nowMs - connection.sentMs >= IDLE_UPDATE_MS;
    if (!isDue) return;
    if (connection.socket.writableLength > BUFFERED_BYTES_MAX) {
      this.coalescedFlushes += 1;
      return;
    }
    const kind = connection.needsSnapshot ? 'snapshot' : 'update';
    const entries = connection.needsSnapshot ? this.allEntries() : this.changedEntries(connection);
    connection.needsSnapshot = false;
    connection.dirty.clear();
    connection.dirtyCount = 0;
    connection.seq += 1;
    connection.sentMs = nowMs;
    this.write(connection, { kind, seq: connection.seq, sentMs: nowMs, entries });
  }

  private allEntries(): LinkEntry[] {
    const entries: LinkEntry[] = [];
    for (const [topic, values] of this.state) for (const [key, value] of values) entries.push([topic, key, value]);
    return entries;
  }

  private changedEntries(connection: Connection): LinkEntry[] {
    const entries: LinkEntry[] = [];
    for (const [topic, keys] of connection.dirty) {
      const values = this.state.get(topic);
      for (const key of keys) entries.push([topic, key, values?.get(key) ?? null]);
    }
    return entries;
  }

  private write(connection: Connection, frame: EngineFrame): void {
    if (!connection.socket.destroyed) connection.socket.write(encodeFrame(frame));
  }

  private handleFrame(connection: Connection, frame: ServerFrame): void {
    if (connection.openCommands >= COMMANDS_OPEN_MAX) {
      this.write(connection, {
        kind: 'answer',
        id: frame.id,
        ok: false,
        error: domainError('ENGINE_BUSY', `open=${COMMANDS_OPEN_MAX}`, { outcome: 'not-sent' }),
      });
      return;
    }
    connection.openCommands += 1;
    void this.answer(connection, frame);
  }

  private async answer(connection: Connection, frame: ServerFrame): Promise<void> {
    const startedMs = this.options.clock.nowMs();
    const result = await this.carryOut(frame);
    connection.openCommands -= 1;
    if (frame.requestId !== undefined) this.note(frame, result, this.options.clock.nowMs() - startedMs);
    // What the command changed reaches the reader before its answer, so that a read after it sees it.
    this.flushOne(connection);
    this.write(
      connection,
      result.ok
        ? { kind: 'answer', id: frame.id, ok: true, value: result.value }
        : { kind: 'answer', id: frame.id, ok: false, error: result.error },
    );
  }

  /** Tells of a command by the id of its request, under which the server's own lines and the audit know it. */
  private note({ name, requestId }: ServerFrame, result: Result<unknown, DomainError>, tookMs: number): void {
    const fields = { command: name, requestId, tookMs };
    if (result.ok) this.options.log.info('command carried out', { ...fields, ok: true });
    else {
      const { code, outcome, detail } = result.error;
      this.options.log.warn('command refused', { ...fields, ok: false, code, outcome, detail });
    }
  }

  private async carryOut(frame: ServerFrame): Promise<Result<unknown, DomainError>> {
    try {
      return await this.options.handleCommand(frame.name, frame.request);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.options.log.error('command failed', { command: frame.name, error: text });
      return err(domainError('ENGINE_BUSY', `command=${frame.name}`, { outcome: 'unknown' }));
    }
  }
}
