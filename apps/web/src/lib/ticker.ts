import type { BrowserClock } from './browser-clock.ts';

/** One timer for every figure on screen that ages: announces the time once a second while anyone listens. */
export class Ticker {
  readonly #clock: BrowserClock;
  readonly #everyMs: number;
  readonly #listeners = new Set<() => void>();
  #nowMs: number;
  #cancel: (() => void) | null = null;

  constructor(clock: BrowserClock, everyMs = 1000) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#nowMs = clock.nowMs();
  }

  getNowMs = (): number => this.#nowMs;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#cancel === null) this.#arm();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#cancel?.();
      this.#cancel = null;
    };
  };

  #arm(): void {
    this.#cancel = this.#clock.after(this.#everyMs, () => {
      this.#nowMs = this.#clock.nowMs();
      this.#arm();
      for (const listener of this.#listeners) listener();
    });
  }
}
