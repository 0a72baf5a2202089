import type { BookResetReason } from '../../domain/index.ts';
import { OPPORTUNITY_CHECKS } from './checks/all-checks.ts';
import { passes } from './checks/opportunity-check.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';
import type { ScannerOptions } from './scanner-options.ts';

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
  /** For how long the best prices stand still while the market moves; 0 when it does not. */
  lockedForMs: number;
}

export type Policy = 'executable' | 'evaluation_only' | 'blocked';

/** What may be done with an opportunity, and why not more. */
export interface Verdict {
  readonly policy: Policy;
  /** For a person; null only when executable. */
  readonly reason: string | null;
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

const EXECUTABLE: Verdict = { policy: 'executable', reason: null };

/**
 * Decides what may be done with a priced pair. The first hard check that fails blocks; then the first soft one leaves it
 * for evaluation. Texts carry limits; the entry net, which the minimum is compared with, is the only running figure.
 */
export function judgeOpportunity(judged: JudgedCase, options: ScannerOptions): Verdict {
  for (const check of OPPORTUNITY_CHECKS) {
    if (passes(check, judged, options)) continue;
    const policy = check.weight === 'hard' ? 'blocked' : 'evaluation_only';
    return { policy, reason: check.failure(judged, options) };
  }
  return EXECUTABLE;
}
