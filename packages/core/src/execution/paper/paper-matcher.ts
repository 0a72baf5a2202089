import {
  decimal,
  maxOf,
  minOf,
  quantize,
  toDecimalString,
  ZERO,
  type Decimal,
  type FeeRates,
  type Fill,
  type Instrument,
  type InstrumentId,
  type PrivateSink,
} from '../../domain/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { PaperAccount } from './paper-account.ts';
import type { PaperLevel, PaperMarket, PaperTrade } from './paper-market.ts';
import { isLive, remainingOf, reportOfPaper, type PaperOrder } from './paper-order.ts';
import type { PaperOrders } from './paper-orders.ts';
import { TakenLiquidity } from './taken-liquidity.ts';

/** How long a market, IOC or FOK order waits for a live book. Triggered stops wait as long as it takes. */
const BOOK_WAIT_MS = 2_000;
const LEVELS_MAX = 256;
/** How often the queue ahead of a resting order is compared with its level. */
const QUEUE_LOOK_MS = 100;

export interface PaperMatcherParts {
  readonly clock: Clock;
  readonly market: PaperMarket;
  readonly account: PaperAccount;
  readonly orders: PaperOrders;
  readonly feesOf: (instrument: Instrument) => FeeRates;
  readonly nextFillId: () => string;
  readonly sink: () => PrivateSink | null;
}

/** Fills paper orders against what the live book and its trades show, and nothing else. */
export class PaperMatcher {
  private readonly parts: PaperMatcherParts;
  private readonly taken = new TakenLiquidity();

  constructor(parts: PaperMatcherParts) {
    this.parts = parts;
  }

  /** Takes what the book offers now; what remains rests, waits for a book, or ends, by its time in force. */
  match(order: PaperOrder, cause: Fill['cause'] = 'order'): void {
    const { market, clock } = this.parts;
    const levels = market.depth(order.instrument.id, opposite(order), LEVELS_MAX);
    if (levels === null) {
      const isPatient =
        order.type !== 'market' && (order.type !== 'limit' || order.tif === 'GTC' || order.tif === 'POST_ONLY');
      if (!isPatient) order.waitUntilMs ??= clock.nowMs() + BOOK_WAIT_MS;
      return;
    }
    order.waitUntilMs = null;
    const reachable = levels.filter((level) => isWithinLimit(order, level));
    if (order.type === 'limit' && order.tif === 'POST_ONLY' && reachable.length > 0) {
      return this.end(order, 'expired', 'it would have taken');
    }
    if (order.type === 'limit' && order.tif === 'FOK' && this.offered(order, reachable).lt(remainingOf(order))) {
      return this.end(order, 'expired', 'the book held less than the whole');
    }
    for (const level of reachable) {
      if (!isLive(order) || remainingOf(order).lte(0)) break;
      const qtyBase = this.fillable(
        order,
        this.taken.left(order.instrument.id, opposite(order), level),
        decimal(level.px),
      );
      if (qtyBase.lte(0)) continue;
      this.taken.take(order.instrument.id, opposite(order), { level, qtyBase });
      this.fill(order, { px: decimal(level.px), qtyBase, liquidity: 'taker', cause });
    }
    if (!isLive(order)) return;
    if (order.type === 'limit' && (order.tif === 'GTC' || order.tif === 'POST_ONLY')) return this.rest(order);
    this.end(order, 'expired', 'the book held no more within the limit, or the money for it');
  }

  /** A public trade: works off the queue ahead of resting orders at its price, fills those it reached, and those it went through. */
  onTrade(trade: PaperTrade): void {
    const resting = this.restingByPriority(trade.instrumentId, trade.takerSide === 'SELL' ? 'BUY' : 'SELL');
    if (resting.length === 0 || this.parts.market.depth(trade.instrumentId, 'bid', 1) === null) return;
    const tradePx = decimal(trade.px);
    let used = ZERO;
    for (const order of resting) {
      if (order.px === null || (order.side === 'BUY' ? tradePx.gt(order.px) : tradePx.lt(order.px))) continue;
      const ahead = tradePx.eq(order.px) ? (order.queueAhead ?? ZERO) : ZERO;
      const reached = maxOf(decimal(trade.qtyBase).minus(ahead).minus(used), ZERO);
      if (tradePx.eq(order.px)) order.queueAhead = maxOf(ahead.minus(decimal(trade.qtyBase)), ZERO);
      const qtyBase = this.fillable(order, reached, order.px);
      if (qtyBase.lte(0)) continue;
      used = used.plus(qtyBase);
      this.fill(order, { px: order.px, qtyBase, liquidity: 'maker', cause: 'order' });
    }
  }

  /** A changed book: orders that waited for one go in, queues shrink with their level, and what the book crosses is filled. */
  onBook(instrumentId: InstrumentId): void {
    for (const order of this.parts.orders.live(instrumentId)) {
      if (!isLive(order) || order.status === 'untriggered') continue;
      if (order.queueAhead === null) this.match(order);
      else this.meet(order);
    }
  }

  /** Ends orders that have waited for a book in vain. */
  expireWaiting(nowMs: number): void {
    for (const order of this.parts.orders.allLive()) {
      if (order.waitUntilMs !== null && nowMs >= order.waitUntilMs) this.end(order, 'expired', 'no live book');
    }
  }

  /** Ends an order and tells. */
  end(order: PaperOrder, status: 'cancelled' | 'expired', reason: string): void {
    order.status = status;
    order.reason = reason;
    this.close(order);
    this.tellMoney(order.instrument);
  }

  private rest(order: PaperOrder): void {
    if (order.queueAhead !== null || order.px === null) return;
    order.queueAhead = this.shownAt(order) ?? ZERO;
    order.queueLookMs = this.parts.clock.nowMs();
    this.relock(order);
  }

  /** A resting order against the present book. */
  private meet(order: PaperOrder): void {
    const { market, clock } = this.parts;
    const [best] = market.depth(order.instrument.id, opposite(order), 1) ?? [];
    if (order.px === null) return;
    const { px } = order;
    const isCrossed = best !== undefined && isWithinLimit(order, best);
    const against = isCrossed ? (market.depth(order.instrument.id, opposite(order), LEVELS_MAX) ?? []) : [];
    for (const level of against) {
      if (!isLive(order) || !isWithinLimit(order, level)) break;
      const qtyBase = this.fillable(order, this.taken.left(order.instrument.id, opposite(order), level), px);
      if (qtyBase.lte(0)) continue;
      this.taken.take(order.instrument.id, opposite(order), { level, qtyBase });
      this.fill(order, { px, qtyBase, liquidity: 'maker', cause: 'order' });
    }
    // HOT: books change hundreds of times a second; a queue that is looked at less often is at most too long.
    if (!isLive(order) || clock.nowMs() < order.queueLookMs) return;
    order.queueLookMs = clock.nowMs() + QUEUE_LOOK_MS;
    const shown = this.shownAt(order);
    if (shown !== null && order.queueAhead !== null) order.queueAhead = minOf(order.queueAhead, shown);
  }

  /** Returns the size shown at the order's own price on its own side; null without a live book. */
  private shownAt(order: PaperOrder): Decimal | null {
    const own = this.parts.market.depth(order.instrument.id, order.side === 'BUY' ? 'bid' : 'ask', LEVELS_MAX);
    if (own === null || order.px === null) return null;
    const { px } = order;
    const level = own.find((shown) => decimal(shown.px).eq(px));
    return level === undefined ? ZERO : decimal(level.qtyBase);
  }

  private offered(order: PaperOrder, levels: readonly PaperLevel[]): Decimal {
    let sum = ZERO;
    for (const level of levels) sum = sum.plus(this.taken.left(order.instrument.id, opposite(order), level));
    return sum;
  }

  /** Returns how much of `offered` the order takes: what remains, what may still be reduced, what can be paid; in whole steps. */
  private fillable(order: PaperOrder, offered: Decimal, px: Decimal): Decimal {
    const { account } = this.parts;
    const { instrument } = order;
    let qtyBase = minOf(remainingOf(order), offered);
    if (order.isReduceOnly || order.closesPosition) {
      const held = account.qtyOf(instrument.id);
      const isOpposite = order.side === 'BUY' ? held.lt(0) : held.gt(0);
      qtyBase = isOpposite ? minOf(qtyBase, held.abs()) : ZERO;
    } else if (instrument.kind === 'spot') {
      account.unlock(order.venueOrderId);
      const takerFrac = decimal(this.parts.feesOf(instrument).takerFrac);
      const payable =
        order.side === 'SELL'
          ? account.free(instrument.baseAsset)
          : account.free(instrument.quoteAsset).div(px.times(takerFrac.plus(1)));
      qtyBase = minOf(qtyBase, payable);
      this.relock(order);
    }
    const scale = decimal(instrument.qtyScale);
    return quantize(maxOf(qtyBase, ZERO).div(scale), decimal(instrument.qtyStep), 'down').times(scale);
  }

  private fill(
    order: PaperOrder,
    part: Pick<Fill, 'liquidity' | 'cause'> & { readonly px: Decimal; readonly qtyBase: Decimal },
  ): void {
    const { account, clock, feesOf, nextFillId, orders, sink } = this.parts;
    const { instrument, side, leverage } = order;
    const { px, qtyBase, liquidity, cause } = part;
    const nowMs = clock.nowMs();
    const rates = feesOf(instrument);
    const fee = qtyBase.times(px).times(decimal(liquidity === 'maker' ? rates.makerFrac : rates.takerFrac));
    order.cumQtyBase = order.cumQtyBase.plus(qtyBase);
    order.cumQuote = order.cumQuote.plus(qtyBase.times(px));
    order.updatedMs = nowMs;
    account.book({ instrument, side, qtyBase, px, fee, leverage, atMs: nowMs });
    const fill: Fill = {
      instrumentId: instrument.id,
      fillId: nextFillId(),
      venueOrderId: order.venueOrderId,
      clientOrderId: order.clientOrderId,
      side,
      px: toDecimalString(px),
      qtyBase: toDecimalString(qtyBase),
      fee: toDecimalString(fee),
      feeAsset: instrument.settleAsset,
      liquidity,
      cause,
      venueMs: nowMs,
    };
    orders.addFill(fill);
    sink()?.onFill(fill);
    if (remainingOf(order).lte(0)) {
      order.status = 'filled';
      this.close(order);
    } else {
      this.relock(order);
      sink()?.onOrder(reportOfPaper(order));
    }
    this.tellMoney(instrument);
  }

  private close(order: PaperOrder): void {
    const { account, clock, orders, sink } = this.parts;
    order.updatedMs = clock.nowMs();
    order.waitUntilMs = null;
    account.unlock(order.venueOrderId);
    orders.retire(order);
    sink()?.onOrder(reportOfPaper(order));
  }

  /** Holds back what the rest of the order may cost. */
  relock(order: PaperOrder): void {
    const { account, feesOf } = this.parts;
    const { instrument, side, leverage, venueOrderId, px } = order;
    if (px === null || order.isReduceOnly) return account.unlock(venueOrderId);
    const qtyBase = remainingOf(order);
    if (instrument.kind === 'spot' && side === 'SELL') return account.lock(venueOrderId, instrument.baseAsset, qtyBase);
    const feeFrac = decimal(feesOf(instrument).takerFrac);
    const amount = account.cashNeeded(instrument, side, { qtyBase, px, leverage, feeFrac });
    account.lock(venueOrderId, instrument.quoteAsset, amount);
  }

  private tellMoney(instrument: Instrument): void {
    const { account, clock, market, sink } = this.parts;
    const nowMs = clock.nowMs();
    if (instrument.kind !== 'spot')
      sink()?.onPosition(account.position(instrument.id, market.mark(instrument.id), nowMs));
    sink()?.onBalances(account.balances(nowMs));
  }

  /** Returns the resting orders of one side: best price first, then oldest. */
  private restingByPriority(instrumentId: InstrumentId, side: 'BUY' | 'SELL'): readonly PaperOrder[] {
    return this.parts.orders
      .live(instrumentId)
      .filter((order) => order.side === side && order.queueAhead !== null && order.px !== null)
      .sort((a, b) => (b.px ?? ZERO).cmp(a.px ?? ZERO) * (side === 'BUY' ? 1 : -1));
  }
}

function opposite(order: PaperOrder): 'bid' | 'ask' {
  return order.side === 'BUY' ? 'ask' : 'bid';
}

function isWithinLimit(order: PaperOrder, level: PaperLevel): boolean {
  if (order.type !== 'limit' || order.px === null) return true;
  return order.side === 'BUY' ? decimal(level.px).lte(order.px) : decimal(level.px).gte(order.px);
}
