import type { Condition, ExecutionMode, KillLevel } from '../domain/index.ts';
import type { CooldownRow } from './cooldown-book.ts';
import type { CoreSettingsSnapshot } from './core-settings.ts';
import type { DayResultSnapshot } from './day-result.ts';
import type { LossStreakView } from './risk-request.ts';
import type { RoundTrackerSnapshot } from './round-tracker.ts';

/** Where the kill switch stands and who moved it; `atMs` null before it was ever moved. */
export interface KillState {
  readonly level: KillLevel;
  readonly reason: string;
  readonly by: string;
  readonly atMs: number | null;
}

/** Everything `RiskState` remembers, as plain JSON. */
export interface RiskStateSnapshot {
  readonly lastSeq: number;
  readonly kill: KillState;
  readonly cooldowns: readonly CooldownRow[];
  readonly settings: CoreSettingsSnapshot;
  readonly rounds: RoundTrackerSnapshot;
  /** In checkpoints of before they had a book of their own. */
  readonly conditions?: readonly Condition[];
  readonly days: readonly (readonly [ExecutionMode, DayResultSnapshot])[];
  readonly streaks: readonly (readonly [ExecutionMode, LossStreakView])[];
  /** Ids of arbitrages whose result is in the streaks. Absent in checkpoints of before. */
  readonly pairs?: readonly string[];
  readonly unbooked: number;
}
