import type { SimFill, SimOrder } from '../account/model.ts';

/** One thing that happened to an order, as the venue's user stream tells it. */
export type OrderNews =
  | { readonly kind: 'new'; readonly order: SimOrder }
  | { readonly kind: 'amended'; readonly order: SimOrder }
  | {
      readonly kind: 'trade';
      readonly order: SimOrder;
      readonly fill: SimFill;
      /** Sums after this fill. */
      readonly cumLots: number;
      readonly cumLotTicks: number;
      readonly cumQuote: SimFill['quote'];
      readonly isFilled: boolean;
    }
  | { readonly kind: 'ended'; readonly order: SimOrder };

interface Known {
  cumLots: number;
  cumLotTicks: number;
  cumQuote: SimFill['quote'] | null;
  request: SimOrder['request'];
}

/**
 * Turns the accounts' snapshots into single pieces of news: every order is announced once before anything else is told of it, and
 * every fill stands with the sums after it.
 */
export class OrderNewsDesk {
  private readonly known = new Map<number, Known>();
  private readonly waiting = new Map<number, SimFill[]>();

  /** Keeps a fill until the snapshot that counts it. */
  fill(fill: SimFill): void {
    const fills = this.waiting.get(fill.orderId);
    if (fills === undefined) this.waiting.set(fill.orderId, [fill]);
    else fills.push(fill);
  }

  /** Tells what is new in a snapshot, in order. */
  order(order: SimOrder): readonly OrderNews[] {
    const news: OrderNews[] = [];
    const known = this.known.get(order.id) ?? this.announce(order, news);
    if (known.request !== order.request && isChanged(known.request, order.request)) {
      news.push({ kind: 'amended', order });
    }
    known.request = order.request;
    for (const fill of this.waiting.get(order.id) ?? []) {
      known.cumLots += fill.lots;
      known.cumLotTicks += fill.lots * fill.ticks;
      known.cumQuote = known.cumQuote === null ? fill.quote : known.cumQuote.plus(fill.quote);
      const isFilled = order.status === 'filled' && known.cumLots >= order.cumLots;
      const { cumLots, cumLotTicks, cumQuote } = known;
      news.push({ kind: 'trade', order, fill, cumLots, cumLotTicks, cumQuote, isFilled });
    }
    this.waiting.delete(order.id);
    const isFinal = order.status !== 'open' && order.status !== 'untriggered';
    if (isFinal && order.status !== 'filled') news.push({ kind: 'ended', order });
    if (isFinal) this.known.delete(order.id);
    return news;
  }

  /** Ends the news of an order that goes on as another one. */
  forget(orderId: number): void {
    this.known.delete(orderId);
  }

  private announce(order: SimOrder, news: OrderNews[]): Known {
    const known: Known = { cumLots: 0, cumLotTicks: 0, cumQuote: null, request: order.request };
    this.known.set(order.id, known);
    news.push({ kind: 'new', order });
    return known;
  }
}

function isChanged(one: SimOrder['request'], two: SimOrder['request']): boolean {
  return one.lots !== two.lots || one.ticks !== two.ticks || one.triggerTicks !== two.triggerTicks;
}
