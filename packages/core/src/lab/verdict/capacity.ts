import { CAPACITY_USD, type TrialResult } from '../trials/trial-model.ts';

/**
 * Returns the notional at which the mean slippage of both ways reaches half of `edgeBps`, between two sizes by straight line; null when
 * there is no edge, when the smallest size is too much already, and the largest size when even that is not enough.
 */
export function capacityUsd(signals: readonly TrialResult[], edgeBps: number): number | null {
  const filled = signals.filter(({ isFilled, depthBps }) => isFilled && depthBps.length === CAPACITY_USD.length);
  if (!(edgeBps > 0) || filled.length === 0) return null;
  const boundBps = edgeBps / 2;
  const meanAt = (at: number): number =>
    filled.reduce((sum, { depthBps }) => sum + (depthBps[at] ?? 0), 0) / filled.length;
  let carried: number | null = null;
  let carriedBps = 0;
  for (const [at, usd] of CAPACITY_USD.entries()) {
    const slipBps = meanAt(at);
    if (slipBps > boundBps) {
      if (carried === null || !Number.isFinite(slipBps)) return carried;
      return Math.round(carried + ((usd - carried) * (boundBps - carriedBps)) / (slipBps - carriedBps));
    }
    carried = usd;
    carriedBps = slipBps;
  }
  return carried;
}
