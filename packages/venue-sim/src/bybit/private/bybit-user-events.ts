import { ZERO } from '@riptide/core/domain';
import type {
  PrivateEventName,
  SimAccountListener,
  SimBalance,
  SimFill,
  SimIncome,
  SimOrder,
  SimPosition,
} from '../../account/model.ts';
import { OrderNewsDesk, type OrderNews } from '../../server/order-news.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { listingAt, type BybitPrivateContext } from './bybit-context.ts';
import { executionRow, fundingRow } from './bybit-execution-row.ts';
import { wireExecId, wireOrderId } from './bybit-order-ids.ts';
import { bybitOrderRow, bybitViewOf, sideText, type BybitOrderView } from './bybit-order-row.ts';
import { bybitPositionRow } from './bybit-position-row.ts';
import { stopsOf } from './bybit-position-calls.ts';
import { walletRow } from './bybit-wallet.ts';

type Row = Record<string, unknown>;

/** The private topics, without the category that some clients add. */
export type BybitUserTopic = 'order' | 'execution' | 'execution.fast' | 'position' | 'wallet';

/** Where rows go: `category` is empty for the wallet. */
export type BybitSink = (
  accountId: number,
  told: {
    readonly topic: BybitUserTopic;
    readonly category: string;
    readonly wireSymbol: string;
    readonly rows: readonly Row[];
  },
) => void;

/** Tells the accounts' news in the rows of the private topics, through the fault plan. */
export class BybitUserEvents implements SimAccountListener {
  private readonly context: BybitPrivateContext;
  private readonly sink: BybitSink;
  private readonly news = new OrderNewsDesk();

  constructor(context: BybitPrivateContext, sink: BybitSink) {
    this.context = context;
    this.sink = sink;
  }

  onFill(fill: SimFill): void {
    this.news.fill(fill);
  }

  onOrder(order: SimOrder): void {
    const listing = listingAt(this.context, order.request.ix);
    this.context.stops.follow(order);
    if (order.firedOrderId !== null) {
      this.news.forget(order.id);
      return this.tellOrder(listing, { asked: order, live: order }, 'Triggered');
    }
    const view = bybitViewOf(this.context.side.accounts, order);
    const news = this.news.order(order);
    this.tellNews(listing, view, news);
  }

  onPosition(position: SimPosition): void {
    const listing = listingAt(this.context, position.ix);
    const { avgPrice, ...rest } = bybitPositionRow(listing, position, stopsOf(this.context, listing, position));
    const row = { ...rest, entryPrice: avgPrice, category: 'linear' };
    this.deliver('position', listing, position.accountId, [{ topic: 'position', row }]);
  }

  onBalance(balance: SimBalance): void {
    const { faults } = this.context.side;
    faults.deliver('balance', null, () => {
      if (faults.isSilent) return;
      const rows = [walletRow(this.context, balance.accountId, [balance.asset])];
      this.sink(balance.accountId, { topic: 'wallet', category: '', wireSymbol: '', rows });
    });
  }

  onIncome(income: SimIncome): void {
    if (income.kind !== 'funding' || income.ix === null) return;
    const listing = listingAt(this.context, income.ix);
    const positions = this.context.side.accounts.positions(income.accountId, { ix: income.ix });
    const lots = positions.reduce((sum, position) => sum + position.lots, 0);
    const record = { income, lots, markPx: this.context.market.mark(income.ix).markPx };
    this.context.funding.add(record);
    const row = { category: 'linear', ...fundingRow(listing, record) };
    this.deliver('fill', listing, income.accountId, [{ topic: 'execution', row }]);
  }

  /** The venue tells a changed leverage with the position. */
  onLeverage(accountId: number, ix: number): void {
    for (const position of this.context.side.accounts.positions(accountId, { ix, isAll: true })) {
      this.onPosition(position);
    }
  }

  private tellNews(listing: BybitListing, view: BybitOrderView, news: readonly OrderNews[]): void {
    const { accountId } = view.live;
    const isOnlyNew = news.every(({ kind }) => kind === 'new');
    if (news.some(({ kind }) => kind === 'new')) {
      const fresh = isOnlyNew ? view.live : unfilled(view.live);
      this.tellOrder(listing, { asked: view.asked === view.live ? fresh : view.asked, live: fresh }, null);
    }
    for (const one of news) if (one.kind === 'trade') this.tellTrade(listing, view, one);
    if (!isOnlyNew) this.tellOrder(listing, view, null);
    if (listing.category === 'spot' || news.some(({ kind }) => kind === 'trade')) return;
    for (const position of this.context.side.accounts.positions(accountId, { ix: listing.ix }))
      this.onPosition(position);
  }

  private tellOrder(listing: BybitListing, view: BybitOrderView, status: string | null): void {
    const row = bybitOrderRow(listing, view, this.context.stops.originOf(view.asked));
    const told = {
      category: listing.category,
      ...row,
      ...(status === null ? {} : { orderStatus: status }),
      closedPnl: '0',
      feeCurrency: view.live.feeAsset,
    };
    this.deliver('order', listing, view.live.accountId, [{ topic: 'order', row: told }]);
  }

  private tellTrade(listing: BybitListing, view: BybitOrderView, news: Extract<OrderNews, { kind: 'trade' }>): void {
    const { fill, cumLots } = news;
    const origin = this.context.stops.originOf(view.asked);
    const leavesLots = Math.max(0, (view.asked.request.lots ?? view.live.cumLots) - cumLots);
    const row = { category: listing.category, ...executionRow(listing, { fill, view, origin, leavesLots }) };
    this.deliver('fill', listing, fill.accountId, [
      { topic: 'execution.fast', row: fastRow(listing, view, fill) },
      { topic: 'execution', row },
    ]);
  }

  private deliver(
    name: PrivateEventName,
    listing: BybitListing,
    accountId: number,
    told: readonly { readonly topic: BybitUserTopic; readonly row: Row }[],
  ): void {
    const { faults } = this.context.side;
    const { category, symbol } = listing;
    faults.deliver(name, symbol, () => {
      if (faults.isSilent) return;
      for (const { topic, row } of told) this.sink(accountId, { topic, category, wireSymbol: symbol, rows: [row] });
    });
  }
}

/** The order as it stood before it filled. */
function unfilled(order: SimOrder): SimOrder {
  const status = order.status === 'untriggered' ? order.status : 'open';
  const nothing = { cumLots: 0, cumLotTicks: 0, cumQuote: ZERO, cumFee: ZERO };
  return { ...order, ...nothing, status, endReason: null, updatedMs: order.createdMs };
}

/** The short form of an execution: makers are told without their name, and nobody the fee. */
function fastRow(listing: BybitListing, view: BybitOrderView, fill: SimFill): Row {
  return {
    category: listing.category,
    symbol: listing.symbol,
    orderId: wireOrderId(listing.category, view.asked.id),
    isMaker: fill.isMaker,
    orderLinkId: fill.isMaker ? '' : view.asked.request.clientId,
    execId: wireExecId(listing.category, fill.id),
    execPrice: listing.px(fill.ticks),
    execQty: listing.qty(fill.lots),
    side: sideText(fill.side),
    execTime: String(fill.atMs),
    seq: 140_612_000_000_000 + fill.id,
  };
}
