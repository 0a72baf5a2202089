import type { JudgedCase } from '../judged-case.ts';
import type { ScannerOptions } from '../scanner-options.ts';
import { OPPORTUNITY_CHECKS } from './all-checks.ts';
import { missFrac } from './miss-frac.ts';
import { holds } from './opportunity-check.ts';

/** The failed check that is nearest to passing, with its figures as of the judgement; null what is not known. */
export interface NearestMiss {
  readonly check: string;
  readonly value: number | null;
  readonly bound: number | null;
}

/** Returns the failed check that is nearest to passing, the first of the why-not list, without its words; null when all hold. */
export function nearestMiss(judged: JudgedCase, options: ScannerOptions): NearestMiss | null {
  let nearest: NearestMiss | null = null;
  let nearestFrac = Infinity;
  for (const check of OPPORTUNITY_CHECKS) {
    const value = check.valueOf(judged, options);
    const bound = check.boundOf(judged, options);
    if (holds(check, value, bound)) continue;
    const told = { check: check.check, value: finiteOrNull(value), bound: finiteOrNull(bound) };
    const frac = missFrac(check, told.value, told.bound) ?? Infinity;
    if (nearest !== null && !(frac < nearestFrac)) continue;
    nearest = told;
    nearestFrac = frac;
  }
  return nearest;
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
