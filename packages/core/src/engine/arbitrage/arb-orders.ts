import {
  accountKey,
  decimal,
  LEG_KEYS,
  toDecimalString,
  type ArbTrade,
  type Decimal,
  type Instrument,
  type LegKey,
  type OrderIntent,
  type OrderRole,
  type TradingFact,
} from '../../domain/index.ts';
import { isFinalState, isProtectiveStop, isUnproven, type OrderRecord } from '../../execution/index.ts';
import type { AccountDesk } from '../trading/account-desk.ts';
import { arbIntentId } from './arb-ids.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { withBooksOf } from './trade-of-books.ts';
import type { ArbOrder, TrackedArb } from './trade-book.ts';

/** A call that has not told the effect of its order by then leaves it unknown. */
const UNKNOWN_AFTER_MS = 3_000;
/** A pause between two questions about one order. */
const ASK_AGAIN_MS = 1_000;
const CANCEL_AGAIN_MS = 1_000;
/** An order that takes has ended by then; one that has not is cancelled and asked about. */
const ENDED_WITHIN_MS = 3_000;
/** So long after its cancel was due, an order that its venue still does not end is judged by what is held. */
const CANCELLED_WITHIN_MS = 10_000;
/** Fills that an order's quantity promises are waited for so long after its end; then the books count as they are. */
const FILLS_WITHIN_MS = 60_000;

/** One order that is due. */
export interface ArbDraft {
  readonly leg: LegKey;
  readonly role: OrderRole;
  readonly side: OrderIntent['side'];
  readonly type: 'limit' | 'market';
  readonly qtyBase: Decimal;
  /** null at the market. */
  readonly px: Decimal | null;
  readonly isReduceOnly: boolean;
}

/** `settled`: nothing more is awaited. `live`: it may fill. `unknown`: nobody knows whether the venue has it. */
export type OrderStanding = 'settled' | 'live' | 'unknown';

/** Sends, cancels and looks at the orders of trades. What was journalled once is never sent again: ids derive from trade, leg, phase and number. */
export class ArbOrders {
  private readonly context: ArbitrageContext;
  private readonly askedMs = new Map<string, number>();
  private readonly cancelAskedMs = new Map<string, number>();
  /** When the end of a resting order was asked for first. */
  private readonly endWantedMs = new Map<string, number>();

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  recordOf(order: Pick<ArbOrder, 'clientOrderId'>): OrderRecord | null {
    return this.context.core.orders.byKey(order.clientOrderId);
  }

  standingOf(trade: ArbTrade, order: ArbOrder): OrderStanding {
    const record = order.isSent ? this.recordOf(order) : null;
    // What left memory has ended long ago.
    if (record === null || trade.judgedOrderIds.includes(order.clientOrderId)) return 'settled';
    const nowMs = this.context.core.clock.nowMs();
    if (isFinalState(record.state)) {
      const lacksFills = decimal(record.cumQtyBase).gt(decimal(record.filledQtyBase));
      return lacksFills && record.finalMs !== null && nowMs - record.finalMs < FILLS_WITHIN_MS ? 'live' : 'settled';
    }
    if (record.state === 'unknown') return 'unknown';
    if (record.state === 'sent') return nowMs - record.createdMs >= UNKNOWN_AFTER_MS ? 'unknown' : 'live';
    return nowMs - this.endDueMs(order) >= CANCELLED_WITHIN_MS ? 'unknown' : 'live';
  }

  /** When an order should have ended: of one that rests, once its end was asked for. Infinity while it may go on. */
  private endDueMs({ clientOrderId, isMaker, createdMs }: ArbOrder): number {
    return isMaker ? (this.endWantedMs.get(clientOrderId) ?? Infinity) : createdMs + ENDED_WITHIN_MS;
  }

  /** Returns the orders of a leg that stand so. */
  those(tracked: TrackedArb, leg: LegKey, standing: OrderStanding): readonly ArbOrder[] {
    return tracked.orders.filter((order) => order.leg === leg && this.standingOf(tracked.trade, order) === standing);
  }

  any(tracked: TrackedArb, standing: OrderStanding): readonly ArbOrder[] {
    return LEG_KEYS.flatMap((leg) => this.those(tracked, leg, standing));
  }

  /** When the newest order of a leg ended, or was made when nobody knows; null before the first. */
  lastEndMs(tracked: TrackedArb, leg: LegKey): number | null {
    const newest = tracked.orders.filter((order) => order.leg === leg).at(-1);
    if (newest === undefined) return null;
    return this.recordOf(newest)?.finalMs ?? newest.createdMs;
  }

  /**
   * Writes a trade as it is now with the orders that are due, as one append, and sends them. What a gate denied is remembered and not sent.
   * False when nothing could be written or sent; the next look tries again.
   */
  send(tracked: TrackedArb, next: ArbTrade, drafts: readonly ArbDraft[], more: readonly TradingFact[] = []): boolean {
    const { orders } = this.context;
    let trade = withBooksOf({ ...tracked, trade: next });
    const wanted: { intent: OrderIntent; judged: ReturnType<typeof orders.judge> }[] = [];
    for (const draft of drafts) {
      const place = this.placeOf(trade, draft.leg);
      if (place === null) return false;
      const { instrument, desk } = place;
      const counted = trade.orders[draft.leg];
      const n = counted[trade.phase] + 1;
      trade = { ...trade, orders: { ...trade.orders, [draft.leg]: { ...counted, [trade.phase]: n } } };
      const intent = this.intentOf(trade, draft, n);
      wanted.push({ intent, judged: orders.judge(intent, instrument, desk) });
    }
    const sent = orders.sendTogether(wanted, [{ kind: 'arb', trade }, ...more]);
    if (!sent.ok) {
      this.context.core.log.warn('orders of an arbitrage could not be sent', {
        arbId: trade.arbId,
        code: sent.error.code,
        detail: sent.error.detail,
      });
      return false;
    }
    this.watch(trade.arbId, sent.value);
    return true;
  }

  /** What came of orders stands in the records; here a bug on the way is told. */
  watch(arbId: string, answers: readonly Promise<unknown>[]): void {
    for (const answer of answers) {
      answer.catch((e: unknown) =>
        this.context.core.log.error('an order of an arbitrage failed', { arbId, detail: String(e) }),
      );
    }
  }

  /** Cancels an order that should have ended, and asks the venue about it, each at most once a second. */
  press(order: ArbOrder): void {
    const state = this.recordOf(order)?.state;
    // What was never acknowledged is the resolver's to ask about.
    if (state === undefined || isUnproven(state)) return;
    const isDue = this.context.core.clock.nowMs() >= this.endDueMs(order);
    if (isDue && !isFinalState(state)) this.cancel(order, 'it should have ended by now');
    this.ask(order);
  }

  private ask(order: ArbOrder): void {
    const { clock, log, resolver } = this.context.core;
    const record = this.recordOf(order);
    const nowMs = clock.nowMs();
    if (record === null || nowMs - record.createdMs < UNKNOWN_AFTER_MS) return;
    if (nowMs - (this.askedMs.get(order.clientOrderId) ?? 0) < ASK_AGAIN_MS) return;
    this.askedMs.set(order.clientOrderId, nowMs);
    resolver
      .ask(record)
      .catch((e: unknown) => log.error('a question failed', { order: order.clientOrderId, detail: String(e) }));
  }

  /** Asks for the end of an order, at most once a second. It has ended when the venue has told its quantity. */
  cancel(order: ArbOrder, reason: string): void {
    const { clock, executor, log } = this.context.core;
    const nowMs = clock.nowMs();
    if (order.isMaker && !this.endWantedMs.has(order.clientOrderId)) this.endWantedMs.set(order.clientOrderId, nowMs);
    if (nowMs - (this.cancelAskedMs.get(order.clientOrderId) ?? 0) < CANCEL_AGAIN_MS) return;
    this.cancelAskedMs.set(order.clientOrderId, nowMs);
    executor
      .cancel(order.clientOrderId, reason)
      .catch((e: unknown) => log.error('a cancel failed', { order: order.clientOrderId, detail: String(e) }));
  }

  /** True while somebody else's closing order is under way on a leg: the kill switch, protection, a person. */
  isBeingClosed(trade: ArbTrade, leg: LegKey): boolean {
    const { account, instrumentId, side } = trade[leg];
    return this.context.core.orders
      .openOrders(account)
      .some(
        (order) =>
          order.instrumentId === instrumentId &&
          order.side !== side &&
          (order.role === 'flatten' || order.role === 'exit') &&
          order.source !== 'arbitrage' &&
          order.source !== 'carry' &&
          !isProtectiveStop(order) &&
          !isFinalState(order.state),
      );
  }

  forget(tracked: TrackedArb): void {
    for (const { clientOrderId } of tracked.orders) {
      this.askedMs.delete(clientOrderId);
      this.cancelAskedMs.delete(clientOrderId);
      this.endWantedMs.delete(clientOrderId);
    }
  }

  placeOf(trade: ArbTrade, leg: LegKey): { readonly instrument: Instrument; readonly desk: AccountDesk } | null {
    const { core } = this.context;
    const { venue, instrumentId } = trade[leg];
    const instrument = core.instrumentOf(instrumentId);
    const desk = core.desks.get(accountKey(venue, trade.execution));
    return instrument === null || desk === undefined ? null : { instrument, desk };
  }

  private intentOf(trade: ArbTrade, draft: ArbDraft, n: number): OrderIntent {
    const { leg, role, side, type, qtyBase, px, isReduceOnly } = draft;
    const isSpot = trade[leg].market === 'spot';
    const { carryLeverage, leverage } = this.context.state.settings;
    return {
      intentId: arbIntentId(trade.arbId, { leg, phase: trade.phase, n }),
      source: trade.source === 'carry' ? 'carry' : 'arbitrage',
      role,
      instrumentId: trade[leg].instrumentId,
      side,
      type,
      tif: 'IOC',
      qtyBase: toDecimalString(qtyBase),
      px: px === null ? null : toDecimalString(px),
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: isReduceOnly && !isSpot,
      closesPosition: false,
      leverage: isSpot || isReduceOnly ? null : trade.source === 'carry' ? carryLeverage : leverage,
      expectedNetBps: null,
      stopPx: trade[leg].disasterStopPx,
      createdMs: this.context.core.clock.nowMs(),
    };
  }
}
