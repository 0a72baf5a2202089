/** Waiting times between restarts: doubling, capped, forgotten after a long enough run. */
export interface BackOffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** A run at least this long makes the next wait the first one again. */
  readonly resetAfterMs: number;
}

export const RESTART_BACK_OFF: BackOffLimits = { firstMs: 200, maxMs: 10_000, resetAfterMs: 30_000 };

/** Counts failures in a row and says how long to wait before the next try. */
export class BackOff {
  private readonly limits: BackOffLimits;
  private failures = 0;

  constructor(limits: BackOffLimits) {
    this.limits = limits;
  }

  /** Returns the wait in ms after a run of `ranMs` ended. */
  nextDelayMs(ranMs: number): number {
    if (ranMs >= this.limits.resetAfterMs) this.failures = 0;
    const delayMs = Math.min(this.limits.maxMs, this.limits.firstMs * 2 ** Math.min(this.failures, 30));
    this.failures += 1;
    return delayMs;
  }
}
