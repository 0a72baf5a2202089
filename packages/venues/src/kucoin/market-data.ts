import type { DepthMessage, FeedStatus, FeedSubscription, MarketFeed, MarketSink } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { newDecodeCounters, type DecodedSink, type FrameDecoder, type VenueDeps } from '../kit/index.ts';
import { KUCOIN_CONFIG_DEFAULTS, type KucoinConfig } from './config.ts';
import type { KucoinProduct } from './enums.ts';
import { BookKeeper } from './extra/book-keeper.ts';
import { decimalsOf, newDecoderState, slotsFor } from './extra/decoder-state.ts';
import { FundingClock } from './extra/funding-clock.ts';
import { PublicStream } from './extra/public-stream.ts';
import type { KucoinApis } from './extra/rest-api.ts';
import { SPOT_SNAPSHOT_LEVELS } from './limits.ts';
import { getCurrentFundingRate, getFullOrderBook } from './rest/futures.ts';
import { getPartOrderBook } from './rest/spot.ts';
import { KucoinDecoder } from './ws/parse.ts';
import { KucoinProtocol, planConnections } from './ws/public.ts';

export interface KucoinFeedOptions {
  readonly config: KucoinConfig;
  readonly deps: VenueDeps;
  /** Opens the feed's own clients; null where the target has no hosts. */
  readonly openApis: () => KucoinApis | null;
}

const SWEEP_EVERY_MS = 1_000;
const FUNDING_STEP_MS = 250;

/** Everything that lives between `start` and `stop`. */
interface Running {
  readonly apis: KucoinApis;
  readonly streams: readonly PublicStream[];
  readonly keepers: readonly BookKeeper[];
  readonly funding: FundingClock;
  readonly sweep: TimerHandle;
  readonly keeperOf: (ix: number) => BookKeeper | undefined;
}

/** KuCoin's live feed over the classic sockets of both products. */
export class KucoinFeed implements MarketFeed {
  readonly venue = 'KUCOIN';
  private readonly options: KucoinFeedOptions;
  private readonly counters = newDecodeCounters();
  private running: Running | null = null;

  constructor(options: KucoinFeedOptions) {
    this.options = options;
  }

  start(subscriptions: readonly FeedSubscription[], sink: MarketSink): void {
    if (this.running !== null) throw new Error('Invariant: the KuCoin feed runs already');
    const { deps } = this.options;
    const apis = this.options.openApis();
    if (apis === null) {
      deps.log.error('KuCoin has no testnet: nothing to connect to', { venue: this.venue });
      return;
    }
    this.running = this.build(subscriptions, sink, apis);
    for (const stream of this.running.streams) stream.start();
    this.running.funding.start(FUNDING_STEP_MS);
  }

  resync(ix: number): void {
    this.running?.keeperOf(ix)?.startOver(ix, 'crossed', this.options.deps.clock.nowMs());
  }

  status(): FeedStatus {
    const connections = this.running?.streams.map((stream) => stream.status()) ?? [];
    return { venue: this.venue, connections, decode: this.counters };
  }

  async stop(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    this.running = null;
    running.sweep.cancel();
    running.funding.stop();
    for (const keeper of running.keepers) keeper.stop();
    for (const stream of running.streams) stream.stop();
    await Promise.all([running.apis.spot.client.close(), running.apis.futures.client.close()]);
  }

  private build(subscriptions: readonly FeedSubscription[], sink: MarketSink, apis: KucoinApis): Running {
    const { config, deps } = this.options;
    const decimals = decimalsOf(subscriptions);
    const rowFloor = new Float64Array(slotsFor(subscriptions)).fill(-1);
    const plans = planConnections(subscriptions);
    const keepers = new Map<KucoinProduct, BookKeeper>();
    const keeperByIx = new Map<number, BookKeeper>();
    for (const product of ['spot', 'futures'] as const) {
      const own = plans.filter((plan) => plan.product === product).flatMap((plan) => plan.subscriptions);
      const keeper = this.buildKeeper(product, own, { sink, apis, decimals, rowFloor });
      keepers.set(product, keeper);
      for (const { ix } of own) {
        keeper.add(ix);
        keeperByIx.set(ix, keeper);
      }
    }
    const streams = plans.map(
      (plan) =>
        new PublicStream({
          plan,
          deps,
          protocol: new KucoinProtocol(apis[plan.product], deps),
          keeper: keepers.get(plan.product) as BookKeeper,
          sink,
          counters: this.counters,
          decimals,
          rowFloor,
          dataSilenceMs: config.dataSilenceMs,
          channelSilenceMs: config.channelSilenceMs,
        }),
    );
    const funding = new FundingClock({
      deps,
      sink,
      subscriptions: subscriptions.filter(({ instrument }) => instrument.kind === 'perp'),
      fetch: (wireSymbol) => getCurrentFundingRate(apis.futures, wireSymbol),
    });
    const sweep = deps.clock.every(SWEEP_EVERY_MS, () => {
      const nowMs = deps.clock.nowMs();
      for (const stream of streams) stream.sweep(nowMs);
      for (const keeper of keepers.values()) keeper.renewShallow(nowMs);
    });
    return { apis, streams, keepers: [...keepers.values()], funding, sweep, keeperOf: (ix) => keeperByIx.get(ix) };
  }

  private buildKeeper(product: KucoinProduct, own: readonly FeedSubscription[], shared: KeeperShare): BookKeeper {
    const { config, deps } = this.options;
    const { sink, apis, decimals, rowFloor } = shared;
    const symbols = new Map(own.map(({ ix, instrument }) => [ix, instrument.wireSymbol]));
    return new BookKeeper({
      deps,
      sink,
      counters: this.counters,
      slots: slotsFor(own),
      decimals,
      rowFloor,
      snapshotDepth: product === 'spot' ? SPOT_SNAPSHOT_LEVELS : Number.POSITIVE_INFINITY,
      pendingFramesMax: config.pendingFramesMax ?? KUCOIN_CONFIG_DEFAULTS.pendingFramesMax,
      snapshotsInFlightMax: config.snapshotsInFlightMax ?? KUCOIN_CONFIG_DEFAULTS.snapshotsInFlightMax,
      urgent: new Set(own.flatMap(({ ix, isUrgent }) => (isUrgent === true ? [ix] : []))),
      fetchSnapshot: (ix) => {
        const symbol = symbols.get(ix) ?? '';
        return product === 'spot' ? getPartOrderBook(apis.spot, symbol) : getFullOrderBook(apis.futures, symbol);
      },
      // Kept frames were counted when they came, so the second reading counts into a bin of its own.
      createReplay: (keeper): FrameDecoder =>
        new KucoinDecoder(
          newDecoderState({
            subscriptions: own,
            out: replaySink(keeper),
            counters: newDecodeCounters(),
            decimals,
            rowFloor,
          }),
        ),
    });
  }
}

interface KeeperShare {
  readonly sink: MarketSink;
  readonly apis: KucoinApis;
  readonly decimals: Uint8Array;
  readonly rowFloor: Float64Array;
}

/** Takes depth from kept frames only: everything else in them was handed on when it came. */
function replaySink(keeper: BookKeeper): DecodedSink {
  const ignore = (): void => undefined;
  return {
    onDepth: (ix: number, isSnapshot: boolean, depth: DepthMessage) => {
      if (!isSnapshot) keeper.onReplayed(ix, depth);
    },
    onOffTick: (ix: number, digits: number) => keeper.raiseScale(ix, digits, Number.NaN),
    onQuote: ignore,
    onTrade: ignore,
    onMark: ignore,
    onTicker: ignore,
    onCandle: ignore,
    onLiquidation: ignore,
    onControl: ignore,
    onUnknown: ignore,
    onRare: ignore,
  };
}
