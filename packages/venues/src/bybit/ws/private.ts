import {
  domainError,
  err,
  ok,
  type DomainError,
  type PrivateStreamState,
  type Result,
  type VenueKey,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { FeedConnection, UnknownNames, type FeedProtocol, type VenueDeps } from '../../kit/index.ts';
import { bybitAuthError } from '../errors.ts';
import type { VenueTime } from '../extra/venue-time.ts';
import { BYBIT_LIMITS, BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import { bybitAuthFrame } from '../sign.ts';
import { BYBIT_PRIVATE_TOPICS, readBybitPrivateFrame, type BybitPrivateFrame } from './parse-private.ts';

export type BybitPush = Extract<BybitPrivateFrame, { kind: 'push' }>;

export interface BybitPrivateStreamOptions {
  readonly url: string;
  readonly key: VenueKey;
  readonly deps: VenueDeps;
  readonly time: VenueTime;
  readonly onPush: (push: BybitPush) => void;
  readonly onState: (state: PrivateStreamState) => void;
}

/** Frames that were of no use. */
export interface BybitFrameCounters {
  malformed: number;
  unknown: number;
}

const WATCH_EVERY_MS = 250;

/** The dialogue after the login: one message with all topics, JSON pings. */
class BybitPrivateProtocol implements FeedProtocol {
  readonly topicsPerMessage = BYBIT_PRIVATE_TOPICS.length;
  readonly messagesPerSecond = BYBIT_LIMITS.messagesPerSecond;
  readonly waitsForWelcome = true;
  readonly heartbeat = {
    intervalMs: BYBIT_PRIVATE_LIMITS.heartbeatMs,
    encode: (nowMs: number): string => JSON.stringify({ req_id: `ping-${nowMs}`, op: 'ping' }),
  };
  /** The request whose acknowledgement is awaited; acknowledgements may come without an id. */
  lastRequestId = 0;
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  resolveUrl(): Promise<Result<string, DomainError>> {
    return Promise.resolve(ok(this.url));
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    this.lastRequestId = id;
    return JSON.stringify({ req_id: String(id), op: 'subscribe', args: topics });
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return JSON.stringify({ req_id: String(id), op: 'unsubscribe', args: topics });
  }
}

/**
 * The private socket: logs in, subscribes all topics, and is live once they are acknowledged; comes back by itself after any loss.
 *
 * It may be silent for hours, so life is an answered ping, not data. Whatever is refused drops the socket: half a set of topics is none.
 */
export class BybitPrivateStream {
  readonly counters: BybitFrameCounters = { malformed: 0, unknown: 0 };
  private readonly options: BybitPrivateStreamOptions;
  private readonly protocol: BybitPrivateProtocol;
  private readonly connection: FeedConnection;
  private readonly unknownNames: UnknownNames;
  private current: PrivateStreamState;
  private loginTimer: TimerHandle | null = null;
  private watchTimer: TimerHandle | null = null;
  private startedMs = 0;
  private settle: ((result: Result<null, DomainError>) => void) | null = null;
  private isStopped = true;
  /** What the venue said when it refused the socket's login or topics; for the people who ask why it is down. */
  private refusal: string | null = null;

  constructor(options: BybitPrivateStreamOptions) {
    const { deps, url } = options;
    this.options = options;
    this.unknownNames = new UnknownNames(deps.log, 'bybit-private');
    this.protocol = new BybitPrivateProtocol(url);
    this.current = {
      isLive: false,
      sinceMs: deps.clock.nowMs(),
      reason: 'not-started',
      reconnects: 0,
      lastEventMs: null,
    };
    this.connection = new FeedConnection({
      name: 'bybit-private',
      deps,
      protocol: this.protocol,
      dataSilenceMs: Number.POSITIVE_INFINITY,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onFrame(bytes.toString('utf8', start, end), recvMs),
        onUp: () => this.login(),
        onDown: (reason) => this.onDown(reason),
      },
    });
    this.connection.add(BYBIT_PRIVATE_TOPICS);
  }

  /**
   * Resolves when the socket is live, or with why it is not; it keeps trying.
   *
   * @errors CREDENTIALS_INVALID and the like from the login, VENUE_UNREACHABLE, VENUE_TIMEOUT.
   */
  start(): Promise<Result<null, DomainError>> {
    if (!this.isStopped) throw new Error('Invariant: the private stream of Bybit is started already');
    const { clock } = this.options.deps;
    this.isStopped = false;
    this.startedMs = clock.nowMs();
    return new Promise((resolve) => {
      this.settle = resolve;
      this.watchTimer = clock.every(WATCH_EVERY_MS, () => this.watch());
      this.connection.start();
    });
  }

  stop(): void {
    if (this.isStopped) return;
    this.loginTimer?.cancel();
    this.connection.stop();
    this.report(false, 'stopped');
    this.isStopped = true;
    this.settled(err(domainError('VENUE_NOT_READY', 'stopped', { outcome: 'not-sent' })));
  }

  state(): PrivateStreamState {
    return { ...this.current, reconnects: this.connection.status().reconnects };
  }

  private login(): void {
    this.refusal = null;
    const { deps, key, time } = this.options;
    const venueMs = deps.clock.nowMs() + time.offsetMs();
    this.connection.send(bybitAuthFrame(key, venueMs + BYBIT_PRIVATE_LIMITS.authHoldsMs));
    this.loginTimer?.cancel();
    this.loginTimer = deps.clock.after(BYBIT_PRIVATE_LIMITS.authTimeoutMs, () =>
      this.connection.drop('login-timeout', 'no answer to the login'),
    );
  }

  private onFrame(text: string, recvMs: number): void {
    const frame = readBybitPrivateFrame(text);
    switch (frame.kind) {
      case 'push':
        this.connection.dataSeen(recvMs);
        this.current = { ...this.current, lastEventMs: recvMs };
        return this.options.onPush(frame);
      case 'pong':
        this.connection.dataSeen(recvMs);
        return this.connection.pongSeen();
      case 'auth':
        return this.onLogin(frame);
      case 'subscribed':
        return this.onSubscribed(frame);
      case 'unknown':
        this.counters.unknown += 1;
        return this.unknownNames.tell('channel', frame.name);
      case 'malformed':
        this.counters.malformed += 1;
        this.unknownNames.tell('channel', 'malformed frame');
    }
  }

  private onLogin(frame: Extract<BybitPrivateFrame, { kind: 'auth' }>): void {
    this.loginTimer?.cancel();
    if (frame.isOk) return this.connection.ready();
    const { code, outcome } = bybitAuthError(frame.code);
    const detail = `login refused venueCode=${frame.code} text=${JSON.stringify(frame.reason)}`;
    this.settled(err(domainError(code, detail, { outcome })));
    this.refusal = `login refused: ${frame.reason}`;
    // A login that holds no more is told by a text only: the clock may be the cause whatever the code is.
    void this.options.time.resync();
    this.connection.drop('login-refused', detail);
  }

  private onSubscribed(frame: Extract<BybitPrivateFrame, { kind: 'subscribed' }>): void {
    const { topics } = this.connection;
    if (!frame.isOk) {
      const detail = `topics refused: ${frame.reason}`;
      this.settled(err(domainError('CREDENTIALS_FORBIDDEN', detail)));
      this.refusal = detail;
      this.connection.drop('topics-refused', detail);
      return;
    }
    topics.confirmRequest(frame.requestId ?? this.protocol.lastRequestId);
    if (topics.count('confirmed') < BYBIT_PRIVATE_TOPICS.length || this.current.isLive) return;
    this.report(true, null);
    this.settled(ok(null));
  }

  private onDown(reason: string): void {
    this.loginTimer?.cancel();
    this.report(false, this.refusal ?? reason);
  }

  /** Ends the waiting of `start` when no socket comes about at all, or nothing goes on. */
  private watch(): void {
    if (this.settle === null) return;
    const { reconnects, lastCloseReason } = this.connection.status();
    const waitedMs = this.options.deps.clock.nowMs() - this.startedMs;
    if (reconnects > 0) {
      this.settled(
        err(domainError('VENUE_UNREACHABLE', `private socket: ${lastCloseReason}`, { outcome: 'not-sent' })),
      );
    } else if (waitedMs >= BYBIT_PRIVATE_LIMITS.startTimeoutMs) {
      this.settled(err(domainError('VENUE_TIMEOUT', `private socket not live after ${waitedMs} ms`)));
    }
  }

  private settled(result: Result<null, DomainError>): void {
    this.watchTimer?.cancel();
    this.settle?.(result);
    this.settle = null;
  }

  private report(isLive: boolean, reason: string | null): void {
    if (this.isStopped) return;
    const { isLive: wasLive, reason: oldReason, sinceMs } = this.current;
    if (wasLive === isLive && oldReason === reason) return;
    const changed = wasLive !== isLive;
    const { deps, onState } = this.options;
    this.current = { ...this.current, isLive, reason, sinceMs: changed ? deps.clock.nowMs() : sinceMs };
    onState(this.state());
  }
}
