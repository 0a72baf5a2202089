import { VENUES, type Venue } from '@riptide/core/domain';
import { normal, type Clock, type TimerHandle } from '@riptide/core/kernel';
import type { AccountMarket } from './account-port.ts';
import { MARKET_ASSETS, SIM_ASSETS } from './assets.ts';
import { CandleStore } from './candle-store.ts';
import { Cascades } from './cascades.ts';
import { DayRange } from './day-stats.ts';
import { Dislocations } from './dislocations.ts';
import { FairPrices } from './fair-prices.ts';
import { createListingState, type ListingState } from './listing-state.ts';
import { listingsOf } from './listings.ts';
import type { SimVenueMarket } from './model.ts';
import { liquidate, seedBook, workBook, type FlowSink } from './order-flow.ts';
import { PastPrices, PastRatio } from './past-prices.ts';
import { randomOf } from './seeds.ts';
import { VenueMarketView } from './venue-market-view.ts';

const STEP_MS = 25;
const BASIS_TAU_MS = 45_000;
const BASIS_SWING_BPS = 0.8;
const PREMIUM_TAU_MS = 60_000;
const NOISE_BPS = { 1: 0.02, 2: 0.3, 3: 0.6 } as const;

export interface SimMarketOptions {
  readonly seed: number;
  readonly clock: Clock;
  /** Scales how often books change; 1 is the default load. */
  readonly intensity?: number;
}

/** A venue's share of the market, with the fault that moves its clock. */
export interface SimVenueMarketControl extends SimVenueMarket {
  /** Shifts the venue's own clock by `byMs`, on top of earlier shifts. */
  shiftClock(byMs: number): void;
  /** How accounts act on this venue's books. */
  readonly accounts: AccountMarket;
}

/** The simulated market: one price process, four venues. */
export interface SimMarket {
  venue(venue: Venue): SimVenueMarketControl;
  /** Starts the price process on the clock. */
  start(): void;
  stop(): void;
}

/** Builds the market with filled books; equal seeds on a virtual clock give equal markets, event by event. */
export function createSimMarket(options: SimMarketOptions): SimMarket {
  return new SeededMarket(options);
}

class SeededMarket implements SimMarket {
  private readonly clock: Clock;
  private readonly startMs: number;
  private readonly fair: FairPrices;
  private readonly states: ListingState[] = [];
  private readonly views = new Map<Venue, VenueMarketView>();
  private readonly ranges: readonly DayRange[];
  private readonly dislocations: Dislocations;
  private readonly cascades: Cascades;
  private readonly sink: FlowSink;
  private timer: TimerHandle | null = null;
  private phase = 0;

  constructor({ seed, clock, intensity = 1 }: SimMarketOptions) {
    this.clock = clock;
    this.startMs = clock.nowMs();
    const { startMs } = this;
    this.fair = new FairPrices(MARKET_ASSETS, randomOf(seed, 'fair'));
    this.sink = this.createSink();
    const pasts = SIM_ASSETS.map(
      (asset) =>
        new PastPrices(seed, asset.key, { px: asset.startPx, atMs: startMs, volatilityFrac: asset.volatilityFrac }),
    );
    const pastOf = (wanted: string): PastPrices =>
      pasts[SIM_ASSETS.findIndex(({ key }) => key === wanted)] as PastPrices;
    for (const asset of MARKET_ASSETS.slice(SIM_ASSETS.length)) {
      const { base = '', quote = '' } = asset.cross ?? {};
      pasts.push(new PastRatio(seed, asset, startMs, { base: pastOf(base), quote: pastOf(quote) }));
    }
    this.ranges = pasts.map((past) => new DayRange(past));
    for (const venue of VENUES) this.addVenue(venue, { seed, intensity, pasts });
    const perps = this.states.filter(({ instrument }) => instrument.kind === 'perp');
    const inDollars = this.states.filter(({ asset }) => asset.cross === undefined);
    this.dislocations = new Dislocations(inDollars, randomOf(seed, 'dislocations'), startMs);
    this.cascades = new Cascades(SIM_ASSETS, perps, {
      fair: this.fair,
      random: randomOf(seed, 'cascades'),
      startMs,
    });
  }

  venue(venue: Venue): VenueMarketView {
    const view = this.views.get(venue);
    if (view === undefined) throw new Error(`Invariant: no market for ${venue}`);
    return view;
  }

  start(): void {
    this.timer ??= this.clock.every(STEP_MS, () => this.step());
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  private addVenue(
    venue: Venue,
    from: { readonly seed: number; readonly intensity: number; readonly pasts: readonly PastPrices[] },
  ): void {
    const states = listingsOf(venue).map((instrument, ix) => {
      const assetAt = MARKET_ASSETS.findIndex(({ key }) => key === instrument.asset);
      const asset = MARKET_ASSETS[assetAt];
      if (asset === undefined) throw new Error(`Invariant: no asset ${instrument.asset}`);
      const random = randomOf(from.seed, `${venue} ${instrument.kind} ${instrument.wireSymbol}`);
      const state = createListingState(
        instrument,
        { ix, assetAt, asset, intensity: from.intensity },
        random,
        this.startMs,
      );
      seedBook(state, this.targetTicks(state, this.startMs));
      return state;
    });
    this.states.push(...states);
    const view = new VenueMarketView({
      venue,
      clock: this.clock,
      startMs: this.startMs,
      fair: this.fair,
      sink: this.sink,
      drive: {
        shock: (assetKey, moveFrac) => {
          const at = SIM_ASSETS.findIndex(({ key }) => key === assetKey);
          if (at >= 0) this.fair.push(at, moveFrac);
          return at >= 0;
        },
        cascade: (plan) => this.cascades.begin(plan, this.clock.nowMs()),
      },
      listings: states.map((state) => ({
        state,
        past: from.pasts[state.assetAt] as PastPrices,
        range: this.ranges[state.assetAt] as DayRange,
        store: new CandleStore(),
      })),
    });
    this.views.set(venue, view);
  }

  /** One step of 25 ms: prices move at every second step, half of the books are looked at in each. */
  private step(): void {
    const nowMs = this.clock.nowMs();
    this.phase = 1 - this.phase;
    if (this.phase === 0) this.movePrices(nowMs);
    for (let at = this.phase; at < this.states.length; at += 2) this.visit(this.states[at] as ListingState, nowMs);
    for (const view of this.views.values()) view.tellStep();
  }

  private movePrices(nowMs: number): void {
    this.fair.step();
    this.ranges.forEach((range, at) => range.add(this.fair.px(at), nowMs));
    this.dislocations.step(nowMs);
    this.cascades.step(
      nowMs,
      (state, liquidatedSide, usd) =>
        !state.isHalted && liquidate(state, { liquidatedSide, usd, atMs: nowMs }, this.sink),
    );
  }

  private visit(state: ListingState, nowMs: number): void {
    if (state.isHalted) return;
    const due = nowMs >= state.nextWorkMs;
    const target = this.targetTicks(state, nowMs);
    const bid = state.book.ticksAt('bid', 0) ?? target;
    const ask = state.book.ticksAt('ask', 0) ?? target;
    const middle = (bid + ask) / 2;
    const away = Math.abs(target - middle);
    const follow = (target * state.temper.followBps) / 1e4 + state.spreadTicks / 2;
    if (!due && away <= follow) return;
    // Half of every gap is fixed: followed books of real venues rarely rest much longer than usual.
    if (due) state.nextWorkMs = nowMs + ((1 - Math.log(1 - state.random())) / 2) * state.temper.meanGapMs;
    this.driftBasis(state, nowMs, middle);
    const noise = state.lockedTicks === null ? 1 + (normal(state.random) * NOISE_BPS[state.asset.tier]) / 1e4 : 1;
    workBook(state, target * noise, nowMs, this.sink);
  }

  /** Moves the basis as a mean-reverting walk and smooths the premium of the book over the index. */
  private driftBasis(state: ListingState, nowMs: number, middleTicks: number): void {
    const share = 1 - Math.exp(-(nowMs - state.basisAtMs) / BASIS_TAU_MS);
    const swing = BASIS_SWING_BPS * Math.sqrt(share * (2 - share)) * normal(state.random);
    state.basisBps += (state.basisRestBps - state.basisBps) * share + swing;
    const indexTicks = (this.fair.px(state.assetAt) * state.instrument.pxMultiplier) / state.instrument.pxTick;
    const premiumNow = (middleTicks / indexTicks - 1) * 1e4;
    const smooth = 1 - Math.exp(-(nowMs - state.basisAtMs) / PREMIUM_TAU_MS);
    state.premiumBps += (premiumNow - state.premiumBps) * smooth;
    state.basisAtMs = nowMs;
  }

  /** Where the middle of a listing's book should be, in ticks (not rounded). */
  private targetTicks(state: ListingState, nowMs: number): number {
    if (state.lockedTicks !== null) return state.lockedTicks;
    const offsetBps = state.basisBps + state.offsetBps + (this.dislocations?.offsetBps(state, nowMs) ?? 0);
    const px = this.fair.lagged(state.assetAt, state.lagMs) * (1 + offsetBps / 1e4);
    return (px * state.instrument.pxMultiplier) / state.instrument.pxTick;
  }

  private createSink(): FlowSink {
    const viewOf = (state: ListingState): VenueMarketView => this.venue(state.instrument.venue);
    return {
      book: (state, changes, atMs) => viewOf(state).tellBook(state.ix, changes, atMs),
      trade: (state, trade) => viewOf(state).tellTrade(state.ix, trade),
      liquidation: (state, liquidation) => viewOf(state).tellLiquidation(state.ix, liquidation),
      resting: (state, fills) => viewOf(state).tellResting(state.ix, fills),
    };
  }
}
