import { decimal, type Venue } from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import { randomOf } from '../market/seeds.ts';
import { createSimMarket } from '../market/sim-market.ts';
import { createVenueAccounts, type VenueAccounts } from './create-venue-accounts.ts';
import type { SimOrder, SimOrderRequest, SimOutcome, SimRefusal } from './model.ts';

export const START_MS = 1_795_000_000_000;

/** One venue with accounts on a virtual clock. */
export interface Bench extends VenueAccounts {
  readonly clock: VirtualClock;
  readonly market: ReturnType<ReturnType<typeof createSimMarket>['venue']>;
  /** Account of the first key. */
  readonly me: number;
  ix(wireSymbol: string, kind?: 'spot' | 'perp'): number;
  ask(ix: number): number;
  bid(ix: number): number;
}

/** Builds one venue; the market moves only when the clock is advanced. */
export function bench(venue: Venue = 'BINANCE', seed = 7, startMs = START_MS): Bench {
  const clock = new VirtualClock(startMs);
  const sim = createSimMarket({ seed, clock });
  sim.start();
  const market = sim.venue(venue);
  const made = createVenueAccounts({ venue, market, clock, random: randomOf(seed, `accounts ${venue}`) });
  return {
    ...made,
    clock,
    market,
    me: made.firstKey.accountId,
    ix(wireSymbol, kind = 'perp') {
      const found = made.control.ixOf(wireSymbol, kind);
      if (found === null) throw new Error(`Invariant: no ${wireSymbol}`);
      return found;
    },
    ask: (ix) => market.book(ix).bestAsk?.ticks ?? 0,
    bid: (ix) => market.book(ix).bestBid?.ticks ?? 0,
  };
}

/** A market buy, but for what `part` says. */
export function request(part: Partial<SimOrderRequest> & { readonly ix: number }): SimOrderRequest {
  return {
    side: 'BUY',
    type: 'market',
    tif: 'GTC',
    lots: null,
    quoteAmount: null,
    ticks: null,
    triggerTicks: null,
    triggerBy: 'last',
    triggerDirection: null,
    isReduceOnly: false,
    closesPosition: false,
    clientId: '',
    leverage: null,
    marginMode: null,
    positionSide: null,
    ...part,
  };
}

/** Returns what an outcome carries; a refusal fails the test. */
export function done(outcome: SimOutcome<SimOrder>): SimOrder {
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal}`);
  return outcome.value;
}

/** Returns the refusal of an outcome, null when there is none. */
export function refusalOf(outcome: SimOutcome<unknown>): SimRefusal | null {
  return outcome.ok ? null : outcome.refusal;
}

/** Another account with USDT in every pocket. */
export function another(venue: Bench, usdt = 100_000): number {
  const pockets = venue.accounts.balances(venue.me).map(({ pocket }) => pocket);
  const balances = Array.from(new Set(pockets), (pocket) => ({ pocket, asset: 'USDT', amount: decimal(usdt) }));
  return venue.control.issueKey({ balances }).accountId;
}
