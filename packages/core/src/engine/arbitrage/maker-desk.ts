import { decimal, ZERO, type LegKey } from '../../domain/index.ts';
import { quantisePx } from '../../execution/index.ts';
import { worsePx } from '../../strategies/arbitrage-execution/index.ts';
import type { ArbOrders } from './arb-orders.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { heldOf } from './leg-books.ts';
import { quoteLeg } from './leg-market.ts';
import { lotOf } from './leg-question.ts';
import { onStep } from './leg-sizes.ts';
import { orderMinBase } from '../trading/order-min-base.ts';
import { orderQtyOf } from './planned-sides.ts';
import type { ArbOrder, TrackedArb } from './trade-book.ts';

/** How long an order rests before it is taken back. */
const MAKER_TTL_MS = 15_000;
/** Hedges in a row that got nothing: each reaches farther, then the resting order is taken back. */
const HEDGE_THROUGH_BPS = [5, 20, 50] as const;
const DEPTH_BPS = 300;

/**
 * An order that rests on one leg, every fill of it hedged on the other at once. A cancel ends it only when the venue has told its quantity: what
 * fills meanwhile is hedged too.
 */
export class MakerDesk {
  private readonly context: ArbitrageContext;
  private readonly orders: ArbOrders;

  constructor(context: ArbitrageContext, orders: ArbOrders) {
    this.context = context;
    this.orders = orders;
  }

  /** Does what is due while the resting order may fill. True while it is not settled, or a hedge is under way. */
  step(tracked: TrackedArb): boolean {
    const { trade } = tracked;
    const hedge: LegKey = trade.first === 'buy' ? 'sell' : 'buy';
    const resting = this.orders.those(tracked, trade.first, 'live');
    const hedging = this.orders.those(tracked, hedge, 'live');
    const failed = this.failuresOf(tracked, hedge);
    const isBlind = this.orders.any(tracked, 'unknown').length > 0;
    const why = isBlind ? 'an answer is missing' : this.whyOver(tracked, resting[0], failed);
    if (why !== null) for (const order of resting) this.orders.cancel(order, why);
    for (const order of hedging) this.orders.press(order);
    if (isBlind) return resting.length > 0;
    if (hedging.length > 0) return true;
    return this.hedge(tracked, hedge, failed) || resting.length > 0;
  }

  private failuresOf({ orders }: TrackedArb, hedge: LegKey): number {
    const own = orders.filter(({ leg, phase }) => leg === hedge && phase === 'entry');
    const lastFilled = own.findLastIndex(({ filledQtyBase }) => decimal(filledQtyBase).gt(0));
    return own.length - 1 - lastFilled;
  }

  private whyOver({ trade }: TrackedArb, order: ArbOrder | undefined, failed: number): string | null {
    if (order === undefined) return null;
    const { core } = this.context;
    if (core.risk.kill.level > 0) return 'kill switch';
    if (failed >= HEDGE_THROUGH_BPS.length) return 'its fills can not be hedged';
    if (core.clock.nowMs() - order.createdMs >= MAKER_TTL_MS) return 'it was not filled in time';
    return this.isEdgeGone(trade, order) ? 'the other book has moved away' : null;
  }

  /** The resting price against the other book of now, both fees in, has become worse than the plan by more than a repair may cost. */
  private isEdgeGone(trade: TrackedArb['trade'], order: ArbOrder): boolean {
    const hedge: LegKey = trade.first === 'buy' ? 'sell' : 'buy';
    const { eyes } = this.context.core;
    const qtyBase = Number(trade.wantedQtyBase);
    const quote = quoteLeg(eyes, trade[hedge].instrumentId, { side: trade[hedge].side, qtyBase, depthBps: DEPTH_BPS });
    if (quote === null || !Number.isFinite(quote.vwapPx) || order.px === null) return true;
    const resting = Number(order.px);
    const [buyPx, sellPx] = trade.first === 'buy' ? [resting, quote.vwapPx] : [quote.vwapPx, resting];
    const netBps = ((sellPx - buyPx) / (sellPx + buyPx)) * 2e4 - trade.buy.feeBps - trade.sell.feeBps;
    return netBps < Math.min(0, trade.expected.entryNetBps) - this.context.state.settings.repairExtraBps;
  }

  /** Sends what the resting leg has more than the other. False when there is nothing to send. */
  private hedge(tracked: TrackedArb, leg: LegKey, failed: number): boolean {
    const { trade, books } = tracked;
    const place = this.orders.placeOf(trade, leg);
    const lot = lotOf(this.context, trade);
    const throughBps = HEDGE_THROUGH_BPS[failed];
    if (place === null || lot === null || throughBps === undefined) return false;
    const { instrument, desk } = place;
    const more = heldOf(books[trade.first]).minus(heldOf(books[leg]));
    if (more.lt(lot) || more.lte(ZERO)) return false;
    const { side, feeBps } = trade[leg];
    const wanted = orderQtyOf(more, { instrument, desk, side, feeBps }, this.context.state.spotFees);
    const quote = quoteLeg(this.context.core.eyes, instrument.id, { side, qtyBase: Number(more), depthBps: DEPTH_BPS });
    if (quote === null || more.lt(orderMinBase(instrument, quote.bestPx, false))) return false;
    const px = worsePx(side, Number.isFinite(quote.vwapPx) ? quote.vwapPx : quote.lastPx, throughBps);
    return this.orders.send(tracked, { ...trade, reason: `hedging a fill of the ${trade.first} leg` }, [
      {
        leg,
        role: 'unwind',
        side,
        type: 'limit',
        qtyBase: onStep(wanted, instrument),
        px: quantisePx(decimal(px), instrument, side === 'BUY' ? 'up' : 'down'),
        isReduceOnly: false,
      },
    ]);
  }
}
