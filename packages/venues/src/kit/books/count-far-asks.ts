import type { DecodeCounters, DepthMessage } from '@riptide/core/domain';

/** Counts the asks that were left out of a depth message because no trade reaches them. HOT: mostly one comparison. */
export function countFarAsks(counters: DecodeCounters, depth: DepthMessage): void {
  if (depth.farAskCount > 0) counters.farLevels = (counters.farLevels ?? 0) + depth.farAskCount;
}
