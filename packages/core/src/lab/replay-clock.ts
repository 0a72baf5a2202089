import type { EpochMs, MonoNs } from '../domain/index.ts';
import type { Clock, TimerHandle } from '../kernel/index.ts';

interface Due {
  readonly id: number;
  atMs: number;
  readonly periodMs: number | null;
  readonly task: () => void;
  isCancelled: boolean;
}

/** What kind of task ran: only one-shot tasks resume promises. */
export type RanTask = 'once' | 'periodic' | null;

/** A clock that a tape moves, from message to message; a heap, for millions of timers pass in one run. */
export class ReplayClock implements Clock {
  private currentMs: number;
  private nextId = 1;
  private readonly heap: Due[] = [];

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

  /** Runs the earliest task due up to `untilMs`, with the time it was due at. Returns null when none is. */
  runNext(untilMs: number): RanTask {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined || (first.atMs > untilMs && !first.isCancelled)) return null;
      this.takeFirst();
      if (first.isCancelled) continue;
      this.currentMs = Math.max(this.currentMs, first.atMs);
      if (first.periodMs !== null) {
        first.atMs += first.periodMs;
        this.put(first);
      }
      first.task();
      return first.periodMs === null ? 'once' : 'periodic';
    }
  }

  /** Moves time forward; an earlier time changes nothing. */
  moveTo(ms: number): void {
    if (ms > this.currentMs) this.currentMs = ms;
  }

  private schedule(delayMs: number, periodMs: number | null, task: () => void): TimerHandle {
    const due: Due = { id: this.nextId, atMs: this.currentMs + delayMs, periodMs, task, isCancelled: false };
    this.nextId += 1;
    this.put(due);
    return {
      cancel: () => {
        due.isCancelled = true;
      },
    };
  }

  private put(due: Due): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Due;
      if (!isBefore(due, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  private takeFirst(): void {
    const { heap } = this;
    const last = heap.pop() as Due;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Due, heap[child] as Due)) child += 1;
      if (!isBefore(heap[child] as Due, last)) break;
      heap[at] = heap[child] as Due;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id);
}
