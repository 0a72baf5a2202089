import { toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type {
  PrivateEventName,
  SimAccountListener,
  SimBalance,
  SimFill,
  SimIncome,
  SimOrder,
  SimPosition,
} from '../../account/model.ts';
import type { BinanceListing } from '../binance-product.ts';
import { algoUpdate, balanceUpdateOf, orderTradeUpdate, positionUpdate, tradeLite } from './futures-events.ts';
import { isAlgo, isForced } from './futures-order-view.ts';
import { OrderNewsDesk, type OrderNews } from '../../server/order-news.ts';
import type { BinancePrivateContext } from './private-call.ts';
import { accountPosition, balanceUpdate, executionReport } from './spot-events.ts';
import { amount8, spotViewOf } from './spot-order-view.ts';

type Event = Record<string, unknown>;
type PositionWhy = Parameters<SimAccountListener['onPosition']>[1];
type BalanceWhy = Parameters<SimAccountListener['onBalance']>[1];

/** Where the events of an account go. */
export type UserSink = (accountId: number, event: Event, topic: string) => void;

/** Tells the accounts' news of one product in the product's own events, through the fault plan. */
export class UserStreams implements SimAccountListener {
  private readonly context: BinancePrivateContext;
  private readonly sink: UserSink;
  private readonly news = new OrderNewsDesk();
  private readonly listings = new Map<number, BinanceListing>();
  /** What has moved a futures wallet besides profits and fees since it was told last. */
  private readonly moved = new Map<string, Decimal>();
  private executionId = 11_829_900;

  constructor(context: BinancePrivateContext, sink: UserSink) {
    this.context = context;
    this.sink = sink;
    for (const listing of context.product.listings) this.listings.set(listing.ix, listing);
  }

  onFill(fill: SimFill): void {
    if (this.listings.has(fill.ix)) this.news.fill(fill);
  }

  onOrder(order: SimOrder): void {
    const listing = this.listings.get(order.request.ix);
    if (listing === undefined) return;
    if (this.context.product.kind === 'spot') this.tellSpot(listing, order);
    else if (isAlgo(order)) this.tellAlgo(listing, order, { state: algoState(order), fired: null });
    else this.tellFutures(listing, order);
  }

  onPosition(position: SimPosition, why: PositionWhy): void {
    const listing = this.listings.get(position.ix);
    if (listing === undefined || this.context.product.kind === 'spot') return;
    // Funding of a cross position is told with the balance alone.
    if (why === 'funding' && position.marginMode === 'cross') return;
    const told = { why, accounts: this.context.side.accounts, atMs: this.context.market.nowMs() };
    this.deliver('position', listing, position.accountId, [positionUpdate(listing, position, told)]);
  }

  onBalance(balance: SimBalance, why: BalanceWhy): void {
    const isSpot = this.context.product.kind === 'spot';
    if (balance.pocket !== (isSpot ? 'spot' : 'futures')) return;
    const atMs = this.context.market.nowMs();
    if (isSpot) return this.deliver('balance', null, balance.accountId, [accountPosition(balance, atMs)]);
    const crossWallet = amount8(balance.total.minus(this.isolatedMargin(balance)));
    const key = `${balance.accountId} ${balance.asset}`;
    const change = toDecimalString(this.moved.get(key) ?? ZERO);
    this.moved.delete(key);
    const event = balanceUpdateOf(balance, { why, crossWallet, change, atMs });
    this.deliver('balance', null, balance.accountId, [event]);
  }

  onIncome(income: SimIncome): void {
    const isMoved = income.kind === 'transfer' || income.kind === 'deposit';
    if (this.context.product.kind === 'spot') {
      if (!isMoved || income.pocket !== 'spot') return;
      const event = balanceUpdate(income, this.context.market.nowMs());
      return this.deliver('balance', null, income.accountId, [event]);
    }
    if (income.pocket !== 'futures' || (!isMoved && income.kind !== 'funding')) return;
    const key = `${income.accountId} ${income.asset}`;
    this.moved.set(key, (this.moved.get(key) ?? ZERO).plus(income.amount));
  }

  onLeverage(accountId: number, ix: number, leverage: number): void {
    const listing = this.listings.get(ix);
    if (listing === undefined || this.context.product.kind === 'spot') return;
    const atMs = this.context.market.nowMs();
    const ac = { s: listing.instrument.wireSymbol, l: leverage };
    this.deliver('position', listing, accountId, [{ e: 'ACCOUNT_CONFIG_UPDATE', E: atMs, T: atMs, ac }]);
  }

  private tellSpot(listing: BinanceListing, order: SimOrder): void {
    // A stop order that fired goes on under its own id: the order that it became tells the rest.
    if (order.firedOrderId !== null) return this.news.forget(order.id);
    const view = spotViewOf(this.context.side.accounts, order);
    for (const news of this.news.order(order)) {
      this.executionId += 1;
      const told = { news, atMs: this.context.market.nowMs(), executionId: this.executionId };
      this.deliver(eventOf(news), listing, order.accountId, [executionReport(listing, view, told)]);
    }
  }

  private tellFutures(listing: BinanceListing, order: SimOrder): void {
    // The venue's own orders are named by why they were sent, which their first fill tells.
    if (isForced(order) && order.status === 'open' && order.cumLots === 0) return;
    const { accounts } = this.context.side;
    const origin = order.parentOrderId === null ? null : accounts.order(order.accountId, { id: order.parentOrderId });
    const told = this.news.order(order);
    const cause = told.find(({ kind }) => kind === 'trade');
    const forcedBy = cause?.kind === 'trade' ? cause.fill.cause : 'order';
    for (const news of told) {
      if (news.kind === 'new' && origin !== null) this.tellAlgo(listing, origin, { state: 'TRIGGERED', fired: order });
      const atMs = this.context.market.nowMs();
      const lite = tradeLite(listing, { news, forcedBy, atMs });
      const full = orderTradeUpdate(listing, { news, origin, forcedBy, atMs });
      this.deliver(eventOf(news), listing, order.accountId, lite === null ? [full] : [lite, full]);
    }
    if (origin !== null && order.status !== 'open') this.tellAlgo(listing, origin, { state: 'FINISHED', fired: order });
  }

  private tellAlgo(
    listing: BinanceListing,
    order: SimOrder,
    told: { readonly state: string; readonly fired: SimOrder | null },
  ): void {
    const event = algoUpdate(listing, { order, ...told, atMs: this.context.market.nowMs() });
    this.deliver('order', listing, order.accountId, [event]);
  }

  private isolatedMargin(balance: SimBalance): Decimal {
    return this.context.side.accounts
      .positions(balance.accountId)
      .filter(({ ix, marginMode }) => {
        return marginMode === 'isolated' && this.listings.get(ix)?.instrument.quote === balance.asset;
      })
      .reduce((sum, { margin }) => sum.plus(margin), ZERO);
  }

  private deliver(
    name: PrivateEventName,
    listing: BinanceListing | null,
    accountId: number,
    events: readonly Event[],
  ): void {
    const { faults } = this.context.side;
    const wireSymbol = listing?.instrument.wireSymbol ?? null;
    faults.deliver(name, wireSymbol, () => {
      if (faults.isSilent) return;
      for (const event of events) this.sink(accountId, event, `${String(event['e'])}:${wireSymbol ?? ''}`);
    });
  }
}

function eventOf(news: OrderNews): PrivateEventName {
  return news.kind === 'trade' ? 'fill' : 'order';
}

/** The state of an algo order before and until it fires; the order that it becomes tells the rest. */
function algoState(order: SimOrder): string {
  if (order.firedOrderId !== null) return 'TRIGGERING';
  if (order.status === 'untriggered') return 'NEW';
  if (order.status === 'cancelled') return 'CANCELED';
  return order.status === 'rejected' ? 'REJECTED' : 'EXPIRED';
}
