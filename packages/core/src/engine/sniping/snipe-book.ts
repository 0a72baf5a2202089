import {
  accountKey,
  decimal,
  toDecimalString,
  type DecimalString,
  type ExitKind,
  type Fill,
  type OrderIntent,
  type PlannedOrder,
  type Snipe,
  type SnipingEngine,
  type TradingRecord,
} from '../../domain/index.ts';
import { clientOrderId, parseClientOrderId } from '../../execution/index.ts';
import { standingStopExit } from '../../strategies/index.ts';
import { parseSnipeIntent, type SnipeOrderKind } from './sniping-ids.ts';

/** Finished trades kept; the oldest go first. */
const FINISHED_MAX = 200;
/** Protective stops remembered per trade, to tell by which it ended. */
const STOPS_MAX = 50;

/** One order of a trade, from its intent on. */
export interface SnipeOrder {
  readonly clientOrderId: string;
  readonly kind: SnipeOrderKind;
  readonly n: number;
  /** False: a gate said no, nothing was sent. */
  readonly isSent: boolean;
  readonly px: DecimalString | null;
  readonly qtyBase: DecimalString | null;
  readonly createdMs: number;
  readonly filledQtyBase: DecimalString;
  readonly filledQuote: DecimalString;
  /** Why it was denied or refused; null while it was not. */
  readonly reason: string | null;
}

/** A trade with what its orders did. Amounts are those of our fills. */
export interface TrackedSnipe {
  readonly snipe: Snipe;
  readonly orders: readonly SnipeOrder[];
  readonly entryBase: DecimalString;
  readonly entryQuote: DecimalString;
  readonly exitBase: DecimalString;
  readonly exitQuote: DecimalString;
  /** Venue time of the first fill; null before. */
  readonly firstFillMs: number | null;
  /** By what the newest closing fill came. */
  readonly lastExit: ExitKind | null;
  /** Client order id of the newest closing fill; null when it has none, absent before one. */
  readonly lastExitId?: string | null;
  readonly stopIds: readonly string[];
}

export interface SnipeBookSnapshot {
  readonly open: readonly TrackedSnipe[];
  readonly finished: readonly TrackedSnipe[];
  readonly opened: readonly (readonly [SnipingEngine, number])[];
}

/** Returns true once nothing more is done for a trade. */
export function isFinished({ state }: Pick<Snipe, 'state'>): boolean {
  return state === 'closed' || state === 'missed' || state === 'failed';
}

/** The trades of the engines and their orders, as the fold of the records. Immutable entries: a changed trade is another object. */
export class SnipeBook {
  private readonly openById: Map<string, TrackedSnipe>;
  private readonly finishedById: Map<string, TrackedSnipe>;
  private readonly openedBy: Map<SnipingEngine, number>;
  /** When the newest trade began. */
  private newestStartedMs = Number.NEGATIVE_INFINITY;
  /** Grows with every change; for readers that keep what they made of it. */
  version = 0;

  constructor(saved: SnipeBookSnapshot = { open: [], finished: [], opened: [] }) {
    this.openById = new Map(saved.open.map((each) => [each.snipe.snipeId, each]));
    this.finishedById = new Map(saved.finished.map((each) => [each.snipe.snipeId, each]));
    this.openedBy = new Map(saved.opened);
    for (const { snipe } of [...saved.open, ...saved.finished]) {
      this.newestStartedMs = Math.max(this.newestStartedMs, snipe.startedMs);
    }
  }

  apply(record: TradingRecord): void {
    switch (record.kind) {
      case 'snipe':
        return this.take(record.snipe);
      case 'intent':
        return record.isApproved ? undefined : this.deny(record.intent, deniedBy(record.gates), record.atMs);
      case 'order':
        return this.addOrder(record.order, record.atMs);
      case 'order-failed':
        return this.noteFailure(record.clientOrderId, `${record.error.code} ${record.error.detail}`.trim());
      case 'fill':
        return this.addFill(record.account, record.fill);
      default:
    }
  }

  /** Trades that are not finished, oldest first. */
  open(): readonly TrackedSnipe[] {
    return [...this.openById.values()];
  }

  /** HOT: asked at every move of a best price. */
  get openCount(): number {
    return this.openById.size;
  }

  /** Finished trades, oldest first, at most 200. */
  finished(): readonly TrackedSnipe[] {
    return [...this.finishedById.values()];
  }

  /** Trades that began at a time or later, finished ones first, each kind oldest first. */
  since(startedMs: number): readonly TrackedSnipe[] {
    const found: TrackedSnipe[] = [];
    if (this.newestStartedMs < startedMs) return found;
    for (const tracked of this.finishedById.values()) if (tracked.snipe.startedMs >= startedMs) found.push(tracked);
    for (const tracked of this.openById.values()) if (tracked.snipe.startedMs >= startedMs) found.push(tracked);
    return found;
  }

  byId(snipeId: string): TrackedSnipe | null {
    return this.openById.get(snipeId) ?? this.finishedById.get(snipeId) ?? null;
  }

  /** How many trades of an engine were ever opened: had a fill. */
  opened(engine: SnipingEngine): number {
    return this.openedBy.get(engine) ?? 0;
  }

  snapshot(): SnipeBookSnapshot {
    return { open: this.open(), finished: this.finished(), opened: [...this.openedBy] };
  }

  private take(snipe: Snipe): void {
    const known = this.byId(snipe.snipeId);
    const tracked: TrackedSnipe = known === null ? begun(snipe) : { ...known, snipe };
    this.put(tracked);
  }

  private put(tracked: TrackedSnipe): void {
    const { snipeId, startedMs } = tracked.snipe;
    this.version += 1;
    if (startedMs > this.newestStartedMs) this.newestStartedMs = startedMs;
    if (!isFinished(tracked.snipe)) {
      this.finishedById.delete(snipeId);
      this.openById.set(snipeId, tracked);
      return;
    }
    this.openById.delete(snipeId);
    this.finishedById.set(snipeId, tracked);
    if (this.finishedById.size <= FINISHED_MAX) return;
    const oldest = this.finishedById.keys().next();
    if (oldest.done !== true) this.finishedById.delete(oldest.value);
  }

  private deny(intent: OrderIntent, reason: string, atMs: number): void {
    const about = parseSnipeIntent(intent.intentId);
    const tracked = about === null ? null : this.byId(about.snipeId);
    if (about === null || tracked === null) return;
    const { px, qtyBase } = intent;
    const id = clientOrderId(intent.intentId, 0, 0);
    const denied = { clientOrderId: id, kind: about.kind, n: about.n, isSent: false, px, qtyBase, createdMs: atMs };
    this.put({ ...tracked, orders: [...tracked.orders, { ...denied, filledQtyBase: '0', filledQuote: '0', reason }] });
  }

  private addOrder(order: PlannedOrder, atMs: number): void {
    const about = parseSnipeIntent(order.intentId);
    if (about === null) return this.noteStop(order);
    const tracked = this.byId(about.snipeId);
    if (tracked === null) return;
    const { clientOrderId: id, px, qtyBase } = order;
    const sent = { clientOrderId: id, kind: about.kind, n: about.n, isSent: true, px, qtyBase, createdMs: atMs };
    this.put({
      ...tracked,
      orders: [...tracked.orders, { ...sent, filledQtyBase: '0', filledQuote: '0', reason: null }],
    });
  }

  private noteStop(order: PlannedOrder): void {
    if (order.role !== 'protective-stop') return;
    const account = accountKey(order.venue, order.mode);
    for (const tracked of this.openById.values()) {
      if (tracked.snipe.account !== account || tracked.snipe.instrumentId !== order.instrumentId) continue;
      this.put({ ...tracked, stopIds: [...tracked.stopIds, order.clientOrderId].slice(-STOPS_MAX) });
    }
  }

  private noteFailure(id: string, reason: string): void {
    const about = parseSnipeIntent(parseClientOrderId(id)?.intentId ?? '');
    const tracked = about === null ? null : this.byId(about.snipeId);
    if (tracked === null) return;
    this.put({
      ...tracked,
      orders: tracked.orders.map((order) => (order.clientOrderId === id ? { ...order, reason } : order)),
    });
  }

  private addFill(account: Snipe['account'], fill: Fill): void {
    const about = parseSnipeIntent(parseClientOrderId(fill.clientOrderId ?? '')?.intentId ?? '');
    const own = about === null ? null : this.byId(about.snipeId);
    if (own !== null && about !== null) return this.addOwnFill(own, about.kind, fill);
    for (const tracked of this.openById.values()) {
      const { snipe } = tracked;
      if (snipe.account !== account || snipe.instrumentId !== fill.instrumentId) continue;
      if (tracked.firstFillMs === null) continue;
      // What somebody else opens on top is in the ledger; the trade's own entry it is not.
      if ((fill.side === 'BUY') === (snipe.side === 'long')) continue;
      this.put(withExit(tracked, fill, foreignExit(tracked, fill)));
    }
  }

  private addOwnFill(tracked: TrackedSnipe, kind: SnipeOrderKind, fill: Fill): void {
    const orders = tracked.orders.map((order) =>
      order.clientOrderId === fill.clientOrderId
        ? {
            ...order,
            filledQtyBase: sum(order.filledQtyBase, fill.qtyBase),
            filledQuote: sum(order.filledQuote, product(fill.qtyBase, fill.px)),
          }
        : order,
    );
    if (kind === 'take-profit') return this.put(withExit({ ...tracked, orders }, fill, 'take-profit'));
    if (kind === 'exit') return this.put(withExit({ ...tracked, orders }, fill, tracked.snipe.exit ?? 'other'));
    if (tracked.firstFillMs === null) {
      const { engine } = tracked.snipe;
      this.openedBy.set(engine, this.opened(engine) + 1);
    }
    this.put({
      ...tracked,
      snipe: isFinished(tracked.snipe) ? takenUpAgain(tracked.snipe) : tracked.snipe,
      orders,
      entryBase: sum(tracked.entryBase, fill.qtyBase),
      entryQuote: sum(tracked.entryQuote, product(fill.qtyBase, fill.px)),
      firstFillMs: tracked.firstFillMs ?? fill.venueMs,
    });
  }
}

/** An entry that fills after its trade was given up makes it a trade again. */
function takenUpAgain(snipe: Snipe): Snipe {
  return {
    ...snipe,
    state: 'open',
    closedMs: null,
    exitPx: null,
    exit: null,
    netUsd: null,
    netBps: null,
    reason: 'its entry was filled after it had been given up',
  };
}

function begun(snipe: Snipe): TrackedSnipe {
  return {
    snipe,
    orders: [],
    entryBase: '0',
    entryQuote: '0',
    exitBase: '0',
    exitQuote: '0',
    firstFillMs: null,
    lastExit: null,
    stopIds: [],
  };
}

/** A closing fill of an order that is not one of the trade's own: the venue's doing, its stop, or somebody else. */
function foreignExit({ snipe, stopIds }: TrackedSnipe, { cause, clientOrderId: id }: Fill): ExitKind {
  if (cause !== 'order') return cause;
  return id !== null && stopIds.includes(id) ? standingStopExit(snipe) : 'other';
}

function withExit(tracked: TrackedSnipe, fill: Fill, lastExit: ExitKind): TrackedSnipe {
  return {
    ...tracked,
    exitBase: sum(tracked.exitBase, fill.qtyBase),
    exitQuote: sum(tracked.exitQuote, product(fill.qtyBase, fill.px)),
    lastExit,
    lastExitId: fill.clientOrderId,
  };
}

function deniedBy(gates: readonly { readonly gate: string; readonly ok: boolean; readonly detail: string }[]): string {
  const said = gates.filter(({ ok }) => !ok).map(({ gate, detail }) => `${gate}: ${detail}`);
  return said.length === 0 ? 'no order can be made of it' : said.join('; ');
}

function sum(a: DecimalString, b: DecimalString): DecimalString {
  return toDecimalString(decimal(a).plus(decimal(b)));
}

function product(a: DecimalString, b: DecimalString): DecimalString {
  return toDecimalString(decimal(a).times(decimal(b)));
}
