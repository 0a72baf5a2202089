import { toDecimalString, ZERO, type Decimal } from '../domain/index.ts';
import { sharpeOf, type DayPnl, type SymbolResult } from './performance.ts';
import { countBefore, type ResultDay } from './result-day.ts';
import type { ResultSums } from './result-sums.ts';
import type { RatedTrade, TradeResult } from './trade-results.ts';

const DAY_MS = 86_400_000;

interface SpanInput {
  /** Days with results, in their order; the first and the last may be parts of one. */
  readonly days: readonly ResultDay[];
  readonly sums: ResultSums;
}

/** What ended in a span of time, as figures of its days make it. */
export class ResultSpan {
  readonly sums: ResultSums;
  private readonly days: readonly ResultDay[];

  constructor({ days, sums }: SpanInput) {
    this.days = days;
    this.sums = sums;
  }

  /** Days are UTC; every day between the first and the last with a known net is there. */
  daily(): DayPnl[] {
    const known = this.days.filter(({ sums }) => sums.known > 0);
    const daily: DayPnl[] = [];
    for (const { dayMs, sums } of known) {
      for (let gapMs = (daily.at(-1)?.dayMs ?? dayMs) + DAY_MS; gapMs < dayMs; gapMs += DAY_MS)
        daily.push({ dayMs: gapMs, netUsd: '0', trades: 0 });
      const trades = sums.counted - sums.unknown;
      daily.push({ dayMs, netUsd: toDecimalString(sums.net), trades });
    }
    return daily;
  }

  sharpe(): number | null {
    return sharpeOf(this.daily());
  }

  bySymbol(): SymbolResult[] {
    return [...this.sums.bySymbol]
      .map(([symbol, { net, trades, wins }]) => ({ symbol, netUsd: toDecimalString(net), trades, wins }))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  }

  /** Returns the sum of the nets after every n-th result, so that there are at most `max`, the last one of them. */
  course(max: number): { readonly atMs: number; readonly net: Decimal }[] {
    const { known } = this.sums;
    const step = Math.max(1, Math.ceil(known / max));
    const points: { atMs: number; net: Decimal }[] = [];
    let at = (known - 1) % step;
    let [before, sum] = [0, ZERO];
    for (const { course, sums } of this.days) {
      for (; at < before + course.sums.length; at += step) {
        const part = course.sums[at - before] ?? ZERO;
        points.push({ atMs: course.atMs[at - before] ?? 0, net: sum.plus(part) });
      }
      before += course.sums.length;
      sum = sum.plus(sums.net);
    }
    return points;
  }

  /** Returns, for each of rising moments, the sum of what ended until then. */
  sumsAt(atMs: readonly number[]): Decimal[] {
    let [day, sum] = [0, ZERO];
    return atMs.map((at) => {
      for (let next = this.days[day + 1]; next !== undefined && next.dayMs <= at; next = this.days[day + 1]) {
        sum = sum.plus(this.days[day]?.sums.net ?? ZERO);
        day += 1;
      }
      const course = this.days[day]?.course;
      const until = course === undefined ? 0 : countBefore(course.atMs, (ms) => ms <= at);
      return until === 0 ? sum : sum.plus(course?.sums[until - 1] ?? ZERO);
    });
  }

  /** Returns a page of the legs of all results, those that closed last first. Costs as many steps as there are up to its end. */
  newestLegs({ limit, offset }: { readonly limit: number; readonly offset: number }): RatedTrade[] {
    const wanted = offset + limit;
    const taken: (readonly TradeResult[])[] = [];
    let legs: RatedTrade[] = [];
    for (const { results, dayMs } of this.days.toReversed()) {
      // WHY: a leg closes with its result or before it, so what ended on an earlier day has none that comes first.
      if (legs.length >= wanted && (legs[wanted - 1]?.trade.closeMs ?? 0) >= dayMs + DAY_MS) break;
      taken.push(results);
      if (taken.reduce((sum, each) => sum + each.length, 0) < wanted) continue;
      legs = newestFirst(taken);
    }
    return (legs.length >= wanted ? legs : newestFirst(taken)).slice(offset, wanted);
  }
}

function newestFirst(taken: readonly (readonly TradeResult[])[]): RatedTrade[] {
  return taken
    .toReversed()
    .flat()
    .flatMap(({ legs }) => legs)
    .sort((a, b) => b.trade.closeMs - a.trade.closeMs);
}
