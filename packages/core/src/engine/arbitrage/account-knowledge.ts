import { decimal, marketOf, type Venue } from '../../domain/index.ts';
import type { ArbKnowledge, LearnedCost, Pair } from '../../strategies/index.ts';
import { accountOf, type ArbitrageContext } from './arbitrage-context.ts';

/** Where learned costs come from. */
interface Learned {
  learned(pair: Pair, notionalUsd: number): LearnedCost | null;
}

/** Loan rates of the venues as they were read last, per hour as fractions. */
export class BorrowRates {
  private readonly byVenue = new Map<Venue, ReadonlyMap<string, number>>();

  /** Replaces what is known of a venue; null: nothing is any more. Returns how many rates are known. */
  set(venue: Venue, rates: readonly { readonly asset: string; readonly perHourFrac: number }[] | null): number {
    if (rates === null) {
      this.byVenue.delete(venue);
      return 0;
    }
    const known = rates.filter(({ perHourFrac }) => Number.isFinite(perHourFrac) && perHourFrac >= 0);
    this.byVenue.set(venue, new Map(known.map(({ asset, perHourFrac }) => [asset, perHourFrac])));
    return known.length;
  }

  /** NaN while the venue's rates are unknown, null for what can't be borrowed there. */
  perHourFrac(venue: Venue, asset: string): number | null {
    const rates = this.byVenue.get(venue);
    return rates === undefined ? Number.NaN : (rates.get(asset) ?? null);
  }
}

/** What the accounts and the learner tell the scanner. */
export class AccountKnowledge implements ArbKnowledge {
  private readonly context: ArbitrageContext;
  private readonly borrow: BorrowRates;
  private readonly learning: Learned;

  constructor(context: ArbitrageContext, borrow: BorrowRates, learning: Learned) {
    this.context = context;
    this.borrow = borrow;
    this.learning = learning;
  }

  takerBps(ix: number): number | null {
    const instrument = this.context.store.instruments[ix];
    const market = instrument === undefined ? null : marketOf(instrument.kind);
    if (instrument === undefined || market === null) return null;
    const desk = this.context.core.desks.get(accountOf(this.context, instrument));
    return desk?.feeView(market)?.takerBps ?? null;
  }

  borrowPerHourFrac(ix: number): number | null {
    const instrument = this.context.store.instruments[ix];
    return instrument === undefined ? null : this.borrow.perHourFrac(instrument.venue, instrument.baseAsset);
  }

  inventoryBase(ix: number): number {
    const instrument = this.context.store.instruments[ix];
    if (instrument === undefined) return 0;
    const desk = this.context.core.desks.get(accountOf(this.context, instrument));
    const rows = desk?.balances.filter(({ asset, scope }) => asset === instrument.baseAsset && scope !== 'futures');
    return Number((rows ?? []).reduce((sum, { free }) => sum.plus(decimal(free)), decimal('0')));
  }

  learned(pair: Pair, notionalUsd: number): LearnedCost | null {
    return this.context.state.settings.isLearning ? this.learning.learned(pair, notionalUsd) : null;
  }
}
