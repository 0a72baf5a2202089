import type { BookSide } from '../../../domain/index.ts';
import { shownAt, type PublicTrade, type ShadowBook } from './shadow-market.ts';

/**
 * A limit order in a queue that only exists in our heads. It fills whole, when the market goes through its price, or when what traded at
 * its price is more than what stood before it and its own size. Sizes before it that are cancelled don't help it.
 */
export class RestingOrder {
  readonly side: BookSide;
  readonly px: number;
  readonly arrivesMs: number;
  private readonly qtyBase: number;
  private readonly halfTick: number;
  /** null before it arrived. */
  private aheadBase: number | null = null;
  private tradedBase = 0;

  constructor(order: {
    readonly side: BookSide;
    readonly px: number;
    readonly qtyBase: number;
    readonly arrivesMs: number;
    readonly halfTick: number;
  }) {
    this.side = order.side;
    this.px = order.px;
    this.qtyBase = order.qtyBase;
    this.arrivesMs = order.arrivesMs;
    this.halfTick = order.halfTick;
  }

  hasArrived(): boolean {
    return this.aheadBase !== null;
  }

  /** Joins the queue behind the size shown at its price. */
  arrive(book: ShadowBook): void {
    this.aheadBase = shownAt(book, this.side, this.px, this.halfTick);
  }

  /** Returns true when it would take instead of rest. */
  wouldCross(book: ShadowBook): boolean {
    return this.side === 'bid' ? this.px >= book.askPx - this.halfTick : this.px <= book.bidPx + this.halfTick;
  }

  /** Returns true when a trade after its arrival fills it. */
  isFilledByTrade(trade: PublicTrade): boolean {
    if (this.aheadBase === null) return false;
    const beyond = this.side === 'bid' ? this.px - trade.px : trade.px - this.px;
    if (beyond >= this.halfTick) return true;
    const isAgainst = trade.takerSide === (this.side === 'bid' ? 'SELL' : 'BUY');
    if (beyond <= -this.halfTick || !isAgainst) return false;
    this.tradedBase += trade.qtyBase;
    return this.tradedBase >= this.aheadBase + this.qtyBase;
  }

  /** Returns true when the other side's best price has gone through it. */
  isFilledByBook(book: ShadowBook): boolean {
    if (this.aheadBase === null) return false;
    const beyond = this.side === 'bid' ? this.px - book.askPx : book.bidPx - this.px;
    return beyond >= this.halfTick;
  }
}
