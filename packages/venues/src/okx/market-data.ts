import type {
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
import { NO_SEQ } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import {
  ChannelLiveness,
  countFarAsks,
  newDecodeCounters,
  shards,
  UnknownNames,
  type DecodedSink,
  type FeedControl,
  type PendingFrame,
  type VenueDeps,
} from '../kit/index.ts';
import type { OkxConfig } from './config.ts';
import { BookFeed } from './extra/book-feed.ts';
import { connectBudget } from './extra/connect-budget.ts';
import { FeedShare } from './extra/feed-share.ts';
import { RecentKeys } from './extra/recent-keys.ts';
import { OKX_LIMITS } from './limits.ts';
import { getBooks, type OkxRest } from './rest/spot.ts';
import type { OkxUrls } from './urls.ts';
import { OkxDecoder } from './ws/parse.ts';
import { LIQUIDATIONS_TOPIC, statusTopic } from './ws/public.ts';

export interface OkxFeedOptions {
  readonly config: OkxConfig;
  readonly urls: OkxUrls;
  readonly rest: OkxRest;
  readonly deps: VenueDeps;
}

/** What lives from start to stop. */
interface Run {
  readonly sink: MarketSink;
  readonly decoder: OkxDecoder;
  /** Reads kept frames once more. */
  readonly again: OkxDecoder;
  readonly books: BookFeed;
  readonly liveness: ChannelLiveness;
}

const SWEEP_EVERY_MS = 250;
const DEPTH = 0;
const CHANNELS = 1;
/** Liquidations come from several sources and may come twice. */
const LIQUIDATIONS_REMEMBERED = 512;

/** The live feed of OKX: shares the instruments over sockets, decodes, keeps the books, and hands everything to the sink. */
export class OkxFeed implements MarketFeed, DecodedSink {
  readonly venue = 'OKX';
  private readonly options: OkxFeedOptions;
  private readonly counters = newDecodeCounters();
  private readonly recentLiquidations = new RecentKeys(LIQUIDATIONS_REMEMBERED);
  private readonly unknownNames: UnknownNames;
  private shares: readonly FeedShare[] = [];
  private shareOf: FeedShare[] = [];
  private pxDecimals = new Uint8Array(0);
  /** 1 once a numbered quote came: from then on the unnumbered ones of the ticker are older news. */
  private hasNumberedQuote = new Uint8Array(0);
  private run: Run | null = null;
  private readonly stopping = new AbortController();
  private sweepTimer: TimerHandle | null = null;
  private current: FeedShare | null = null;
  /** The frame under decoding. */
  private readonly frame = { bytes: Buffer.alloc(0) as Buffer, start: 0, end: 0, recvMs: 0 };

  constructor(options: OkxFeedOptions) {
    this.options = options;
    this.unknownNames = new UnknownNames(options.deps.log, 'OKX');
  }

  start(subscriptions: readonly FeedSubscription[], sink: MarketSink): void {
    if (this.run !== null) throw new Error('Invariant: the OKX feed is started already');
    const { config, deps } = this.options;
    const size = subscriptions.reduce((most, { ix }) => Math.max(most, ix + 1), 0);
    this.pxDecimals = new Uint8Array(size);
    this.hasNumberedQuote = new Uint8Array(size);
    for (const { ix, scale } of subscriptions) this.pxDecimals[ix] = scale.pxDecimals;
    const decoderOptions = { product: 'v5', subscriptions, out: this };
    this.run = {
      sink,
      decoder: new OkxDecoder({ ...decoderOptions, counters: this.counters }),
      // Kept frames were counted when they came.
      again: new OkxDecoder({ ...decoderOptions, counters: newDecodeCounters() }),
      books: this.newBooks(subscriptions, size, sink),
      liveness: new ChannelLiveness(size, CHANNELS),
    };
    this.openShares(subscriptions);
    this.sweepTimer = deps.clock.every(SWEEP_EVERY_MS, () => this.sweep(deps.clock.nowMs(), config.channelSilenceMs));
  }

  resync(ix: number): void {
    if (this.shareOf[ix] !== undefined) this.run?.books.restart(ix, this.options.deps.clock.nowMs());
  }

  status(): FeedStatus {
    return { venue: 'OKX', connections: this.shares.map((share) => share.connection.status()), decode: this.counters };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.sweepTimer?.cancel();
    this.run?.books.stop();
    this.run = null;
    for (const share of this.shares) share.connection.stop();
    await this.options.rest.client.close();
  }

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage, recvMs: number): void {
    const { run } = this;
    if (run === null) return;
    run.liveness.seen(ix, DEPTH, recvMs);
    countFarAsks(this.counters, depth);
    run.books.onDepth(ix, isSnapshot, depth, this.frame);
  }

  /** One-sided quotes are left out: an absent side has no price, and the book shows what there is. */
  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    if (quote.seq !== NO_SEQ) this.hasNumberedQuote[ix] = 1;
    else if (this.hasNumberedQuote[ix] === 1) return;
    if (quote.bidQty > 0 && quote.askQty > 0) this.run?.sink.onQuote(ix, quote, recvMs);
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
    const { venueMs, liquidatedSide, qty, px } = liquidation;
    if (this.recentLiquidations.has(`${ix} ${venueMs} ${liquidatedSide} ${qty} ${px}`)) this.counters.stale += 1;
    else this.run?.sink.onLiquidation(ix, liquidation, recvMs);
  }

  onTrading(ix: number, isTrading: boolean, recvMs: number): void {
    this.run?.sink.onTrading?.(ix, isTrading, recvMs);
  }

  onControl(control: FeedControl): void {
    const ix = this.current?.onControl(control) ?? null;
    if (ix === null || this.run === null) return;
    const nowMs = this.options.deps.clock.nowMs();
    this.run.books.onConfirmed(ix, nowMs);
    this.run.liveness.arm(ix, DEPTH, nowMs);
  }

  onOffTick(ix: number, digits: number): void {
    const { run } = this;
    if (run === null) return;
    const { recvMs } = this.frame;
    if (run.sink.onScaleRaised?.(ix, { pxDecimals: digits }) !== true) {
      run.books.giveUp(ix, recvMs);
      return;
    }
    this.pxDecimals[ix] = digits;
    run.decoder.setDecimals(ix, digits);
    run.again.setDecimals(ix, digits);
    run.books.lose(ix, 'off-tick', recvMs);
  }

  onUnknown(what: 'channel' | 'symbol', name: string): void {
    // The liquidation channel names every swap of the venue; those we do not follow are no news.
    if (this.run !== null && what === 'channel') this.unknownNames.tell(what, name);
  }

  onRare(): void {
    // What such a channel says of an instrument came by `onTrading`; the decoder has counted the frame.
  }

  private newBooks(subscriptions: readonly FeedSubscription[], instruments: number, sink: MarketSink): BookFeed {
    const { config, deps, rest } = this.options;
    const instIds = new Map(subscriptions.map(({ ix, instrument }) => [ix, instrument.wireSymbol]));
    return new BookFeed({
      instruments,
      sink,
      counters: this.counters,
      deps,
      snapshotWaitMs: config.snapshotWaitMs,
      pxDecimals: (ix) => this.pxDecimals[ix] ?? 0,
      fetchBook: (ix) => getBooks(rest, instIds.get(ix) ?? '', OKX_LIMITS.bookLevels),
      renew: (ix, nowMs) => this.shareOf[ix]?.renewDepth(ix, nowMs) ?? false,
      replay: (frames) => this.replay(frames),
    });
  }

  private openShares(subscriptions: readonly FeedSubscription[]): void {
    const { config, deps, urls } = this.options;
    const budget = connectBudget(deps, urls.publicWs);
    const connects = { take: (weight: number) => budget.take(weight, this.stopping.signal) };
    this.shareOf = [];
    this.shares = shards(subscriptions, config.instrumentsPerConnection).map((members, at) => {
      const share: FeedShare = new FeedShare({
        name: `okx-public-${at + 1}`,
        members,
        config,
        deps,
        url: urls.publicWs,
        connects,
        events: {
          onFrame: (bytes, start, end, recvMs) => {
            this.current = share;
            this.onFrame(bytes, start, end, recvMs);
          },
          onDown: () => this.onDown(share),
        },
      });
      for (const { ix } of members) this.shareOf[ix] = share;
      return share;
    });
    if (subscriptions.some(({ instrument }) => instrument.kind === 'perp'))
      this.shares[0]?.connection.add([LIQUIDATIONS_TOPIC]);
    const kinds = new Set(subscriptions.map(({ instrument }) => instrument.kind));
    this.shares[0]?.connection.add([...kinds].map(statusTopic));
    for (const share of this.shares) share.connection.start();
  }

  /** HOT: every frame of every socket; `current` is the share it came on. */
  private onFrame(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { run, counters, frame } = this;
    if (run === null) return;
    frame.bytes = bytes;
    frame.start = start;
    frame.end = end;
    frame.recvMs = recvMs;
    const readBefore = counters.fast + counters.keyed + counters.slow;
    run.decoder.decode(bytes, start, end, recvMs);
    if (counters.fast + counters.keyed + counters.slow !== readBefore) this.current?.connection.dataSeen(recvMs);
  }

  private replay(frames: readonly PendingFrame[]): void {
    const { frame } = this;
    for (const kept of frames) {
      frame.bytes = kept.bytes;
      frame.start = 0;
      frame.end = kept.bytes.length;
      frame.recvMs = kept.recvMs;
      this.run?.again.decode(kept.bytes, 0, kept.bytes.length, kept.recvMs);
    }
  }

  private onDown(share: FeedShare): void {
    const { run } = this;
    if (run === null) return;
    const nowMs = this.options.deps.clock.nowMs();
    for (const { ix } of share.members) {
      run.liveness.disarm(ix, DEPTH);
      run.books.onDisconnected(ix, nowMs);
      this.hasNumberedQuote[ix] = 0;
    }
  }

  private sweep(nowMs: number, limitMs: number): void {
    const { run } = this;
    if (run === null) return;
    run.liveness.sweep(nowMs, limitMs, (ix) => run.books.lose(ix, 'silent', nowMs));
    run.books.sweep(nowMs);
  }
}
