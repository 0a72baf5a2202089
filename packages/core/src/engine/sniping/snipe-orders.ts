import {
  decimal,
  domainError,
  err,
  ZERO,
  type Decimal,
  type DecimalString,
  type DomainError,
  type Instrument,
  type OrderIntent,
  type Result,
  type Snipe,
  type TradingFact,
} from '../../domain/index.ts';
import { clientOrderId, isFinalState, type OrderRecord } from '../../execution/index.ts';
import type { SubmitAnswer } from '../trading-views.ts';
import type { SnipeOrder, TrackedSnipe } from './snipe-book.ts';
import type { SnipingContext } from './sniping-context.ts';
import { snipeIntentId, type SnipeOrderKind } from './sniping-ids.ts';

/** A cancel that changed nothing is asked for again after this long. */
const CANCEL_AGAIN_MS = 1_000;
/** Fills that an order's quantity promises are waited for so long after its end; then the books count as they are. */
const FILLS_WITHIN_MS = 60_000;

/** What an order of a trade is made of besides the trade. */
export type OrderDraft = Pick<
  OrderIntent,
  'role' | 'side' | 'type' | 'tif' | 'qtyBase' | 'px' | 'isReduceOnly' | 'leverage' | 'expectedNetBps' | 'stopPx'
>;

/** Sends, cancels and looks at the orders of trades. What was journalled once is never sent again: ids derive from trade, kind and number. */
export class SnipeOrders {
  private readonly context: SnipingContext;
  private readonly cancelAskedMs = new Map<string, number>();

  constructor(context: SnipingContext) {
    this.context = context;
  }

  /** Makes the intent of an order. */
  intentOf(snipe: Pick<Snipe, 'snipeId' | 'engine' | 'instrumentId'>, at: OrderPlace, draft: OrderDraft): OrderIntent {
    return {
      ...draft,
      intentId: snipeIntentId(snipe.snipeId, at.kind, at.n),
      source: snipe.engine,
      instrumentId: snipe.instrumentId,
      triggerPx: null,
      triggerBy: 'mark',
      closesPosition: false,
      createdMs: this.context.core.clock.nowMs(),
    };
  }

  /**
   * Sends an order through every gate. Intent and order are records when this returns, the promise tells of the venue's answer.
   *
   * `before` is written in one go with them, or by itself where nothing can be sent.
   *
   * @errors as `OrderSender.submit`; an order that is in the journal already is ORDER_DUPLICATE_ID and not sent.
   */
  submit(
    snipe: Snipe,
    intent: OrderIntent,
    before: readonly TradingFact[] = [],
  ): Promise<Result<SubmitAnswer, DomainError>> {
    const { core, orders } = this.context;
    const instrument = core.instrumentOf(snipe.instrumentId);
    const desk = core.desks.get(snipe.account);
    if (instrument === null || desk === undefined) {
      core.facts.append(before);
      const detail = `account=${snipe.account} instrument=${snipe.instrumentId}`;
      return Promise.resolve(err(domainError('VENUE_NOT_READY', detail, { outcome: 'not-sent' })));
    }
    const tracked = this.context.state.snipes.byId(snipe.snipeId);
    const id = clientOrderId(intent.intentId, 0, 0);
    if (tracked?.orders.some((order) => order.clientOrderId === id) === true) {
      return Promise.resolve(err(domainError('ORDER_DUPLICATE_ID', id, { outcome: 'not-sent' })));
    }
    return orders.submit(intent, instrument, desk, before);
  }

  /** Modes that were not read yet, as after a start, are no reason to give a trade up: they are asked for, and the next look sends. */
  knowsModes({ account, instrumentId }: Pick<Snipe, 'account' | 'instrumentId'>): boolean {
    const { core } = this.context;
    const desk = core.desks.get(account);
    const instrument = core.instrumentOf(instrumentId);
    if (desk === undefined || instrument === null || desk.modesOf(instrumentId) !== null) return true;
    desk
      .refreshModes(instrument)
      .catch((e: unknown) => core.log.error('modes could not be read', { instrumentId, detail: String(e) }));
    return false;
  }

  /** Asks for the end of an order, at most once a second. */
  cancel(order: Pick<SnipeOrder, 'clientOrderId'>, reason: string): void {
    const { clock, executor, log } = this.context.core;
    const nowMs = clock.nowMs();
    const askedMs = this.cancelAskedMs.get(order.clientOrderId);
    if (askedMs !== undefined && nowMs - askedMs < CANCEL_AGAIN_MS) return;
    this.cancelAskedMs.set(order.clientOrderId, nowMs);
    executor
      .cancel(order.clientOrderId, reason)
      .catch((e: unknown) => log.error('a cancel failed', { order: order.clientOrderId, detail: String(e) }));
  }

  /** Forgets what was asked about a trade that is finished. */
  forget(tracked: TrackedSnipe): void {
    for (const order of tracked.orders) this.cancelAskedMs.delete(order.clientOrderId);
  }

  recordOf(order: Pick<SnipeOrder, 'clientOrderId'>): OrderRecord | null {
    return this.context.core.orders.byKey(order.clientOrderId);
  }

  /** Returns the orders of a trade that may still fill. */
  live(tracked: TrackedSnipe, ...kinds: readonly SnipeOrderKind[]): readonly SnipeOrder[] {
    return tracked.orders.filter((order) => order.isSent && kinds.includes(order.kind) && this.isLive(order));
  }

  isLive(order: SnipeOrder): boolean {
    const record = order.isSent ? this.recordOf(order) : null;
    // What left memory has ended long ago.
    return record !== null && !isFinalState(record.state);
  }

  /** True while a venue said more of an entry than our fills explain: what the trade holds is not known yet. */
  lacksFills(tracked: TrackedSnipe): boolean {
    const nowMs = this.context.core.clock.nowMs();
    return tracked.orders.some((order) => {
      const record = this.recordOf(order);
      if (record === null || decimal(record.cumQtyBase).lte(decimal(record.filledQtyBase))) return false;
      return record.finalMs === null || nowMs - record.finalMs < FILLS_WITHIN_MS;
    });
  }

  /** What the books hold of the trade's position, in base units; 0 when flat or turned round. */
  heldBase({ account, instrumentId, side }: Snipe): Decimal {
    const position = this.context.core.ledger
      .account(account)
      ?.positions()
      .find((each) => each.instrumentId === instrumentId);
    const qty = decimal(position?.qtyBase ?? '0');
    const held = side === 'long' ? qty : qty.times(-1);
    return held.gt(0) ? held : ZERO;
  }

  instrumentOf(snipe: Snipe): Instrument | null {
    return this.context.core.instrumentOf(snipe.instrumentId);
  }
}

/** Where an order stands among those of its trade. */
export interface OrderPlace {
  readonly kind: SnipeOrderKind;
  readonly n: number;
}

/** Returns the number of the next order of a kind. */
export function nextNumber(tracked: TrackedSnipe, kind: SnipeOrderKind): number {
  return 1 + tracked.orders.reduce((most, order) => (order.kind === kind ? Math.max(most, order.n) : most), 0);
}

/** Returns the newest order of a kind; null before the first. */
export function newestOf(tracked: TrackedSnipe, kind: SnipeOrderKind): SnipeOrder | null {
  return tracked.orders.reduce<SnipeOrder | null>(
    (best, order) => (order.kind === kind && order.n > (best?.n ?? 0) ? order : best),
    null,
  );
}

/** Returns the average of a quantity and what it cost, to 12 digits; null without a quantity. */
export function averageOf(base: DecimalString, quote: DecimalString): Decimal | null {
  const qty = decimal(base);
  return qty.gt(0) ? decimal(quote).div(qty).round(12) : null;
}
