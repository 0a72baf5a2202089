import { isConditional, isLive, type LiveOrder } from './live-order.ts';
import type { SimAccounts, SimFill, SimIncome } from './model.ts';

/** Finished orders kept; the oldest are forgotten first. Live ones are never forgotten. */
const ORDERS_KEPT = 100_000;
/** Executions and incomes kept; the oldest are forgotten first. */
const FILLS_KEPT = 200_000;
const INCOMES_KEPT = 200_000;
const LIMIT_DEFAULT = 1_000;

type OrderFilter = Parameters<SimAccounts['orders']>[1];
type FillFilter = Parameters<SimAccounts['fills']>[1];
type IncomeFilter = Parameters<SimAccounts['incomes']>[1];

/** Cuts a list back to `kept` in one go once it is a tenth over, and returns what fell out. */
function trim<T>(list: T[], kept: number): readonly T[] {
  return list.length <= kept * 1.1 ? [] : list.splice(0, list.length - kept);
}

/** Everything that happened to the orders of a venue, bounded. */
export class OrderStore {
  private readonly byId = new Map<number, LiveOrder>();
  private readonly byClientId = new Map<string, LiveOrder[]>();
  private readonly live = new Map<number, Map<number, LiveOrder>>();
  private readonly untriggered = new Map<number, LiveOrder>();
  private readonly ring: LiveOrder[] = [];
  private readonly fillRing: SimFill[] = [];
  private readonly fillsOf = new Map<number, SimFill[]>();
  private readonly incomeRing: SimIncome[] = [];
  private readonly kindOf: (ix: number) => 'spot' | 'perp';

  constructor(kindOf: (ix: number) => 'spot' | 'perp') {
    this.kindOf = kindOf;
  }

  add(order: LiveOrder): void {
    this.byId.set(order.id, order);
    this.ring.push(order);
    if (order.request.clientId !== '') {
      const key = this.clientKey(order);
      this.byClientId.set(key, [...(this.byClientId.get(key) ?? []), order]);
    }
    this.index(order);
    for (const old of trim(this.ring, ORDERS_KEPT)) if (!isLive(old)) this.forget(old);
  }

  /** Puts an order where its status belongs; call after every change of status. */
  index(order: LiveOrder): void {
    const mine = this.liveOf(order.accountId);
    if (isLive(order)) mine.set(order.id, order);
    else mine.delete(order.id);
    if (order.status === 'untriggered') this.untriggered.set(order.id, order);
    else this.untriggered.delete(order.id);
  }

  get(id: number): LiveOrder | null {
    return this.byId.get(id) ?? null;
  }

  /** Oldest first. */
  liveOf(accountId: number): Map<number, LiveOrder> {
    const known = this.live.get(accountId);
    if (known !== undefined) return known;
    const made = new Map<number, LiveOrder>();
    this.live.set(accountId, made);
    return made;
  }

  conditionals(): Iterable<LiveOrder> {
    return this.untriggered.values();
  }

  /** Orders of an account under one client id, oldest first. */
  named(accountId: number, kind: 'spot' | 'perp', clientId: string): readonly LiveOrder[] {
    return this.byClientId.get(`${accountId}|${kind}|${clientId}`) ?? [];
  }

  /** Newest first. */
  list(accountId: number, filter: OrderFilter): LiveOrder[] {
    const { ix, isOpen, isConditional: wantsConditional, kind, limit = LIMIT_DEFAULT, sinceMs, untilMs } = filter;
    const from =
      isOpen === true ? Array.from(this.liveOf(accountId).values()).toSorted((a, b) => a.id - b.id) : this.ring;
    const found: LiveOrder[] = [];
    for (let at = from.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const order = from[at] as LiveOrder;
      const matches =
        order.accountId === accountId &&
        (ix === undefined || order.request.ix === ix) &&
        (isOpen === undefined || isLive(order) === isOpen) &&
        (wantsConditional === undefined || isConditional(order.request) === wantsConditional) &&
        (kind === undefined || order.kind === kind) &&
        (sinceMs === undefined || order.createdMs >= sinceMs) &&
        (untilMs === undefined || order.createdMs <= untilMs);
      if (matches) found.push(order);
    }
    return found;
  }

  addFill(fill: SimFill): void {
    this.fillRing.push(fill);
    const ofOrder = this.fillsOf.get(fill.orderId);
    if (ofOrder === undefined) this.fillsOf.set(fill.orderId, [fill]);
    else ofOrder.push(fill);
    for (const old of trim(this.fillRing, FILLS_KEPT)) this.fillsOf.delete(old.orderId);
  }

  /** Newest first. Whole lists are looked through, since a skewed clock may have gone back. */
  fills(accountId: number, filter: FillFilter): SimFill[] {
    const { ix, kind, orderId, sinceMs, untilMs, limit = LIMIT_DEFAULT } = filter;
    const from = orderId === undefined ? this.fillRing : (this.fillsOf.get(orderId) ?? []);
    const found: SimFill[] = [];
    for (let at = from.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const fill = from[at] as SimFill;
      const matches =
        fill.accountId === accountId &&
        (ix === undefined || fill.ix === ix) &&
        (kind === undefined || this.kindOf(fill.ix) === kind) &&
        (sinceMs === undefined || fill.atMs >= sinceMs) &&
        (untilMs === undefined || fill.atMs <= untilMs);
      if (matches) found.push(fill);
    }
    return found;
  }

  addIncome(income: SimIncome): void {
    this.incomeRing.push(income);
    trim(this.incomeRing, INCOMES_KEPT);
  }

  /** Newest first. */
  incomes(accountId: number, filter: IncomeFilter): SimIncome[] {
    const { kind, ix, sinceMs, untilMs, limit = LIMIT_DEFAULT } = filter;
    const found: SimIncome[] = [];
    for (let at = this.incomeRing.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const income = this.incomeRing[at] as SimIncome;
      const matches =
        income.accountId === accountId &&
        (kind === undefined || income.kind === kind) &&
        (ix === undefined || income.ix === ix) &&
        (sinceMs === undefined || income.atMs >= sinceMs) &&
        (untilMs === undefined || income.atMs <= untilMs);
      if (matches) found.push(income);
    }
    return found;
  }

  private forget(order: LiveOrder): void {
    this.byId.delete(order.id);
    if (order.request.clientId === '') return;
    const key = this.clientKey(order);
    const left = (this.byClientId.get(key) ?? []).filter((other) => other !== order);
    if (left.length === 0) this.byClientId.delete(key);
    else this.byClientId.set(key, left);
  }

  private clientKey(order: LiveOrder): string {
    return `${order.accountId}|${order.kind}|${order.request.clientId}`;
  }
}
