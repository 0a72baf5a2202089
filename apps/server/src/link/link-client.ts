import { connect, type Socket } from 'node:net';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink, LinkChange } from './engine-link.ts';
import { encodeFrame, FrameReader } from './frame-codec.ts';
import type { EngineFrame, LinkCommand, LinkCommands, LinkEntry, LinkTopic, LinkTopics } from './link-contract.ts';

const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 1_000;
/** The engine sends every half second at least; after this much silence it is taken for gone. */
const SILENT_MS = 2_000;
const COMMANDS_OPEN_MAX = 256;

export interface LinkClientOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Id of the request that is being answered and changes something; null outside of one. */
  readonly requestId?: () => string | null;
}

interface OpenCommand {
  readonly resolve: (result: Result<unknown, DomainError>) => void;
  readonly timer: TimerHandle;
}

/** The server's end of the link: keeps a copy of the engine's state and reconnects for as long as it lives. */
export class LinkClient implements EngineLink {
  isConnected = false;
  lagMs: number | null = null;
  lastHeardMs: number | null = null;
  connections = 0;
  private readonly options: LinkClientOptions;
  private readonly state = new Map<LinkTopic, Map<string, unknown>>();
  private readonly listeners = new Set<(change: LinkChange) => void>();
  private readonly open = new Map<number, OpenCommand>();
  private socket: Socket | null = null;
  private silenceTimer: TimerHandle | null = null;
  private retryTimer: TimerHandle | null = null;
  private retryMs = RECONNECT_FIRST_MS;
  private nextId = 1;
  private lastSeq = 0;
  private isClosed = false;

  constructor(options: LinkClientOptions) {
    this.options = options;
  }

  /** Starts connecting and never gives up until `close`. */
  start(): void {
    const socket = connect(this.options.path);
    const reader = new FrameReader();
    this.socket = socket;
    this.lastSeq = 0;
    this.watchSilence();
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk, (message) => this.handleFrame(message as EngineFrame));
      } catch (error) {
        this.options.log.error('link frame unreadable, connecting again', { error: String(error) });
        socket.destroy();
      }
    });
    // The reason is in the log of the attempt that follows; here it only must not be unhandled.
    socket.on('error', (error) => {
      if (this.isConnected) this.options.log.warn('link to engine broken', { error: error.message });
    });
    socket.on('close', () => this.handleClose());
  }

  values<T extends LinkTopic>(topic: T): ReadonlyMap<string, LinkTopics[T]> {
    return this.valuesOf(topic) as Map<string, LinkTopics[T]>;
  }

  onChange(listener: (change: LinkChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  send<C extends LinkCommand>(
    name: C,
    request: LinkCommands[C]['request'],
    timeoutMs: number,
  ): Promise<Result<LinkCommands[C]['answer'], DomainError>> {
    const { socket } = this;
    if (!this.isConnected || socket === null) {
      return Promise.resolve(err(domainError('ENGINE_NOT_READY', `command=${name}`, { outcome: 'not-sent' })));
    }
    if (this.open.size >= COMMANDS_OPEN_MAX) {
      return Promise.resolve(err(domainError('ENGINE_BUSY', `open=${this.open.size}`, { outcome: 'not-sent' })));
    }
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve) => {
      const timer = this.options.clock.after(timeoutMs, () =>
        this.settle(
          id,
          err(domainError('ENGINE_BUSY', `command=${name} timeoutMs=${timeoutMs}`, { outcome: 'unknown' })),
        ),
      );
      this.open.set(id, { resolve: resolve as OpenCommand['resolve'], timer });
      const requestId = this.options.requestId?.() ?? null;
      socket.write(encodeFrame({ kind: 'command', id, name, request, ...(requestId === null ? {} : { requestId }) }));
    });
  }

  close(): void {
    this.isClosed = true;
    this.retryTimer?.cancel();
    this.silenceTimer?.cancel();
    this.socket?.destroy();
  }

  private handleFrame(frame: EngineFrame): void {
    this.watchSilence();
    this.lastHeardMs = this.options.clock.nowMs();
    if (frame.kind === 'answer') {
      this.settle(frame.id, frame.ok ? ok(frame.value) : err(frame.error));
      return;
    }
    this.lagMs = Math.max(0, this.options.clock.nowMs() - frame.sentMs);
    if (frame.kind === 'update' && frame.seq !== this.lastSeq + 1)
      throw new Error(`update ${frame.seq} follows ${this.lastSeq}`);
    this.lastSeq = frame.seq;
    if (frame.kind === 'snapshot') {
      this.state.clear();
      this.apply(frame.entries);
      this.handleConnected();
      this.notify({ kind: 'reset' });
      return;
    }
    this.apply(frame.entries);
    if (frame.entries.length > 0) this.notify({ kind: 'entries', entries: frame.entries });
  }

  private apply(entries: readonly LinkEntry[]): void {
    for (const [topic, key, value] of entries) {
      if (value === null) this.valuesOf(topic).delete(key);
      else this.valuesOf(topic).set(key, value);
    }
  }

  private valuesOf(topic: LinkTopic): Map<string, unknown> {
    let values = this.state.get(topic);
    if (values === undefined) this.state.set(topic, (values = new Map()));
    return values;
  }

  private handleConnected(): void {
    if (this.isConnected) return;
    this.isConnected = true;
    this.connections += 1;
    this.retryMs = RECONNECT_FIRST_MS;
    this.options.log.info('link to engine up', { connections: this.connections });
  }

  private handleClose(): void {
    this.silenceTimer?.cancel();
    this.socket = null;
    const wasConnected = this.isConnected;
    this.isConnected = false;
    for (const id of this.open.keys())
      this.settle(id, err(domainError('ENGINE_NOT_READY', 'link closed before the answer', { outcome: 'unknown' })));
    if (this.isClosed) return;
    if (wasConnected) {
      this.options.log.warn('link to engine down', { retryMs: this.retryMs });
      this.notify({ kind: 'reset' });
    }
    this.retryTimer = this.options.clock.after(this.retryMs, () => this.start());
    this.retryMs = Math.min(RECONNECT_MAX_MS, this.retryMs * 2);
  }

  private watchSilence(): void {
    this.silenceTimer?.cancel();
    this.silenceTimer = this.options.clock.after(SILENT_MS, () => {
      this.options.log.warn('engine is silent, connecting again', { silentMs: SILENT_MS });
      this.socket?.destroy();
    });
  }

  private settle(id: number, result: Result<unknown, DomainError>): void {
    const command = this.open.get(id);
    if (command === undefined) return;
    this.open.delete(id);
    command.timer.cancel();
    command.resolve(result);
  }

  private notify(change: LinkChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
