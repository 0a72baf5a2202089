import type {
  BookResetReason,
  CandleMessage,
  DepthMessage,
  FeedStatus,
  FeedSubscription,
  LiquidationMessage,
  MarketFeed,
  MarketSink,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import {
  ChannelLiveness,
  countFarAsks,
  newDecodeCounters,
  shards,
  UnknownNames,
  type DecodedSink,
  type FeedControl,
  type VenueDeps,
} from '../kit/index.ts';
import type { BybitConfig } from './config.ts';
import { productOf } from './enums.ts';
import { BookRenewals } from './extra/book-renewals.ts';
import { FeedShare } from './extra/feed-share.ts';
import { BYBIT_PRODUCTS, type BybitUrls } from './urls.ts';
import { BookSync } from './ws/book-sync.ts';

export interface BybitFeedOptions {
  readonly config: BybitConfig;
  readonly urls: BybitUrls;
  readonly deps: VenueDeps;
}

/** What lives from start to stop. */
interface Run {
  readonly sink: MarketSink;
  readonly sync: BookSync;
  readonly renewals: BookRenewals;
  readonly liveness: ChannelLiveness;
}

const SWEEP_EVERY_MS = 250;
const DEPTH = 0;
const CHANNELS = 1;

/** The live feed of Bybit: shares the instruments over sockets, checks sequences, and hands everything to the sink. */
export class BybitFeed implements MarketFeed, DecodedSink {
  readonly venue = 'BYBIT';
  private readonly options: BybitFeedOptions;
  private readonly counters = newDecodeCounters();
  private readonly unknownNames: UnknownNames;
  private shares: FeedShare[] = [];
  private shareOf: FeedShare[] = [];
  private current: FeedShare | null = null;
  private recvMs = 0;
  private run: Run | null = null;
  private sweepTimer: TimerHandle | null = null;

  constructor(options: BybitFeedOptions) {
    this.options = options;
    this.unknownNames = new UnknownNames(options.deps.log, 'BYBIT');
  }

  start(subscriptions: readonly FeedSubscription[], sink: MarketSink): void {
    if (this.run !== null) throw new Error('Invariant: the Bybit feed is started already');
    const { config, deps } = this.options;
    const instruments = subscriptions.reduce((most, { ix }) => Math.max(most, ix + 1), 0);
    this.run = {
      sink,
      sync: new BookSync(instruments),
      renewals: new BookRenewals({
        instruments,
        deps,
        snapshotWaitMs: config.snapshotWaitMs,
        renew: (ix) => this.shareOf[ix]?.renewDepth(ix),
      }),
      liveness: new ChannelLiveness(instruments, CHANNELS),
    };
    for (const product of BYBIT_PRODUCTS) {
      const members = subscriptions.filter(({ instrument }) => productOf(instrument.kind) === product);
      shards(members, config.instrumentsPerConnection).forEach((share, at) => this.openShare(product, share, at + 1));
    }
    for (const share of this.shares) share.connection.start();
    this.sweepTimer = deps.clock.every(SWEEP_EVERY_MS, () => this.sweep(deps.clock.nowMs(), config.channelSilenceMs));
  }

  resync(ix: number): void {
    if (this.shareOf[ix] === undefined) return;
    this.run?.sync.reset(ix);
    this.run?.renewals.want(ix, this.options.deps.clock.nowMs());
  }

  status(): FeedStatus {
    return {
      venue: 'BYBIT',
      connections: this.shares.map((share) => share.connection.status()),
      decode: this.counters,
    };
  }

  stop(): Promise<void> {
    this.sweepTimer?.cancel();
    this.run = null;
    for (const share of this.shares) share.connection.stop();
    return Promise.resolve();
  }

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage, recvMs: number): void {
    const { run, counters } = this;
    if (run === null) return;
    run.liveness.seen(ix, DEPTH, recvMs);
    countFarAsks(counters, depth);
    switch (run.sync.judge(ix, isSnapshot, depth)) {
      case 'apply':
        if (isSnapshot) {
          run.renewals.settle(ix, recvMs);
          run.sink.onBookSnapshot(ix, depth, recvMs);
        } else run.sink.onBookDelta(ix, depth, recvMs);
        return;
      case 'drop':
        counters.stale += 1;
        return;
      case 'gap':
        counters.gaps += 1;
        this.lose(ix, 'sequence-gap', recvMs);
    }
  }

  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    this.run?.sink.onQuote(ix, quote, recvMs);
  }

  onTrade(ix: number, trade: TradeMessage, recvMs: number): void {
    this.run?.sink.onTrade(ix, trade, recvMs);
  }

  onMark(ix: number, mark: MarkMessage, recvMs: number): void {
    this.run?.sink.onMark(ix, mark, recvMs);
  }

  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void {
    this.run?.sink.onTicker(ix, ticker, recvMs);
  }

  onCandle(ix: number, candle: CandleMessage, recvMs: number): void {
    this.run?.sink.onCandle(ix, candle, recvMs);
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void {
    this.run?.sink.onLiquidation(ix, liquidation, recvMs);
  }

  onControl(control: FeedControl): void {
    const { current, run } = this;
    current?.onControl(control);
    if (current === null || run === null || control.kind !== 'confirmed-request') return;
    for (const { ix } of current.members) {
      if (!current.isDepthSettled(ix) || !run.sync.isWaiting(ix)) continue;
      run.liveness.arm(ix, DEPTH, this.recvMs);
      run.renewals.await(ix, this.recvMs);
    }
  }

  onOffTick(ix: number, digits: number): void {
    const { run } = this;
    if (run === null) return;
    if (run.sink.onScaleRaised?.(ix, { pxDecimals: digits }) !== true) {
      run.sync.reset(ix);
      run.renewals.giveUp(ix);
      run.sink.onBookReset(ix, 'off-tick', this.recvMs);
      return;
    }
    this.shareOf[ix]?.decoder.setDecimals(ix, digits);
    this.lose(ix, 'off-tick', this.recvMs);
  }

  onUnknown(what: 'channel' | 'symbol', name: string): void {
    this.unknownNames.tell(what, name);
  }

  onRare(): void {
    // Nothing of the product subscribes a rare channel; the decoder has counted the frame.
  }

  private openShare(product: 'spot' | 'linear', members: readonly FeedSubscription[], number: number): void {
    const { config, deps, urls } = this.options;
    const share = new FeedShare({
      name: `bybit-${product}-public-${number}`,
      product,
      members,
      config,
      deps,
      url: urls.publicWs[product],
      counters: this.counters,
      out: this,
      onFrame: (from, recvMs) => {
        this.current = from;
        this.recvMs = recvMs;
      },
      onDown: (from) => this.onDown(from),
    });
    this.shares.push(share);
    for (const { ix } of members) this.shareOf[ix] = share;
  }

  /** Marks the book unusable and gets a new one. */
  private lose(ix: number, reason: BookResetReason, nowMs: number): void {
    this.run?.sync.reset(ix);
    this.run?.renewals.want(ix, nowMs);
    this.run?.sink.onBookReset(ix, reason, nowMs);
  }

  private onDown(share: FeedShare): void {
    const { run } = this;
    if (run === null) return;
    const nowMs = this.options.deps.clock.nowMs();
    for (const { ix } of share.members) {
      run.liveness.disarm(ix, DEPTH);
      run.sync.reset(ix);
      run.renewals.giveUp(ix);
      run.sink.onBookReset(ix, 'disconnected', nowMs);
    }
  }

  private sweep(nowMs: number, limitMs: number): void {
    const { run, counters } = this;
    if (run === null) return;
    run.liveness.sweep(nowMs, limitMs, (ix) => this.lose(ix, 'silent', nowMs));
    counters.resyncs += run.renewals.sweep(nowMs);
  }
}
