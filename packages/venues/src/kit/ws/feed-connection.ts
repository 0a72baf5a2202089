import type { ConnectionState, ConnectionStatus, DomainError, Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { backoffMs } from '../backoff.ts';
import type { VenueDeps } from '../deps.ts';
import { RawSocket } from './raw-socket.ts';
import { TopicTable } from './topics.ts';

/** What a venue says about one kind of socket. Pure but for `resolveUrl`. */
export interface FeedProtocol {
  /** Gives the address anew before each connect (KuCoin fetches a token first). */
  resolveUrl(): Promise<Result<string, DomainError>>;
  /** One subscribe message for these topics under a request id. */
  encodeSubscribe(topics: readonly string[], id: number): string;
  encodeUnsubscribe(topics: readonly string[], id: number): string;
  readonly topicsPerMessage: number;
  /** Where one message can only carry topics of one kind (KuCoin): topics with the same group may share a message. */
  readonly topicGroup?: (topic: string) => string;
  /** The venue's limit on messages we send, with room to spare. */
  readonly messagesPerSecond: number;
  /** A text heartbeat we send; null when the venue pings by protocol frames. */
  readonly heartbeat: { readonly intervalMs: number; readonly encode: (nowMs: number) => string } | null;
  /** True when subscribing must wait for `connection.ready()` (a welcome message). */
  readonly waitsForWelcome: boolean;
}

/** What the owner of a connection is told. */
export interface FeedConnectionEvents {
  /** HOT: one text frame; `bytes[start, end)` is only valid during the call. */
  onFrame(bytes: Buffer, start: number, end: number, recvMs: number): void;
  /** A fresh connection, before anything is subscribed on it. */
  onUp(): void;
  /** The connection is gone; everything it fed is stale from now on. */
  onDown(reason: string): void;
}

export interface FeedConnectionOptions {
  readonly name: string;
  readonly deps: VenueDeps;
  readonly protocol: FeedProtocol;
  readonly events: FeedConnectionEvents;
  /** See VenueConfig.dataSilenceMs. */
  readonly dataSilenceMs: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const ACK_TIMEOUT_MS = 5_000;
const FRAME_BYTES_MAX = 16 << 20;
const CHECK_EVERY_MS = 250;
/** Pings unanswered for this long mean a dead peer. */
const PONG_TIMEOUT_MS = 10_000;
const PROTOCOL_PING_EVERY_MS = 15_000;
const BACKOFF = { firstMs: 500, maxMs: 30_000 } as const;
/** Up for this long with data: the next failure starts the back-off anew. */
const STABLE_AFTER_MS = 30_000;

/**
 * One socket of a venue feed that keeps itself alive: connects, subscribes, beats, and comes back after any loss with back-off
 * and jitter, subscribing again what was confirmed and what was still pending.
 *
 * A pong is not life: with topics subscribed and no data for `dataSilenceMs` the socket is dropped as `silent`.
 * Nothing queues without bound: outgoing messages are derived from the topic table, at the venue's pace.
 */
export class FeedConnection {
  readonly topics = new TopicTable();
  private readonly options: FeedConnectionOptions;
  private socket: RawSocket | null = null;
  private state: ConnectionState = 'closed';
  private sinceMs: number;
  private attempt = 0;
  private isReady = false;
  private isStopped = true;
  private generation = 0;
  private nextRequestId = 1;
  private sendAllowance = 0;
  private lastCheckMs = 0;
  private openedMs = 0;
  private lastHeartbeatMs = 0;
  private heartbeatSentNs = 0;
  private isHeartbeatOpen = false;
  private checkTimer: TimerHandle | null = null;
  private retryTimer: TimerHandle | null = null;
  private pendingUnsubscribes: string[] = [];
  private reconnects = 0;
  private frames = 0;
  private bytes = 0;
  private lastDataMs: number | null = null;
  private lastPongMs: number | null = null;
  private pingMs: number | null = null;
  private lastCloseReason: string | null = null;

  constructor(options: FeedConnectionOptions) {
    this.options = options;
    this.sinceMs = options.deps.clock.nowMs();
  }

  /** Connects and keeps connected until `stop`. */
  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.checkTimer = this.options.deps.clock.every(CHECK_EVERY_MS, () => this.check());
    this.connect();
  }

  /** Closes for good. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.checkTimer?.cancel();
    this.retryTimer?.cancel();
    this.generation += 1;
    this.socket?.close(1000, 'bye');
    this.socket = null;
    this.enter('closed');
  }

  /** Adds topics; they are subscribed as soon as the pace allows. */
  add(topics: readonly string[]): void {
    this.topics.add(topics);
  }

  /** Subscribes one topic anew (unsubscribes first, so that the venue sends a fresh snapshot). */
  renew(topic: string): void {
    if (!this.topics.renew(topic)) return;
    if (this.state === 'open' && !this.pendingUnsubscribes.includes(topic)) this.pendingUnsubscribes.push(topic);
  }

  /** Call when the venue's welcome message arrived. */
  ready(): void {
    this.isReady = true;
  }

  /** Call when the venue refused a subscribe message; what may be tried again is, once its acknowledgement is overdue. */
  refused(requestId: number, reason: string, mayRetry: boolean): void {
    const { deps, name } = this.options;
    const topics = mayRetry ? [] : this.topics.refuseRequest(requestId, reason);
    deps.log.warn('subscription refused', {
      connection: name,
      reason,
      mayRetry,
      topics: topics.length,
      first: topics[0],
    });
  }

  /** Call for every frame that carried market data. */
  dataSeen(recvMs: number): void {
    this.lastDataMs = recvMs;
  }

  /** Call when the venue's own text pong arrived. */
  pongSeen(): void {
    const { clock } = this.options.deps;
    this.lastPongMs = clock.nowMs();
    if (!this.isHeartbeatOpen) return;
    this.isHeartbeatOpen = false;
    this.pingMs = Math.round((clock.nowNs() - this.heartbeatSentNs) / 1e4) / 100;
  }

  /** Drops the socket; it comes back by itself. */
  drop(reason: string, detail: string): void {
    this.socket?.destroy(reason, detail);
  }

  /** Sends a message of the owner's own, outside the topic table. Returns false while not open. */
  send(text: string): boolean {
    return this.state === 'open' && this.socket !== null && this.socket.send(text);
  }

  status(): ConnectionStatus {
    return {
      name: this.options.name,
      state: this.state,
      sinceMs: this.sinceMs,
      topicsConfirmed: this.topics.count('confirmed'),
      topicsPending: this.topics.count('pending', 'requested'),
      topicsRejected: this.topics.count('rejected'),
      reconnects: this.reconnects,
      frames: this.frames,
      bytes: this.bytes,
      lastDataMs: this.lastDataMs,
      lastPongMs: this.lastPongMs,
      pingMs: this.pingMs,
      lastCloseReason: this.lastCloseReason,
    };
  }

  private connect(): void {
    this.enter('connecting');
    this.generation += 1;
    const generation = this.generation;
    // A late address of an older try must not open a second socket.
    void this.options.protocol.resolveUrl().then((url) => {
      if (generation !== this.generation || this.isStopped) return;
      if (!url.ok) this.onClosed(`no-address-${url.error.code}`, url.error.detail, url.error.retryAfterMs ?? null);
      else this.openSocket(new URL(url.value), generation);
    });
  }

  private openSocket(url: URL, generation: number): void {
    const { deps, events } = this.options;
    const { clock } = deps;
    this.socket = new RawSocket({
      url,
      clock,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      frameBytesMax: FRAME_BYTES_MAX,
      stages: deps.stages,
      events: {
        onOpen: () => {
          if (generation === this.generation) this.onOpen();
        },
        onText: (bytes, start, end) => {
          if (generation !== this.generation) return;
          deps.stages?.frame();
          this.frames += 1;
          this.bytes += end - start;
          const recvMs = clock.nowMs();
          deps.tap?.onFrame(this.options.name, bytes, start, end, recvMs);
          events.onFrame(bytes, start, end, recvMs);
        },
        onPong: () => {
          if (generation === this.generation) this.pongSeen();
        },
        onClosed: (reason, detail, retryAfterMs) => {
          if (generation === this.generation) this.onClosed(reason, detail, retryAfterMs);
        },
      },
    });
  }

  private onOpen(): void {
    const nowMs = this.options.deps.clock.nowMs();
    this.openedMs = nowMs;
    this.lastDataMs = null;
    this.lastHeartbeatMs = nowMs;
    this.isHeartbeatOpen = false;
    this.sendAllowance = 1;
    this.lastCheckMs = nowMs;
    this.isReady = !this.options.protocol.waitsForWelcome;
    this.pendingUnsubscribes = [];
    this.topics.restart();
    this.enter('open');
    this.options.events.onUp();
    this.pump(nowMs);
  }

  private onClosed(reason: string, detail: string, retryAfterMs: number | null): void {
    const { deps, name } = this.options;
    const nowMs = deps.clock.nowMs();
    const wasOpen = this.state === 'open';
    this.socket = null;
    this.generation += 1;
    this.lastCloseReason = reason;
    if (this.isStopped) return;
    if (wasOpen && nowMs - this.openedMs >= STABLE_AFTER_MS && this.lastDataMs !== null) this.attempt = 0;
    const waitMs = Math.max(backoffMs(this.attempt, deps.random, BACKOFF), retryAfterMs ?? 0);
    this.attempt += 1;
    this.reconnects += 1;
    this.enter('waiting');
    deps.log.warn('feed connection lost', {
      connection: name,
      reason,
      detail,
      retryInMs: waitMs,
      attempt: this.attempt,
    });
    if (wasOpen) this.options.events.onDown(reason);
    this.retryTimer = deps.clock.after(waitMs, () => this.connect());
  }

  private check(): void {
    if (this.state !== 'open' || this.socket === null) return;
    const nowMs = this.options.deps.clock.nowMs();
    if (this.isSilent(nowMs)) {
      this.socket.destroy('silent', `no data for ${nowMs - (this.lastDataMs ?? this.openedMs)} ms`);
      return;
    }
    if (this.isHeartbeatOpen && nowMs - this.lastHeartbeatMs > PONG_TIMEOUT_MS) {
      this.socket.destroy('no-pong', `ping unanswered for ${nowMs - this.lastHeartbeatMs} ms`);
      return;
    }
    this.beat(nowMs);
    const overdue = this.topics.expire(nowMs, ACK_TIMEOUT_MS);
    if (overdue.length > 0) {
      this.options.deps.log.warn('subscription not acknowledged, trying again', {
        connection: this.options.name,
        topics: overdue.length,
        first: overdue[0],
      });
    }
    this.pump(nowMs);
  }

  private isSilent(nowMs: number): boolean {
    if (this.topics.count('confirmed', 'requested') === 0) return false;
    return nowMs - (this.lastDataMs ?? this.openedMs) > this.options.dataSilenceMs;
  }

  private beat(nowMs: number): void {
    const { heartbeat } = this.options.protocol;
    const everyMs = heartbeat?.intervalMs ?? PROTOCOL_PING_EVERY_MS;
    if (nowMs - this.lastHeartbeatMs < everyMs || this.isHeartbeatOpen) return;
    this.lastHeartbeatMs = nowMs;
    this.heartbeatSentNs = this.options.deps.clock.nowNs();
    this.isHeartbeatOpen = true;
    if (heartbeat === null) this.socket?.ping();
    else this.socket?.send(heartbeat.encode(nowMs));
  }

  /** Sends due (un)subscribe messages as far as the venue's pace allows. */
  private pump(nowMs: number): void {
    const { protocol } = this.options;
    const refill = ((nowMs - this.lastCheckMs) / 1000) * protocol.messagesPerSecond;
    this.lastCheckMs = nowMs;
    this.sendAllowance = Math.min(Math.max(1, protocol.messagesPerSecond), this.sendAllowance + refill);
    if (!this.isReady) return;
    while (this.sendAllowance >= 1 && this.socket !== null) {
      const text = this.nextMessage(nowMs);
      if (text === null) return;
      this.sendAllowance -= 1;
      this.socket.send(text);
    }
  }

  private nextMessage(nowMs: number): string | null {
    const { protocol } = this.options;
    const id = this.nextRequestId;
    const leaving = this.takeLeaving();
    if (leaving.length > 0) {
      this.nextRequestId += 1;
      return protocol.encodeUnsubscribe(leaving, id);
    }
    const topics = this.topics.take(protocol.topicsPerMessage, id, nowMs, protocol.topicGroup);
    if (topics.length === 0) return null;
    this.nextRequestId += 1;
    return protocol.encodeSubscribe(topics, id);
  }

  private takeLeaving(): string[] {
    const { topicGroup, topicsPerMessage } = this.options.protocol;
    const first = this.pendingUnsubscribes[0];
    if (topicGroup === undefined || first === undefined) return this.pendingUnsubscribes.splice(0, topicsPerMessage);
    const group = topicGroup(first);
    const leaving = this.pendingUnsubscribes.filter((topic) => topicGroup(topic) === group).slice(0, topicsPerMessage);
    this.pendingUnsubscribes = this.pendingUnsubscribes.filter((topic) => !leaving.includes(topic));
    return leaving;
  }

  private enter(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.sinceMs = this.options.deps.clock.nowMs();
  }
}
