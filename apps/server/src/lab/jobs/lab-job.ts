import type { ReplayOutcome } from './run-replay.ts';

/** What a person asks a verdict of. */
export interface VerdictWish {
  /** `pas-trader`, `oraculis` or `trigger`. */
  readonly strategy: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly seed: number;
}

/** One job as it stands. */
export interface LabJob {
  readonly jobId: string;
  readonly wish: VerdictWish;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
  readonly startedMs: number;
  /** null while it is open, and of an interrupted one. */
  readonly endedMs: number | null;
  readonly error: string | null;
  readonly outcome: ReplayOutcome | null;
}
