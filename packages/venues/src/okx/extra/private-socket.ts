import { domainError, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import {
  FeedConnection,
  isRecord,
  type FeedProtocol,
  type JsonRecord,
  type PrivateVenueDeps,
  type WeightBudget,
} from '../../kit/index.ts';
import { okxWsError } from '../errors.ts';
import { OKX_LIMITS, OKX_PRIVATE_LIMITS } from '../limits.ts';
import { okxLogin } from '../sign.ts';
import { parsePrivateControl, type PrivateControl } from '../ws/parse-private.ts';
import { RegularBeat } from './regular-beat.ts';
import type { VenueOffset } from './venue-offset.ts';

/** A channel that a socket subscribes to. */
export interface PrivateChannel {
  /** As `privateTopic` names its argument. */
  readonly topic: string;
  readonly arg: Readonly<Record<string, string>>;
  /** False for a channel without which the account can be followed all the same. */
  readonly isRequired: boolean;
}

export interface PrivateSocketOptions {
  readonly name: string;
  readonly url: string;
  /** The pace at which sockets are opened. */
  readonly connects: Pick<WeightBudget, 'take'>;
  readonly channels: readonly PrivateChannel[];
  readonly deps: PrivateVenueDeps;
  readonly offset: VenueOffset;
  /** Silence after which a socket that used to push in a rhythm is dead, whatever its pongs say. */
  readonly dataSilenceMs: number;
  readonly resyncClock: () => Promise<boolean>;
  readonly events: {
    /** Logged in, and every required channel acknowledged. */
    onReady(): void;
    /** Not ready any more, or not yet; `error` says why, as the caller of `start` should hear it. */
    onLost(reason: string, error: DomainError): void;
    onData(frame: JsonRecord): void;
    onMalformed(): void;
  };
}

const CHECK_EVERY_MS = 1_000;
const UPGRADE_NOTICE = '64008';

/**
 * One private socket that keeps itself logged in: login, subscriptions, heartbeat, reconnect with back-off. Dropped when the login goes
 * unanswered, a heartbeat does, or its rhythm of pushes stops.
 */
export class PrivateSocket {
  private readonly options: PrivateSocketOptions;
  private readonly connection: FeedConnection;
  private readonly beat: RegularBeat;
  private isReady = false;
  private isUp = false;
  private upSinceMs = 0;
  private refusal: DomainError | null = null;
  private timer: TimerHandle | null = null;

  constructor(options: PrivateSocketOptions) {
    this.options = options;
    this.beat = new RegularBeat(options.dataSilenceMs);
    this.connection = new FeedConnection({
      name: options.name,
      deps: options.deps,
      protocol: protocolOf(options),
      // Accounts may be quiet for hours; the rhythm is watched here.
      dataSilenceMs: Number.POSITIVE_INFINITY,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onText(bytes.toString('utf8', start, end), recvMs),
        onUp: () => this.onUp(),
        onDown: (reason) => this.onDown(reason),
      },
    });
    this.connection.add(options.channels.map(({ topic }) => topic));
  }

  get ready(): boolean {
    return this.isReady;
  }

  get reconnects(): number {
    return this.connection.status().reconnects;
  }

  start(): void {
    this.timer = this.options.deps.clock.every(CHECK_EVERY_MS, () => this.check());
    this.connection.start();
  }

  stop(): void {
    this.timer?.cancel();
    this.isReady = false;
    this.connection.stop();
  }

  private onUp(): void {
    const { deps, offset } = this.options;
    this.isUp = true;
    this.upSinceMs = deps.clock.nowMs();
    this.refusal = null;
    this.beat.restart();
    this.connection.send(okxLogin(deps.key, offset.venueMs()));
  }

  private onDown(reason: string): void {
    this.isReady = false;
    this.isUp = false;
    const error = this.refusal ?? domainError('VENUE_UNREACHABLE', `socket=${this.options.name} reason=${reason}`);
    this.options.events.onLost(`${this.options.name}: ${reason}`, error);
  }

  private onText(text: string, recvMs: number): void {
    if (text === 'pong') {
      this.connection.pongSeen();
      return;
    }
    const frame = parseJson(text);
    if (!isRecord(frame)) {
      this.options.events.onMalformed();
      return;
    }
    const control = parsePrivateControl(frame);
    if (control !== null) {
      this.onControl(control);
      return;
    }
    this.connection.dataSeen(recvMs);
    if (isRecord(frame['arg']) && frame['arg']['channel'] === 'account') this.beat.seen(recvMs);
    this.options.events.onData(frame);
  }

  private onControl(control: PrivateControl): void {
    const { deps, name } = this.options;
    switch (control.kind) {
      case 'login':
        this.connection.ready();
        return;
      case 'subscribed':
        this.connection.topics.confirm(control.topic);
        this.judgeReady();
        return;
      case 'error':
        this.onError(control);
        return;
      case 'notice':
        deps.log.info('venue notice', { connection: name, venueCode: control.code, text: control.text });
        // The venue closes the socket within a minute; going first costs no more.
        if (control.code === UPGRADE_NOTICE) this.connection.drop('upgrade-notice', control.text);
        return;
      case 'too-many-connections':
        deps.log.error('too many private connections of this account', { connection: name, channel: control.text });
        return;
      case 'ignored':
        return;
    }
  }

  private onError(error: Extract<PrivateControl, { kind: 'error' }>): void {
    const { deps, name } = this.options;
    const row = okxWsError(error.code);
    deps.log.warn('venue refused a message', { connection: name, venueCode: error.code, text: error.text });
    if (error.requestId !== null) {
      this.connection.refused(error.requestId, error.code, row.mayRetry);
      this.judgeRefused(error.code);
      return;
    }
    this.refusal = domainError(row.code, `socket=${name} venueCode=${error.code}`);
    if (row.code !== 'CLOCK_SKEWED') {
      this.connection.drop('login-refused', error.text);
      return;
    }
    void this.resyncThenDrop(error.text);
  }

  /** The clock is measured first: the next login would be refused for the same reason. */
  private async resyncThenDrop(why: string): Promise<void> {
    await this.options.resyncClock();
    this.connection.drop('login-refused', why);
  }

  /** A required channel that was refused alone: start over, after the back-off, instead of following half an account. */
  private judgeRefused(code: string): void {
    const { topics } = this.connection;
    const refused = this.options.channels.filter(
      ({ topic, isRequired }) => isRequired && topics.state(topic) === 'rejected',
    );
    if (refused.length === 0) {
      this.judgeReady();
      return;
    }
    for (const { topic } of refused) topics.renew(topic);
    const names = refused.map(({ topic }) => topic).join(',');
    this.refusal = domainError(
      okxWsError(code).code,
      `socket=${this.options.name} channels=${names} venueCode=${code}`,
    );
    this.connection.drop('subscription-refused', names);
  }

  private judgeReady(): void {
    const isWhole = this.options.channels.every(
      ({ topic, isRequired }) => !isRequired || this.connection.topics.state(topic) === 'confirmed',
    );
    if (!isWhole || this.isReady) return;
    this.isReady = true;
    this.options.events.onReady();
  }

  private check(): void {
    const nowMs = this.options.deps.clock.nowMs();
    if (!this.isUp) return;
    if (!this.isReady && nowMs - this.upSinceMs > OKX_PRIVATE_LIMITS.loginTimeoutMs) {
      this.refusal = domainError('VENUE_TIMEOUT', `socket=${this.options.name} not logged in and subscribed`);
      this.connection.drop('login-timeout', `${nowMs - this.upSinceMs} ms`);
      return;
    }
    if (this.beat.isStopped(nowMs)) this.connection.drop('silent', 'the regular pushes stopped');
  }
}

function protocolOf(options: PrivateSocketOptions): FeedProtocol {
  const args = new Map(options.channels.map(({ topic, arg }) => [topic, arg]));
  const encode = (op: string, topics: readonly string[], id: number): string =>
    JSON.stringify({ id: String(id), op, args: topics.map((topic) => args.get(topic)) });
  return {
    resolveUrl: async (): Promise<Result<string, DomainError>> => {
      const admitted = await options.connects.take(1);
      return admitted.ok ? ok(options.url) : admitted;
    },
    encodeSubscribe: (topics, id) => encode('subscribe', topics, id),
    encodeUnsubscribe: (topics, id) => encode('unsubscribe', topics, id),
    topicsPerMessage: OKX_LIMITS.topicsPerMessage,
    messagesPerSecond: OKX_LIMITS.messagesPerSecond,
    heartbeat: { intervalMs: OKX_LIMITS.heartbeatMs, encode: () => 'ping' },
    waitsForWelcome: true,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return undefined;
    throw e;
  }
}
