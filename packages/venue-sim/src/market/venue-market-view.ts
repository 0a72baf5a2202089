import type { Venue } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { AccountMarket, AccountWatcher, CascadePlan } from './account-port.ts';
import { candlesOf } from './candle-history.ts';
import type { CandleStore } from './candle-store.ts';
import { dayStatsOf, type DayRange } from './day-stats.ts';
import type { FairPrices } from './fair-prices.ts';
import { Lending } from './lending.ts';
import { lotQuote, type ListingState } from './listing-state.ts';
import type {
  SimBook,
  SimCandle,
  SimDayStats,
  SimInstrument,
  SimLevelChange,
  SimLiquidation,
  SimLoan,
  SimMark,
  SimMarketListener,
  SimTrade,
  SimVenueMarket,
} from './model.ts';
import { resizeForAccount, restForAccount, takeForAccount, withdrawForAccount, type FlowSink } from './order-flow.ts';
import type { PastPrices } from './past-prices.ts';
import type { RestingFill } from './resting-queue.ts';

const HOUR_MS = 3_600_000;
const INTEREST_FRAC_8H = 0.0001;
const FUNDING_DAMP_FRAC = 0.0005;
const FUNDING_CAP_FRAC = 0.003;

/** One listing with everything that is asked of it. */
export interface ListingSources {
  readonly state: ListingState;
  readonly past: PastPrices;
  readonly range: DayRange;
  readonly store: CandleStore;
}

export interface VenueMarketSources {
  readonly venue: Venue;
  readonly clock: Clock;
  readonly startMs: number;
  readonly fair: FairPrices;
  readonly listings: readonly ListingSources[];
  readonly sink: FlowSink;
  /** What moves prices on purpose. */
  readonly drive: {
    shock(assetKey: string, moveFrac: number): boolean;
    cascade(plan: CascadePlan): boolean;
  };
}

/** What one venue's wire server sees of the market. Times of events are the venue's own, shifted with its clock. */
export class VenueMarketView implements SimVenueMarket {
  readonly venue: Venue;
  readonly instruments: readonly SimInstrument[];
  private readonly listeners = new Set<SimMarketListener>();
  private readonly sources: VenueMarketSources;
  readonly accounts: AccountMarket;
  private readonly watchers = new Set<AccountWatcher>();
  private readonly lending: Lending;
  private shiftMs = 0;

  constructor(sources: VenueMarketSources) {
    this.venue = sources.venue;
    this.sources = sources;
    this.instruments = sources.listings.map(({ state }) => state.instrument);
    this.lending = new Lending(this.instruments);
    this.accounts = this.createAccountMarket();
  }

  nowMs(): number {
    return this.sources.clock.nowMs() + this.shiftMs;
  }

  shiftClock(byMs: number): void {
    this.shiftMs += byMs;
  }

  book(ix: number): SimBook {
    return this.at(ix).state.book;
  }

  /** Funding as the venues compute it: smoothed premium plus interest clamped to 5 bps, scaled to the interval, capped. */
  mark(ix: number): SimMark {
    const { state } = this.at(ix);
    const { instrument } = state;
    const indexPx = this.sources.fair.px(state.assetAt) * instrument.pxMultiplier;
    const premium = state.premiumBps / 1e4;
    const clamped = Math.max(-FUNDING_DAMP_FRAC, Math.min(FUNDING_DAMP_FRAC, INTEREST_FRAC_8H - premium));
    const hours = Math.max(1, instrument.fundingIntervalHours);
    const perInterval = ((premium + state.fundingBiasBps / 1e4 + clamped) * hours) / 8;
    const intervalMs = hours * HOUR_MS;
    return {
      markPx: indexPx * (1 + premium),
      indexPx,
      fundingRateFrac: Math.max(-FUNDING_CAP_FRAC, Math.min(FUNDING_CAP_FRAC, perInterval)),
      nextFundingMs: (Math.floor(this.sources.clock.nowMs() / intervalMs) + 1) * intervalMs,
    };
  }

  dayStats(ix: number): SimDayStats {
    const { state, range, store } = this.at(ix);
    return dayStatsOf(state, range, store, { nowMs: this.sources.clock.nowMs(), startMs: this.sources.startMs });
  }

  recentTrades(ix: number, count: number): readonly SimTrade[] {
    return this.at(ix).state.trades.slice(-count).toReversed();
  }

  candles(ix: number, intervalMs: number, count: number, endMs: number): readonly SimCandle[] {
    const { state, past, store } = this.at(ix);
    const until = Math.min(endMs, this.sources.clock.nowMs());
    return candlesOf({ state, past, store, startMs: this.sources.startMs }, intervalMs, { count, endMs: until });
  }

  isHalted(ix: number): boolean {
    return this.at(ix).state.isHalted;
  }

  loans(): readonly SimLoan[] {
    return this.lending.loans();
  }

  subscribe(listener: SimMarketListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Tells the accounts that their resting orders were filled. */
  tellResting(ix: number, fills: readonly RestingFill[]): void {
    for (const watcher of this.watchers) watcher.onResting(ix, fills);
  }

  /** Tells the accounts that a step of the price process is over. */
  tellStep(): void {
    for (const watcher of this.watchers) watcher.onStep();
  }

  /** Passes a book event on to the venue's listeners. */
  tellBook(ix: number, changes: readonly SimLevelChange[], atMs: number): void {
    for (const listener of this.listeners) listener.onBook(ix, changes, atMs + this.shiftMs);
  }

  /** Puts a trade into the candles of its listing and passes it on. */
  tellTrade(ix: number, trade: SimTrade): void {
    const { state, store } = this.at(ix);
    const { pxTick, qtyStep } = state.instrument;
    store.add(trade, trade.ticks * pxTick, {
      qty: trade.lots * qtyStep,
      quote: lotQuote(state.instrument, trade.ticks) * trade.lots,
    });
    const told = this.shiftMs === 0 ? trade : { ...trade, atMs: trade.atMs + this.shiftMs };
    for (const listener of this.listeners) listener.onTrade(ix, told);
  }

  /** Passes a liquidation on. */
  tellLiquidation(ix: number, liquidation: SimLiquidation): void {
    const told = { ...liquidation, atMs: liquidation.atMs + this.shiftMs };
    for (const listener of this.listeners) listener.onLiquidation(ix, told);
  }

  private createAccountMarket(): AccountMarket {
    const { clock, drive, sink } = this.sources;
    const nowMs = (): number => clock.nowMs();
    return {
      attach: (watcher) => {
        this.watchers.add(watcher);
        return () => void this.watchers.delete(watcher);
      },
      takeLiquidity: (ix, order) => takeForAccount(this.at(ix).state, order, { atMs: nowMs(), isDry: false }, sink),
      previewTake: (ix, order) => takeForAccount(this.at(ix).state, order, { atMs: nowMs(), isDry: true }, sink),
      rest: (ix, order) => restForAccount(this.at(ix).state, order, nowMs(), sink),
      resize: (ix, orderId, lots) => resizeForAccount(this.at(ix).state, orderId, lots, { atMs: nowMs(), sink }),
      withdraw: (ix, order) => withdrawForAccount(this.at(ix).state, order, nowMs(), sink),
      flowAheadOf: (ix, orderId) => this.at(ix).state.book.resting.flowAheadOf(orderId),
      lastTicks: (ix) => this.at(ix).state.lastTicks,
      announceLiquidation: (ix, liquidation) => this.tellLiquidation(ix, { ...liquidation, atMs: nowMs() }),
      halt: (ix, isHalted) => {
        const { state } = this.at(ix);
        if (state.isHalted === isHalted) return;
        state.isHalted = isHalted;
        for (const listener of this.listeners) listener.onHalt?.(ix, isHalted);
      },
      isHalted: (ix) => this.isHalted(ix),
      lockPrice: (ix, isLocked) => {
        const { state } = this.at(ix);
        const { book, lastTicks } = state;
        const middle = ((book.ticksAt('bid', 0) ?? lastTicks) + (book.ticksAt('ask', 0) ?? lastTicks)) / 2;
        state.lockedTicks = isLocked ? (state.lockedTicks ?? middle) : null;
      },
      isPriceLocked: (ix) => this.at(ix).state.lockedTicks !== null,
      offsetPrice: (ix, offsetBps) => {
        this.at(ix).state.offsetBps = offsetBps;
      },
      priceOffsetBps: (ix) => this.at(ix).state.offsetBps,
      setLoan: (asset, perHourFrac) => this.lending.set(asset, perHourFrac),
      shockPrice: (asset, moveFrac) => drive.shock(asset, moveFrac),
      startCascade: (plan) => drive.cascade(plan),
    };
  }

  private at(ix: number): ListingSources {
    const found = this.sources.listings[ix];
    if (found === undefined) throw new Error(`Invariant: ${this.venue} has no instrument ${ix}`);
    return found;
  }
}
