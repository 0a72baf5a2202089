import { legChecks } from './leg-checks.ts';
import type { OpportunityCheck } from './opportunity-check.ts';
import { ABNORMALITY_CHECKS, SIZE_CHECKS, SOFT_CHECKS } from './pair-checks.ts';

/** Every check of a pair in the order in which a failure names the policy: hard ones first. */
export const OPPORTUNITY_CHECKS: readonly OpportunityCheck[] = [
  ...legChecks('buy'),
  ...legChecks('sell'),
  ...ABNORMALITY_CHECKS,
  ...SIZE_CHECKS,
  ...SOFT_CHECKS,
];
