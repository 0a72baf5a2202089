import { ZERO, type Decimal, type DecimalString, type TradingRecord } from '../domain/index.ts';
import {
  applyBookEvent,
  closeRound,
  withLateMoney,
  type BookEvent,
  type BookIdentity,
  type LateMoney,
} from './apply-book-event.ts';
import type { ClosedTrade } from './closed-trade.ts';
import {
  beginRound,
  EMPTY_POSITION,
  loadPosition,
  savePosition,
  type PositionState,
  type PositionStateSnapshot,
} from './position-state.ts';

/** How many of the last events may still be put in another order by one that comes late. */
const TAIL_MAX = 64;
/** Closed trades kept per instrument and account; the oldest go first, their money stays in the sums. */
const TRADES_MAX = 2_000;

type PositionSet = Extract<TradingRecord, { kind: 'position-set' }>;

interface TailEntry {
  readonly event: BookEvent;
  readonly after: PositionState;
  readonly closed: readonly ClosedTrade[];
  readonly late: LateMoney | null;
}

export interface PositionBookSnapshot {
  readonly base: PositionStateSnapshot;
  readonly tail: readonly BookEvent[];
  readonly trades: readonly ClosedTrade[];
  readonly setMs: number | null;
  readonly droppedTrades: number;
}

/**
 * One position, whose events take effect in the order of the venue's time even when they are told in another: average costs depend
 * on the order. The last 64 events can be put in order; an older one counts as the oldest of these.
 */
export class PositionBook {
  private base: PositionState = EMPTY_POSITION;
  private tail: TailEntry[] = [];
  private settled: ClosedTrade[] = [];
  private setMs: number | null = null;
  private dropped = 0;
  /** Trades with late money, by what they are made of: the same object as long as nothing changed. */
  private readonly amended = new WeakMap<ClosedTrade, WeakMap<LateMoney, ClosedTrade>>();
  /** `trades` as last asked for: the same objects as long as no event came. */
  private shown: readonly ClosedTrade[] | null = null;
  readonly identity: BookIdentity;

  constructor(identity: BookIdentity) {
    this.identity = identity;
  }

  get state(): PositionState {
    return this.tail.at(-1)?.after ?? this.base;
  }

  /** Closed trades, oldest first. */
  get trades(): readonly ClosedTrade[] {
    if (this.shown !== null) return this.shown;
    const trades = [...this.settled];
    for (const entry of this.tail) takeEntry(trades, entry, this.amended);
    this.shown = trades;
    return trades;
  }

  get droppedTrades(): number {
    return this.dropped;
  }

  /** True for an event from before the last time the venue's quantity was taken over: that quantity has it in already. */
  isCovered(venueMs: number): boolean {
    return this.setMs !== null && venueMs < this.setMs;
  }

  /** Returns the quantity held right before a moment; null where the events of that time can't be told any more. */
  qtyBefore(venueMs: number): Decimal | null {
    let at = this.tail.length;
    while (at > 0 && venueMsOf((this.tail[at - 1] as TailEntry).event) >= venueMs) at -= 1;
    const before = this.tail[at - 1];
    if (before !== undefined) return before.after.held.qtyBase;
    // A full tail has dropped its oldest events into the base, whose time nobody knows.
    return this.tail.length >= TAIL_MAX || this.isCovered(venueMs) ? null : this.base.held.qtyBase;
  }

  /** Puts an event in its place and works out again what follows it. */
  insert(event: BookEvent): void {
    this.shown = null;
    let at = this.tail.length;
    while (at > 0 && isLater(this.tail[at - 1]?.event, event)) at -= 1;
    const redo = [event, ...this.tail.splice(at).map((entry) => entry.event)];
    for (const next of redo) {
      const { state, closed, late } = applyBookEvent(this.identity, this.state, next);
      this.tail.push({ event: next, after: state, closed, late });
    }
    if (this.tail.length <= TAIL_MAX) return;
    const oldest = this.tail.shift();
    if (oldest === undefined) return;
    this.base = oldest.after;
    this.settle([oldest]);
  }

  /** Ends the round that is open when what is left of it is dust. `qtyBase` is all dust there is, signed; `atMs` is our time. */
  setDust(qtyBase: DecimalString, { seq, atMs }: { readonly seq: number; readonly atMs: number }): void {
    const last = this.tail.at(-1);
    const venueMs = last === undefined ? Math.max(atMs, this.setMs ?? 0) : venueMsOf(last.event);
    this.insert({ kind: 'dust', qtyBase, venueMs, seq });
  }

  /** Takes over the venue's quantity at a cost per unit (ours stays where the quantity agrees); nothing older moves it any more. Realises nothing. */
  set(qtyBase: Decimal, px: Decimal, { atMs, asOfMs, why }: Pick<PositionSet, 'atMs' | 'asOfMs' | 'why'>): void {
    const before = this.state;
    this.settle(this.tail);
    this.tail = [];
    this.setMs = asOfMs === undefined ? atMs : asOfMs + 1;
    const isSame = before.held.qtyBase.eq(qtyBase);
    const hasUnknownPart = !isSame && (why === 'venue-truth' || before.round !== null);
    const isSameSide = !qtyBase.eq(0) && before.round !== null && before.held.qtyBase.gt(0) === qtyBase.gt(0);
    let { rounds, round } = before;
    if (round !== null) round = { ...round, hasUnknownPart: round.hasUnknownPart || hasUnknownPart };
    if (round !== null && !isSameSide) {
      const closed = closeRound(this.identity, round, { number: rounds, closeMs: atMs });
      this.settle([{ closed: [closed], late: null }]);
      round = null;
    }
    if (round === null && !qtyBase.eq(0)) {
      rounds += 1;
      const entryBase = qtyBase.abs();
      const begun = beginRound(qtyBase.gt(0) ? 'LONG' : 'SHORT', atMs, { source: null });
      round = { ...begun, entryBase, entryQuote: entryBase.times(px), hasUnknownPart };
    }
    const held = isSame ? before.held : { qtyBase, costQuote: qtyBase.eq(0) ? ZERO : qtyBase.times(px) };
    this.base = { ...before, held, round, rounds };
  }

  snapshot(): PositionBookSnapshot {
    return {
      base: savePosition(this.base),
      tail: this.tail.map((entry) => entry.event),
      trades: this.settled,
      setMs: this.setMs,
      droppedTrades: this.dropped,
    };
  }

  static restore(identity: BookIdentity, saved: PositionBookSnapshot): PositionBook {
    const book = new PositionBook(identity);
    book.base = loadPosition(saved.base);
    book.settled = [...saved.trades];
    book.setMs = saved.setMs;
    book.dropped = saved.droppedTrades;
    for (const event of saved.tail) {
      const { state, closed, late } = applyBookEvent(identity, book.state, event);
      book.tail.push({ event, after: state, closed, late });
    }
    return book;
  }

  private settle(entries: readonly Pick<TailEntry, 'closed' | 'late'>[]): void {
    this.shown = null;
    for (const entry of entries) takeEntry(this.settled, entry, this.amended);
    while (this.settled.length > TRADES_MAX) {
      this.settled.shift();
      this.dropped += 1;
    }
  }
}

/** Puts a trade that an event closed at the end of the others, and late money to the one that closed last. */
function takeEntry(
  trades: ClosedTrade[],
  { closed, late }: Pick<TailEntry, 'closed' | 'late'>,
  amended: WeakMap<ClosedTrade, WeakMap<LateMoney, ClosedTrade>>,
): void {
  trades.push(...closed);
  const last = trades.at(-1);
  if (late === null || last === undefined) return;
  const known = amended.get(last) ?? new WeakMap<LateMoney, ClosedTrade>();
  amended.set(last, known);
  const trade = known.get(late) ?? withLateMoney(last, late);
  known.set(late, trade);
  trades[trades.length - 1] = trade;
}

/** True when `a` happened after `b`: by venue time, then by ascending numeric fill ids, then as told. */
function isLater(a: BookEvent | undefined, b: BookEvent): boolean {
  if (a === undefined) return false;
  const byTime = venueMsOf(a) - venueMsOf(b);
  if (byTime !== 0) return byTime > 0;
  if (a.kind === 'fill' && b.kind === 'fill') {
    const [idA, idB] = [a.fill.fillId, b.fill.fillId];
    if (/^\d+$/.test(idA) && /^\d+$/.test(idB)) return idA.length === idB.length ? idA > idB : idA.length > idB.length;
  }
  return a.seq > b.seq;
}

function venueMsOf(event: BookEvent): number {
  switch (event.kind) {
    case 'fill':
      return event.fill.venueMs;
    case 'income':
      return event.income.venueMs;
    case 'dust':
      return event.venueMs;
  }
}
