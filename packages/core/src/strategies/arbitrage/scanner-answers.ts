import type { Venue } from '../../domain/index.ts';
import type { WhyNot } from './checks/why-not.ts';
import type { Policy } from './judge-opportunity.ts';
import type { OpportunityRow } from './opportunity-row.ts';
import type { SessionLimits } from './pair-pricer.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';

/** A session as the operator starts it. */
export interface ScannerSession extends Omit<SessionLimits, 'maxQtyBase'> {
  readonly venues: readonly Venue[];
}

/** A pair as it is priced at a size of the asker's. */
export interface PricedNow {
  readonly pair: Pair;
  readonly priced: PricedOpportunity;
  readonly policy: Policy;
  readonly reason: string | null;
}

/** Either bound of the size that is asked for. */
export interface AskedSize {
  readonly notionalUsd?: number;
  readonly qtyBase?: number;
}

/** A pair with everything that decides whether it may be traded. */
export interface PairChecks extends WhyNot {
  /** As on the list, or made for this answer; every figure is NaN while its books say nothing. */
  readonly row: OpportunityRow;
}
