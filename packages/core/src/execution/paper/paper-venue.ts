import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type DecimalString,
  type DomainError,
  type FeeRates,
  type Income,
  type Instrument,
  type InstrumentId,
  type OrderRef,
  type OrderReport,
  type PlaceOrder,
  type PositionReport,
  type PrivateSink,
  type Result,
} from '../../domain/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { PaperAccount } from './paper-account.ts';
import { PaperFunding, type PaperSettlement } from './paper-funding.ts';
import { triggerSource, type PaperMarket, type PaperTrade } from './paper-market.ts';
import { PaperMatcher } from './paper-matcher.ts';
import { isConditional, isLive, isTriggered, remainingOf, reportOfPaper, type PaperOrder } from './paper-order.ts';
import { PaperOrders } from './paper-orders.ts';
import { PaperRefusals } from './paper-refusals.ts';
import { seedPaperOrder, type PaperSeedOrder } from './seed-paper-order.ts';

export interface PaperVenueParts {
  readonly clock: Clock;
  readonly market: PaperMarket;
  readonly startCash: DecimalString;
  readonly feesOf: (instrument: Instrument) => FeeRates;
  readonly sink: () => PrivateSink | null;
}

/** Leverage of a perp before anybody set another. */
const LEVERAGE = 10;

/** The state a paper venue starts from after a restart. */
export interface PaperSeed {
  readonly openOrders: readonly PaperSeedOrder[];
  readonly positions: readonly PositionReport[];
  readonly balances: readonly BalanceReport[];
}

/** The paper venue itself: rules, money, triggers, funding and liquidation, without the way there and back. Synchronous. */
export class PaperVenue {
  readonly account: PaperAccount;
  readonly orders = new PaperOrders();
  private readonly parts: PaperVenueParts;
  private readonly matcher: PaperMatcher;
  private readonly instruments = new Map<InstrumentId, Instrument>();
  private readonly leverages = new Map<InstrumentId, number>();
  private readonly funding: PaperFunding;
  private readonly refusals: PaperRefusals;
  private ids = 0;
  /** Ids of another run must never come again: the books know the old ones. */
  private readonly idPrefix: string;

  constructor(parts: PaperVenueParts) {
    this.parts = parts;
    this.idPrefix = parts.clock.nowMs().toString(36);
    this.account = new PaperAccount(parts.startCash);
    const { clock, market, feesOf, sink } = parts;
    const { account, orders } = this;
    this.funding = new PaperFunding({
      clock,
      market,
      account,
      sink,
      assetOf: (id) => this.instruments.get(id)?.settleAsset ?? 'USDT',
    });
    this.refusals = new PaperRefusals({
      market,
      account,
      feesOf,
      leverageFor: (instrument, wanted) => this.leverageFor(instrument, wanted),
    });
    this.matcher = new PaperMatcher({
      clock,
      market,
      account,
      orders,
      feesOf,
      sink,
      nextFillId: () => this.nextId('f'),
    });
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.instruments.clear();
    for (const instrument of instruments) this.instruments.set(instrument.id, instrument);
  }

  /** Takes over orders, positions and balances from before a restart; orders join their queues anew. */
  seed({ openOrders, positions, balances }: PaperSeed): void {
    this.account.seedBalances(balances);
    for (const report of positions) {
      const instrument = this.instruments.get(report.instrumentId);
      if (instrument === undefined) continue;
      const leverage = report.leverage ?? this.leverageOf(instrument.id);
      this.account.seedPosition(instrument, { ...report, leverage });
    }
    for (const report of openOrders) {
      const instrument = this.instruments.get(report.instrumentId);
      if (instrument === undefined) continue;
      const order = seedPaperOrder(report, instrument, this.leverageFor(instrument, report.leverage ?? null));
      this.orders.add(order);
      if (order.status === 'open') this.matcher.relock(order);
      // What rests nowhere has met its book before the stop; what it got then is told, the rest of it is over.
      const isInstant = order.type === 'limit' && (order.tif === 'IOC' || order.tif === 'FOK');
      if (isInstant || order.type === 'market') order.waitUntilMs = 0;
    }
  }

  /** Takes an order in, as it arrives. @errors those of the venues, outcome `rejected`; nothing changed then. */
  accept(order: PlaceOrder): Result<PaperOrder, DomainError> {
    if (!this.instruments.has(order.instrument.id)) return err(domainError('INSTRUMENT_UNKNOWN', order.instrument.id));
    if (this.orders.hasClientId(order.clientOrderId))
      return err(domainError('ORDER_DUPLICATE_ID', order.clientOrderId));
    const refusal = this.refusals.refusalOf(order);
    if (refusal !== null) return err(refusal);
    const taken = this.orderOf(order);
    this.orders.add(taken);
    if (taken.status === 'open') this.matcher.relock(taken);
    this.parts.sink()?.onOrder(reportOfPaper(taken));
    if (taken.status === 'open') this.matcher.match(taken);
    return ok(taken);
  }

  /** Cancels a live order. Returns its report, or null when it is final or not known. */
  cancel(ref: OrderRef): OrderReport | null {
    const order = this.orders.find(ref);
    if (order === null || !isLive(order)) return null;
    this.matcher.end(order, 'cancelled', 'cancelled by request');
    return reportOfPaper(order);
  }

  onTrade(trade: PaperTrade): void {
    this.triggerAll(trade.instrumentId, trade.px);
    this.matcher.onTrade(trade);
  }

  onBook(instrumentId: InstrumentId): void {
    this.triggerAll(instrumentId, null);
    this.matcher.onBook(instrumentId);
    this.liquidate(instrumentId);
  }

  /** What depends on time: waiting orders, triggers by mark, funding, liquidation. Call every second or oftener. */
  tick(): void {
    const nowMs = this.parts.clock.nowMs();
    this.matcher.expireWaiting(nowMs);
    for (const instrumentId of new Set(this.orders.allLive().map((order) => order.instrument.id))) {
      this.triggerAll(instrumentId, null);
    }
    for (const instrumentId of this.account.openInstruments()) {
      this.funding.settle(instrumentId, nowMs);
      this.liquidate(instrumentId);
    }
    this.funding.forgetFlat();
  }

  leverageOf(instrumentId: InstrumentId): number {
    return this.account.leverageOf(instrumentId) ?? this.leverages.get(instrumentId) ?? LEVERAGE;
  }

  /** Sets the leverage of an instrument. @errors MARGIN_INSUFFICIENT when an open position would need more margin than is free. */
  setLeverage(instrument: Instrument, leverage: number): Result<null, DomainError> {
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > 125) {
      return err(domainError('LEVERAGE_NOT_ALLOWED', `leverage=${leverage}`));
    }
    const more = this.account.marginChange(instrument.id, leverage);
    const free = this.account.free(instrument.settleAsset);
    if (more.gt(free)) {
      return err(domainError('MARGIN_INSUFFICIENT', `needed=${toDecimalString(more)} free=${toDecimalString(free)}`));
    }
    this.leverages.set(instrument.id, leverage);
    this.account.setLeverage(instrument.id, leverage);
    return ok(null);
  }

  positions(): readonly PositionReport[] {
    const nowMs = this.parts.clock.nowMs();
    return this.account.openInstruments().map((id) => this.account.position(id, this.parts.market.mark(id), nowMs));
  }

  incomeSince(sinceMs: number): readonly Income[] {
    return this.funding.since(sinceMs);
  }

  /** Books a settlement that nobody watched; one that is booked already is left out. */
  bookFunding(settlement: PaperSettlement): void {
    this.funding.book(settlement);
  }

  private orderOf(order: PlaceOrder): PaperOrder {
    const { instrument, clientOrderId, side, type, tif, triggerBy, isReduceOnly, closesPosition } = order;
    return {
      instrument,
      clientOrderId,
      venueOrderId: this.nextId('o'),
      side,
      type,
      tif,
      qtyBase: order.qtyBase === null ? null : decimal(order.qtyBase),
      px: type === 'limit' && order.px !== null ? decimal(order.px) : null,
      triggerPx: isConditional(order) && order.triggerPx !== null ? decimal(order.triggerPx) : null,
      triggerBy,
      isReduceOnly,
      closesPosition,
      leverage: this.leverageFor(instrument, order.leverage),
      status: isConditional(order) ? 'untriggered' : 'open',
      cumQtyBase: ZERO,
      cumQuote: ZERO,
      reason: null,
      updatedMs: this.parts.clock.nowMs(),
      queueAhead: null,
      queueLookMs: 0,
      waitUntilMs: null,
    };
  }

  private leverageFor(instrument: Instrument, wanted: number | null): number {
    return instrument.kind === 'spot' ? 1 : (wanted ?? this.leverageOf(instrument.id));
  }

  private triggerAll(instrumentId: InstrumentId, tradePx: number | null): void {
    for (const order of this.orders.live(instrumentId)) {
      if (order.status !== 'untriggered') continue;
      const px =
        order.triggerBy === 'last' && tradePx !== null
          ? tradePx
          : triggerSource(this.parts.market, instrumentId, order.triggerBy);
      if (px !== null && isTriggered(order, px)) this.trigger(order);
    }
  }

  private trigger(order: PaperOrder): void {
    const held = this.account.qtyOf(order.instrument.id);
    const isOpposite = order.side === 'BUY' ? held.lt(0) : held.gt(0);
    if ((order.closesPosition || order.isReduceOnly) && !isOpposite) {
      return this.matcher.end(order, 'cancelled', 'no position to close');
    }
    if (order.closesPosition) order.qtyBase = held.abs();
    order.status = 'open';
    order.updatedMs = this.parts.clock.nowMs();
    this.parts.sink()?.onOrder(reportOfPaper(order));
    this.matcher.match(order);
  }

  /** Closes a position whose maintenance margin is gone, against the live book, and cancels its orders first. */
  private liquidate(instrumentId: InstrumentId): void {
    if (this.account.leverageOf(instrumentId) === null) return;
    const markPx = this.parts.market.mark(instrumentId);
    const instrument = this.instruments.get(instrumentId);
    if (markPx === null || instrument === undefined) return;
    if (!this.account.isLiquidated(instrumentId, decimal(markPx))) return;
    if (this.parts.market.depth(instrumentId, 'bid', 1) === null) return;
    for (const order of this.orders.live(instrumentId))
      this.matcher.end(order, 'cancelled', 'the position is liquidated');
    const held = this.account.qtyOf(instrumentId);
    const closing = this.orderOf({
      clientOrderId: '',
      instrument,
      side: held.gt(0) ? 'SELL' : 'BUY',
      type: 'market',
      tif: 'IOC',
      qtyBase: toDecimalString(held.abs()),
      px: null,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: true,
      closesPosition: false,
      leverage: null,
      role: 'flatten',
    });
    const order: PaperOrder = { ...closing, clientOrderId: null, reason: 'liquidation' };
    this.orders.add(order);
    this.matcher.match(order, 'liquidation');
    if (isLive(order) && remainingOf(order).gt(0)) this.matcher.end(order, 'expired', 'the book held no more');
  }

  private nextId(kind: 'o' | 'f'): string {
    this.ids += 1;
    return `${kind}${this.idPrefix}${this.ids.toString(36).padStart(6, '0')}`;
  }
}
