import type { JudgedCase } from '../judged-case.ts';
import type { ScannerOptions } from '../scanner-options.ts';

/** `at-most`: value <= bound. `at-least`: value >= bound. `over`: value > bound. */
type CheckRule = 'at-most' | 'at-least' | 'over';

/** One thing that must hold before a pair may be traded: judged for the policy and told in the why-not list alike. */
export interface OpportunityCheck {
  /** Stable name. */
  readonly check: string;
  /** `hard` blocks, `soft` leaves the pair for evaluation. */
  readonly weight: 'hard' | 'soft';
  readonly rule: CheckRule;
  /** What an unknown value (NaN) does. */
  readonly unknown: 'passes' | 'fails';
  /** `flag`: 1 is yes and 0 is no. */
  readonly unit: 'flag' | 'ms' | 'bps' | '%' | 'base' | 'quote';
  /** Setting that moves the bound; null when none does. */
  readonly setting: string | null;
  valueOf(judged: JudgedCase, options: ScannerOptions): number;
  boundOf(judged: JudgedCase, options: ScannerOptions): number;
  /** Why it fails, in words, with limits but no running figures where they would change with every look. */
  failure(judged: JudgedCase, options: ScannerOptions): string;
}

/** Tells whether a check holds. */
export function passes(check: OpportunityCheck, judged: JudgedCase, options: ScannerOptions): boolean {
  return holds(check, check.valueOf(judged, options), check.boundOf(judged, options));
}

/** Tells whether a value stands on the right side of its bound. */
export function holds(
  { rule, unknown }: Pick<OpportunityCheck, 'rule' | 'unknown'>,
  value: number,
  bound: number,
): boolean {
  if (Number.isNaN(value)) return unknown === 'passes';
  if (rule === 'at-most') return value <= bound;
  return rule === 'at-least' ? value >= bound : value > bound;
}
