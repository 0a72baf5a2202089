import type { SimBook, SimLevel, SimLevelChange, SimSide } from './model.ts';
import { RestingQueue } from './resting-queue.ts';

interface Before {
  readonly side: SimSide;
  readonly ticks: number;
  readonly lots: number;
}

/** One side: prices sorted from worst to best, so that work at the touch happens at the cheap end. */
class BookSide {
  /** Ticks of bids, negated ticks of asks: the best is always the largest. */
  private readonly keys: number[] = [];
  /** Of the anonymous flow. */
  private readonly lots: number[] = [];
  private readonly orders: number[] = [];
  /** Of accounts, on top of the flow. */
  private readonly ownLots: number[] = [];
  private readonly ownOrders: number[] = [];
  private readonly sign: 1 | -1;

  constructor(side: SimSide) {
    this.sign = side === 'bid' ? 1 : -1;
  }

  get size(): number {
    return this.keys.length;
  }

  /** Ticks of the level `depth` places from the best, or null. */
  ticksAt(depth: number): number | null {
    const key = this.keys[this.keys.length - 1 - depth];
    return key === undefined ? null : key * this.sign;
  }

  lotsOf(ticks: number): number {
    const at = this.find(ticks * this.sign);
    return this.keys[at] === ticks * this.sign ? (this.lots[at] as number) + (this.ownLots[at] as number) : 0;
  }

  flowLotsOf(ticks: number): number {
    const at = this.find(ticks * this.sign);
    return this.keys[at] === ticks * this.sign ? (this.lots[at] as number) : 0;
  }

  ordersOf(ticks: number): number {
    const at = this.find(ticks * this.sign);
    return this.keys[at] === ticks * this.sign ? (this.orders[at] as number) + (this.ownOrders[at] as number) : 0;
  }

  set(ticks: number, lots: number, orders: number): void {
    const at = this.place(ticks * this.sign);
    this.lots[at] = lots;
    this.orders[at] = lots === 0 ? 0 : orders;
    this.dropEmpty(at);
  }

  setOwn(ticks: number, lots: number, orders: number): void {
    const at = this.place(ticks * this.sign);
    this.ownLots[at] = lots;
    this.ownOrders[at] = orders;
    this.dropEmpty(at);
  }

  levels(count: number): SimLevel[] {
    const out: SimLevel[] = [];
    for (let at = this.keys.length - 1; at >= 0 && out.length < count; at -= 1) {
      const lots = (this.lots[at] as number) + (this.ownLots[at] as number);
      out.push({ ticks: (this.keys[at] as number) * this.sign, lots });
    }
    return out;
  }

  /** Index of the level with `key`, made empty when there was none. */
  private place(key: number): number {
    const at = this.find(key);
    if (this.keys[at] !== key) {
      this.keys.splice(at, 0, key);
      for (const column of [this.lots, this.orders, this.ownLots, this.ownOrders]) column.splice(at, 0, 0);
    }
    return at;
  }

  private dropEmpty(at: number): void {
    if (this.lots[at] !== 0 || this.ownLots[at] !== 0) return;
    for (const column of [this.keys, this.lots, this.orders, this.ownLots, this.ownOrders]) column.splice(at, 1);
  }

  /** First index whose key is at least `key`. */
  private find(key: number): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The order book of one listing. Changes between `begin` and `commit` become one event. */
export class SimOrderBook implements SimBook {
  /** Resting orders of accounts; what they hold is part of the public levels. */
  readonly resting = new RestingQueue();
  private readonly sides: Readonly<Record<SimSide, BookSide>> = { bid: new BookSide('bid'), ask: new BookSide('ask') };
  private touched: Map<number, Before> | null = null;
  private changeCount = 0;

  get version(): number {
    return this.changeCount;
  }

  get bestBid(): SimLevel | null {
    return this.levels('bid', 1)[0] ?? null;
  }

  get bestAsk(): SimLevel | null {
    return this.levels('ask', 1)[0] ?? null;
  }

  levels(side: SimSide, count: number): SimLevel[] {
    return this.sides[side].levels(count);
  }

  size(side: SimSide): number {
    return this.sides[side].size;
  }

  /** Ticks of the level `depth` places behind the best, or null past the end. */
  ticksAt(side: SimSide, depth: number): number | null {
    return this.sides[side].ticksAt(depth);
  }

  lotsAt(side: SimSide, ticks: number): number {
    return this.sides[side].lotsOf(ticks);
  }

  /** Lots of the anonymous flow alone. */
  flowLotsAt(side: SimSide, ticks: number): number {
    return this.sides[side].flowLotsOf(ticks);
  }

  /** Starts one event. */
  begin(): void {
    this.touched = new Map();
  }

  /** Sets the flow's part of a level; lots 0 removes it. A level that would cross the other side is a fault of the caller. */
  set(side: SimSide, ticks: number, lots: number, orders = 1): void {
    if (lots > 0) this.refuseCrossing(side, ticks);
    this.remember(side, ticks);
    if (!this.resting.isEmpty) this.resting.flowChanged(side, ticks, this.sides[side].flowLotsOf(ticks), lots);
    this.sides[side].set(ticks, lots, orders);
  }

  /** Brings a level's own part up to date with the resting orders. */
  showResting(side: SimSide, ticks: number): void {
    const lots = this.resting.lotsAt(side, ticks);
    if (lots > 0) this.refuseCrossing(side, ticks);
    this.remember(side, ticks);
    this.sides[side].setOwn(ticks, lots, this.resting.countAt(side, ticks));
  }

  /** Trades a part of a level: the flow's and the resting orders' share as `RestingQueue.plan` said. */
  trade(side: SimSide, ticks: number, taken: { readonly flowLots: number; readonly ownLots: number }): void {
    this.remember(side, ticks);
    const before = this.sides[side].flowLotsOf(ticks);
    const orders = Math.max(1, this.sides[side].ordersOf(ticks) - this.resting.countAt(side, ticks));
    this.resting.take(side, ticks, taken);
    this.sides[side].set(ticks, before - taken.flowLots, orders);
    if (taken.ownLots > 0) this.showResting(side, ticks);
  }

  /** Ends the event: every level that differs from before, removals first so that no prefix of the list is crossed. */
  commit(): SimLevelChange[] {
    const removed: SimLevelChange[] = [];
    const changed: SimLevelChange[] = [];
    for (const { side, ticks, lots: before } of this.touched?.values() ?? []) {
      const lots = this.sides[side].lotsOf(ticks);
      if (lots === before) continue;
      (lots === 0 ? removed : changed).push({ side, ticks, lots, orders: this.sides[side].ordersOf(ticks) });
    }
    this.touched = null;
    this.changeCount += removed.length + changed.length;
    return [...removed, ...changed];
  }

  private refuseCrossing(side: SimSide, ticks: number): void {
    const other = side === 'bid' ? this.ticksAt('ask', 0) : this.ticksAt('bid', 0);
    const crosses = other !== null && (side === 'bid' ? ticks >= other : ticks <= other);
    if (ticks < 1 || crosses) throw new Error(`Invariant: ${side} at ${ticks} ticks against ${other} can't rest`);
  }

  private remember(side: SimSide, ticks: number): void {
    const key = side === 'bid' ? ticks : -ticks;
    if (this.touched === null || this.touched.has(key)) return;
    this.touched.set(key, { side, ticks, lots: this.sides[side].lotsOf(ticks) });
  }
}
