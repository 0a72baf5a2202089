import type { BrowserClock } from './browser-clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly call: () => void;
}

/** A clock for tests: time stands until it is moved, frames come when asked for. */
export class FakeClock implements BrowserClock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();
  readonly #frames = new Set<() => void>();

  constructor(startMs = 1_700_000_000_000) {
    this.#nowMs = startMs;
  }

  nowMs = (): number => this.#nowMs;

  ticksMs = (): number => this.#nowMs;

  after = (delayMs: number, call: () => void): (() => void) => {
    const timer = { dueMs: this.#nowMs + delayMs, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  nextFrame = (call: () => void): (() => void) => {
    this.#frames.add(call);
    return () => this.#frames.delete(call);
  };

  /** Frames asked for and not drawn yet. */
  get framesWaiting(): number {
    return this.#frames.size;
  }

  /** Draws the frames asked for so far. */
  drawFrame(): void {
    const frames = [...this.#frames];
    this.#frames.clear();
    for (const call of frames) call();
  }

  /** Moves the time and calls what falls due, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => timer.dueMs <= endMs)
        .sort((one, other) => one.dueMs - other.dueMs)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#nowMs = due.dueMs;
      due.call();
    }
    this.#nowMs = endMs;
  }
}
