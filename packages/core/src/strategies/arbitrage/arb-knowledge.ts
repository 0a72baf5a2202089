import type { Pair } from './pair-table.ts';

/** What really fills costs, as learned for one pair and size. */
export interface LearnedCost {
  /** Slippage, latency and adverse move of both legs together, in bps; positive costs. Stands in for the latency reserve. */
  readonly costBps: number;
  /** That both legs fill within their limits, 0..1. */
  readonly fillProbability: number;
}

/** What the accounts and the learner know and the market does not tell. Asked by instrument index; read anew every second. */
export interface ArbKnowledge {
  /** Taker fee of the account that orders of the instrument go to, in bps; null: the venue's lowest tier counts. */
  takerBps(ix: number): number | null;
  /**
   * Loan rate of the base asset on the instrument's venue, per hour as a fraction; null when it can't be borrowed there, NaN while
   * that is unknown.
   */
  borrowPerHourFrac(ix: number): number | null;
  /** Base units that the account holds free, so that they can be sold without a loan. */
  inventoryBase(ix: number): number;
  /** null while too little was seen, and while learning is off. */
  learned(pair: Pair, notionalUsd: number): LearnedCost | null;
}

/** Nothing but the market is known. */
export const NO_KNOWLEDGE: ArbKnowledge = {
  takerBps: () => null,
  borrowPerHourFrac: () => Number.NaN,
  inventoryBase: () => 0,
  learned: () => null,
};
