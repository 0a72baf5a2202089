import type {
  ConnectionStatus,
  DecodeCounters,
  DomainError,
  FeedSubscription,
  MarketSink,
  Result,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { ChannelLiveness, type VenueDeps } from '../../kit/index.ts';
import type { BinanceProduct, BinanceSettings } from '../config.ts';
import { BookKeeper } from './book-keeper.ts';
import type { ConnectionPlan } from '../ws/public.ts';
import type { DepthReading } from './snapshot-queue.ts';
import { DEPTH_CHANNEL, SocketFeed } from './socket-feed.ts';

export interface ProductFeedOptions {
  readonly product: BinanceProduct;
  readonly plans: readonly ConnectionPlan[];
  readonly subscriptions: readonly FeedSubscription[];
  readonly sink: MarketSink;
  readonly counters: DecodeCounters;
  readonly deps: VenueDeps;
  readonly settings: BinanceSettings;
  readonly fetchDepth: (wireSymbol: string) => Promise<Result<DepthReading, DomainError>>;
}

const SWEEP_EVERY_MS = 1_000;

/** The sockets and books of one product. */
export class ProductFeed {
  private readonly options: ProductFeedOptions;
  private readonly keeper: BookKeeper;
  private readonly sockets: readonly SocketFeed[];
  private readonly liveness: ChannelLiveness;
  private readonly depthSockets = new Map<number, { socket: SocketFeed; topic: string }>();
  private sweepTimer: TimerHandle | null = null;

  constructor(options: ProductFeedOptions) {
    this.options = options;
    const { subscriptions, plans, fetchDepth } = options;
    const symbols = new Map(subscriptions.map(({ ix, instrument }) => [ix, instrument.wireSymbol]));
    this.keeper = new BookKeeper({ ...options, fetch: (ix) => fetchDepth(symbols.get(ix) as string) });
    this.liveness = new ChannelLiveness(Math.max(-1, ...symbols.keys()) + 1, 1);
    const { keeper, liveness } = this;
    this.sockets = plans.map((plan) => new SocketFeed({ ...options, plan, keeper, liveness }));
    plans.forEach((plan, n) => {
      for (const [ix, topic] of plan.depthTopics) {
        this.depthSockets.set(ix, { socket: this.sockets[n] as SocketFeed, topic });
      }
    });
  }

  start(): void {
    for (const { connection } of this.sockets) connection.start();
    this.sweepTimer = this.options.deps.clock.every(SWEEP_EVERY_MS, () => this.sweep());
  }

  /** True when the instrument is one of this product's. */
  has(ix: number): boolean {
    return this.depthSockets.has(ix);
  }

  resync(ix: number): void {
    this.keeper.resync(ix);
  }

  status(): readonly ConnectionStatus[] {
    return this.sockets.map(({ connection }) => connection.status());
  }

  stop(): void {
    this.sweepTimer?.cancel();
    this.keeper.stop();
    for (const { connection } of this.sockets) connection.stop();
  }

  /** A confirmed depth channel that went silent is subscribed anew, and its book is worth nothing until then. */
  private sweep(): void {
    const { deps, settings } = this.options;
    const nowMs = deps.clock.nowMs();
    this.liveness.sweep(nowMs, settings.channelSilenceMs, (ix, channel) => {
      const found = this.depthSockets.get(ix);
      if (found === undefined || channel !== DEPTH_CHANNEL) return;
      deps.log.warn('depth channel silent, subscribing anew', { topic: found.topic });
      this.keeper.channelDown(ix, 'silent', nowMs);
      found.socket.connection.renew(found.topic);
    });
  }
}
