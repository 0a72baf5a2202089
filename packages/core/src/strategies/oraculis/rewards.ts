import type { ArmOutcome } from '../../domain/index.ts';

const REWARD_MAX_BPS = 200;

/** Returns what an outcome teaches, in bps net of costs, clipped to ±200: one wild fill must not outweigh a hundred others. */
export function rewardBpsOf(outcome: Pick<ArmOutcome, 'netBps'>): number {
  return Math.min(REWARD_MAX_BPS, Math.max(-REWARD_MAX_BPS, outcome.netBps));
}
