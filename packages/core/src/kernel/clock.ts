import type { EpochMs, MonoNs } from '../domain/index.ts';

/** A pending timer. */
export interface TimerHandle {
  cancel(): void;
}

/** The only source of time. Everything that waits or stamps gets one as an argument. */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  nowMs(): EpochMs;
  /** Monotonic nanoseconds, for durations only. */
  nowNs(): MonoNs;
  /** Runs `task` once, `delayMs` from now. */
  after(delayMs: number, task: () => void): TimerHandle;
  /** Runs `task` every `periodMs`. */
  every(periodMs: number, task: () => void): TimerHandle;
}

/** Returns the machine's clock. Its timers keep the process alive until cancelled. */
export function systemClock(): Clock {
  return {
    nowMs: () => Date.now() as EpochMs,
    nowNs: () => Math.round(performance.now() * 1e6) as MonoNs,
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs);
      return { cancel: () => clearTimeout(timer) };
    },
    every(periodMs, task) {
      const timer = setInterval(task, periodMs);
      return { cancel: () => clearInterval(timer) };
    },
  };
}
