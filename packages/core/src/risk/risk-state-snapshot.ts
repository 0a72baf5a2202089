import type { AccountKey, Condition, ExecutionMode } from '../domain/index.ts';
import type { CooldownRow } from './cooldown-book.ts';
import type { CoreSettingsSnapshot } from './core-settings.ts';
import type { DayResultSnapshot } from './day-result.ts';
import type { LossStreakView } from './risk-request.ts';
import type { KillState } from './risk-state.ts';
import type { RoundTrackerSnapshot } from './round-tracker.ts';

/** Everything `RiskState` remembers, as plain JSON. */
export interface RiskStateSnapshot {
  readonly lastSeq: number;
  readonly kill: KillState;
  readonly cooldowns: readonly CooldownRow[];
  readonly settings: CoreSettingsSnapshot;
  readonly rounds: RoundTrackerSnapshot;
  readonly conditions: readonly Condition[];
  readonly days: readonly (readonly [ExecutionMode, DayResultSnapshot])[];
  readonly streaks: readonly (readonly [ExecutionMode, LossStreakView])[];
  readonly seen: readonly (readonly [AccountKey, readonly string[]])[];
  readonly unbooked: number;
}
