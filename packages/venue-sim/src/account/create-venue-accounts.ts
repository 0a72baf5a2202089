import { decimal, type Decimal, type Venue } from '@riptide/core/domain';
import type { Clock, Random } from '@riptide/core/kernel';
import { accountControl } from './account-control.ts';
import { createWorld, type AccountsMarket } from './account-world.ts';
import type { KeyBalance, SimAccountControl } from './control-model.ts';
import { DeadMen } from './dead-men.ts';
import { createFaultDesk, type PrivateFaultControl } from './fault-desk.ts';
import { KeyRing } from './key-ring.ts';
import type { SimAccounts, SimInstrumentSetup, SimKey } from './model.ts';
import { OrderDesk } from './order-desk.ts';
import { RiskDesk } from './risk-desk.ts';
import { SettingsDesk } from './settings-desk.ts';
import { venueAccounts } from './venue-accounts.ts';
import { VENUE_RULES } from './venue-rules.ts';

/** What may differ from the defaults. */
export interface VenueAccountsOptions {
  /** USDT of the first key's account in each pocket; 10,000 when absent. */
  readonly startUsdt?: number;
  /** How every perp of the first key's account is set up; the venue's own defaults when absent. */
  readonly startSetup?: SimInstrumentSetup;
}

/** The private half of one simulated venue. */
export interface VenueAccounts {
  readonly accounts: SimAccounts;
  readonly control: SimAccountControl;
  readonly desk: PrivateFaultControl;
  /** Issued at the start, a function of the seed. */
  readonly firstKey: SimKey;
  /** Leaves the market. */
  stop(): void;
}

const START_USDT = 10_000;

/** Builds the accounts of one venue over its market and issues the first key. Equal seeds and equal calls give equal results. */
export function createVenueAccounts(deps: {
  readonly venue: Venue;
  readonly market: AccountsMarket;
  readonly clock: Clock;
  readonly random: Random;
  /** Absent: chances of faults are drawn from `random`, as keys issued later are. */
  readonly faultRandom?: Random;
  readonly options?: VenueAccountsOptions;
}): VenueAccounts {
  const { venue, market, clock, random } = deps;
  const keys = new KeyRing(venue, random);
  const firstKey = keys.issue({});
  const world = createWorld({ venue, market, clock, random });
  const desk = new OrderDesk(world);
  const risk = new RiskDesk(world, desk);
  const deadMen = new DeadMen(world, desk);
  const settings = new SettingsDesk(world);
  const stop = market.accounts.attach({
    onResting: (_ix, fills) => desk.onResting(fills),
    onStep() {
      desk.fireConditionals();
      risk.step();
      deadMen.step();
    },
  });
  const control = accountControl({ world, keys, risk });
  for (const { pocket, asset, amount } of startBalances(venue, decimal(deps.options?.startUsdt ?? START_USDT))) {
    control.setBalance(firstKey.accountId, pocket, asset, amount);
  }
  const accounts = venueAccounts({ world, keys, desk, settings, deadMen });
  if (deps.options?.startSetup !== undefined) setUp(accounts, firstKey, market, deps.options.startSetup);
  return {
    accounts,
    control,
    desk: createFaultDesk({ clock, random: deps.faultRandom ?? random }),
    firstKey,
    stop,
  };
}

/** Sets every perp of an account up as its owner would by hand. */
function setUp(accounts: SimAccounts, key: SimKey, market: AccountsMarket, setup: SimInstrumentSetup): void {
  market.instruments.forEach(({ kind }, ix) => {
    if (kind !== 'perp') return;
    accounts.setMarginMode(key.accountId, ix, setup.marginMode);
    accounts.setLeverage(key.accountId, ix, setup.leverage);
  });
}

/** The amount in every pocket that a venue has. */
function startBalances(venue: Venue, amount: Decimal): readonly KeyBalance[] {
  const { spot, perp } = VENUE_RULES[venue].pockets;
  return Array.from(new Set([spot, perp]), (pocket) => ({ pocket, asset: 'USDT', amount }));
}
