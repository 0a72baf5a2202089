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

interface Due {
  readonly id: number;
  atMs: number;
  readonly periodMs: number | null;
  readonly task: () => void;
}

/** A clock that only moves when told to. For tests, the simulator and replay. */
export class VirtualClock implements Clock {
  private currentMs: number;
  private nextId = 1;
  private readonly due = new Map<number, Due>();

  constructor(startMs: number) {
    this.currentMs = startMs;
  }

  nowMs(): EpochMs {
    return this.currentMs as EpochMs;
  }

  nowNs(): MonoNs {
    return (this.currentMs * 1e6) as MonoNs;
  }

  after(delayMs: number, task: () => void): TimerHandle {
    return this.schedule(delayMs, null, task);
  }

  every(periodMs: number, task: () => void): TimerHandle {
    return this.schedule(periodMs, periodMs, task);
  }

  /** Moves time forward and runs every task that falls due, in order of time, then of scheduling. */
  advance(byMs: number): void {
    const endMs = this.currentMs + byMs;
    for (;;) {
      const next = this.earliest(endMs);
      if (next === null) break;
      this.currentMs = Math.max(this.currentMs, next.atMs);
      if (next.periodMs === null) this.due.delete(next.id);
      else next.atMs += next.periodMs;
      next.task();
    }
    this.currentMs = endMs;
  }

  /** Returns when the next task falls due; null when nothing waits. */
  nextDueMs(): number | null {
    return this.earliest(Number.POSITIVE_INFINITY)?.atMs ?? null;
  }

  private schedule(delayMs: number, periodMs: number | null, task: () => void): TimerHandle {
    const id = this.nextId;
    this.nextId += 1;
    this.due.set(id, { id, atMs: this.currentMs + delayMs, periodMs, task });
    return { cancel: () => void this.due.delete(id) };
  }

  private earliest(endMs: number): Due | null {
    let best: Due | null = null;
    for (const entry of this.due.values()) {
      if (entry.atMs > endMs) continue;
      if (best === null || entry.atMs < best.atMs || (entry.atMs === best.atMs && entry.id < best.id)) best = entry;
    }
    return best;
  }
}
