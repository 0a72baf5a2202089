import { decimal, toDecimalString, ZERO } from '@riptide/core/domain';
import type {
  PrivateEventName,
  SimAccountListener,
  SimBalance,
  SimFill,
  SimOrder,
  SimPosition,
} from '../../account/model.ts';
import { OrderNewsDesk, type OrderNews } from '../../server/order-news.ts';
import type { OkxListing } from '../okx-listing.ts';
import { okxBalanceRow, okxPositionRow } from './okx-account-rows.ts';
import { okxAlgoRow } from './okx-algo-row.ts';
import { isConditional } from './okx-algos.ts';
import { okxListingAt, type OkxPrivateContext } from './okx-context.ts';
import { okxOrderRow, stateOf, tradeIdText, type OkxOrderMoment } from './okx-order-row.ts';

/** The private channels. */
export type OkxUserChannel = 'orders' | 'orders-algo' | 'positions' | 'account' | 'balance_and_position';

/** One push before it is put under the argument of a subscription. */
export interface OkxPush {
  readonly channel: OkxUserChannel;
  readonly instType: string;
  readonly instId: string;
  readonly eventType: string | null;
  readonly data: readonly unknown[];
}

/** Where pushes go. */
export type OkxSink = (accountId: number, push: OkxPush) => void;

const WHY_TEXTS: Readonly<Record<string, string>> = {
  order: 'filled',
  funding: 'funding_fee',
  transfer: 'transferred',
  liquidation: 'liquidation',
  adl: 'adl',
  setting: 'set_leverage',
};

/** Tells the accounts' news in the rows of the private channels, through the fault plan. */
export class OkxUserEvents implements SimAccountListener {
  private readonly context: OkxPrivateContext;
  private readonly sink: OkxSink;
  private readonly news = new OrderNewsDesk();

  constructor(context: OkxPrivateContext, sink: OkxSink) {
    this.context = context;
    this.sink = sink;
  }

  onFill(fill: SimFill): void {
    this.news.fill(fill);
  }

  onOrder(order: SimOrder): void {
    const listing = okxListingAt(this.context, order.request.ix);
    this.context.algos.follow(order);
    if (isConditional(order)) return this.tellAlgo(listing, order);
    const news = this.news.order(order);
    if (order.parentOrderId !== null) this.tellParent(listing, order);
    let feeLeft = order.cumFee;
    const feesAfter = news.toReversed().map((one) => {
      const feeAfter = feeLeft;
      if (one.kind === 'trade') feeLeft = feeLeft.minus(one.fill.fee);
      return feeAfter;
    });
    news.forEach((one, at) => this.tellNews(listing, one, feesAfter[news.length - 1 - at] ?? ZERO));
  }

  onPosition(position: SimPosition, why: Parameters<SimAccountListener['onPosition']>[1]): void {
    const listing = okxListingAt(this.context, position.ix);
    const row = okxPositionRow(this.context, position);
    const { posId, instId, instType, mgnMode, posSide, pos, ccy, posCcy, avgPx, uTime } = row;
    const short = { posId, tradeId: '', instId, instType, mgnMode, posSide, pos, ccy, posCcy, avgPx, uTime };
    this.deliver('position', listing, position.accountId, [
      { channel: 'balance_and_position', eventType: WHY_TEXTS[why] ?? 'filled', row: both(uTime, [], [short]) },
      { channel: 'positions', eventType: 'event_update', row },
    ]);
  }

  onBalance(balance: SimBalance, why: Parameters<SimAccountListener['onBalance']>[1]): void {
    const { accountId, asset } = balance;
    const uTime = String(balance.updatedMs);
    const short = { ccy: asset, cashBal: toDecimalString(balance.total), uTime };
    this.deliver('balance', null, accountId, [
      { channel: 'balance_and_position', eventType: WHY_TEXTS[why] ?? 'filled', row: both(uTime, [short], []) },
      { channel: 'account', eventType: 'event_update', row: okxBalanceRow(this.context, accountId, [asset]) },
    ]);
  }

  /** Funding is told by balance and position. */
  onIncome(): void {}

  /** The venue tells a changed leverage with the position. */
  onLeverage(accountId: number, ix: number): void {
    for (const position of this.context.side.accounts.positions(accountId, { ix }))
      this.onPosition(position, 'setting');
  }

  private tellNews(listing: OkxListing, news: OrderNews, feeAfter: OkxOrderMoment['cumFee']): void {
    const { order } = news;
    const fill = news.kind === 'trade' ? news.fill : null;
    const isNew = news.kind === 'new';
    const figures =
      news.kind === 'trade'
        ? { cumLots: news.cumLots, cumLotTicks: news.cumLotTicks, cumFee: feeAfter }
        : isNew
          ? { cumLots: 0, cumLotTicks: 0, cumFee: ZERO }
          : { cumLots: order.cumLots, cumLotTicks: order.cumLotTicks, cumFee: order.cumFee };
    const state = isNew
      ? 'live'
      : news.kind === 'trade'
        ? news.isFilled
          ? 'filled'
          : 'partially_filled'
        : news.kind === 'amended' && order.status !== 'open'
          ? 'live'
          : stateOf(order);
    const moment: OkxOrderMoment = { order, state, ...figures, pnl: fill?.realised ?? ZERO, lastFill: fill };
    const row = okxOrderRow(this.context.side.accounts, listing, moment);
    const told = { ...row, ...(isNew ? { uTime: row.cTime } : {}), ...streamFields(this.context, listing, news) };
    const name: PrivateEventName = fill === null ? 'order' : 'fill';
    this.deliver(name, listing, order.accountId, [{ channel: 'orders', eventType: null, row: told }]);
    if (fill !== null) this.tellTrade(listing, fill);
  }

  /** The shortest news of a fill: which trade it was. */
  private tellTrade(listing: OkxListing, fill: SimFill): void {
    const trades = [{ instId: listing.instId, tradeId: tradeIdText(fill) }];
    const row = { pTime: String(fill.atMs), eventType: 'filled', balData: [], posData: [], trades };
    this.deliver('fill', listing, fill.accountId, [{ channel: 'balance_and_position', eventType: 'filled', row }]);
  }

  private tellParent(listing: OkxListing, order: SimOrder): void {
    const parent = this.context.side.accounts.order(order.accountId, { id: order.parentOrderId ?? -1 });
    if (parent !== null) this.tellAlgo(listing, parent);
  }

  private tellAlgo(listing: OkxListing, order: SimOrder): void {
    const algo = this.context.algos.of(order);
    const row = okxAlgoRow(this.context.side.accounts, listing, algo);
    this.deliver('order', listing, order.accountId, [{ channel: 'orders-algo', eventType: null, row }]);
  }

  private deliver(
    name: PrivateEventName,
    listing: OkxListing | null,
    accountId: number,
    told: readonly { readonly channel: OkxUserChannel; readonly eventType: string | null; readonly row: unknown }[],
  ): void {
    const { faults } = this.context.side;
    const instId = listing?.instId ?? '';
    faults.deliver(name, listing === null ? null : instId, () => {
      if (faults.isSilent) return;
      for (const { channel, eventType, row } of told) {
        const data = channel === 'balance_and_position' ? [{ ...(row as object), eventType }] : [row];
        const pushed = channel === 'balance_and_position' ? null : eventType;
        this.sink(accountId, { channel, instType: listing?.instType ?? '', instId, eventType: pushed, data });
      }
    });
  }
}

function both(pTime: string, balData: readonly unknown[], posData: readonly unknown[]) {
  return { pTime, balData, posData, trades: [] };
}

/** What the channel adds to the order object of REST. */
function streamFields(context: OkxPrivateContext, listing: OkxListing, news: OrderNews): Record<string, string> {
  const fill = news.kind === 'trade' ? news.fill : null;
  return {
    execType: fill === null ? '' : fill.isMaker ? 'M' : 'T',
    fillFee: fill === null ? '0' : toDecimalString(fill.fee.times(-1)),
    fillFeeCcy: fill?.feeAsset ?? '',
    fillPnl: fill === null ? '0' : toDecimalString(fill.realised),
    fillNotionalUsd: fill === null ? '' : toDecimalString(fill.quote),
    notionalUsd: '',
    fillMarkPx: '',
    lastPx: toDecimalString(decimal(context.market.dayStats(listing.ix).lastPx)),
    amendResult: news.kind === 'amended' ? '0' : '',
    amendSource: '',
    reqId: '',
    code: '0',
    msg: '',
  };
}
