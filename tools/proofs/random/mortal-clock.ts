import type { Clock, TimerHandle } from '@riptide/core/kernel';

/** The clock of one life of the engine: after `kill` none of its timers ever fires, as in a process that is gone. */
export class MortalClock implements Clock {
  private readonly inner: Clock;
  private readonly pending = new Set<TimerHandle>();
  private isDead = false;

  constructor(inner: Clock) {
    this.inner = inner;
  }

  nowMs(): ReturnType<Clock['nowMs']> {
    return this.inner.nowMs();
  }

  nowNs(): ReturnType<Clock['nowNs']> {
    return this.inner.nowNs();
  }

  after(delayMs: number, task: () => void): TimerHandle {
    if (this.isDead) return { cancel: () => undefined };
    const timer = this.inner.after(delayMs, () => {
      this.pending.delete(timer);
      task();
    });
    return this.kept(timer);
  }

  every(periodMs: number, task: () => void): TimerHandle {
    if (this.isDead) return { cancel: () => undefined };
    return this.kept(this.inner.every(periodMs, task));
  }

  kill(): void {
    this.isDead = true;
    for (const timer of this.pending) timer.cancel();
    this.pending.clear();
  }

  private kept(timer: TimerHandle): TimerHandle {
    this.pending.add(timer);
    return {
      cancel: () => {
        this.pending.delete(timer);
        timer.cancel();
      },
    };
  }
}
