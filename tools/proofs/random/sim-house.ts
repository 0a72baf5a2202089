import { decimal, type InstrumentId, type OrderReport, type Venue } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import {
  createVenueAccounts,
  type VenueAccounts,
} from '../../../packages/venue-sim/src/account/create-venue-accounts.ts';
import type { SimOrder } from '../../../packages/venue-sim/src/account/model.ts';
import { VENUE_RULES } from '../../../packages/venue-sim/src/account/venue-rules.ts';
import { randomOf } from '../../../packages/venue-sim/src/market/seeds.ts';
import { listedInstrument, type ListedInstrument } from './listed-instrument.ts';
import { SmallMarket, type ChosenListing } from './small-market.ts';
import { orderReport } from './venue-words.ts';

const START_USDT = 200_000;
const START_SPOT_BASE = '5';
const LEVERAGE = 10;

/** One simulated venue with one account: the real account engine over a small market. */
export class SimHouse {
  readonly venue: Venue;
  readonly market: SmallMarket;
  readonly listed: readonly ListedInstrument[];
  readonly accountId: number;
  readonly parts: VenueAccounts;
  readonly accounts: VenueAccounts['accounts'];

  constructor(venue: Venue, seed: number, clock: Clock, chosen?: readonly ChosenListing[]) {
    this.venue = venue;
    this.market = new SmallMarket(venue, seed, clock, chosen);
    this.listed = this.market.instruments.map(listedInstrument);
    this.parts = createVenueAccounts({
      venue,
      market: this.market,
      clock,
      random: randomOf(seed, 'accounts'),
      faultRandom: randomOf(seed, 'faults'),
      options: { startUsdt: START_USDT },
    });
    this.accounts = this.parts.accounts;
    this.accountId = this.parts.firstKey.accountId;
    this.listed.forEach(({ listing }, ix) => {
      if (listing.kind === 'spot') {
        this.parts.control.setBalance(
          this.accountId,
          VENUE_RULES[venue].pockets.spot,
          listing.base,
          decimal(START_SPOT_BASE),
        );
        return;
      }
      this.accounts.setMarginMode(this.accountId, ix, 'isolated');
      this.accounts.setLeverage(this.accountId, ix, LEVERAGE);
    });
  }

  at(ix: number): ListedInstrument {
    const found = this.listed[ix];
    if (found === undefined) throw new Error(`Invariant: no listing ${ix}`);
    return found;
  }

  maybeAt(ix: number | null): ListedInstrument | null {
    return ix === null ? null : this.at(ix);
  }

  listedOf(id: InstrumentId): ListedInstrument {
    const found = this.listed.find(({ instrument }) => instrument.id === id);
    if (found === undefined) throw new Error(`Invariant: no listing ${id}`);
    return found;
  }

  /** The order that a fired conditional became, or the order itself. */
  newestOf(order: SimOrder): SimOrder {
    if (order.firedOrderId === null) return order;
    return this.accounts.order(this.accountId, { id: order.firedOrderId }) ?? order;
  }

  report(order: SimOrder): OrderReport {
    const { parentOrderId } = order;
    const parent = parentOrderId === null ? null : this.accounts.order(this.accountId, { id: parentOrderId });
    return orderReport(this.at(order.request.ix), order, parent);
  }
}
