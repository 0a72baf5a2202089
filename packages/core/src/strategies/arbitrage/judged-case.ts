import type { BookResetReason } from '../../domain/index.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';

/** How one leg's data stand. NaN is unknown. */
export interface LegState {
  /** False while the venue has halted it. */
  isTrading: boolean;
  resetReason: BookResetReason | null;
  bookAgeMs: number;
  delayMs: number;
  clockOffsetMs: number;
  /** Best prices, which may be ahead of the book, and their middle. */
  bidPx: number;
  askPx: number;
  midPx: number;
  /** Index of a perp. */
  indexPx: number;
  /** The index, or the mid where there is none by nature. */
  referencePx: number;
  /** Median mid of the other venues. */
  peerPx: number;
  /** For how long the market has left the mid behind; 0 when it has not. */
  lockedForMs: number;
  /** How far the best prices stand within the venue's price limits; NaN without limits. */
  limitGapBps: number;
}

/** Everything a verdict depends on. */
export interface JudgedCase {
  pair: Pair;
  priced: PricedOpportunity;
  buy: LegState;
  sell: LegState;
  /** null unless spot is sold. */
  loan: LoanTerms | null;
  minEntryNetBps: number;
}
