import type { SimSide } from './model.ts';

/** What the flow or another account took from a resting order. */
export interface RestingFill {
  readonly orderId: number;
  readonly ticks: number;
  readonly lots: number;
}

interface Entry {
  readonly orderId: number;
  readonly accountId: number;
  readonly side: SimSide;
  readonly ticks: number;
  lots: number;
  /** Lots of the anonymous flow that stood at the level before this order and still do. */
  flowAhead: number;
}

/** How much a taker gets at one level, and who stood in its way. */
export interface LevelTake {
  readonly flowLots: number;
  readonly ownLots: number;
  /** True when an order of the taker's own account came up. */
  readonly isSelf: boolean;
}

const NOTHING: readonly RestingFill[] = [];

/**
 * The resting orders of accounts in one book, each with its place in the queue of its level. Trades at the level eat the queue
 * from its front; what the flow cancels is taken pro rata from before and behind.
 */
export class RestingQueue {
  private readonly byLevel = new Map<number, Entry[]>();
  private readonly levelOf = new Map<number, number>();
  private filled: RestingFill[] = [];

  get isEmpty(): boolean {
    return this.levelOf.size === 0;
  }

  has(orderId: number): boolean {
    return this.levelOf.has(orderId);
  }

  /** Lots of accounts at one level. */
  lotsAt(side: SimSide, ticks: number): number {
    let sum = 0;
    for (const { lots } of this.byLevel.get(keyOf(side, ticks)) ?? []) sum += lots;
    return sum;
  }

  /** Number of orders of accounts at one level. */
  countAt(side: SimSide, ticks: number): number {
    return this.byLevel.get(keyOf(side, ticks))?.length ?? 0;
  }

  /** Lots of the flow still ahead of an order; null when it does not rest here. */
  flowAheadOf(orderId: number): number | null {
    return this.find(orderId)?.flowAhead ?? null;
  }

  /** Lines an order up behind everything at its level. */
  add(order: {
    readonly orderId: number;
    readonly accountId: number;
    readonly side: SimSide;
    readonly ticks: number;
    readonly lots: number;
    readonly flowLots: number;
  }): void {
    const { flowLots, ...rest } = order;
    const key = keyOf(order.side, order.ticks);
    const level = this.byLevel.get(key);
    const entry: Entry = { ...rest, flowAhead: flowLots };
    if (level === undefined) this.byLevel.set(key, [entry]);
    else level.push(entry);
    this.levelOf.set(order.orderId, key);
  }

  /** Shrinks an order in its place, or takes it out with 0. Returns its side and price, null when it does not rest here. */
  resize(orderId: number, lots: number): { readonly side: SimSide; readonly ticks: number } | null {
    const entry = this.find(orderId);
    if (entry === null) return null;
    if (lots > 0) entry.lots = Math.min(entry.lots, lots);
    else this.remove(entry);
    return { side: entry.side, ticks: entry.ticks };
  }

  /** Says what a taker of `lots` would get at a level with `flowLots` of the flow, up to its own account's first order. */
  plan(
    level: { readonly side: SimSide; readonly ticks: number; readonly flowLots: number },
    lots: number,
    accountId: number | null,
  ): LevelTake {
    let left = lots;
    let flow = 0;
    let own = 0;
    for (const entry of this.byLevel.get(keyOf(level.side, level.ticks)) ?? []) {
      const before = Math.min(left, Math.max(0, Math.min(entry.flowAhead, level.flowLots) - flow));
      flow += before;
      left -= before;
      if (left === 0) break;
      if (entry.accountId === accountId) return { flowLots: flow, ownLots: own, isSelf: true };
      const taken = Math.min(left, entry.lots);
      own += taken;
      left -= taken;
    }
    return { flowLots: flow + Math.min(left, level.flowLots - flow), ownLots: own, isSelf: false };
  }

  /** Fills `ownLots` of a level's orders in their order, after `flowLots` of the flow ahead of them are gone. */
  take(side: SimSide, ticks: number, taken: { readonly flowLots: number; readonly ownLots: number }): void {
    const level = this.byLevel.get(keyOf(side, ticks));
    if (level === undefined) return;
    let left = taken.ownLots;
    for (const entry of level) {
      entry.flowAhead = Math.max(0, entry.flowAhead - taken.flowLots);
      const lots = Math.min(left, entry.lots);
      if (lots === 0) continue;
      left -= lots;
      entry.lots -= lots;
      this.filled.push({ orderId: entry.orderId, ticks, lots });
      if (entry.lots === 0) this.remove(entry);
    }
  }

  /** The flow at a level went from `before` to `after` lots without a trade: what left, left everywhere in the queue alike. */
  flowChanged(side: SimSide, ticks: number, before: number, after: number): void {
    if (after >= before) return;
    for (const entry of this.byLevel.get(keyOf(side, ticks)) ?? []) {
      entry.flowAhead = Math.min(after, Math.floor((entry.flowAhead * after) / before));
    }
  }

  /** Returns what was filled since the last call, in order. */
  drain(): readonly RestingFill[] {
    if (this.filled.length === 0) return NOTHING;
    const { filled } = this;
    this.filled = [];
    return filled;
  }

  private find(orderId: number): Entry | null {
    const key = this.levelOf.get(orderId);
    if (key === undefined) return null;
    return this.byLevel.get(key)?.find((entry) => entry.orderId === orderId) ?? null;
  }

  private remove(entry: Entry): void {
    const key = keyOf(entry.side, entry.ticks);
    const left = (this.byLevel.get(key) ?? []).filter((other) => other !== entry);
    if (left.length === 0) this.byLevel.delete(key);
    else this.byLevel.set(key, left);
    this.levelOf.delete(entry.orderId);
  }
}

function keyOf(side: SimSide, ticks: number): number {
  return side === 'bid' ? ticks : -ticks;
}
