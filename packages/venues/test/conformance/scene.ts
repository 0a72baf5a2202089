import type {
  Instrument,
  LiquidationMessage,
  MarketFeed,
  MarketSink,
  MarkMessage,
  ReferenceData,
  TradeMessage,
  Venue,
} from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock, type Clock } from '@riptide/core/kernel';
import { MarketStore } from '@riptide/core/market-data';
import { startVenueSim, type PublicFaults, type VenueSim } from '@riptide/venue-sim';
import type { VenueConfig, VenueDeps } from '@riptide/venues/kit';

/** What the suite must know of a venue to run its cards. */
export interface VenueUnderTest {
  readonly venue: Venue;
  readonly create: (
    config: VenueConfig,
    deps: VenueDeps,
  ) => { readonly reference: ReferenceData; readonly feed: MarketFeed };
  /** Part of the depth channel's topic at the simulator. */
  readonly depthTopic: string;
  /** Path prefix of the depth snapshot request; null where snapshots come in the stream. */
  readonly snapshotPath: string | null;
  readonly hasLiquidations: boolean;
}

/** A trade as the sink heard it, in wire units. */
export interface SeenTrade {
  readonly ix: number;
  readonly takerSide: 'BUY' | 'SELL';
  readonly pxTicks: number;
  /** Mid of the book before its last change, wire ticks; NaN while there is none. */
  readonly midTicks: number;
}

export interface SeenLiquidation {
  readonly ix: number;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly px: number;
}

/** A venue's adapter on the simulator, with a real store behind it. */
export interface Scene {
  readonly sim: VenueSim;
  readonly faults: PublicFaults;
  readonly reference: ReferenceData;
  readonly feed: MarketFeed;
  readonly instruments: readonly Instrument[];
  readonly store: MarketStore;
  readonly trades: SeenTrade[];
  readonly liquidations: SeenLiquidation[];
  readonly marks: Map<number, { markPx: number; indexPx: number; fundingRateFrac: number }>;
  liveBooks(): number;
  isLive(ix: number): boolean;
  ixOf(symbol: string, kind: 'spot' | 'perp'): number;
  /** Timers of the adapter that are still to come. */
  timers(): number;
  stop(): Promise<void>;
}

const KEPT = 5_000;

/** Starts the simulator and one adapter on all spot and perp instruments of some symbols. */
export async function startScene(under: VenueUnderTest, more: Partial<VenueConfig> = {}): Promise<Scene> {
  const sim = await startVenueSim({ seed: 7, mode: { kind: 'sim' } });
  const { clock, timers } = countingClock();
  const deps = { clock, random: seededRandom(11), log: silentLog() };
  const config: VenueConfig = {
    target: { kind: 'simulator', baseUrl: sim.baseUrls[under.venue] },
    dataSilenceMs: 15_000,
    channelSilenceMs: 90_000,
    ...more,
  };
  const { reference, feed } = under.create(config, deps);
  const listed = await reference.loadInstruments();
  if (!listed.ok) throw new Error(`instruments of ${under.venue}: ${listed.error.code} ${listed.error.detail}`);
  const chosen = listed.value.filter(isWanted);
  const store = new MarketStore(chosen, {
    isQuoteChecked: true,
    listener: { onTopChanged: () => undefined, onResyncNeeded: (ix) => feed.resync(ix) },
  });
  const seen = recordingSink(store);
  feed.start(
    store.instruments.map((instrument, ix) => ({ ix, instrument, scale: store.scales[ix]! })),
    seen.sink,
  );
  const isLive = (ix: number): boolean => store.books[ix]!.resetReason === null;
  return {
    sim,
    faults: sim.faults(under.venue),
    reference,
    feed,
    instruments: store.instruments,
    store,
    trades: seen.trades,
    liquidations: seen.liquidations,
    marks: seen.marks,
    isLive,
    timers,
    liveBooks: () => store.books.filter((book) => book.resetReason === null).length,
    ixOf: (symbol, kind) => store.instruments.findIndex((one) => one.symbol === symbol && one.kind === kind),
    stop: async () => {
      await feed.stop();
      await sim.stop();
    },
  };
}

/** The machine's clock, which also tells how many timers were set and neither ran out nor were cancelled. */
function countingClock(): { readonly clock: Clock; readonly timers: () => number } {
  const machine = systemClock();
  const pending = new Set<object>();
  const keep = (start: (done: () => void) => { cancel: () => void }): { cancel: () => void } => {
    const key = {};
    pending.add(key);
    const timer = start(() => pending.delete(key));
    return {
      cancel: () => {
        pending.delete(key);
        timer.cancel();
      },
    };
  };
  const clock: Clock = {
    nowMs: () => machine.nowMs(),
    nowNs: () => machine.nowNs(),
    after: (delayMs, task) =>
      keep((done) =>
        machine.after(delayMs, () => {
          done();
          task();
        }),
      ),
    every: (periodMs, task) => keep(() => machine.every(periodMs, task)),
  };
  return { clock, timers: () => pending.size };
}

const SYMBOLS = new Set([
  'BTCUSDT',
  'ETHUSDT',
  'SOLUSDT',
  'XRPUSDT',
  'DOGEUSDT',
  'PEPEUSDT',
  'LINKUSDT',
  'AVAXUSDT',
  'ADAUSDT',
  'DOTUSDT',
]);

function isWanted(instrument: Instrument): boolean {
  return (
    SYMBOLS.has(instrument.symbol) &&
    (instrument.kind === 'spot' || instrument.kind === 'perp') &&
    !instrument.isInverse
  );
}

function recordingSink(store: MarketStore) {
  const trades: SeenTrade[] = [];
  const liquidations: SeenLiquidation[] = [];
  const marks = new Map<number, { markPx: number; indexPx: number; fundingRateFrac: number }>();
  const ticks = new Int32Array(1);
  const qty = new Float64Array(1);
  const best = (ix: number, side: 'bid' | 'ask'): number =>
    store.readLevels(ix, side, 1, ticks, qty) === 1 ? ticks[0]! : Number.NaN;
  const mids = new Map<number, number>();
  const sink: MarketSink = {
    onBookSnapshot: (ix, depth, recvMs) => store.onBookSnapshot(ix, depth, recvMs),
    onBookDelta: (ix, depth, recvMs) => {
      mids.set(ix, (best(ix, 'bid') + best(ix, 'ask')) / 2);
      store.onBookDelta(ix, depth, recvMs);
    },
    onBookReset: (ix, reason, recvMs) => store.onBookReset(ix, reason, recvMs),
    onScaleRaised: (ix, scale) => store.onScaleRaised(ix, scale),
    onBookAlive: (ix, venueMs, recvMs) => store.onBookAlive(ix, venueMs, recvMs),
    onQuote: (ix, quote, recvMs) => store.onQuote(ix, quote, recvMs),
    onTrade: (ix, trade: TradeMessage, recvMs) => {
      if (trades.length < KEPT) {
        trades.push({ ix, takerSide: trade.takerSide, pxTicks: trade.pxTicks, midTicks: mids.get(ix) ?? Number.NaN });
      }
      store.onTrade(ix, trade, recvMs);
    },
    onMark: (ix, mark: MarkMessage, recvMs) => {
      const known = marks.get(ix) ?? { markPx: Number.NaN, indexPx: Number.NaN, fundingRateFrac: Number.NaN };
      if (!Number.isNaN(mark.markPx)) known.markPx = mark.markPx;
      if (!Number.isNaN(mark.indexPx)) known.indexPx = mark.indexPx;
      if (!Number.isNaN(mark.fundingRateFrac)) known.fundingRateFrac = mark.fundingRateFrac;
      marks.set(ix, known);
      store.onMark(ix, mark, recvMs);
    },
    onTicker: (ix, ticker, recvMs) => store.onTicker(ix, ticker, recvMs),
    onCandle: (ix, candle, recvMs) => store.onCandle(ix, candle, recvMs),
    onLiquidation: (ix, liquidation: LiquidationMessage, recvMs) => {
      if (liquidations.length < KEPT)
        liquidations.push({ ix, liquidatedSide: liquidation.liquidatedSide, px: liquidation.px });
      store.onLiquidation(ix, liquidation, recvMs);
    },
    onTrading: (ix, isTrading, recvMs) => store.onTrading(ix, isTrading, recvMs),
    readLevels: (ix, side, count, into, sizes) => store.readLevels(ix, side, count, into, sizes),
  };
  return { sink, trades, liquidations, marks };
}
