import { allow, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'funding-window';

const HOUR_MS = 3_600_000;
/** A pair expects its funding; what it must not do is to have one leg on each side of a settlement. */
const PAIR_WINDOW_MS = 10_000;

/** Blocks an entry on a perp closer to a settlement, before or after, than the window; of a pair, than its legs need to be filled. The edge itself is free. */
export const fundingWindowGate: Gate = (request) => {
  const { instrument, view } = request;
  const isPair = view.pairedBase !== undefined;
  const fundingWindowMs = isPair ? Math.min(view.limits.fundingWindowMs, PAIR_WINDOW_MS) : view.limits.fundingWindowMs;
  if (instrument?.kind === 'spot') return allow(GATE, 'spot has no funding');
  if (fundingWindowMs === 0) return allow(GATE, 'the window is off');
  if (view.fundingNextMs === null || !Number.isFinite(view.fundingNextMs))
    return deny(GATE, 'the next settlement is unknown');
  const intervalHours = instrument?.fundingIntervalHours ?? null;
  const intervalMs = intervalHours === null ? null : intervalHours * HOUR_MS;
  const beforeMs = Math.abs(view.fundingNextMs - view.nowMs);
  const afterMs = intervalMs === null ? beforeMs : Math.abs(view.nowMs - (view.fundingNextMs - intervalMs));
  const distanceMs = Math.min(beforeMs, afterMs);
  const figures = { value: exact(distanceMs), bound: exact(fundingWindowMs) };
  const detail = `${distanceMs} ms from a settlement at rate ${view.fundingRateFrac ?? 'unknown'}, the window is ${fundingWindowMs} ms`;
  return distanceMs >= fundingWindowMs ? allow(GATE, detail, figures) : deny(GATE, detail, figures);
};
