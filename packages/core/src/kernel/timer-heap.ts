/** A task that waits in a heap. */
export interface DueTask {
  /** Grows with every task scheduled: orders those due at one time. */
  readonly id: number;
  atMs: number;
  /** null: runs once. */
  readonly periodMs: number | null;
  readonly task: () => void;
  state: 'waiting' | 'left' | 'cancelled';
}

/** Fewer cancelled tasks than this are not worth a sweep. */
const SWEEP_MIN = 64;

/** Waiting tasks by time, then by order of scheduling. A cancelled one leaves when its time comes, or when half of all are cancelled. */
export class TimerHeap {
  private heap: DueTask[] = [];
  private cancelled = 0;

  put(due: DueTask): void {
    const { heap } = this;
    heap.push(due);
    this.lift(heap.length - 1);
  }

  /** Returns the earliest task that was not cancelled, and leaves it; null when none waits. */
  peek(): DueTask | null {
    for (let first = this.heap[0]; first !== undefined; first = this.heap[0]) {
      if (first.state === 'waiting') return first;
      this.cancelled -= 1;
      this.takeFirst();
    }
    return null;
  }

  /** Takes away what `peek` gave. */
  dropFirst(): void {
    const [first] = this.heap;
    if (first === undefined) return;
    first.state = 'left';
    this.takeFirst();
  }

  /** Moves what `peek` gave to a later time. */
  postponeFirst(byMs: number): void {
    const [first] = this.heap;
    if (first === undefined) return;
    first.atMs += byMs;
    this.sink(0);
  }

  /** Never runs it again; one that has left already stays as it is. */
  cancel(due: DueTask): void {
    if (due.state !== 'waiting') return;
    due.state = 'cancelled';
    this.cancelled += 1;
    if (this.cancelled >= SWEEP_MIN && this.cancelled * 2 > this.heap.length) this.sweep();
  }

  private takeFirst(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    this.sink(0);
  }

  private sweep(): void {
    // Sorted is a heap too.
    this.heap = this.heap.filter(({ state }) => state === 'waiting').sort((a, b) => a.atMs - b.atMs || a.id - b.id);
    this.cancelled = 0;
  }

  private lift(from: number): void {
    const { heap } = this;
    const due = heap[from] as DueTask;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as DueTask;
      if (!isBefore(due, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  private sink(from: number): void {
    const { heap } = this;
    const due = heap[from] as DueTask;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as DueTask, heap[child] as DueTask)) child += 1;
      if (!isBefore(heap[child] as DueTask, due)) break;
      heap[at] = heap[child] as DueTask;
      at = child;
    }
    heap[at] = due;
  }
}

function isBefore(a: DueTask, b: DueTask): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id);
}
