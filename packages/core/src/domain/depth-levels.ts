/** How many levels one depth read gives at most; what lies deeper is left out of depth and capacity. */
export const DEPTH_LEVELS_MAX = 256;

/**
 * The best levels of one side, best first, in base units and canonical prices.
 *
 * HOT: a plain mutable buffer that a reader owns and refills; nothing is allocated per read.
 */
export class DepthLevels {
  readonly px = new Float64Array(DEPTH_LEVELS_MAX);
  readonly qtyBase = new Float64Array(DEPTH_LEVELS_MAX);
  count = 0;
}

/** Outcome of a walk through one side. */
export interface WalkResult {
  /** Volume-weighted price of the filled quantity; NaN when nothing was filled. */
  readonly vwapPx: number;
  readonly filledBase: number;
}

/** Walks depth for a base quantity and returns what was filled at which average price. Stops where the depth ends. */
export function walkVwap(depth: DepthLevels, qtyBase: number): WalkResult {
  // WHY: what is filled is summed, not subtracted from what was asked, or a large question would blur a small answer.
  let filledBase = 0;
  let quote = 0;
  for (let at = 0; at < depth.count && filledBase < qtyBase; at += 1) {
    const take = Math.min(qtyBase - filledBase, depth.qtyBase[at] as number);
    quote += take * (depth.px[at] as number);
    filledBase += take;
  }
  return { vwapPx: filledBase > 0 ? quote / filledBase : Number.NaN, filledBase };
}

/** Returns the base quantity the depth holds. */
export function depthQtyBase(depth: DepthLevels): number {
  let sum = 0;
  for (let at = 0; at < depth.count; at += 1) sum += depth.qtyBase[at] as number;
  return sum;
}
