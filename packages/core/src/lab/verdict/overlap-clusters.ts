import type { TrialResult } from '../trials/trial-model.ts';

/**
 * Numbers the stretches in which trades of signals overlap in time, over all symbols, by decision.
 *
 * Trades that are open together share one market, whatever their symbols: they count as one observation of it.
 */
export function overlapClusters(signals: readonly TrialResult[]): ReadonlyMap<string, number> {
  const ordered = [...signals].sort((a, b) => a.plan.signalMs - b.plan.signalMs);
  const clusterOf = new Map<string, number>();
  let cluster = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  let cascade = '';
  for (const { plan, exitMs } of ordered) {
    if (plan.signalMs > endMs && plan.clusterId !== cascade) cluster += 1;
    cascade = plan.clusterId;
    endMs = Math.max(endMs, exitMs);
    clusterOf.set(plan.decisionId, cluster);
  }
  return clusterOf;
}
