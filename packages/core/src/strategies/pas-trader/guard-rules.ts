/** The risk guard's rules as the strategy reads them; distances in bps of the entry price. */
export interface GuardRules {
  /** Gain of the best mid at which the stop moves to the entry; 0 is never. */
  readonly breakevenArmBps: number;
  readonly trailEnable: boolean;
  /** Distance that the trailing stop keeps from the best mid. */
  readonly trailStepBps: number;
  /** Least improvement by which the trailing stop moves. */
  readonly trailRearmBps: number;
  readonly reentryEnable: boolean;
  readonly reentryCooldownSec: number;
  /** On top of `minNetBps`, which a second trade must exceed. */
  readonly reentryEdgeBufferBps: number;
  readonly reentryMaxAttempts: number;
  readonly reentryAutoExecute: boolean;
}
