import type { PrivateEventName, SimFill, SimOrder } from '../../account/model.ts';
import { OrderNewsDesk, type OrderNews } from '../../server/order-news.ts';
import { nanos } from '../kucoin-json.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import {
  isConditional,
  kucoinListingAt,
  kucoinViewOf,
  type KucoinOrderView,
  type KucoinPrivateContext,
} from './kucoin-context.ts';
import {
  askedLots,
  positionSideText,
  stopPxText,
  stopPxTypeText,
  stopText,
  tradeTypeText,
} from './futures-order-row.ts';
import { wireOrderId, wireTradeId } from './kucoin-ids.ts';
import type { KucoinSink } from './kucoin-private-topics.ts';

/** Tells what becomes of futures orders: `tradeOrders` for those in the book, `advancedOrders` for stops. */
export class FuturesOrderEvents {
  private readonly context: KucoinPrivateContext;
  private readonly tell: KucoinSink;
  private readonly news = new OrderNewsDesk();

  constructor(context: KucoinPrivateContext, tell: KucoinSink) {
    this.context = context;
    this.tell = tell;
  }

  onFill(fill: SimFill): void {
    this.news.fill(fill);
  }

  onOrder(order: SimOrder): void {
    const listing = kucoinListingAt(this.context, order.request.ix);
    if (isConditional(order)) return this.tellStop(listing, order);
    const view = kucoinViewOf(this.context.side.accounts, order);
    for (const one of this.news.order(order)) this.tellNews(listing, view, one);
  }

  private tellNews(listing: KucoinListing, view: KucoinOrderView, news: OrderNews): void {
    switch (news.kind) {
      case 'new':
        return this.push(listing, view, { type: 'open', status: 'open', cumLots: 0, fill: null });
      case 'amended':
        return this.push(listing, view, { type: 'update', status: 'open', cumLots: news.order.cumLots, fill: null });
      case 'trade':
        this.push(listing, view, { type: 'match', status: 'match', cumLots: news.cumLots, fill: news.fill });
        if (news.isFilled)
          this.push(listing, view, { type: 'filled', status: 'done', cumLots: news.cumLots, fill: null });
        return;
      case 'ended':
        return this.push(listing, view, { type: 'canceled', status: 'done', cumLots: news.order.cumLots, fill: null });
      default:
        throw new Error(`Invariant: unknown news ${JSON.stringify(news)}`);
    }
  }

  /** Sizes are texts here; a match carries what filled, the end of an order does not. */
  private push(
    listing: KucoinListing,
    view: KucoinOrderView,
    told: { readonly type: string; readonly status: string; readonly cumLots: number; readonly fill: SimFill | null },
  ): void {
    const { asked, live } = view;
    const { request } = asked;
    const { type, status, cumLots, fill } = told;
    const lots = askedLots(view);
    const left = Math.max(0, lots - cumLots);
    const size = (count: number): string => String(listing.size(count));
    const match =
      fill === null
        ? {}
        : {
            liquidity: fill.isMaker ? 'maker' : 'taker',
            feeType: fill.isMaker ? 'makerFee' : 'takerFee',
            matchPrice: listing.px(fill.ticks),
            matchSize: size(fill.lots),
            tradeId: String(wireTradeId(fill.id)),
          };
    const setup = this.context.side.accounts.setup(asked.accountId, listing.ix);
    const [first] =
      fill === null ? this.context.side.accounts.fills(live.accountId, { orderId: live.id, limit: 1 }) : [fill];
    const data = {
      symbol: listing.symbol,
      orderType: request.ticks === null ? 'market' : 'limit',
      side: request.side === 'BUY' ? 'buy' : 'sell',
      canceledSize: type === 'canceled' ? size(left) : '0',
      orderId: wireOrderId('futures', asked.id),
      marginMode: setup.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
      positionSide: positionSideText(request.positionSide),
      type,
      orderTime: nanos(asked.createdMs),
      size: size(lots),
      filledSize: size(cumLots),
      price: request.ticks === null ? '' : listing.px(request.ticks),
      remainSize: status === 'done' ? '0' : size(left),
      status,
      ts: nanos(fill?.atMs ?? live.updatedMs),
      tradeType: first === undefined ? 'trade' : tradeTypeText(first),
      clientOid: request.clientId,
      ...match,
    };
    this.deliver(fill === null ? 'order' : 'fill', listing, () => {
      const topic = '/contractMarket/tradeOrders';
      const { symbol } = listing;
      this.tell(asked.accountId, { topic, subject: 'orderChange', symbol, data });
      this.tell(asked.accountId, { topic: `${topic}:${symbol}`, subject: 'symbolOrderChange', symbol, data });
    });
  }

  private tellStop(listing: KucoinListing, order: SimOrder): void {
    const view: KucoinOrderView = { asked: order, live: order };
    const { request } = order;
    const type = order.status === 'untriggered' ? 'open' : order.firedOrderId === null ? 'cancel' : 'triggered';
    const setup = this.context.side.accounts.setup(order.accountId, listing.ix);
    const data = {
      createdAt: order.createdMs,
      marginMode: setup.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
      orderId: wireOrderId('futures', order.id),
      clientOid: request.clientId,
      orderPrice: request.ticks === null ? '0' : listing.px(request.ticks),
      orderType: 'stop',
      positionSide: positionSideText(request.positionSide),
      side: request.side === 'BUY' ? 'buy' : 'sell',
      size: request.lots === null ? 0 : listing.size(request.lots),
      stop: stopText(view),
      stopPrice: stopPxText(listing, view),
      stopPriceType: stopPxTypeText(view),
      symbol: listing.symbol,
      ts: nanos(order.updatedMs),
      ...(type === 'triggered' ? { triggerSuccess: true } : {}),
      type,
    };
    this.deliver('order', listing, () =>
      this.tell(order.accountId, {
        topic: '/contractMarket/advancedOrders',
        subject: 'stopOrder',
        symbol: listing.symbol,
        data,
      }),
    );
  }

  private deliver(name: PrivateEventName, { symbol }: KucoinListing, send: () => void): void {
    const { faults } = this.context.side;
    faults.deliver(name, symbol, () => {
      if (!faults.isSilent) send();
    });
  }
}
