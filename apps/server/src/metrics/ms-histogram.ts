/** Upper bounds of the classes in ms; what is longer falls into one class more. */
export const MS_BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500] as const;

/** A histogram as it passes from thread to thread: `counts` has one class more than `MS_BOUNDS`, not cumulated. */
export interface HistogramFigures {
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/** Counts durations by class. Never grows. */
export class MsHistogram {
  private readonly counts: number[] = Array.from({ length: MS_BOUNDS.length + 1 }, () => 0);
  private sumMs = 0;

  observe(ms: number): void {
    let at = 0;
    while (at < MS_BOUNDS.length && ms > (MS_BOUNDS[at] ?? 0)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sumMs += ms;
  }

  get figures(): HistogramFigures {
    return { counts: [...this.counts], sumMs: this.sumMs };
  }
}
