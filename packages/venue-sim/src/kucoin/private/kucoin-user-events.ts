import type { SimAccountListener, SimBalance, SimFill, SimIncome, SimOrder, SimPosition } from '../../account/model.ts';
import { nanos } from '../kucoin-json.ts';
import { kucoinListingAt, type KucoinPrivateContext } from './kucoin-context.ts';
import { fundingRow, futuresPositionRow, walletRow } from './futures-account-rows.ts';
import { FuturesOrderEvents } from './futures-order-events.ts';
import type { KucoinSink } from './kucoin-private-topics.ts';
import { SpotEvents } from './spot-events.ts';

const REASONS: Readonly<Record<string, string>> = {
  order: 'positionChange',
  funding: 'positionChange',
  liquidation: 'liquidation',
  adl: 'adl',
  setting: 'marginChange',
};

/** Tells the accounts' news in the rows of the private topics, through the fault plan. */
export class KucoinUserEvents implements SimAccountListener {
  private readonly context: KucoinPrivateContext;
  private readonly tellFutures: KucoinSink;
  private readonly futures: FuturesOrderEvents;
  private readonly spot: SpotEvents;

  constructor(context: KucoinPrivateContext, sinks: { readonly spot: KucoinSink; readonly futures: KucoinSink }) {
    this.context = context;
    this.tellFutures = sinks.futures;
    this.futures = new FuturesOrderEvents(context, sinks.futures);
    this.spot = new SpotEvents(context, sinks.spot);
  }

  onFill(fill: SimFill, order: SimOrder): void {
    if (this.isSpot(fill.ix)) return this.spot.onFill(fill);
    this.context.closed.fill(fill, order, kucoinListingAt(this.context, fill.ix));
    this.futures.onFill(fill);
  }

  onOrder(order: SimOrder): void {
    if (this.isSpot(order.request.ix)) return this.spot.onOrder(order);
    this.context.attached.follow(order);
    this.futures.onOrder(order);
  }

  onPosition(position: SimPosition, why: Parameters<SimAccountListener['onPosition']>[1]): void {
    const listing = kucoinListingAt(this.context, position.ix);
    const row = {
      ...futuresPositionRow(this.context, listing, position),
      changeReason: REASONS[why] ?? 'positionChange',
    };
    this.tellPosition(position.accountId, listing.symbol, { subject: 'position.change', data: row });
  }

  onBalance(balance: SimBalance, why: Parameters<SimAccountListener['onBalance']>[1]): void {
    if (balance.pocket === 'spot') return this.spot.onBalance(balance, why);
    const { faults } = this.context.side;
    faults.deliver('balance', null, () => {
      if (faults.isSilent) return;
      const data = walletRow(this.context, balance.accountId, balance.asset);
      const topic = '/contractAccount/wallet';
      this.tellFutures(balance.accountId, { topic, subject: 'walletBalance.change', symbol: '', data });
    });
  }

  onIncome(income: SimIncome): void {
    this.context.closed.income(income);
    if (income.kind !== 'funding' || income.ix === null) return;
    const listing = kucoinListingAt(this.context, income.ix);
    const { accounts } = this.context.side;
    const held = accounts.positions(income.accountId, { ix: income.ix });
    const lots = held.reduce((sum, position) => sum + position.lots, 0);
    const record = { income, lots, markPx: this.context.market.mark(income.ix).markPx };
    this.context.funding.add(record);
    const { fundingRate, markPrice, positionQty, funding } = fundingRow(listing, record, '');
    const data = {
      fundingTime: income.atMs,
      qty: positionQty,
      markPrice,
      fundingRate,
      fundingFee: funding,
      ts: nanos(income.atMs),
      settleCurrency: income.asset,
    };
    this.tellPosition(income.accountId, listing.symbol, {
      subject: 'position.settlement',
      data: { symbol: listing.symbol, ...data },
    });
  }

  onLeverage(accountId: number, ix: number, leverage: number): void {
    const { symbol } = kucoinListingAt(this.context, ix);
    const data = { [symbol]: { leverage: String(leverage) } };
    this.tellFutures(accountId, { topic: '/contract/crossLeverage', subject: 'user.config', symbol: '', data });
  }

  private isSpot(ix: number): boolean {
    return this.context.market.instruments[ix]?.kind === 'spot';
  }

  /** To the topic over all symbols and to the symbol's own. */
  private tellPosition(
    accountId: number,
    symbol: string,
    told: { readonly subject: string; readonly data: unknown },
  ): void {
    const { faults } = this.context.side;
    faults.deliver('position', symbol, () => {
      if (faults.isSilent) return;
      for (const topic of ['/contract/positionAll', `/contract/position:${symbol}`]) {
        this.tellFutures(accountId, { topic, symbol, ...told });
      }
    });
  }
}
