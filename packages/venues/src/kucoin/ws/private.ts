import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { FeedConnection, parseExactJson, recordOf, type FeedProtocol, type VenueDeps } from '../../kit/index.ts';
import type { JsonRecord } from '../../kit/index.ts';
import type { KucoinProduct } from '../enums.ts';
import { socketError } from '../errors.ts';
import { controlOf } from '../extra/control.ts';
import type { PrivateApi } from '../extra/private-api.ts';
import { MESSAGES_PER_SECOND, PING_INTERVAL_MS } from '../limits.ts';
import { buildGetPrivateToken } from '../rest/account.ts';
import { readBullet } from '../rest/parse.ts';
import { PRIVATE_TOPICS } from './parse-private.ts';

/** Beats unanswered, and nothing else heard, for this long: the socket is dead. Two beats and the venue's time to answer. */
const SILENCE_MS = 2 * PING_INTERVAL_MS + 10_000;
/** Topics without which nothing can be missed for long: settings are read anew before they matter. */
const OPTIONAL_TOPICS: ReadonlySet<string> = new Set(['/contract/marginMode', '/contract/crossLeverage']);
const TOKEN_INVALID = '401';

export interface PrivateSocketOptions {
  readonly product: KucoinProduct;
  readonly api: PrivateApi;
  readonly deps: VenueDeps;
  readonly events: {
    /** One pushed frame; every number in it is its text. */
    onFrame(frame: JsonRecord): void;
    /** The socket went live, went down, or could not come up: look at `isLive` and `failure`. */
    onChange(): void;
  };
}

/**
 * One private socket of a product: a fresh token before every connect, text pings, all topics acknowledged before it counts as
 * live, back again by itself after any loss.
 *
 * @source docs/venues/kucoin.md#private-sockets
 */
export class PrivateSocket {
  private readonly options: PrivateSocketOptions;
  private readonly connection: FeedConnection;
  private wasLive = false;
  private lastFailure: DomainError | null = null;
  private heardMs: number | null = null;

  constructor(options: PrivateSocketOptions) {
    this.options = options;
    const { product, deps } = options;
    this.connection = new FeedConnection({
      name: `kucoin-${product}-private`,
      deps,
      protocol: new PrivateProtocol(options, (failure) => this.onNoAddress(failure)),
      dataSilenceMs: SILENCE_MS,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onText(bytes.toString('utf8', start, end), recvMs),
        onUp: () => undefined,
        onDown: (reason) => this.onDown(reason),
      },
    });
    this.connection.add(PRIVATE_TOPICS[product]);
  }

  /** True while every topic that matters is acknowledged on an open socket. */
  get isLive(): boolean {
    const { topics } = this.connection;
    return (
      this.connection.status().state === 'open' &&
      PRIVATE_TOPICS[this.options.product].every((topic) => {
        const state = topics.state(topic);
        return state === 'confirmed' || (state === 'rejected' && OPTIONAL_TOPICS.has(topic));
      })
    );
  }

  /** Why it is not live; null while it is, and before the first try ended. */
  get failure(): DomainError | null {
    return this.isLive ? null : this.lastFailure;
  }

  get reconnects(): number {
    return this.connection.status().reconnects;
  }

  /** When an event of the account came last; null: never. */
  get lastEventMs(): number | null {
    return this.heardMs;
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.connection.stop();
  }

  /** Drops the socket; it comes back by itself. */
  drop(reason: string, detail: string): void {
    this.connection.drop(reason, detail);
  }

  private onText(text: string, recvMs: number): void {
    const frame = recordOf(parseExactJson(text));
    if (frame === null) {
      this.options.deps.log.warn('frame is no JSON', { connection: this.connection.status().name });
      return;
    }
    if (frame['type'] === 'message') {
      this.connection.dataSeen(recvMs);
      this.heardMs = recvMs;
      this.options.events.onFrame(frame);
      return;
    }
    this.onControl(frame, recvMs);
  }

  private onControl(frame: JsonRecord, recvMs: number): void {
    const control = controlOf(frame);
    const { connection } = this;
    switch (control?.kind) {
      case 'welcome':
        connection.ready();
        return;
      case 'pong':
        // An idle account is silent: the answered beat is its only sign of life.
        connection.dataSeen(recvMs);
        connection.pongSeen();
        return;
      case 'confirmed-request':
        connection.topics.confirmRequest(control.requestId);
        this.noteLive();
        return;
      case 'rejected-request':
        this.lastFailure = domainError(
          socketError(String(frame['code'])).code,
          `subscription refused: ${control.reason}`,
        );
        connection.refused(control.requestId, control.reason, control.mayRetry);
        this.noteLive();
        this.options.events.onChange();
        return;
      default:
        this.options.deps.log.warn('message from the venue', { connection: connection.status().name, ...frame });
        if (frame['type'] === 'error' && String(frame['code']) === TOKEN_INVALID) connection.drop('token', 'refused');
    }
  }

  private noteLive(): void {
    if (this.wasLive || !this.isLive) return;
    this.wasLive = true;
    this.lastFailure = null;
    this.options.events.onChange();
  }

  private onDown(reason: string): void {
    this.wasLive = false;
    this.lastFailure = domainError('VENUE_UNREACHABLE', `private socket lost: ${reason}`, { outcome: 'unknown' });
    this.options.events.onChange();
  }

  private onNoAddress(failure: DomainError): void {
    this.lastFailure = failure;
    this.options.events.onChange();
  }
}

/** The classic private socket's own words. */
class PrivateProtocol implements FeedProtocol {
  readonly topicsPerMessage = 1;
  readonly messagesPerSecond = MESSAGES_PER_SECOND;
  readonly waitsForWelcome = true;
  readonly heartbeat: NonNullable<FeedProtocol['heartbeat']>;
  private readonly options: PrivateSocketOptions;
  private readonly onNoAddress: (failure: DomainError) => void;
  private pingIntervalMs = PING_INTERVAL_MS;

  constructor(options: PrivateSocketOptions, onNoAddress: (failure: DomainError) => void) {
    this.options = options;
    this.onNoAddress = onNoAddress;
    const intervalMs = (): number => this.pingIntervalMs;
    this.heartbeat = {
      get intervalMs() {
        return intervalMs();
      },
      encode: (nowMs) => JSON.stringify({ id: String(nowMs), type: 'ping' }),
    };
  }

  async resolveUrl(): Promise<Result<string, DomainError>> {
    const url = await this.address();
    if (!url.ok) this.onNoAddress(url.error);
    return url;
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    return encode('subscribe', topics[0] ?? '', id);
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return encode('unsubscribe', topics[0] ?? '', id);
  }

  private async address(): Promise<Result<string, DomainError>> {
    const { api, product, deps } = this.options;
    const data = await api.send(buildGetPrivateToken(product), 'read');
    if (!data.ok) return data;
    const bullet = readBullet({ code: '200000', data: data.value });
    if (bullet === null || !URL.canParse(bullet.endpoint)) {
      return err(domainError('VENUE_ANSWER_MALFORMED', 'bullet-private names no socket'));
    }
    // A silence limit is built on beats: a venue that asks for fewer gets them at our pace.
    if (bullet.pingIntervalMs > 0) this.pingIntervalMs = Math.min(bullet.pingIntervalMs, PING_INTERVAL_MS);
    const url = new URL(bullet.endpoint);
    url.searchParams.set('token', bullet.token);
    url.searchParams.set('connectId', Math.floor(deps.random() * Number.MAX_SAFE_INTEGER).toString(36));
    return ok(url.toString());
  }
}

function encode(type: 'subscribe' | 'unsubscribe', topic: string, id: number): string {
  return JSON.stringify({ id: String(id), type, topic, privateChannel: true, response: true });
}
