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
