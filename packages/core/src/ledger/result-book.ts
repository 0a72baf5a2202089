import type { ClosedTrade, PriceOf } from './closed-trade.ts';
import { ResultDay } from './result-day.ts';
import { ResultSpan } from './result-span.ts';
import { ResultSums } from './result-sums.ts';
import { resultAlone, resultOf, type RatedTrade, type TradeResult } from './trade-results.ts';

const DAY_MS = 86_400_000;

export interface BookInput {
  /** All there are, in the order in which they closed. */
  readonly trades: readonly ClosedTrade[];
  /** Arbitrages that have a leg open: what they have closed so far is money, and no result yet. */
  readonly openArbIds: ReadonlySet<string>;
  /** Of coins that fees were paid in. */
  readonly priceOf: PriceOf;
  readonly rate: (trade: ClosedTrade) => RatedTrade;
}

interface BookOptions {
  /** Which results are kept at all; absent: all. */
  readonly isKept?: (result: TradeResult) => boolean;
}

interface DayChange {
  readonly gone: Set<TradeResult>;
  readonly come: TradeResult[];
}

/**
 * Keeps what closed trades add up to by the UTC day. Each time it is given all of them, and makes anew only the days in which one is
 * new, other or gone, or in which the price of a coin that a fee was paid in moved.
 */
export class ResultBook {
  private readonly isKept: (result: TradeResult) => boolean;
  private trades: readonly ClosedTrade[] = [];
  private openArbIds: ReadonlySet<string> = new Set();
  private readonly days = new Map<number, ResultDay>();
  private order: readonly ResultDay[] | null = [];
  private readonly alone = new Map<ClosedTrade, TradeResult>();
  private readonly legsOf = new Map<string, ClosedTrade[]>();
  private readonly pairs = new Map<string, TradeResult>();
  /** Trades with fees in a coin, by the coin, and the prices they were rated at. */
  private readonly feeCoins = new Map<string, Set<ClosedTrade>>();
  private readonly prices = new Map<string, string | null>();
  private readonly changes = new Map<number, DayChange>();
  /** Sums of whole days but the last one there is, by the first of them. */
  private readonly sealed = new Map<number, ResultSums>();

  constructor({ isKept }: BookOptions = {}) {
    this.isKept = isKept ?? (() => true);
  }

  update(input: BookInput): this {
    const { gone, come } = differenceOf(this.trades, input.trades);
    const stale = new Set<string>();
    for (const trade of gone) this.leave(trade, stale);
    for (const trade of come) this.enter(trade, stale);
    for (const id of symmetricDifference(this.openArbIds, input.openArbIds)) if (this.legsOf.has(id)) stale.add(id);
    const again = this.priceMoved(input, stale);
    for (const trade of [...again, ...come]) if (trade.arbId === undefined) this.rateAlone(trade, input);
    for (const arbId of stale) this.ratePair(arbId, input);
    this.trades = input.trades;
    this.openArbIds = input.openArbIds;
    this.remakeDays();
    return this;
  }

  /** Returns what ended in a span, both edges in it. */
  span(fromMs: number, untilMs: number): ResultSpan {
    const order = this.ordered();
    const days = order
      .filter(({ dayMs }) => dayMs + DAY_MS > fromMs && dayMs <= untilMs)
      .map((day) => day.within(fromMs, untilMs))
      .filter(({ results }) => results.length > 0);
    const [head, ...rest] = days;
    const sums = new ResultSums();
    if (head === undefined) return new ResultSpan({ days, sums });
    sums.join(head.sums);
    const middle = rest.slice(0, -1);
    const last = rest.at(-1);
    if (middle.length > 0) sums.join(last === order.at(-1) ? this.sealedFrom(middle) : joined(middle));
    if (last !== undefined) sums.join(last.sums);
    return new ResultSpan({ days, sums });
  }

  /** Returns everything there is. */
  whole(): ResultSpan {
    return this.span(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  private sealedFrom(middle: readonly ResultDay[]): ResultSums {
    const first = middle[0]?.dayMs ?? 0;
    const sums = this.sealed.get(first) ?? joined(middle);
    this.sealed.set(first, sums);
    return sums;
  }

  private ordered(): readonly ResultDay[] {
    this.order ??= [...this.days.values()].sort((a, b) => a.dayMs - b.dayMs);
    return this.order;
  }

  private enter(trade: ClosedTrade, stale: Set<string>): void {
    const { arbId, otherFees } = trade;
    for (const { asset } of otherFees) {
      const trades = this.feeCoins.get(asset) ?? new Set();
      this.feeCoins.set(asset, trades.add(trade));
    }
    if (arbId === undefined) return;
    const legs = this.legsOf.get(arbId) ?? [];
    legs.push(trade);
    this.legsOf.set(arbId, legs.sort(byClose));
    stale.add(arbId);
  }

  private leave(trade: ClosedTrade, stale: Set<string>): void {
    const { arbId, otherFees } = trade;
    for (const { asset } of otherFees) this.feeCoins.get(asset)?.delete(trade);
    if (arbId === undefined) {
      this.replace(this.alone.get(trade), null);
      this.alone.delete(trade);
      return;
    }
    const legs = (this.legsOf.get(arbId) ?? []).filter((leg) => leg !== trade);
    if (legs.length === 0) this.legsOf.delete(arbId);
    else this.legsOf.set(arbId, legs);
    stale.add(arbId);
  }

  /** Returns the trades to rate again, and adds pairs to `stale`. */
  private priceMoved({ priceOf }: BookInput, stale: Set<string>): ReadonlySet<ClosedTrade> {
    const again = new Set<ClosedTrade>();
    for (const [asset, trades] of this.feeCoins) {
      const price = priceOf(asset);
      if (price === this.prices.get(asset)) continue;
      this.prices.set(asset, price);
      for (const trade of trades) {
        if (trade.arbId === undefined) again.add(trade);
        else stale.add(trade.arbId);
      }
    }
    return again;
  }

  private rateAlone(trade: ClosedTrade, { rate }: BookInput): void {
    const result = resultAlone(rate(trade));
    this.replace(this.alone.get(trade), result);
    this.alone.set(trade, result);
  }

  private ratePair(arbId: string, { rate, openArbIds }: BookInput): void {
    const legs = this.legsOf.get(arbId);
    const result = legs === undefined ? null : resultOf(legs.map(rate), arbId, !openArbIds.has(arbId));
    this.replace(this.pairs.get(arbId), result);
    if (result === null) this.pairs.delete(arbId);
    else this.pairs.set(arbId, result);
  }

  private replace(before: TradeResult | undefined, now: TradeResult | null): void {
    if (before === now) return;
    if (before !== undefined && this.isKept(before)) this.changeOf(before).gone.add(before);
    if (now !== null && this.isKept(now)) this.changeOf(now).come.push(now);
  }

  private changeOf({ closeMs }: TradeResult): DayChange {
    const dayMs = Math.floor(closeMs / DAY_MS) * DAY_MS;
    const change = this.changes.get(dayMs) ?? { gone: new Set(), come: [] };
    this.changes.set(dayMs, change);
    return change;
  }

  private remakeDays(): void {
    if (this.changes.size === 0) return;
    const lastMs = this.ordered().at(-1)?.dayMs ?? 0;
    for (const [dayMs, { gone, come }] of this.changes) {
      const added = come.filter((result) => !gone.delete(result));
      const kept = (this.days.get(dayMs)?.results ?? []).filter((result) => !gone.has(result));
      const results = [...kept, ...added].sort(byEnd);
      if (results.length === 0) this.days.delete(dayMs);
      else this.days.set(dayMs, new ResultDay(dayMs, results));
      if (dayMs !== lastMs || results.length === 0) this.sealed.clear();
    }
    this.order = null;
    this.changes.clear();
  }
}

function joined(days: readonly ResultDay[]): ResultSums {
  const sums = new ResultSums();
  for (const day of days) sums.join(day.sums);
  return sums;
}

/** Both lists are in the order in which trades closed; an equal trade that is another object is a changed one. */
function differenceOf(
  before: readonly ClosedTrade[],
  now: readonly ClosedTrade[],
): { readonly gone: readonly ClosedTrade[]; readonly come: readonly ClosedTrade[] } {
  const gone: ClosedTrade[] = [];
  const come: ClosedTrade[] = [];
  if (before === now) return { gone, come };
  let [i, j] = [0, 0];
  for (let [a, b] = [before[i], now[j]]; a !== undefined || b !== undefined; [a, b] = [before[i], now[j]]) {
    if (a === b) [i, j] = [i + 1, j + 1];
    else if (b === undefined || (a !== undefined && byClose(a, b) <= 0)) {
      if (a !== undefined) gone.push(a);
      i += 1;
    } else {
      come.push(b);
      j += 1;
    }
  }
  return { gone, come };
}

function symmetricDifference(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((id) => !b.has(id)), ...[...b].filter((id) => !a.has(id))];
}

/** The order in which trades closed; those of one moment by their id. */
export function byClose(a: ClosedTrade, b: ClosedTrade): number {
  return a.closeMs - b.closeMs || (a.tradeId < b.tradeId ? -1 : a.tradeId > b.tradeId ? 1 : 0);
}

/** As a list of all results has them: of one moment the trades first, then the arbitrages, each by its first leg. */
function byEnd(a: TradeResult, b: TradeResult): number {
  if (a.closeMs !== b.closeMs) return a.closeMs - b.closeMs;
  if ((a.arbId === null) !== (b.arbId === null)) return a.arbId === null ? -1 : 1;
  const [one, other] = [a.legs[0]?.trade, b.legs[0]?.trade];
  return one === undefined || other === undefined ? 0 : byClose(one, other);
}
