import { toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { PrivateEventName, SimBalance, SimFill, SimOrder } from '../../account/model.ts';
import { OrderNewsDesk, type OrderNews } from '../../server/order-news.ts';
import { nanos } from '../kucoin-json.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import { isConditional, kucoinListingAt, type KucoinPrivateContext } from './kucoin-context.ts';
import { wireOrderId, wireStopId, wireTradeId } from './kucoin-ids.ts';
import type { KucoinSink } from './kucoin-private-topics.ts';
import { accountIdOf } from './spot-account-calls.ts';

interface Told {
  readonly type: 'received' | 'open' | 'update' | 'match' | 'filled' | 'canceled';
  readonly status: 'new' | 'open' | 'match' | 'done';
  readonly cumLots: number;
  readonly cumQuote: Decimal;
  readonly fill: SimFill | null;
}

/** Tells what becomes of spot orders and balances. */
export class SpotEvents {
  private readonly context: KucoinPrivateContext;
  private readonly tell: KucoinSink;
  private readonly news = new OrderNewsDesk();
  private readonly balances = new Map<string, { readonly free: Decimal; readonly held: Decimal }>();

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
    for (const one of this.news.order(order)) this.tellNews(listing, one);
  }

  /** Every change of a coin, with what changed since the one before. */
  onBalance(balance: SimBalance, why: string): void {
    const { accountId, asset, total, free } = balance;
    const held = total.minus(free);
    const key = `${accountId}|${asset}`;
    const before = this.balances.get(key) ?? { free: ZERO, held: ZERO };
    this.balances.set(key, { free, held });
    const data = {
      accountId: accountIdOf(accountId, asset),
      available: toDecimalString(free),
      availableChange: toDecimalString(free.minus(before.free)),
      currency: asset,
      hold: toDecimalString(held),
      holdChange: toDecimalString(held.minus(before.held)),
      relationContext: {},
      relationEvent:
        why === 'transfer' ? 'trade_hf.transfer' : held.gt(before.held) ? 'trade_hf.hold' : 'trade_hf.setted',
      relationEventId: `${accountId}${balance.updatedMs}`,
      time: String(balance.updatedMs),
      total: toDecimalString(total),
    };
    this.deliver('balance', null, () =>
      this.tell(accountId, { topic: '/account/balance', subject: 'account.balance', symbol: '', data }),
    );
  }

  private tellNews(listing: KucoinListing, news: OrderNews): void {
    const { order } = news;
    const now = { cumLots: order.cumLots, cumQuote: order.cumQuote, fill: null };
    switch (news.kind) {
      case 'new':
        this.push(listing, order, { type: 'received', status: 'new', cumLots: 0, cumQuote: ZERO, fill: null });
        if (this.rests(order))
          this.push(listing, order, { type: 'open', status: 'open', cumLots: 0, cumQuote: ZERO, fill: null });
        return;
      case 'amended':
        return this.push(listing, order, { type: 'update', status: 'open', ...now });
      case 'trade': {
        const { cumLots, cumQuote, fill } = news;
        this.push(listing, order, { type: 'match', status: 'match', cumLots, cumQuote, fill });
        if (news.isFilled) this.push(listing, order, { type: 'filled', status: 'done', cumLots, cumQuote, fill: null });
        return;
      }
      case 'ended':
        return this.push(listing, order, { type: 'canceled', status: 'done', ...now });
      default:
        throw new Error(`Invariant: unknown news ${JSON.stringify(news)}`);
    }
  }

  /** True when an order enters the book as it comes. */
  private rests({ request, status }: SimOrder): boolean {
    const { ix, side, ticks, tif, type } = request;
    if (status !== 'open' || type !== 'limit' || ticks === null || tif === 'IOC' || tif === 'FOK') return false;
    const { bestAsk, bestBid } = this.context.market.book(ix);
    const other = side === 'BUY' ? bestAsk : bestBid;
    return other === null || (side === 'BUY' ? ticks < other.ticks : ticks > other.ticks);
  }

  private push(listing: KucoinListing, order: SimOrder, told: Told): void {
    const { request } = order;
    const { type, status, cumLots, cumQuote, fill } = told;
    const zero = (lots: number): string => (lots <= 0 ? '0' : listing.qty(lots));
    const left = (request.lots ?? order.cumLots) - cumLots;
    const funds = request.quoteAmount;
    const match =
      fill === null
        ? {}
        : {
            liquidity: fill.isMaker ? 'maker' : 'taker',
            feeType: fill.isMaker ? 'makerFee' : 'takerFee',
            matchPrice: listing.px(fill.ticks),
            matchSize: listing.qty(fill.lots),
            tradeId: String(wireTradeId(fill.id)),
          };
    const data = {
      canceledSize: type === 'canceled' ? zero(left) : '0',
      clientOid: request.clientId,
      filledSize: zero(cumLots),
      orderId: wireOrderId('spot', order.id),
      orderTime: order.createdMs,
      orderType: request.ticks === null ? 'market' : 'limit',
      ...(request.lots === null ? {} : { originSize: listing.qty(request.lots), size: listing.qty(request.lots) }),
      ...(funds === null
        ? {}
        : { originFunds: toDecimalString(funds), remainFunds: toDecimalString(funds.minus(cumQuote)) }),
      ...(request.ticks === null ? {} : { price: listing.px(request.ticks) }),
      remainSize: status === 'done' ? '0' : zero(left),
      side: request.side === 'BUY' ? 'buy' : 'sell',
      status,
      symbol: listing.symbol,
      ts: nanos(fill?.atMs ?? order.updatedMs),
      type,
      ...match,
    };
    this.deliver(fill === null ? 'order' : 'fill', listing, () => {
      const head = { subject: 'orderChange', symbol: listing.symbol, data };
      this.tell(order.accountId, { topic: '/spotMarket/tradeOrdersV2', ...head });
      if (type !== 'received') this.tell(order.accountId, { topic: '/spotMarket/tradeOrders', ...head });
    });
  }

  private tellStop(listing: KucoinListing, order: SimOrder): void {
    const { request } = order;
    const data = {
      orderId: wireStopId(order.id),
      orderPrice: request.ticks === null ? '0' : listing.px(request.ticks),
      orderType: 'stop',
      side: request.side === 'BUY' ? 'buy' : 'sell',
      size: request.lots === null ? '0' : listing.qty(request.lots),
      stop: request.triggerDirection === 'rises' ? 'entry' : 'loss',
      stopPrice: request.triggerTicks === null ? '0' : listing.px(request.triggerTicks),
      symbol: listing.symbol,
      tradeType: 'TRADE',
      triggerSuccess: order.firedOrderId !== null,
      ts: nanos(order.updatedMs),
      createdAt: order.createdMs,
      type: order.status === 'untriggered' ? 'open' : order.firedOrderId === null ? 'cancel' : 'triggered',
    };
    this.deliver('order', listing, () =>
      this.tell(order.accountId, {
        topic: '/spotMarket/advancedOrders',
        subject: 'stopOrder',
        symbol: listing.symbol,
        data,
      }),
    );
  }

  private deliver(name: PrivateEventName, listing: KucoinListing | null, send: () => void): void {
    const { faults } = this.context.side;
    faults.deliver(name, listing?.symbol ?? null, () => {
      if (!faults.isSilent) send();
    });
  }
}
