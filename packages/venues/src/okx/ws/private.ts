import {
  domainError,
  err,
  ok,
  type DomainError,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import type { JsonRecord, PrivateVenueDeps } from '../../kit/index.ts';
import { connectBudget } from '../extra/connect-budget.ts';
import { PrivateSocket, type PrivateChannel } from '../extra/private-socket.ts';
import type { VenueOffset } from '../extra/venue-offset.ts';
import type { OkxUrls } from '../urls.ts';

/** `fills` needs a VIP level; `orders` carries the executions too. Without an interval positions and account repeat about every 5 s. */
const PRIVATE_CHANNELS: readonly PrivateChannel[] = [
  { topic: 'orders#ANY', arg: { channel: 'orders', instType: 'ANY' }, isRequired: true },
  { topic: 'positions#ANY', arg: { channel: 'positions', instType: 'ANY' }, isRequired: true },
  { topic: 'account', arg: { channel: 'account' }, isRequired: true },
  { topic: 'balance_and_position', arg: { channel: 'balance_and_position' }, isRequired: false },
];

const BUSINESS_CHANNELS: readonly PrivateChannel[] = (['SPOT', 'SWAP'] as const).map((instType) => ({
  topic: `orders-algo#${instType}`,
  arg: { channel: 'orders-algo', instType },
  isRequired: true,
}));

/** How long `start` waits before it says that the streams are not up; they go on trying. */
const START_TIMEOUT_MS = 15_000;

export interface OkxPrivateStreamsOptions {
  readonly urls: Pick<OkxUrls, 'privateWs' | 'businessWs'>;
  readonly deps: PrivateVenueDeps;
  readonly offset: VenueOffset;
  readonly dataSilenceMs: number;
  readonly resyncClock: () => Promise<boolean>;
  readonly onData: (frame: JsonRecord) => void;
  readonly onMalformed: () => void;
  /** Both sockets are up, anew or for the first time. */
  readonly onLive: () => void;
}

/** The two private sockets of an account as one stream: live only while both are. */
export class OkxPrivateStreams {
  private readonly options: OkxPrivateStreamsOptions;
  private readonly sockets: readonly PrivateSocket[];
  private sink: Pick<PrivateSink, 'onStream'> | null = null;
  private isLive = false;
  private sinceMs: number;
  private reason: string | null = 'not started';
  private lastEventMs: number | null = null;
  private starting: ((result: Result<null, DomainError>) => void) | null = null;
  private startTimer: TimerHandle | null = null;

  constructor(options: OkxPrivateStreamsOptions) {
    this.options = options;
    this.sinceMs = options.deps.clock.nowMs();
    this.sockets = [
      this.socket('OKX private', options.urls.privateWs, PRIVATE_CHANNELS),
      this.socket('OKX business', options.urls.businessWs, BUSINESS_CHANNELS),
    ];
  }

  /** Opens the sockets; resolves when both are live, or with the first reason why one is not. */
  start(sink: Pick<PrivateSink, 'onStream'>): Promise<Result<null, DomainError>> {
    if (this.sink !== null) throw new Error('Invariant: the private streams of OKX are started already');
    this.sink = sink;
    this.reason = 'connecting';
    const started = new Promise<Result<null, DomainError>>((resolve) => {
      this.starting = resolve;
    });
    this.startTimer = this.options.deps.clock.after(START_TIMEOUT_MS, () =>
      this.settle(err(domainError('VENUE_TIMEOUT', `private streams not live after ${START_TIMEOUT_MS} ms`))),
    );
    for (const socket of this.sockets) socket.start();
    return started;
  }

  stop(): void {
    for (const socket of this.sockets) socket.stop();
    this.settle(err(domainError('VENUE_NOT_READY', 'stopped')));
    if (this.sink !== null) this.turn(false, 'stopped');
    this.sink = null;
  }

  state(): PrivateStreamState {
    return {
      isLive: this.isLive,
      sinceMs: this.sinceMs,
      reason: this.reason,
      reconnects: this.sockets.reduce((sum, socket) => sum + socket.reconnects, 0),
      lastEventMs: this.lastEventMs,
    };
  }

  private socket(name: string, url: string, channels: readonly PrivateChannel[]): PrivateSocket {
    const { deps, offset, dataSilenceMs, resyncClock } = this.options;
    return new PrivateSocket({
      name,
      url,
      connects: connectBudget(deps, url),
      channels,
      deps,
      offset,
      dataSilenceMs,
      resyncClock,
      events: {
        onReady: () => this.onReady(),
        onLost: (reason, error) => {
          this.turn(false, reason);
          this.settle(err(error));
        },
        onData: (frame) => {
          this.lastEventMs = deps.clock.nowMs();
          this.options.onData(frame);
        },
        onMalformed: () => this.options.onMalformed(),
      },
    });
  }

  private onReady(): void {
    if (this.sink === null || !this.sockets.every((socket) => socket.ready)) return;
    this.options.onLive();
    this.turn(true, null);
    this.settle(ok(null));
  }

  private turn(isLive: boolean, reason: string | null): void {
    if (this.isLive !== isLive) this.sinceMs = this.options.deps.clock.nowMs();
    const isNews = this.isLive !== isLive || this.reason !== reason;
    this.isLive = isLive;
    this.reason = reason;
    if (isNews) this.sink?.onStream(this.state());
  }

  private settle(result: Result<null, DomainError>): void {
    this.startTimer?.cancel();
    this.starting?.(result);
    this.starting = null;
  }
}
