import { decimal, ZERO, type Decimal } from '../domain/index.ts';
import { ResultSums } from './result-sums.ts';
import type { TradeResult } from './trade-results.ts';

/** Parts of a day that are kept: the edge of a period moves on, and each period has its own. */
const PARTS_MAX = 8;

interface Course {
  readonly atMs: readonly number[];
  /** Sums of the nets up to and with each result of known net, from 0 at the start of the day. */
  readonly sums: readonly Decimal[];
}

/** Results that ended in one day, in the order in which they ended; never changes. */
export class ResultDay {
  readonly dayMs: number;
  readonly results: readonly TradeResult[];
  private made: ResultSums | null = null;
  private madeCourse: Course | null = null;
  private readonly parts = new Map<string, ResultDay>();

  constructor(dayMs: number, results: readonly TradeResult[]) {
    this.dayMs = dayMs;
    this.results = results;
  }

  get sums(): ResultSums {
    if (this.made !== null) return this.made;
    const sums = new ResultSums();
    for (const result of this.results) sums.add(result);
    this.made = sums;
    return sums;
  }

  /** The course of the sum within the day. */
  get course(): Course {
    if (this.madeCourse !== null) return this.madeCourse;
    const known = this.results.filter(({ netUsd }) => netUsd !== null);
    let sum = ZERO;
    const sums = known.map(({ netUsd }) => (sum = sum.plus(decimal(netUsd ?? '0'))));
    this.madeCourse = { atMs: known.map(({ closeMs }) => closeMs), sums };
    return this.madeCourse;
  }

  /** Returns the results of the day that ended within a span, both edges in it. */
  within(fromMs: number, untilMs: number): ResultDay {
    const from = countBefore(this.results, ({ closeMs }) => closeMs < fromMs);
    const until = countBefore(this.results, ({ closeMs }) => closeMs <= untilMs);
    if (from === 0 && until === this.results.length) return this;
    const key = `${from}:${until}`;
    const part = this.parts.get(key) ?? new ResultDay(this.dayMs, this.results.slice(from, until));
    if (this.parts.size >= PARTS_MAX) this.parts.clear();
    this.parts.set(key, part);
    return part;
  }
}

/** Returns how many at the front of a list are `before`, which no later one is again. */
export function countBefore<T>(list: readonly T[], isBefore: (each: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const each = list[middle];
    if (each !== undefined && isBefore(each)) low = middle + 1;
    else high = middle;
  }
  return low;
}
