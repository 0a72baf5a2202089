import type { OpportunityCheck } from './opportunity-check.ts';

/** Returns how far a failed check is from its bound, relative to it or to one unit where the bound is under one; null when that can't be said. */
export function missFrac(
  check: Pick<OpportunityCheck, 'unit'>,
  value: number | null,
  bound: number | null,
): number | null {
  if (value === null || bound === null || check.unit === 'flag') return null;
  const scale = check.unit === 'base' ? Math.abs(bound) : Math.max(1, Math.abs(bound));
  return scale === 0 ? null : Math.abs(value - bound) / scale;
}
