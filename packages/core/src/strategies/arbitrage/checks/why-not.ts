import type { JudgedCase } from '../judged-case.ts';
import type { ScannerOptions } from '../scanner-options.ts';
import { OPPORTUNITY_CHECKS } from './all-checks.ts';
import { missFrac } from './miss-frac.ts';
import { passes, type OpportunityCheck } from './opportunity-check.ts';
import type { WhyNotCheck } from './why-not-check.ts';

/** The whole vector of one pair. */
export interface WhyNot {
  /** Failed first, nearest miss first, then those that passed in their order. */
  readonly checks: readonly WhyNotCheck[];
  /** Entry net from which it would trade, in bps; null when a check fails that the spread does not decide. */
  readonly wouldPassAtBps: number | null;
}

/** Checks that a wider spread alone can turn. */
const DECIDED_BY_SPREAD = new Set(['entry-net', 'round-trip']);
const RULE_WORDS = { 'at-most': 'at most', 'at-least': 'at least', over: 'more than' } as const;

/** Asks every check that decides the policy, and tells how far each failed one is from passing. */
export function whyNot(judged: JudgedCase, options: ScannerOptions): WhyNot {
  const checks = OPPORTUNITY_CHECKS.map((check) => tellCheck(check, judged, options));
  const failed = checks
    .filter(({ ok }) => !ok)
    .sort((a, b) => (a.missFrac ?? Infinity) - (b.missFrac ?? Infinity) || 0);
  const isOnlySpread = failed.every(({ check }) => DECIDED_BY_SPREAD.has(check));
  return {
    checks: [...failed, ...checks.filter(({ ok }) => ok)],
    wouldPassAtBps: isOnlySpread ? entryNetNeeded(judged, options) : null,
  };
}

/** The entry net at which both the entry and the round trip reach their minimum. */
function entryNetNeeded({ priced, minEntryNetBps }: JudgedCase, options: ScannerOptions): number | null {
  if (priced.roundTripNetBps === null) return null;
  const exitCostBps = priced.entryNetBps - priced.roundTripNetBps;
  return Math.max(minEntryNetBps, options.minRoundTripNetBps + exitCostBps);
}

function tellCheck(check: OpportunityCheck, judged: JudgedCase, options: ScannerOptions): WhyNotCheck {
  const ok = passes(check, judged, options);
  const value = finiteOrNull(check.valueOf(judged, options));
  const bound = finiteOrNull(check.boundOf(judged, options));
  return {
    check: check.check,
    ok,
    weight: check.weight,
    value,
    bound,
    unit: check.unit,
    missFrac: ok ? 0 : missFrac(check, value, bound),
    detail: ok ? figures(check, value, bound) : failedDetail(check, judged, options),
    setting: check.setting,
  };
}

function failedDetail(check: OpportunityCheck, judged: JudgedCase, options: ScannerOptions): string {
  const words = check.failure(judged, options);
  if (check.unit === 'flag') return words;
  const value = finiteOrNull(check.valueOf(judged, options));
  const bound = finiteOrNull(check.boundOf(judged, options));
  return `${words}. ${figures(check, value, bound)}`;
}

function figures(check: OpportunityCheck, value: number | null, bound: number | null): string {
  if (check.unit === 'flag') return check.rule === 'at-most' ? 'no' : 'yes';
  if (value === null) return 'not known';
  const unit = check.unit === 'base' || check.unit === 'quote' ? '' : ` ${check.unit}`;
  const allowed = bound === null ? '' : `, ${RULE_WORDS[check.rule]} ${shown(bound)}${unit}`;
  return `${shown(value)}${unit}${allowed}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
