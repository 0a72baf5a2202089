import type { Clock, TimerHandle } from '@riptide/core/kernel';

export interface ChangePace {
  /** From the first change to the task, in ms, so that changes which come together go together. */
  readonly gatherMs: number;
  /** From one task to the next at least, in ms. */
  readonly apartMs: number;
}

/**
 * Runs a task soon after a change, and not more often than its pace allows.
 *
 * A plain period would add up to its whole length to the age of what it sends, and another one at every further hop.
 */
export class ChangePacer {
  private readonly clock: Clock;
  private readonly pace: ChangePace;
  private readonly task: () => void;
  private timer: TimerHandle | null = null;
  private ranMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, pace: ChangePace, task: () => void) {
    this.clock = clock;
    this.pace = pace;
    this.task = task;
  }

  /** Notes a change; a task that already waits takes it along. */
  note(): void {
    if (this.timer !== null) return;
    const { gatherMs, apartMs } = this.pace;
    // A clock that was set back must not make the wait longer than the pace.
    const leftMs = Math.min(apartMs, this.ranMs + apartMs - this.clock.nowMs());
    this.timer = this.clock.after(Math.max(gatherMs, leftMs), () => {
      this.timer = null;
      this.ranMs = this.clock.nowMs();
      this.task();
    });
  }

  /** Ends the waiting; what was noted is not told. */
  cancel(): void {
    this.timer?.cancel();
    this.timer = null;
  }
}
