const WINDOW_S = 10;

/** Counts what comes by the second, for a rate over the last ten of them. */
export class TailRate {
  readonly #nowMs: () => number;
  readonly #startMs: number;
  readonly #counts = new Map<number, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  count(): void {
    const second = Math.floor(this.#nowMs() / 1000);
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1);
    for (const old of this.#counts.keys()) if (old <= second - WINDOW_S - 1) this.#counts.delete(old);
  }

  /** The second that runs is left out: it is not whole. */
  perS(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    const watchedS = Math.min(WINDOW_S, Math.max(1, second - Math.floor(this.#startMs / 1000)));
    let count = 0;
    for (const [at, times] of this.#counts) if (at < second && at >= second - WINDOW_S) count += times;
    return count / watchedS;
  }
}
