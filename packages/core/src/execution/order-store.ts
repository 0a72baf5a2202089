import {
  type AccountKey,
  type Fill,
  type Income,
  type OrderReport,
  type PlannedOrder,
  type TradingFact,
  type TradingRecord,
} from '../domain/index.ts';
import { applyOrderEvent, type OrderEvent, type OrderNotice } from './apply-order-event.ts';

import { isFinalState, isUnproven, type OrderRecord } from './order-record.ts';
import { orderOfPlan, orderOfReport, venueKey } from './new-order.ts';
import { SeenRing } from './seen-ring.ts';

/** Final orders leave memory after this long, or when there are more of them than `FINAL_MAX`: the oldest first. */
export const FINAL_KEPT_MS = 600_000;
export const FINAL_MAX = 5_000;
/** Fill and income ids remembered beside those of the orders in memory; covers the overlap of every history read. */
const SEEN_MAX = 50_000;
const EVICTED_MAX = 10_000;

/** What one record did. */
export interface StoreChange {
  /** The order after the record; null when the record was about none in memory. */
  readonly order: OrderRecord | null;
  readonly hasChanged: boolean;
  /** Facts to tell people, of kind `event`. Ignored in a replay: they stand in the journal already. */
  readonly events: readonly TradingFact[];
}

/** Plain JSON of a store, for checkpoints. */
export interface OrderStoreSnapshot {
  readonly version: 1;
  readonly orders: readonly OrderRecord[];
  readonly seenFills: readonly string[];
  readonly seenIncome: readonly string[];
  readonly evicted: readonly string[];
  readonly lastFillMs: readonly (readonly [AccountKey, number])[];
  readonly lastIncomeMs: readonly (readonly [AccountKey, number])[];
}

const NOTHING: StoreChange = { order: null, hasChanged: false, events: [] };

/**
 * The fold of trading records into the state of every order: the same in the engine, after a restart and in a test.
 * Bounded; deterministic; never throws on what a venue says.
 */
export class OrderStore {
  private readonly orders = new Map<string, OrderRecord>();
  private readonly byVenueId = new Map<string, string>();
  /** Every name the venue gave an order: a triggered stop gets another, and all of them leave with it. */
  private readonly venueNames = new Map<string, string[]>();
  /** Keys of orders that are not final; the only ones anybody loops over. */
  private readonly live = new Set<string>();
  /** Ends of orders, oldest first, from `endsHead` on. An order that was taken up again leaves its old entry, which then counts for nothing. */
  private ends: { readonly key: string; readonly finalMs: number }[] = [];
  private endsHead = 0;
  private seenFills = new SeenRing(SEEN_MAX);
  private seenIncome = new SeenRing(SEEN_MAX);
  private evicted = new SeenRing(EVICTED_MAX);
  private readonly lastFills = new Map<AccountKey, number>();
  private readonly lastIncomes = new Map<AccountKey, number>();

  /** Folds one record. Records about anything but orders, fills and income change nothing. */
  apply(record: TradingRecord): StoreChange {
    switch (record.kind) {
      case 'order':
        return this.add(record.order, record.atMs);
      case 'order-report':
        return this.move(
          this.find(record.account, record.report),
          { kind: 'report', report: record.report },
          record.atMs,
        );
      case 'order-adopted':
        return this.adopt(record.account, record.report, record.isOurs, record.atMs);
      case 'order-failed':
        return this.move(this.byKey(record.clientOrderId), { kind: 'failed', error: record.error }, record.atMs);
      case 'order-absent':
        return this.move(this.byKey(record.clientOrderId), { kind: 'absent', queries: record.queries }, record.atMs);
      case 'cancel':
        return this.move(this.byKey(record.clientOrderId), { kind: 'cancel', reason: record.reason }, record.atMs);
      case 'cancel-failed':
        return this.move(this.byKey(record.clientOrderId), { kind: 'cancel-failed', error: record.error }, record.atMs);
      case 'fill':
        return this.fill(record.account, record.fill, record.atMs);
      case 'income':
        return this.income(record.account, record.income);
      case 'account-owner':
        if (record.archives) this.forgetAccount(record.account);
        return NOTHING;
      default:
        return NOTHING;
    }
  }

  /** Returns an order by its key: the client order id for orders of ours. */
  byKey(clientOrderId: string): OrderRecord | null {
    return this.orders.get(clientOrderId) ?? null;
  }

  /** Returns the order a report or a fill of this account is about; null when none in memory is meant. */
  find(
    account: AccountKey,
    about: Pick<OrderReport, 'instrumentId' | 'clientOrderId' | 'venueOrderId'>,
  ): OrderRecord | null {
    const named = about.clientOrderId === null ? undefined : this.orders.get(about.clientOrderId);
    if (named !== undefined && named.account === account) return named;
    const key = this.byVenueId.get(venueKey(account, about.instrumentId, about.venueOrderId));
    return key === undefined ? null : (this.orders.get(key) ?? null);
  }

  /** Returns true when the order ended and left memory: a late report of it is no foreign order. */
  hasLeft(account: AccountKey, about: Pick<OrderReport, 'instrumentId' | 'clientOrderId' | 'venueOrderId'>): boolean {
    if (about.clientOrderId !== null && this.evicted.has(about.clientOrderId)) return true;
    return this.evicted.has(venueKey(account, about.instrumentId, about.venueOrderId));
  }

  /** Returns the orders that are not final, oldest first; of one account, or of all. */
  openOrders(account: AccountKey | null = null): readonly OrderRecord[] {
    const open: OrderRecord[] = [];
    for (const key of this.live) {
      const order = this.orders.get(key);
      if (order !== undefined && (account === null || order.account === account)) open.push(order);
    }
    return open;
  }

  /** Returns the orders of which nobody knows whether the venue has them. */
  unprovenOrders(account: AccountKey | null = null): readonly OrderRecord[] {
    return this.openOrders(account).filter((order) => isUnproven(order.state));
  }

  /** Returns every order in memory, the recent final ones included. */
  all(): readonly OrderRecord[] {
    return [...this.orders.values()];
  }

  /** Returns true when the fill is in the fold already. */
  hasFill(account: AccountKey, fill: Fill): boolean {
    if (this.seenFills.has(fillKey(account, fill))) return true;
    return this.find(account, fill)?.fillIds.includes(fill.fillId) ?? false;
  }

  /** Returns true when the income entry is in the fold already. */
  hasIncome(account: AccountKey, income: Pick<Income, 'kind' | 'incomeId'>): boolean {
    return this.seenIncome.has(incomeKey(account, income));
  }

  /** Returns the venue time of the newest fill of an account, or null before the first. */
  lastFillMs(account: AccountKey): number | null {
    return this.lastFills.get(account) ?? null;
  }

  /** Returns the venue time of the newest income entry of an account, or null before the first. */
  lastIncomeMs(account: AccountKey): number | null {
    return this.lastIncomes.get(account) ?? null;
  }

  /** Returns the state as plain JSON. */
  snapshot(): OrderStoreSnapshot {
    return {
      version: 1,
      orders: this.all(),
      seenFills: this.seenFills.list(),
      seenIncome: this.seenIncome.list(),
      evicted: this.evicted.list(),
      lastFillMs: [...this.lastFills],
      lastIncomeMs: [...this.lastIncomes],
    };
  }

  /** Replaces the state by a snapshot's. */
  restore(snapshot: OrderStoreSnapshot): void {
    for (const map of [this.orders, this.byVenueId, this.venueNames, this.lastFills, this.lastIncomes]) map.clear();
    this.ends = [];
    this.endsHead = 0;
    this.live.clear();
    this.seenFills = new SeenRing(SEEN_MAX, snapshot.seenFills);
    this.seenIncome = new SeenRing(SEEN_MAX, snapshot.seenIncome);
    this.evicted = new SeenRing(EVICTED_MAX, snapshot.evicted);
    for (const [account, ms] of snapshot.lastFillMs) this.lastFills.set(account, ms);
    for (const [account, ms] of snapshot.lastIncomeMs) this.lastIncomes.set(account, ms);
    const ends = snapshot.orders.filter((order) => order.finalMs !== null);
    for (const order of snapshot.orders) if (order.finalMs === null) this.put(order);
    for (const order of ends.sort((a, b) => (a.finalMs ?? 0) - (b.finalMs ?? 0))) this.put(order);
  }

  private add(planned: PlannedOrder, atMs: number): StoreChange {
    const known = this.orders.get(planned.clientOrderId);
    if (known !== undefined) {
      const text = `order ${planned.clientOrderId} stands in the journal twice; the first one counts`;
      return {
        order: known,
        hasChanged: false,
        events: [eventFact({ event: 'order_doubled', severity: 'ERROR', text }, known)],
      };
    }
    const order = orderOfPlan(planned, atMs);
    this.put(order);
    this.evict(atMs);
    return { order, hasChanged: true, events: [] };
  }

  private adopt(account: AccountKey, report: OrderReport, ours: boolean, atMs: number): StoreChange {
    const known = this.find(account, report);
    if (known !== null) return this.move(known, { kind: 'adopted', report }, atMs);
    const bare = orderOfReport(account, report, ours, atMs);
    const change = this.move(bare, { kind: 'report', report }, atMs);
    return { ...change, hasChanged: true };
  }

  private fill(account: AccountKey, fill: Fill, atMs: number): StoreChange {
    if (this.hasFill(account, fill)) return NOTHING;
    this.seenFills.add(fillKey(account, fill));
    this.lastFills.set(account, Math.max(fill.venueMs, this.lastFills.get(account) ?? 0));
    return this.move(this.find(account, fill), { kind: 'fill', fill }, atMs);
  }

  private income(account: AccountKey, income: Income): StoreChange {
    if (!this.seenIncome.add(incomeKey(account, income))) return NOTHING;
    this.lastIncomes.set(account, Math.max(income.venueMs, this.lastIncomes.get(account) ?? 0));
    return { order: null, hasChanged: true, events: [] };
  }

  private move(order: OrderRecord | null, event: OrderEvent, atMs: number): StoreChange {
    if (order === null) return NOTHING;
    const { order: next, notice } = applyOrderEvent(order, event, atMs);
    const hasChanged = next !== order || this.orders.get(order.key) === undefined;
    if (hasChanged) this.put(next);
    this.evict(atMs);
    return { order: next, hasChanged, events: notice === null ? [] : [eventFact(notice, next)] };
  }

  private put(order: OrderRecord): void {
    const before = this.orders.get(order.key);
    this.orders.set(order.key, order);
    if (order.venueOrderId !== null) {
      this.name(order.key, venueKey(order.account, order.instrumentId, order.venueOrderId));
    }
    if (!isFinalState(order.state)) {
      this.live.add(order.key);
      return;
    }
    this.live.delete(order.key);
    const isNewEnd = before?.finalMs !== order.finalMs;
    if (isNewEnd) this.ends.push({ key: order.key, finalMs: order.finalMs ?? order.createdMs });
  }

  private evict(nowMs: number): void {
    for (;;) {
      const oldest = this.ends[this.endsHead];
      const finalCount = this.orders.size - this.live.size;
      if (oldest === undefined || (finalCount <= FINAL_MAX && nowMs - oldest.finalMs < FINAL_KEPT_MS)) break;
      this.endsHead += 1;
      if (this.orders.get(oldest.key)?.finalMs === oldest.finalMs) this.forget(oldest.key);
    }
    if (this.endsHead < FINAL_MAX) return;
    this.ends = this.ends.slice(this.endsHead);
    this.endsHead = 0;
  }

  /** Another account stands behind the key of this one from now on: its venue knows none of the orders. */
  private forgetAccount(account: AccountKey): void {
    for (const order of this.all()) {
      if (order.account !== account) continue;
      this.live.delete(order.key);
      this.forget(order.key);
    }
    this.lastFills.delete(account);
    this.lastIncomes.delete(account);
  }

  private forget(key: string): void {
    this.orders.delete(key);
    this.evicted.add(key);
    for (const name of this.venueNames.get(key) ?? []) {
      if (this.byVenueId.get(name) === key) this.byVenueId.delete(name);
      this.evicted.add(name);
    }
    this.venueNames.delete(key);
  }

  private name(key: string, venueName: string): void {
    if (this.byVenueId.get(venueName) === key) return;
    this.byVenueId.set(venueName, key);
    const names = this.venueNames.get(key);
    if (names === undefined) this.venueNames.set(key, [venueName]);
    else names.push(venueName);
  }
}

function eventFact(notice: OrderNotice, order: OrderRecord): TradingFact {
  const [symbol = null] = order.instrumentId.split('.');
  const [venue] = order.account.split(':') as [PlannedOrder['venue']];
  const data = {
    clientOrderId: order.clientOrderId,
    venueOrderId: order.venueOrderId,
    state: order.state,
    cumQtyBase: order.cumQtyBase,
  };
  return { kind: 'event', ...notice, symbol, venues: [venue], data };
}

function fillKey(account: AccountKey, fill: Fill): string {
  return `${account}|${fill.instrumentId}|${fill.fillId}`;
}

function incomeKey(account: AccountKey, income: Pick<Income, 'kind' | 'incomeId'>): string {
  return `${account}|${income.kind}|${income.incomeId}`;
}
