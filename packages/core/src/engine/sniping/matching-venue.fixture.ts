import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  ZERO,
  type DomainError,
  type Fill,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type Result,
} from '../../domain/index.ts';
import { reportOf } from '../../execution/fake-execution-client.fixture.ts';
import type { VirtualClock } from '../../kernel/index.ts';
import { LiveVenue } from '../trading/core-world.fixture.ts';

const MAKER = '0.0002';
const TAKER = '0.0005';

/** BINANCE as a venue of its own: it goes on matching while our process is down, and tells all of it when asked. */
export class MatchingVenue extends LiveVenue {
  private readonly clock: VirtualClock;
  private readonly resting = new Map<string, PlaceOrder>();
  private bid = 0;
  private ask = 0;
  private fillIds = 0;
  private held = ZERO;

  constructor(clock: VirtualClock) {
    super();
    this.clock = clock;
    this.onPlace = (order) => Promise.resolve(this.accept(order));
    this.onCancel = (ref) => {
      const report = this.orders.get(ref.clientOrderId ?? '');
      if (report === undefined || !this.resting.delete(ref.clientOrderId ?? '')) return ok({ kind: 'already-final' });
      return ok({ kind: 'accepted', report: this.tell({ ...report, status: 'cancelled' }) });
    };
  }

  /** Our process dies; the venue does not notice. */
  lose(): void {
    this.sink = null;
  }

  override stop(): Promise<void> {
    return Promise.resolve();
  }

  /** Moves the book and fills what it reaches. */
  show(bid: number, ask: number): void {
    this.bid = bid;
    this.ask = ask;
    for (const order of this.resting.values()) {
      const { side, type } = order;
      const limit = Number(order.px ?? order.triggerPx);
      if (type === 'stop-market' && (side === 'SELL' ? bid <= limit : ask >= limit))
        this.fillWhole(order, this.best(side));
      if (type === 'limit' && (side === 'BUY' ? ask <= limit : bid >= limit))
        this.fillWhole(order, order.px ?? '0', MAKER);
    }
  }

  /** Takes away what is held, as a venue does, or a person there (`order`): an execution without an order of ours. */
  closeByForce(cause: 'liquidation' | 'adl' | 'order'): void {
    const [position] = this.positionList;
    if (position === undefined) throw new Error('nothing is held');
    const side = this.held.gt(0) ? ('SELL' as const) : ('BUY' as const);
    const px = this.best(side);
    this.fillIds += 1;
    const fill: Fill = {
      instrumentId: position.instrumentId,
      fillId: String(this.fillIds),
      venueOrderId: `forced-${this.fillIds}`,
      clientOrderId: null,
      side,
      px,
      qtyBase: toDecimalString(this.held.abs()),
      fee: '0',
      feeAsset: 'USDT',
      liquidity: 'taker',
      cause,
      venueMs: this.clock.nowMs(),
    };
    this.held = ZERO;
    this.positionList = [];
    this.fillList.push(fill);
    this.sink?.onFill(fill);
  }

  private accept(order: PlaceOrder): Result<PlaceAck, DomainError> {
    if (this.orders.has(order.clientOrderId)) return err(domainError('ORDER_DUPLICATE_ID', order.clientOrderId));
    if ((order.isReduceOnly || order.closesPosition) && this.reducible(order.side).eq(0)) {
      return err(domainError('ORDER_REDUCE_ONLY', 'nothing to reduce'));
    }
    const best = this.best(order.side);
    const crosses =
      order.type === 'market' ||
      (order.type === 'limit' &&
        (order.side === 'BUY' ? Number(order.px) >= Number(best) : Number(order.px) <= Number(best)));
    if (crosses && order.tif === 'POST_ONLY') return err(domainError('ORDER_WOULD_TAKE', `best=${best}`));
    const ack = this.take(order);
    this.resting.set(order.clientOrderId, order);
    this.tell(reportOf(order, { updatedMs: this.clock.nowMs() }));
    if (crosses) this.fillWhole(order, best);
    return ok({ ...ack, report: this.orders.get(order.clientOrderId) ?? null });
  }

  private best(side: PlaceOrder['side']): string {
    return String(side === 'BUY' ? this.ask : this.bid);
  }

  private reducible(side: PlaceOrder['side']) {
    const held = side === 'SELL' ? this.held : this.held.times(-1);
    return held.gt(0) ? held : ZERO;
  }

  /** Fills the whole of an order. */
  private fillWhole(order: PlaceOrder, px: string, rate = TAKER): void {
    this.resting.delete(order.clientOrderId);
    const report = this.orders.get(order.clientOrderId);
    if (report === undefined) throw new Error('an order that was never taken');
    const qty = order.closesPosition ? this.reducible(order.side) : decimal(order.qtyBase ?? '0');
    if (qty.eq(0)) return void this.tell({ ...report, status: 'cancelled', reason: 'nothing to close' });
    this.fillIds += 1;
    const qtyBase = toDecimalString(qty);
    this.held = this.held.plus(qty.times(order.side === 'BUY' ? 1 : -1));
    this.positionList = this.held.eq(0) ? [] : [this.positionOf(order, px)];
    this.fillList.push({
      instrumentId: order.instrument.id,
      fillId: String(this.fillIds),
      venueOrderId: report.venueOrderId,
      clientOrderId: order.clientOrderId,
      side: order.side,
      px,
      qtyBase,
      fee: toDecimalString(qty.times(decimal(px)).times(rate)),
      feeAsset: 'USDT',
      liquidity: rate === MAKER ? 'maker' : 'taker',
      cause: 'order',
      venueMs: this.clock.nowMs(),
    });
    const fill = this.fillList.at(-1);
    if (fill !== undefined) this.sink?.onFill(fill);
    this.tell({ ...report, status: 'filled', cumQtyBase: qtyBase, avgPx: px });
  }

  private positionOf(order: PlaceOrder, px: string) {
    return {
      instrumentId: order.instrument.id,
      qtyBase: toDecimalString(this.held),
      entryPx: px,
      markPx: px,
      unrealisedUsd: '0',
      leverage: 1,
      marginMode: 'isolated' as const,
      liquidationPx: null,
      marginUsd: null,
      adlRank: null,
      updatedMs: this.clock.nowMs(),
    };
  }

  private tell(report: OrderReport): OrderReport {
    const now = { ...report, updatedMs: this.clock.nowMs() };
    this.orders.set(report.clientOrderId ?? '', now);
    this.sink?.onOrder(now);
    return now;
  }
}
