import type { EpochMs, MonoNs } from '../domain/index.ts';
import type { Clock, TimerHandle } from './clock.ts';
import { TimerHeap, type DueTask } from './timer-heap.ts';

/** What kind of task ran: only one-shot tasks resume promises. */
export type RanTask = 'once' | 'periodic' | null;

/** A clock that only moves when told to: by tests, by the simulator, or by a tape from message to message. */
export class VirtualClock implements Clock {
  private currentMs: number;
  private nextId = 1;
  private readonly heap = new TimerHeap();

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
    while (this.runNext(endMs) !== null);
    this.currentMs = endMs;
  }

  /** HOT: runs the earliest task due up to `untilMs`, with the time it was due at. Returns null when none is. */
  runNext(untilMs: number): RanTask {
    const first = this.heap.peek();
    if (first === null || first.atMs > untilMs) return null;
    if (first.atMs > this.currentMs) this.currentMs = first.atMs;
    if (first.periodMs === null) this.heap.dropFirst();
    else this.heap.postponeFirst(first.periodMs);
    first.task();
    return first.periodMs === null ? 'once' : 'periodic';
  }

  /** Moves time forward and runs nothing; an earlier time changes nothing. */
  moveTo(ms: number): void {
    if (ms > this.currentMs) this.currentMs = ms;
  }

  /** Returns when the next task falls due; null when nothing waits. */
  nextDueMs(): number | null {
    return this.heap.peek()?.atMs ?? null;
  }

  private schedule(delayMs: number, periodMs: number | null, task: () => void): TimerHandle {
    const due: DueTask = { id: this.nextId, atMs: this.currentMs + delayMs, periodMs, task, state: 'waiting' };
    this.nextId += 1;
    this.heap.put(due);
    return { cancel: () => this.heap.cancel(due) };
  }
}
