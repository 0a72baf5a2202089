import {
  decimal,
  domainError,
  err,
  minOf,
  ok,
  toDecimalString,
  type AccountKey,
  type Decimal,
  type DomainError,
  type InstrumentId,
  type Result,
  type TrailingOrder,
} from '../../domain/index.ts';
import { clientOrderId, isFinalState } from '../../execution/index.ts';
import type { TimerHandle } from '../../kernel/index.ts';
import type { SnipingCalls, TrailingView } from '../sniping-views.ts';
import { marketExit } from '../trading/market-exit.ts';
import { parseTrailing } from './parse-trailing.ts';
import { trailingIntentId } from './sniping-ids.ts';
import { accountOf, eventFact, type SnipingContext } from './sniping-context.ts';
import { goneReason, heldBy, toldTrailing, trailedInstrument as idOf } from './told-trailing.ts';
import type { TrackedTrailing } from './trailing-book.ts';
import { stepTrailing } from './trailing-price.ts';

const STEP_MS = 250;
/** A better best price is written at most this often, unless something happens. */
const BEST_PERIOD_MS = 1_000;
/** Closing orders that were refused, before a person has to look. */
const CLOSINGS_MAX = 5;
const CLOSE_AGAIN_MS = 2_000;
const ORDERS_MAX = 200;

type Answer = Result<TrailingView, DomainError>;

/** Trailing take-profits: created, started and removed by people, moved by live prices, closed by one reduce-only market order. */
export class TrailingDesk {
  private readonly context: SnipingContext;
  /** Best prices since the last written ones; lost at a restart, which costs at most a second of them. */
  private readonly writtenMs = new Map<string, number>();
  private timer: TimerHandle | null = null;

  constructor(context: SnipingContext) {
    this.context = context;
  }

  start(): void {
    this.timer ??= this.context.core.clock.every(STEP_MS, () => this.stepAll());
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  /** @errors INPUT_INVALID naming the field, ORDER_DUPLICATE_ID, INSTRUMENT_UNKNOWN, ENGINE_JOURNAL_FAILED. */
  create(request: SnipingCalls['trailing-create']['request']): Answer {
    const { core, state } = this.context;
    const nowMs = core.clock.nowMs();
    const parsed = parseTrailing(request, { venue: state.settingsOf('pas-trader').venue, nowMs });
    if (!parsed.ok) return parsed;
    const order = parsed.value;
    const known = state.trailing.get(order.orderId);
    if (known !== null) return refuse('ORDER_DUPLICATE_ID', `orderId=${order.orderId} is ${known.order.state}`);
    if (state.trailing.size >= ORDERS_MAX) return refuse('ORDER_TOO_MANY_OPEN', `trailing orders=${ORDERS_MAX}`);
    if (core.eyes.find(order.venue, 'perp', order.symbol) === null) {
      return refuse('INSTRUMENT_UNKNOWN', `${order.symbol} is not traded as perp on ${order.venue}`);
    }
    return this.write(order);
  }

  /** @errors ORDER_NOT_FOUND, ORDER_FINAL (it trails, or has ended), POSITION_NOT_FOUND, INPUT_INVALID (more than is held), ENGINE_JOURNAL_FAILED. */
  begin(orderId: string): Answer {
    const found = this.context.state.trailing.get(orderId);
    if (found === null) return refuse('ORDER_NOT_FOUND', `orderId=${orderId}`);
    if (found.order.state !== 'initial') return refuse('ORDER_FINAL', `orderId=${orderId} is ${found.order.state}`);
    const held = this.heldBase(found.order);
    const side = found.order.side === 'BUY' ? 'long' : 'short';
    if (held.eq(0)) {
      return refuse('POSITION_NOT_FOUND', `there is no ${side} position in ${found.order.symbol} to follow`);
    }
    if (decimal(found.order.qtyBase).gt(held)) {
      const text = `qtyBase ${found.order.qtyBase} is more than the ${side} position of ${toDecimalString(held)} holds`;
      return refuse('INPUT_INVALID', text);
    }
    return this.write({ ...found.order, state: 'trailing', reason: 'it follows the price' });
  }

  /** A closing order on its way goes on. @errors ORDER_NOT_FOUND, ENGINE_JOURNAL_FAILED. */
  remove(orderId: string, by: string): Answer {
    const found = this.context.state.trailing.get(orderId);
    if (found === null) return refuse('ORDER_NOT_FOUND', `orderId=${orderId}`);
    const written = this.context.core.facts.append([{ kind: 'trailing-removed', orderId, by }]);
    return written.ok ? ok(toldTrailing(this.context, found.order)) : err(written.error);
  }

  /** HOT: called for every move of a best price. */
  onTop(id: InstrumentId): void {
    if (this.context.state.trailing.size === 0) return;
    for (const tracked of this.context.state.trailing.list()) {
      if (tracked.order.state === 'trailing' && idOf(tracked.order) === id) this.follow(tracked);
    }
  }

  stepAll(): void {
    for (const tracked of this.context.state.trailing.list()) {
      if (tracked.order.state === 'trailing') this.follow(tracked);
      else if (tracked.order.state === 'triggered') this.close(tracked);
    }
  }

  private follow({ order }: TrackedTrailing): void {
    const { core } = this.context;
    if (!this.mayAct(order)) return;
    if (this.heldBase(order).eq(0)) {
      this.write({ ...order, state: 'expired', reason: goneReason(this.context, order) });
      return;
    }
    const fresh = core.eyes.freshPx(idOf(order), core.clock.nowMs());
    if (fresh === null) return;
    const step = stepTrailing(order, fresh.px);
    const moved = { ...order, bestPx: step.bestPx, currentTakeProfitPx: step.currentTakeProfitPx };
    if (step.end === null) return this.noteBest(order, moved);
    const { state, reason } = step.end;
    const id = state === 'triggered' ? clientOrderId(trailingIntentId(order, 1), 0, 0) : null;
    if (!this.write({ ...moved, state, reason, clientOrderId: id }).ok) return;
    const now = this.context.state.trailing.get(order.orderId);
    if (now !== null && state === 'triggered') this.close(now);
  }

  private noteBest(order: TrailingOrder, moved: TrailingOrder): void {
    if (moved.bestPx === order.bestPx && moved.currentTakeProfitPx === order.currentTakeProfitPx) return;
    const nowMs = this.context.core.clock.nowMs();
    if (nowMs - (this.writtenMs.get(order.orderId) ?? 0) < BEST_PERIOD_MS) return;
    this.writtenMs.set(order.orderId, nowMs);
    this.write(moved);
  }

  /** Sends the closing order unless it was sent; another one only after that was refused and while something is held. */
  private close({ order, isSent, refusal, closings }: TrackedTrailing): void {
    const { core } = this.context;
    if (order.clientOrderId === null || !this.mayAct(order)) return;
    // WHY: paper is filled from the book alone; without one every attempt would expire, and they are counted.
    if (this.accountOf(order).endsWith(':paper') && !core.eyes.isBookCurrent(idOf(order), core.clock.nowMs())) return;
    if (isSent && !this.hasEndedUnfilled(order.clientOrderId)) return;
    const held = this.heldBase(order);
    if (held.eq(0)) {
      this.write({ ...order, state: 'expired', reason: 'the position was closed by another order, nothing was left' });
      return;
    }
    const wasRefused = refusal !== null || isSent;
    if (!wasRefused) return this.send(order, held);
    if (closings >= CLOSINGS_MAX || core.clock.nowMs() - order.updatedMs < CLOSE_AGAIN_MS) return;
    const next = closings + 1;
    const id = clientOrderId(trailingIntentId(order, next), 0, 0);
    const reason = `closing once more, the last was refused: ${String(refusal)}`;
    if (!this.write({ ...order, clientOrderId: id, reason }).ok) return;
    if (next === CLOSINGS_MAX) {
      const text = `trailing order ${order.orderId} makes its last attempt to close: ${String(refusal)}`;
      core.facts.append([eventFact('trailing_refused', 'ERROR', { text, symbol: order.symbol })]);
    }
    this.send({ ...order, clientOrderId: id }, held, next);
  }

  private hasEndedUnfilled(id: string): boolean {
    const record = this.context.core.orders.byKey(id);
    return record !== null && isFinalState(record.state) && decimal(record.cumQtyBase).eq(0);
  }

  private send(order: TrailingOrder, held: Decimal, n = 1): void {
    const { core, orders } = this.context;
    const instrument = core.instrumentOf(idOf(order));
    const desk = core.desks.get(this.accountOf(order));
    if (instrument === null || desk === undefined) return;
    const intent = marketExit({
      intentId: trailingIntentId(order, n),
      source: 'trailing',
      role: 'exit',
      instrumentId: instrument.id,
      side: order.side === 'BUY' ? 'SELL' : 'BUY',
      qtyBase: toDecimalString(minOf(held, decimal(order.qtyBase))),
      createdMs: core.clock.nowMs(),
    });
    orders
      .submit(intent, instrument, desk)
      .catch((e: unknown) => core.log.error('a trailing order could not close', { detail: String(e) }));
  }

  private mayAct(order: TrailingOrder): boolean {
    const { core } = this.context;
    const account = this.accountOf(order);
    return core.permit.mayActOn(account) && core.reconciler.isReconciled(account) && core.risk.kill.level < 3;
  }

  private heldBase(order: TrailingOrder): Decimal {
    return heldBy(this.context, order);
  }

  private accountOf(order: TrailingOrder): AccountKey {
    return accountOf(this.context, order);
  }

  private write(order: TrailingOrder): Answer {
    const now = { ...order, updatedMs: this.context.core.clock.nowMs() };
    const written = this.context.core.facts.append([{ kind: 'trailing', order: now }]);
    return written.ok ? ok(toldTrailing(this.context, now)) : err(written.error);
  }
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
