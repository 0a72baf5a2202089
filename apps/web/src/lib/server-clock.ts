/** Samples the estimate is taken from; about a minute of stream items. */
const SAMPLES = 64;

/**
 * Estimates how far this browser's clock is ahead of the server's, from the least delayed of the last items.
 *
 * The estimate includes the shortest one-way delay, which on the same machine is about a millisecond.
 */
export class ServerClock {
  readonly #nowMs: () => number;
  readonly #samples: number[] = [];
  #offsetMs: number | null = null;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes the epoch seconds of something the server sent just now. */
  observe(serverSeconds: number): void {
    this.#samples.push(this.#nowMs() - serverSeconds * 1000);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
    this.#offsetMs = Math.min(...this.#samples);
  }

  /** Browser minus server; null before the first item. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** Gives the server's epoch milliseconds for a moment of this browser. */
  toServerMs(browserMs: number): number {
    return browserMs - (this.#offsetMs ?? 0);
  }

  /** Gives the age of something stamped by the server at a moment of this browser, never negative. */
  ageMs(serverSeconds: number, browserMs: number): number {
    return Math.max(0, this.toServerMs(browserMs) - serverSeconds * 1000);
  }
}
