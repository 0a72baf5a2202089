import type { ConnectionStatus, DecodeCounters, FeedSubscription, MarketSink } from '@riptide/core/domain';
import {
  ChannelLiveness,
  countFarAsks,
  FeedConnection,
  UnknownNames,
  type DecodedSink,
  type VenueDeps,
} from '../../kit/index.ts';
import { KucoinDecoder } from '../ws/parse.ts';
import { depthTopic, quoteTopic, topicsFor, type ConnectionPlan, type KucoinProtocol } from '../ws/public.ts';
import type { BookKeeper, DepthFrame } from './book-keeper.ts';
import { newDecoderState, slotsFor } from './decoder-state.ts';

export interface PublicStreamOptions {
  readonly plan: ConnectionPlan;
  readonly deps: VenueDeps;
  readonly protocol: KucoinProtocol;
  readonly keeper: BookKeeper;
  readonly sink: MarketSink;
  readonly counters: DecodeCounters;
  readonly decimals: Uint8Array;
  readonly rowFloor: Float64Array;
  readonly dataSilenceMs: number;
  readonly channelSilenceMs: number;
}

/** Channels whose silence is watched, per instrument. */
const DEPTH = 0;
const QUOTE = 1;
const WATCHED = 2;

/** One connection: its decoder, its topics, and what happens to its books when it goes. */
export class PublicStream implements DecodedSink {
  private readonly options: PublicStreamOptions;
  private readonly connection: FeedConnection;
  private readonly decoder: KucoinDecoder;
  private readonly byIx: ReadonlyMap<number, FeedSubscription>;
  private readonly liveness: ChannelLiveness;
  private readonly unknownNames: UnknownNames;
  /** The frame being decoded, for depth that has to be kept. */
  private readonly frame: { -readonly [Key in keyof DepthFrame]: DepthFrame[Key] };
  private sawData = false;

  constructor(options: PublicStreamOptions) {
    this.options = options;
    const { plan, deps, protocol, counters, decimals, rowFloor, dataSilenceMs } = options;
    const { subscriptions } = plan;
    this.unknownNames = new UnknownNames(deps.log, plan.name);
    const state = newDecoderState({ subscriptions, out: this, counters, decimals, rowFloor });
    this.decoder = new KucoinDecoder(state);
    this.frame = { depth: state.depth, bytes: Buffer.alloc(0), start: 0, end: 0, recvMs: 0 };
    this.byIx = new Map(subscriptions.map((subscription) => [subscription.ix, subscription]));
    this.liveness = new ChannelLiveness(slotsFor(subscriptions), WATCHED);
    this.connection = new FeedConnection({
      name: plan.name,
      deps,
      protocol,
      dataSilenceMs,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onFrame(bytes, start, end, recvMs),
        onUp: () => undefined,
        onDown: () => this.onDown(),
      },
    });
    // Channel by channel, so that each subscribe message carries many symbols of one.
    const topics = subscriptions.map(({ instrument }) => topicsFor(instrument));
    const channels = Math.max(0, ...topics.map((own) => own.length));
    for (let at = 0; at < channels; at += 1) this.connection.add(topics.flatMap((own) => own[at] ?? []));
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.connection.stop();
  }

  status(): ConnectionStatus {
    return this.connection.status();
  }

  /** Renews confirmed channels that brought nothing for too long. */
  sweep(nowMs: number): void {
    this.liveness.sweep(nowMs, this.options.channelSilenceMs, (ix, channel) => {
      const instrument = this.byIx.get(ix)?.instrument;
      if (instrument === undefined) return;
      if (channel === DEPTH) this.options.keeper.detach(ix, 'silent', nowMs);
      this.connection.renew(channel === DEPTH ? depthTopic(instrument) : quoteTopic(instrument));
    });
  }

  onDepth: DecodedSink['onDepth'] = (ix, isSnapshot, depth, recvMs) => {
    this.sawData = true;
    if (isSnapshot) return;
    countFarAsks(this.options.counters, depth);
    this.liveness.seen(ix, DEPTH, recvMs);
    this.options.keeper.onFrame(ix, this.frame);
  };

  onQuote: DecodedSink['onQuote'] = (ix, quote, recvMs) => {
    this.sawData = true;
    this.liveness.seen(ix, QUOTE, recvMs);
    this.options.sink.onQuote(ix, quote, recvMs);
  };

  onTrade: DecodedSink['onTrade'] = (ix, trade, recvMs) => {
    this.sawData = true;
    this.options.sink.onTrade(ix, trade, recvMs);
  };

  onMark: DecodedSink['onMark'] = (ix, mark, recvMs) => {
    this.sawData = true;
    this.options.sink.onMark(ix, mark, recvMs);
  };

  onTicker: DecodedSink['onTicker'] = (ix, ticker, recvMs) => {
    this.sawData = true;
    this.options.sink.onTicker(ix, ticker, recvMs);
  };

  onCandle: DecodedSink['onCandle'] = (ix, candle, recvMs) => {
    this.sawData = true;
    this.options.sink.onCandle(ix, candle, recvMs);
  };

  onLiquidation: DecodedSink['onLiquidation'] = (ix, liquidation, recvMs) => {
    this.options.sink.onLiquidation(ix, liquidation, recvMs);
  };

  onTrading: NonNullable<DecodedSink['onTrading']> = (ix, isTrading, recvMs) => {
    this.options.sink.onTrading?.(ix, isTrading, recvMs);
  };

  onOffTick: DecodedSink['onOffTick'] = (ix, digits) => {
    this.sawData = true;
    this.options.keeper.raiseScale(ix, digits, this.frame.recvMs);
  };

  onUnknown: DecodedSink['onUnknown'] = (what, name) => this.unknownNames.tell(what, name);

  onRare: DecodedSink['onRare'] = () => {
    this.sawData = true;
  };

  onControl: DecodedSink['onControl'] = (control) => {
    switch (control.kind) {
      case 'welcome':
        this.connection.ready();
        return;
      case 'pong':
        this.connection.pongSeen();
        return;
      case 'confirmed-request':
        this.connection.topics.confirmRequest(control.requestId);
        this.onConfirmed();
        return;
      case 'confirmed-topic':
        this.connection.topics.confirm(control.topic);
        this.onConfirmed();
        return;
      case 'rejected-request':
        this.connection.refused(control.requestId, control.reason, control.mayRetry);
        return;
      case 'unsubscribed-topic':
        return;
      case 'rejected-topic':
        this.connection.topics.reject(control.topic, control.reason);
        return;
      case 'notice':
      case 'error':
        this.options.deps.log.warn('message from the venue', { connection: this.options.plan.name, ...control });
    }
  };

  private onFrame(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { frame } = this;
    frame.bytes = bytes;
    frame.start = start;
    frame.end = end;
    frame.recvMs = recvMs;
    this.sawData = false;
    this.decoder.decode(bytes, start, end, recvMs);
    if (this.sawData) this.connection.dataSeen(recvMs);
  }

  private onConfirmed(): void {
    const nowMs = this.options.deps.clock.nowMs();
    for (const { ix, instrument } of this.options.plan.subscriptions) {
      if (this.connection.topics.state(depthTopic(instrument)) !== 'confirmed') continue;
      if (!this.options.keeper.confirmed(ix)) continue;
      this.liveness.arm(ix, DEPTH, nowMs);
      this.liveness.arm(ix, QUOTE, nowMs);
    }
  }

  private onDown(): void {
    const nowMs = this.options.deps.clock.nowMs();
    for (const { ix } of this.options.plan.subscriptions) {
      this.liveness.disarm(ix, DEPTH);
      this.liveness.disarm(ix, QUOTE);
      this.options.keeper.detach(ix, 'disconnected', nowMs);
    }
  }
}
