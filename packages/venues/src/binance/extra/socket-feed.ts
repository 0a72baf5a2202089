import type {
  CandleMessage,
  DecodeCounters,
  DepthMessage,
  FeedSubscription,
  LiquidationMessage,
  MarketSink,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import {
  countFarAsks,
  FeedConnection,
  type ChannelLiveness,
  type DecodedSink,
  type FeedControl,
  type VenueDeps,
} from '../../kit/index.ts';
import type { BinanceProduct, BinanceSettings } from '../config.ts';
import type { BookKeeper, FrameSpan } from './book-keeper.ts';
import { BinanceDecoder } from '../ws/parse.ts';
import { binanceProtocol, type ConnectionPlan } from '../ws/public.ts';

export interface SocketFeedOptions {
  readonly product: BinanceProduct;
  readonly plan: ConnectionPlan;
  readonly subscriptions: readonly FeedSubscription[];
  readonly sink: MarketSink;
  readonly keeper: BookKeeper;
  readonly liveness: ChannelLiveness;
  readonly counters: DecodeCounters;
  readonly deps: VenueDeps;
  readonly settings: BinanceSettings;
}

/** The only channel whose silence is watched per instrument. */
export const DEPTH_CHANNEL = 0;

/**
 * One socket with its decoder: depth goes to the book keeper, everything else to the sink.
 * HOT: one class for every socket, so that the calls stay monomorphic.
 */
export class SocketFeed implements DecodedSink {
  readonly connection: FeedConnection;
  private readonly options: SocketFeedOptions;
  private readonly decoder: BinanceDecoder;
  private readonly frame: FrameSpan = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  constructor(options: SocketFeedOptions) {
    this.options = options;
    const { product, plan, subscriptions, keeper, counters, deps, settings } = options;
    this.decoder = new BinanceDecoder({ product, subscriptions, out: this, counters });
    keeper.follow(this.decoder);
    this.connection = new FeedConnection({
      name: plan.name,
      deps,
      protocol: binanceProtocol(product, plan.url),
      dataSilenceMs: settings.dataSilenceMs,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onFrame(bytes, start, end, recvMs),
        onUp: () => undefined,
        onDown: () => this.onDown(),
      },
    });
    this.connection.add(plan.topics);
  }

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage, recvMs: number): void {
    // Partial books are never subscribed here; they follow no sequence.
    if (isSnapshot) return;
    this.options.liveness.seen(ix, DEPTH_CHANNEL, recvMs);
    countFarAsks(this.options.counters, depth);
    this.options.keeper.onDepth(ix, depth, this.frame, recvMs);
  }

  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    this.options.sink.onQuote(ix, quote, recvMs);
  }

  onTrade(ix: number, trade: TradeMessage, recvMs: number): void {
    this.options.sink.onTrade(ix, trade, recvMs);
  }

  onMark(ix: number, mark: MarkMessage, recvMs: number): void {
    this.options.sink.onMark(ix, mark, recvMs);
  }

  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void {
    this.options.sink.onTicker(ix, ticker, recvMs);
  }

  onCandle(ix: number, candle: CandleMessage, recvMs: number): void {
    this.options.sink.onCandle(ix, candle, recvMs);
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void {
    this.options.sink.onLiquidation(ix, liquidation, recvMs);
  }

  onTrading(ix: number, isTrading: boolean, recvMs: number): void {
    this.options.sink.onTrading?.(ix, isTrading, recvMs);
  }

  onOffTick(ix: number, digits: number): void {
    this.options.keeper.onOffTick(ix, digits, this.options.deps.clock.nowMs());
  }

  onControl(control: FeedControl): void {
    const { connection } = this;
    const { deps, plan } = this.options;
    if (control.kind === 'confirmed-request') {
      connection.topics.confirmRequest(control.requestId);
      this.raiseConfirmed();
    } else if (control.kind === 'rejected-request') {
      connection.refused(control.requestId, control.reason, control.mayRetry);
    } else if (control.kind === 'notice' && control.text === 'serverShutdown') {
      connection.drop('server-shutdown', 'the venue announced a restart');
    } else deps.log.warn('control frame', { connection: plan.name, kind: control.kind });
  }

  onUnknown(): void {
    // Counted by the decoder; the venue decides what it sends, so naming each would only fill the log.
  }

  onRare(): void {
    // Known; what it says of an instrument came by `onTrading`.
  }

  private onFrame(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters } = this.options;
    const { frame } = this;
    const before = counters.fast + counters.keyed + counters.slow;
    frame.bytes = bytes;
    frame.start = start;
    frame.end = end;
    this.decoder.decode(bytes, start, end, recvMs);
    if (counters.fast + counters.keyed + counters.slow !== before) this.connection.dataSeen(recvMs);
  }

  /** Books start once their channel is confirmed, even where the market is too quiet to send anything. */
  private raiseConfirmed(): void {
    const { plan, keeper, liveness, deps } = this.options;
    for (const [ix, topic] of plan.depthTopics) {
      if (this.connection.topics.state(topic) !== 'confirmed') continue;
      liveness.arm(ix, DEPTH_CHANNEL, deps.clock.nowMs());
      keeper.channelUp(ix);
    }
  }

  private onDown(): void {
    const { plan, keeper, liveness, deps } = this.options;
    for (const ix of plan.depthTopics.keys()) {
      liveness.disarm(ix, DEPTH_CHANNEL);
      keeper.channelDown(ix, 'disconnected', deps.clock.nowMs());
    }
  }
}
