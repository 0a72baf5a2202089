import type { Venue } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { AccountsMarket } from '../../../packages/venue-sim/src/account/account-world.ts';
import type { AccountMarket, AccountWatcher } from '../../../packages/venue-sim/src/market/account-port.ts';
import { SIM_ASSETS } from '../../../packages/venue-sim/src/market/assets.ts';
import { createListingState, type ListingState } from '../../../packages/venue-sim/src/market/listing-state.ts';
import { listingsOf } from '../../../packages/venue-sim/src/market/listings.ts';
import type { SimInstrument, SimMark } from '../../../packages/venue-sim/src/market/model.ts';
import {
  resizeForAccount,
  restForAccount,
  seedBook,
  takeForAccount,
  withdrawForAccount,
  workBook,
  type FlowSink,
} from '../../../packages/venue-sim/src/market/order-flow.ts';
import { randomOf } from '../../../packages/venue-sim/src/market/seeds.ts';

const FUNDING_INTERVAL_MS = 8 * 3_600_000;

/** An asset and the kind of its listing against USDT. */
export type ChosenListing = readonly [asset: string, kind: 'spot' | 'perp'];

/** Listings the market has: a perp of usual size, one with a name multiplier or small contracts, a spot pair. */
const CHOSEN: readonly ChosenListing[] = [
  ['BTC', 'perp'],
  ['PEPE', 'perp'],
  ['ETH', 'spot'],
];

/**
 * One venue's books of three listings, made and matched by the simulator's own code, which move only when told to: a run of random operations
 * costs what its operations cost, and replays from its seed.
 */
export class SmallMarket implements AccountsMarket {
  readonly venue: Venue;
  readonly instruments: readonly SimInstrument[];
  readonly accounts: AccountMarket;
  /** Listings whose book changed since they were last looked at. */
  readonly changed = new Set<number>();
  private readonly clock: Clock;
  private readonly states: readonly ListingState[];
  private readonly fairPx: number[];
  private readonly fundingFrac: number[];
  private readonly watchers = new Set<AccountWatcher>();
  private readonly sink: FlowSink;

  constructor(venue: Venue, seed: number, clock: Clock, chosen: readonly ChosenListing[] = CHOSEN) {
    this.venue = venue;
    this.clock = clock;
    this.sink = {
      book: ({ ix }) => void this.changed.add(ix),
      trade: () => undefined,
      liquidation: () => undefined,
      resting: ({ ix }, fills) => {
        for (const watcher of this.watchers) watcher.onResting(ix, fills);
      },
    };
    this.states = chosen.map(([asset, kind], ix) => this.newListing(seed, { asset, kind, ix }));
    this.instruments = this.states.map(({ instrument }) => instrument);
    this.fairPx = this.states.map(({ asset, instrument }) => asset.startPx * instrument.pxMultiplier);
    this.fundingFrac = this.states.map(() => 0.0001);
    this.accounts = this.newAccountMarket();
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  book(ix: number): ListingState['book'] {
    return this.at(ix).book;
  }

  mark(ix: number): SimMark {
    const px = this.fairPx[ix] as number;
    const nextFundingMs = (Math.floor(this.clock.nowMs() / FUNDING_INTERVAL_MS) + 1) * FUNDING_INTERVAL_MS;
    return { markPx: px, indexPx: px, fundingRateFrac: this.fundingFrac[ix] as number, nextFundingMs };
  }

  /** Moves the fair price of a listing by a share of it, lets the book follow, and tells the accounts. */
  move(ix: number, moveFrac: number): void {
    this.fairPx[ix] = (this.fairPx[ix] as number) * (1 + moveFrac);
    this.work(ix);
  }

  /** Moves the fair price of a listing to a canonical price, lets the book follow, and tells the accounts. */
  moveTo(ix: number, px: number): void {
    this.fairPx[ix] = px * this.at(ix).instrument.pxMultiplier;
    this.work(ix);
  }

  /** Lets the flow of a listing trade and quote once around the fair price, and tells the accounts. */
  work(ix: number): void {
    const state = this.at(ix);
    if (!state.isHalted) workBook(state, this.fairTicks(state), this.clock.nowMs(), this.sink);
    // The accounts look at liquidations at every fourth step.
    for (let step = 0; step < 4; step += 1) for (const watcher of this.watchers) watcher.onStep();
  }

  setFunding(ix: number, rateFrac: number): void {
    this.fundingFrac[ix] = rateFrac;
  }

  dayStats(): never {
    throw new Error('Invariant: the small market has no day figures');
  }

  isHalted(ix: number): boolean {
    return this.at(ix).isHalted;
  }

  loans(): readonly never[] {
    return [];
  }

  recentTrades(): readonly never[] {
    return [];
  }

  candles(): readonly never[] {
    return [];
  }

  subscribe(): () => void {
    return () => undefined;
  }

  private newListing(seed: number, pick: { asset: string; kind: 'spot' | 'perp'; ix: number }): ListingState {
    const { ix, kind } = pick;
    const asset = SIM_ASSETS.find(({ key }) => key === pick.asset);
    const instrument = listingsOf(this.venue).find((each) => each.asset === pick.asset && each.kind === kind);
    if (asset === undefined || instrument === undefined) throw new Error(`Invariant: no ${kind} of ${pick.asset}`);
    const random = randomOf(seed, `${this.venue} ${kind} ${instrument.wireSymbol}`);
    const state = createListingState(instrument, { ix, assetAt: ix, asset, intensity: 1 }, random, this.clock.nowMs());
    seedBook(state, (asset.startPx * instrument.pxMultiplier) / instrument.pxTick);
    this.changed.add(ix);
    return state;
  }

  private fairTicks({ ix, instrument }: ListingState): number {
    return (this.fairPx[ix] as number) / instrument.pxTick;
  }

  private newAccountMarket(): AccountMarket {
    const nowMs = (): number => this.clock.nowMs();
    const { sink } = this;
    return {
      attach: (watcher) => {
        this.watchers.add(watcher);
        return () => void this.watchers.delete(watcher);
      },
      takeLiquidity: (ix, order) => takeForAccount(this.at(ix), order, { atMs: nowMs(), isDry: false }, sink),
      previewTake: (ix, order) => takeForAccount(this.at(ix), order, { atMs: nowMs(), isDry: true }, sink),
      rest: (ix, order) => restForAccount(this.at(ix), order, nowMs(), sink),
      resize: (ix, orderId, lots) => resizeForAccount(this.at(ix), orderId, lots, { atMs: nowMs(), sink }),
      withdraw: (ix, order) => withdrawForAccount(this.at(ix), order, nowMs(), sink),
      flowAheadOf: (ix, orderId) => this.at(ix).book.resting.flowAheadOf(orderId),
      lastTicks: (ix) => this.at(ix).lastTicks,
      announceLiquidation: () => undefined,
      halt: (ix, isHalted) => {
        this.at(ix).isHalted = isHalted;
      },
      isHalted: (ix) => this.at(ix).isHalted,
      lockPrice: () => undefined,
      isPriceLocked: () => false,
      offsetPrice: () => undefined,
      priceOffsetBps: () => 0,
      setLoan: () => undefined,
      shockPrice: () => false,
      startCascade: () => false,
    };
  }

  private at(ix: number): ListingState {
    const state = this.states[ix];
    if (state === undefined) throw new Error(`Invariant: no listing ${ix}`);
    return state;
  }
}
