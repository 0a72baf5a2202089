import { useAgeMs } from '../../../shared/age-tag.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';

/** Tells when an answer is older than twice its interval: what is shown of it is dimmed then. */
export function useIsOld(atSeconds: number | null, intervalMs: number): boolean {
  const ageMs = useAgeMs(atSeconds);
  return ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, intervalMs));
}
