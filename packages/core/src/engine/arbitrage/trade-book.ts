import {
  accountKey,
  ARB_FINAL_STATES,
  decimal,
  parseArbIntent,
  toDecimalString,
  type AccountKey,
  type ArbLeg,
  type ArbTrade,
  type DecimalString,
  type Fill,
  type Income,
  type InstrumentId,
  type LegKey,
  type OrderIntent,
  type OrderSide,
  type PlannedOrder,
  type TradingRecord,
} from '../../domain/index.ts';
import { clientOrderId, parseClientOrderId } from '../../execution/index.ts';
import { legOfIncome } from './leg-of-income.ts';
import {
  EMPTY_BOOKS,
  moneyMarkOf,
  withFill,
  withIncome,
  withVenueQty,
  type LegBooks,
  type LegExitCause,
} from './leg-books.ts';

/** Finished trades kept; the oldest go first. */
const FINISHED_MAX = 500;

/** Who may close a leg from outside its trade, by an order of ours. */
const CLOSERS = ['kill-switch', 'operator', 'protection', 'trailing'] as const satisfies readonly LegExitCause[];

/** One order of a trade, from its intent on. */
export interface ArbOrder {
  readonly clientOrderId: string;
  readonly leg: LegKey;
  readonly phase: ArbTrade['phase'];
  readonly n: number;
  readonly side: OrderSide;
  /** False: a gate said no, nothing was sent. */
  readonly isSent: boolean;
  readonly px: DecimalString | null;
  readonly qtyBase: DecimalString | null;
  readonly isMaker: boolean;
  readonly createdMs: number;
  readonly filledQtyBase: DecimalString;
  readonly filledQuote: DecimalString;
  /** Why it was denied or refused; null while it was not. */
  readonly reason: string | null;
}

/** A trade with what its orders did. */
export interface TrackedArb {
  readonly trade: ArbTrade;
  readonly orders: readonly ArbOrder[];
  readonly books: Readonly<Record<LegKey, LegBooks>>;
  /** Protective stops of its legs, to tell by what a leg was closed. */
  readonly stopIds: readonly string[];
  /** Orders of others that close its legs, and who wants it. Absent in older checkpoints. */
  readonly closers?: readonly (readonly [string, LegExitCause])[];
  /** Since when it stands in its state, our time. Absent in older checkpoints. */
  readonly stateSinceMs?: number;
  /** What the legs' money was when its result was worked out. Absent before, and in older checkpoints. */
  readonly resultMark?: string;
}

export interface TradeBookSnapshot {
  readonly open: readonly TrackedArb[];
  readonly finished: readonly TrackedArb[];
}

/** Returns true once nothing more is done for a trade. */
export function isFinished({ state }: Pick<ArbTrade, 'state'>): boolean {
  return ARB_FINAL_STATES.includes(state);
}

/** Arbitrages and their orders, as the fold of the records. Immutable entries: a changed trade is another object. */
export class TradeBook {
  private readonly openById: Map<string, TrackedArb>;
  private readonly finishedById: Map<string, TrackedArb>;
  /** Grows with every change; for readers that keep what they made of it. */
  version = 0;

  constructor(saved: TradeBookSnapshot = { open: [], finished: [] }) {
    this.openById = new Map(saved.open.map((each) => [each.trade.arbId, each]));
    this.finishedById = new Map(saved.finished.map((each) => [each.trade.arbId, each]));
  }

  apply(record: TradingRecord): void {
    switch (record.kind) {
      case 'arb':
        return this.take(record.trade, record.atMs);
      case 'intent':
        return record.isApproved ? undefined : this.deny(record.intent, record.gates, record.atMs);
      case 'order':
        return this.addOrder(record.order, record.atMs);
      case 'order-failed':
        return this.noteFailure(record.clientOrderId, `${record.error.code} ${record.error.detail}`.trim());
      case 'fill':
        return this.addFill(record);
      case 'income':
        return this.addIncome(record.account, record.income);
      case 'position-set':
        return this.setPosition(record);
      default:
    }
  }

  /** Trades that are not finished, oldest first. */
  open(): readonly TrackedArb[] {
    return [...this.openById.values()];
  }

  get openCount(): number {
    return this.openById.size;
  }

  /** Finished trades, oldest first, at most 500. */
  finished(): readonly TrackedArb[] {
    return [...this.finishedById.values()];
  }

  byId(arbId: string): TrackedArb | null {
    return this.openById.get(arbId) ?? this.finishedById.get(arbId) ?? null;
  }

  /** Returns the open trade that has a leg there; null when it is free. */
  holderOf(account: AccountKey, instrumentId: InstrumentId): TrackedArb | null {
    for (const tracked of this.openById.values()) if (legAt(tracked, account, instrumentId) !== null) return tracked;
    return null;
  }

  snapshot(): TradeBookSnapshot {
    return { open: this.open(), finished: this.finished() };
  }

  private take(trade: ArbTrade, atMs: number): void {
    const known = this.byId(trade.arbId);
    if (known === null) {
      const books = { buy: EMPTY_BOOKS, sell: EMPTY_BOOKS };
      return this.put({ trade, orders: [], books, stopIds: [], stateSinceMs: atMs });
    }
    const { stateSinceMs = atMs, resultMark, ...rest } = known;
    const mark = trade.result === null ? resultMark : markOf(known);
    this.put({
      ...rest,
      trade,
      stateSinceMs: trade.state === known.trade.state ? stateSinceMs : atMs,
      ...(mark === undefined ? {} : { resultMark: mark }),
    });
  }

  private put(tracked: TrackedArb): void {
    const { arbId } = tracked.trade;
    this.version += 1;
    if (!isFinished(tracked.trade)) {
      this.finishedById.delete(arbId);
      this.openById.set(arbId, tracked);
      return;
    }
    this.openById.delete(arbId);
    this.finishedById.set(arbId, tracked);
    if (this.finishedById.size <= FINISHED_MAX) return;
    const oldest = this.finishedById.keys().next();
    if (oldest.done !== true) this.finishedById.delete(oldest.value);
  }

  private deny(
    intent: OrderIntent,
    gates: readonly { ok: boolean; gate: string; detail: string }[],
    atMs: number,
  ): void {
    const said = gates.filter(({ ok }) => !ok).map(({ gate, detail }) => `${gate}: ${detail}`);
    const reason = said.length === 0 ? 'no order can be made of it' : said.join('; ');
    const id = clientOrderId(intent.intentId, 0, 0);
    this.add(intent.intentId, id, { ...intent, isSent: false, isMaker: false, createdMs: atMs, reason });
  }

  private addOrder(order: PlannedOrder, atMs: number): void {
    if (order.role === 'protective-stop') return this.noteStop(order);
    const closer = CLOSERS.find((source) => source === order.source);
    if (closer !== undefined) this.noteCloser(order, closer);
    const isMaker = order.tif === 'POST_ONLY';
    this.add(order.intentId, order.clientOrderId, { ...order, isSent: true, isMaker, createdMs: atMs, reason: null });
  }

  private add(
    intentId: string,
    id: string,
    order: Pick<ArbOrder, 'side' | 'px' | 'qtyBase' | 'isSent' | 'isMaker' | 'createdMs' | 'reason'>,
  ): void {
    const about = parseArbIntent(intentId);
    const tracked = about === null ? null : this.byId(about.arbId);
    if (about === null || tracked === null || tracked.orders.some(({ clientOrderId: known }) => known === id)) return;
    const { leg, phase, n } = about;
    const { side, px, qtyBase, isSent, isMaker, createdMs, reason } = order;
    const fills = { filledQtyBase: '0', filledQuote: '0' };
    const added = { clientOrderId: id, leg, phase, n, side, isSent, px, qtyBase, isMaker, createdMs, ...fills, reason };
    this.put({ ...tracked, orders: [...tracked.orders, added] });
  }

  private noteStop(order: PlannedOrder): void {
    const holder = this.holderOf(accountKey(order.venue, order.mode), order.instrumentId);
    if (holder !== null) this.put({ ...holder, stopIds: [...holder.stopIds, order.clientOrderId].slice(-100) });
  }

  /** Who closes a leg from outside its trade: the kill switch, or a person through us. */
  private noteCloser(order: PlannedOrder, cause: LegExitCause): void {
    const holder = this.holderOf(accountKey(order.venue, order.mode), order.instrumentId);
    if (holder === null) return;
    this.put({ ...holder, closers: [...(holder.closers ?? []), [order.clientOrderId, cause] as const].slice(-100) });
  }

  private noteFailure(id: string, reason: string): void {
    const about = parseArbIntent(parseClientOrderId(id)?.intentId ?? '');
    const tracked = about === null ? null : this.byId(about.arbId);
    if (tracked === null) return;
    const orders = tracked.orders.map((order) => (order.clientOrderId === id ? { ...order, reason } : order));
    this.put({ ...tracked, orders });
  }

  private addFill({ account, fill, atMs }: Extract<TradingRecord, { kind: 'fill' }>): void {
    const about = parseArbIntent(parseClientOrderId(fill.clientOrderId ?? '')?.intentId ?? '');
    const own = about === null ? null : this.byId(about.arbId);
    if (own !== null && about !== null) return this.addOwnFill(own, { key: about.leg, fill, atMs });
    const holder = this.holderOf(account, fill.instrumentId);
    const key = holder === null ? null : legAt(holder, account, fill.instrumentId);
    // What somebody else opens there is in the ledger; a leg of the trade it is not.
    if (holder === null || key === null || fill.side === holder.trade[key].side) return;
    // WHY: what closed a leg may be told before what opened it.
    const mayBeOpen = holder.orders.some(({ leg, phase, isSent }) => leg === key && phase === 'entry' && isSent);
    if (decimal(holder.books[key].entryBase).eq(0) && !(mayBeOpen && fill.venueMs >= holder.trade.startedMs)) return;
    const cause = fill.cause !== 'order' ? fill.cause : causeOf(holder, fill.clientOrderId);
    this.put(withBooks(holder, key, withFill(holder.books[key], holder.trade[key], fill, cause)));
  }

  private addOwnFill(
    tracked: TrackedArb,
    { key, fill, atMs }: { readonly key: LegKey; readonly fill: Fill; readonly atMs: number },
  ): void {
    const quote = decimal(fill.qtyBase).times(decimal(fill.px));
    const orders = tracked.orders.map((order) =>
      order.clientOrderId !== fill.clientOrderId
        ? order
        : {
            ...order,
            filledQtyBase: toDecimalString(decimal(order.filledQtyBase).plus(decimal(fill.qtyBase))),
            filledQuote: toDecimalString(decimal(order.filledQuote).plus(quote)),
          },
    );
    const trade = isFinished(tracked.trade) ? takenUpAgain(tracked.trade, atMs) : tracked.trade;
    this.put(withBooks({ ...tracked, trade, orders }, key, withFill(tracked.books[key], trade[key], fill, 'own')));
  }

  private addIncome(account: AccountKey, income: Income): void {
    const all = [...this.openById.values(), ...this.finishedById.values()];
    const found = legOfIncome(all, account, income);
    if (found === null) return;
    const { tracked, key } = found;
    this.put(withBooks(tracked, key, withIncome(tracked.books[key], tracked.trade[key], income)));
  }

  private setPosition(record: Extract<TradingRecord, { kind: 'position-set' }>): void {
    const holder = this.holderOf(record.account, record.instrumentId);
    const key = holder === null ? null : legAt(holder, record.account, record.instrumentId);
    if (holder === null || key === null || holder.trade[key].market === 'spot') return;
    const set = { qtyBase: record.qtyBase, px: record.px, asOfMs: record.asOfMs ?? record.atMs };
    this.put(withBooks(holder, key, withVenueQty(holder.books[key], holder.trade[key], set)));
  }
}

/** Returns what tells one state of a trade's money from another. */
export function markOf({ books }: Pick<TrackedArb, 'books'>): string {
  return `${moneyMarkOf(books.buy)}/${moneyMarkOf(books.sell)}`;
}

/** An order that fills after its trade had ended makes it a trade again: what it left is taken away. */
function takenUpAgain(trade: ArbTrade, atMs: number): ArbTrade {
  const reason = 'an order filled after the trade had ended';
  const again = { state: 'exiting', phase: 'exit', exitStartedMs: atMs, ladderSinceMs: atMs } as const;
  return { ...trade, ...again, closedMs: null, exitReason: trade.exitReason ?? reason, result: null, reason };
}

function causeOf({ stopIds, closers = [] }: TrackedArb, clientOrderId: string | null): LegExitCause {
  if (clientOrderId === null) return 'other';
  if (stopIds.includes(clientOrderId)) return 'stop';
  return closers.find(([id]) => id === clientOrderId)?.[1] ?? 'other';
}

function withBooks(tracked: TrackedArb, key: LegKey, books: LegBooks): TrackedArb {
  return { ...tracked, books: { ...tracked.books, [key]: books } };
}

function legAt({ trade }: TrackedArb, account: AccountKey, instrumentId: InstrumentId): LegKey | null {
  const at = (leg: ArbLeg): boolean => leg.account === account && leg.instrumentId === instrumentId;
  return at(trade.buy) ? 'buy' : at(trade.sell) ? 'sell' : null;
}
