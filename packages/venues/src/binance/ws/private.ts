import { domainError, err, ok, type DomainError, type PrivateStreamState, type Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { FeedConnection, type FeedProtocol, type JsonRecord, type PrivateVenueDeps } from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import { restErrorOf } from '../errors.ts';
import { LISTEN_KEY_KEEP_EVERY_MS, SOCKET_MESSAGES_PER_SECOND } from '../limits.ts';
import { signSocketParams } from '../sign.ts';
import type { BinanceUrls } from '../urls.ts';
import { parseUserFrame } from './parse-private.ts';

export interface UserStreamsOptions {
  readonly deps: PrivateVenueDeps;
  readonly urls: BinanceUrls;
  /** The venue's time, ms. */
  readonly venueMs: () => number;
  readonly resyncClock: () => Promise<boolean>;
  /** Opens the futures stream and returns its listen key. */
  readonly openListenKey: () => Promise<Result<string, DomainError>>;
  readonly keepListenKey: () => Promise<Result<null, DomainError>>;
  readonly onEvent: (product: BinanceProduct, event: JsonRecord) => void;
  readonly onState: (state: PrivateStreamState) => void;
}

/** The one thing the spot socket is asked for. */
const USER_DATA = 'userDataStream';
/** Subscribed already, on this socket: it is what we want. */
const ALREADY_SUBSCRIBED = -2035;
const START_TIMEOUT_MS = 15_000;

/**
 * The user streams of both products, told of as one: live when both are. Spot is subscribed by a signed message on the WebSocket API,
 * futures by a listen key in the address. Either comes back by itself; a socket that answers no ping is dropped.
 */
export class UserStreams {
  private readonly options: UserStreamsOptions;
  private readonly connections: Readonly<Record<BinanceProduct, FeedConnection>>;
  private readonly isUp: Record<BinanceProduct, boolean> = { spot: false, usdm: false };
  private current: PrivateStreamState;
  private keepTimer: TimerHandle | null = null;
  private lastEventMs: number | null = null;
  private settleStart: ((result: Result<null, DomainError>) => void) | null = null;
  private malformedFrames = 0;

  constructor(options: UserStreamsOptions) {
    this.options = options;
    const { deps } = options;
    this.current = {
      isLive: false,
      sinceMs: deps.clock.nowMs(),
      reason: 'not started',
      reconnects: 0,
      lastEventMs: null,
    };
    this.connections = { spot: this.connect('spot'), usdm: this.connect('usdm') };
    this.connections.spot.add([USER_DATA]);
  }

  /** Frames that could not be read. */
  get malformed(): number {
    return this.malformedFrames;
  }

  /** Resolves when both streams are live, or with the first failure; they keep trying. */
  start(): Promise<Result<null, DomainError>> {
    const { clock } = this.options.deps;
    return new Promise((resolve) => {
      const timer = clock.after(START_TIMEOUT_MS, () =>
        this.failStart(domainError('VENUE_NOT_READY', 'no user stream')),
      );
      this.settleStart = (result) => {
        timer.cancel();
        this.settleStart = null;
        resolve(result);
      };
      this.connections.spot.start();
      this.connections.usdm.start();
      this.keepTimer = clock.every(LISTEN_KEY_KEEP_EVERY_MS, () => void this.keepListenKey());
    });
  }

  stop(): void {
    this.keepTimer?.cancel();
    this.keepTimer = null;
    this.failStart(domainError('VENUE_NOT_READY', 'stopped'));
    this.connections.spot.stop();
    this.connections.usdm.stop();
    this.isUp.spot = false;
    this.isUp.usdm = false;
    this.current = { ...this.state(), isLive: false, sinceMs: this.options.deps.clock.nowMs(), reason: 'stopped' };
  }

  state(): PrivateStreamState {
    const reconnects = this.connections.spot.status().reconnects + this.connections.usdm.status().reconnects;
    return { ...this.current, reconnects, lastEventMs: this.lastEventMs };
  }

  /** Drops one stream; it comes back by itself, futures with a new listen key. */
  drop(product: BinanceProduct, why: string): void {
    this.connections[product].drop('stream-over', why);
  }

  private connect(product: BinanceProduct): FeedConnection {
    const connection: FeedConnection = new FeedConnection({
      name: `binance-${product}-user`,
      deps: this.options.deps,
      protocol: product === 'spot' ? this.spotProtocol() : this.futuresProtocol(),
      // A quiet account sends nothing for days: only unanswered pings tell that a socket is dead.
      dataSilenceMs: Number.POSITIVE_INFINITY,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onFrame(product, bytes.toString('utf8', start, end), recvMs),
        onUp: () => {
          connection.dataSeen(this.options.deps.clock.nowMs());
          if (product === 'usdm') this.update('usdm', true, null);
        },
        onDown: (reason) => this.update(product, false, `${product} user stream lost: ${reason}`),
      },
    });
    return connection;
  }

  private spotProtocol(): FeedProtocol {
    const { deps, urls, venueMs } = this.options;
    const encode = (id: number, method: string, params: object): string => JSON.stringify({ id, method, params });
    return {
      resolveUrl: () => Promise.resolve(ok(urls.spotWsApi)),
      encodeSubscribe: (_topics, id) =>
        encode(id, 'userDataStream.subscribe.signature', signSocketParams({}, deps.key, venueMs())),
      encodeUnsubscribe: (_topics, id) => encode(id, 'userDataStream.unsubscribe', {}),
      topicsPerMessage: 1,
      messagesPerSecond: SOCKET_MESSAGES_PER_SECOND.spot,
      heartbeat: null,
      waitsForWelcome: false,
    };
  }

  private futuresProtocol(): FeedProtocol {
    return {
      resolveUrl: async () => {
        const listenKey = await this.options.openListenKey();
        if (listenKey.ok) return ok(`${this.options.urls.usdmPrivateStream}${listenKey.value}`);
        this.failStart(listenKey.error);
        return listenKey;
      },
      encodeSubscribe: () => '',
      encodeUnsubscribe: () => '',
      topicsPerMessage: 1,
      messagesPerSecond: SOCKET_MESSAGES_PER_SECOND.usdm,
      heartbeat: null,
      waitsForWelcome: false,
    };
  }

  private onFrame(product: BinanceProduct, text: string, recvMs: number): void {
    const frame = parseUserFrame(text);
    if (frame.kind === 'event') {
      this.lastEventMs = recvMs;
      this.options.onEvent(product, frame.event);
    } else if (frame.kind === 'malformed') {
      this.malformedFrames += 1;
      this.options.deps.log.warn('user frame not read', { venue: 'BINANCE', product, bytes: text.length });
    } else if (product === 'spot') void this.onAnswer(frame.id, frame.error);
  }

  private async onAnswer(id: number, error: { wireCode: number; text: string } | null): Promise<void> {
    const { spot } = this.connections;
    if (error === null || error.wireCode === ALREADY_SUBSCRIBED) {
      spot.topics.confirmRequest(id);
      if (spot.topics.state(USER_DATA) === 'confirmed') this.update('spot', true, null);
      return;
    }
    const { code, outcome } = restErrorOf('spot', error.wireCode, error.text);
    const detail = `code=${error.wireCode} msg=${error.text}`;
    this.failStart(domainError(code, detail, { outcome }));
    if (code === 'CLOCK_SKEWED') await this.options.resyncClock();
    // The back-off of the connection paces the next try.
    spot.drop('refused', detail);
  }

  private async keepListenKey(): Promise<void> {
    const kept = await this.options.keepListenKey();
    if (kept.ok) return;
    this.options.deps.log.warn('listen key not kept', { venue: 'BINANCE', code: kept.error.code });
    // The venue knows the key no more: its socket stays open and silent.
    if (kept.error.code === 'VENUE_NOT_READY') this.drop('usdm', 'listen key gone');
  }

  private update(product: BinanceProduct, isUp: boolean, reason: string | null): void {
    this.isUp[product] = isUp;
    const isLive = this.isUp.spot && this.isUp.usdm;
    if (isLive === this.current.isLive) return;
    this.current = { ...this.current, isLive, reason, sinceMs: this.options.deps.clock.nowMs() };
    if (isLive) this.settleStart?.(ok(null));
    this.options.onState(this.state());
  }

  private failStart(error: DomainError): void {
    this.settleStart?.(err(error));
  }
}
