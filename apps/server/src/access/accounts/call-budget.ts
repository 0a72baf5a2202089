import type { Clock } from '@riptide/core/kernel';
import { limiterKey } from '../try-limiter.ts';

const ADDRESSES_MAX = 10_000;

/** Allows each address so many calls in a window; for calls where every one costs something, right or wrong. */
export class CallBudget {
  private readonly clock: Clock;
  private readonly most: number;
  private readonly windowMs: number;
  private readonly windows = new Map<string, { startMs: number; calls: number }>();

  constructor(clock: Clock, most: number, windowMs: number) {
    this.clock = clock;
    this.most = most;
    this.windowMs = windowMs;
  }

  /** Counts a call. Returns 0 when it may go on, else how long to wait, ms. */
  spend(address: string): number {
    const key = limiterKey(address);
    const nowMs = this.clock.nowMs();
    let window = this.windows.get(key);
    if (window === undefined || nowMs - window.startMs >= this.windowMs) {
      window = { startMs: nowMs, calls: 0 };
      this.windows.delete(key);
      this.windows.set(key, window);
      const oldest = this.windows.keys().next();
      if (this.windows.size > ADDRESSES_MAX && oldest.done !== true) this.windows.delete(oldest.value);
    }
    if (window.calls >= this.most) return window.startMs + this.windowMs - nowMs;
    window.calls += 1;
    return 0;
  }
}
