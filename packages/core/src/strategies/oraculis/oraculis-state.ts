import type { ArmLearnerState } from './arm-learner.ts';
import type { LedgerState } from './learner-ledger.ts';
import type { RecentDecision } from './recent-lessons.ts';
import type { UsualContextState } from './usual-context.ts';

export const STATE_VERSION = 1;

/** Rewards of some arms changed for good; what they had taught before was forgotten. */
export interface DriftEvent {
  readonly atMs: number;
  /** Decisions learnt from until then. */
  readonly decision: number;
  readonly armIds: readonly string[];
}

/** Everything Oraculis knows. Plain JSON. */
export interface OraculisState {
  readonly version: typeof STATE_VERSION;
  readonly features: number;
  readonly isFrozen: boolean;
  readonly explorationScale: number;
  readonly arms: readonly (readonly [string, ArmLearnerState])[];
  readonly recent: readonly RecentDecision[];
  readonly usual: UsualContextState;
  readonly drifts: readonly DriftEvent[];
  readonly ledger: LedgerState;
  readonly refused: readonly string[];
}

/** Returns what `snapshot` gave, or null for anything else, e.g. the state of another version. */
export function readState(saved: unknown, features: number): OraculisState | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const state = saved as Partial<OraculisState>;
  return state.version === STATE_VERSION && state.features === features ? (state as OraculisState) : null;
}
