/** Plain JSON of a usual context: how many were seen, and their sums by feature. */
export interface UsualContextState {
  readonly count: number;
  readonly sums: readonly number[];
}

/** The mean of the contexts seen. */
export class UsualContext {
  private count: number;
  private readonly sums: number[];

  constructor(features: number, saved?: UsualContextState) {
    this.count = saved?.count ?? 0;
    this.sums = saved === undefined ? Array.from({ length: features }, () => 0) : [...saved.sums];
  }

  /** How many were seen. */
  get contexts(): number {
    return this.count;
  }

  push(context: readonly number[]): void {
    this.count += 1;
    for (const [ix, feature] of context.entries()) this.sums[ix] = (this.sums[ix] ?? 0) + feature;
  }

  /** Returns the mean; before any context the bias alone. */
  mean(): readonly number[] {
    if (this.count === 0) return this.sums.map((_, ix) => (ix === 0 ? 1 : 0));
    return this.sums.map((sum) => sum / this.count);
  }

  state(): UsualContextState {
    return { count: this.count, sums: [...this.sums] };
  }
}
