import { decimal, roundTo, type Decimal, type Venue } from '@riptide/core/domain';
import type { Clock, Random } from '@riptide/core/kernel';
import type { AccountMarket } from '../market/account-port.ts';
import type { SimInstrument, SimVenueMarket } from '../market/model.ts';
import { AccountEvents } from './account-events.ts';
import { unitsOf, type ListingUnits } from './listing-units.ts';
import type { SimInstrumentSetup, SimPocket } from './model.ts';
import { OrderStore } from './order-store.ts';
import { PositionBook } from './position-book.ts';
import { Treasury } from './treasury.ts';
import { VENUE_RULES, type VenueRules } from './venue-rules.ts';

/** The market as accounts need it: what is shown, and the port through which they act. */
export interface AccountsMarket extends SimVenueMarket {
  readonly accounts: AccountMarket;
}

/** What every part of a venue's account engine stands on. */
export interface AccountWorld {
  readonly venue: Venue;
  readonly rules: VenueRules;
  readonly market: AccountsMarket;
  readonly clock: Clock;
  readonly units: readonly ListingUnits[];
  readonly treasury: Treasury;
  readonly store: OrderStore;
  readonly positions: PositionBook;
  readonly events: AccountEvents;
  readonly setups: Map<string, SimInstrumentSetup>;
  readonly hedged: Set<number>;
  readonly feeRates: Map<string, { readonly makerFrac: number; readonly takerFrac: number }>;
  /** Next ids. */
  readonly ids: { order: number; fill: number; income: number };
}

/** Ids set aside for each ms that passes: no venue here gives 100 a second over a whole run, so two runs never meet. */
const IDS_PER_MS = 0.1;

/**
 * Builds an empty world. Ids start at a place that seed and time decide: a venue gives none twice, and whoever keeps the fills of an earlier
 * start would take a fill with a known id for one it has.
 */
export function createWorld(parts: {
  readonly venue: Venue;
  readonly market: AccountsMarket;
  readonly clock: Clock;
  readonly random: Random;
}): AccountWorld {
  const { market, random, clock, venue } = parts;
  const units = market.instruments.map(unitsOf);
  const startIds = Math.floor(clock.nowMs() * IDS_PER_MS);
  const kindOf = (ix: number): 'spot' | 'perp' => instrumentAt({ units }, ix).kind;
  return {
    venue,
    rules: VENUE_RULES[venue],
    market,
    clock,
    units,
    treasury: new Treasury(),
    store: new OrderStore(kindOf),
    positions: new PositionBook(),
    events: new AccountEvents(),
    setups: new Map(),
    hedged: new Set(),
    feeRates: new Map(),
    ids: {
      order: 1_000_000_000 + startIds + Math.floor(random() * 1e8),
      fill: 500_000_000 + startIds + Math.floor(random() * 1e8),
      income: 100_000_000 + startIds + Math.floor(random() * 1e8),
    },
  };
}

/** Returns the units of a listing. */
export function unitsAt(world: Pick<AccountWorld, 'units'>, ix: number): ListingUnits {
  const units = world.units[ix];
  if (units === undefined) throw new Error(`Invariant: no instrument ${ix}`);
  return units;
}

/** Returns a listing. */
export function instrumentAt(world: Pick<AccountWorld, 'units'>, ix: number): SimInstrument {
  return unitsAt(world, ix).instrument;
}

/** Returns the pocket that pays for a listing. */
export function pocketOf(world: AccountWorld, ix: number): SimPocket {
  return world.rules.pockets[instrumentAt(world, ix).kind];
}

/** Returns how an account is set up for a listing. */
export function setupOf(world: AccountWorld, accountId: number, ix: number): SimInstrumentSetup {
  const { leverageDefault, marginModeDefault } = world.rules;
  const known = world.setups.get(`${accountId}|${ix}`);
  if (known !== undefined) return known;
  return {
    leverage: Math.min(leverageDefault, instrumentAt(world, ix).leverageMax),
    marginMode: marginModeDefault,
  };
}

/** Returns the mark price of a listing in wire units, rounded to 8 digits. */
export function markOf(world: AccountWorld, ix: number): Decimal {
  return roundTo(decimal(world.market.mark(ix).markPx), 8);
}
