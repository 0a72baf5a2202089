import { OPPORTUNITY_CHECKS } from './checks/all-checks.ts';
import { passes } from './checks/opportunity-check.ts';
import type { JudgedCase } from './judged-case.ts';
import type { ScannerOptions } from './scanner-options.ts';

export type Policy = 'executable' | 'evaluation_only' | 'blocked';

/** What may be done with an opportunity, and why not more. */
export interface Verdict {
  readonly policy: Policy;
  /** For a person; null only when executable. */
  readonly reason: string | null;
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
