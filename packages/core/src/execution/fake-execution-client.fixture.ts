import {
  domainError,
  err,
  ok,
  type BalanceReport,
  type CancelAck,
  type DomainError,
  type ExecutionCapabilities,
  type ExecutionClient,
  type FeeRates,
  type Fill,
  type Income,
  type Instrument,
  type InstrumentModes,
  type KeyReport,
  type Market,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type PositionReport,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
  type Venue,
} from '../domain/index.ts';

type Answer<T> = Result<T, DomainError>;

/** A venue by hand: tests write what it holds and how its next calls answer. Counts every call. */
export class FakeExecutionClient implements ExecutionClient {
  readonly venue: Venue = 'BINANCE';
  capabilities: ExecutionCapabilities = {
    conditionalOrders: ['perp'],
    closePosition: true,
    deadMan: [],
    marginModes: ['isolated'],
    hasIncomeHistory: true,
  };
  readonly placed: PlaceOrder[] = [];
  readonly cancelled: OrderRef[] = [];
  readonly queried: OrderRef[] = [];
  /** The venue's own book of orders, by client order id. */
  readonly orders = new Map<string, OrderReport>();
  fillList: Fill[] = [];
  positionList: PositionReport[] = [];
  balanceList: BalanceReport[] = [];
  incomeList: Income[] = [];
  /** Errors by call name; as long as one stands, the call fails with it. */
  readonly failing = new Map<string, DomainError>();
  /** How `place` answers; by default the venue takes the order and says so. */
  onPlace: (order: PlaceOrder) => Promise<Answer<PlaceAck>> = (order) => Promise.resolve(ok(this.take(order)));
  /** How `queryOrder` answers; by default from `orders`. */
  onQuery: (ref: OrderRef) => Answer<OrderReport | null> = (ref) => ok(this.lookUp(ref));
  onCancel: (ref: OrderRef) => Answer<CancelAck> = (ref) => this.cancelHere(ref);
  /** Orders the lists leave out, although the venue has them. */
  readonly unlisted = new Set<string>();
  sink: PrivateSink | null = null;

  setInstruments(): void {
    this.queried.length = 0;
  }

  start(sink: PrivateSink): Promise<Answer<null>> {
    this.sink = sink;
    return Promise.resolve(ok(null));
  }

  stop(): Promise<void> {
    this.sink = null;
    return Promise.resolve();
  }

  streamState(): PrivateStreamState {
    return { isLive: this.sink !== null, sinceMs: 0, reason: null, reconnects: 0, lastEventMs: null };
  }

  place(order: PlaceOrder): Promise<Answer<PlaceAck>> {
    this.placed.push(order);
    return this.onPlace(order);
  }

  /** Takes an order into the venue's book, as `place` does by itself. */
  take(order: PlaceOrder): PlaceAck {
    const report = reportOf(order);
    this.orders.set(order.clientOrderId, report);
    return { venueOrderId: report.venueOrderId, report: null, fills: [] };
  }

  cancel(ref: OrderRef): Promise<Answer<CancelAck>> {
    this.cancelled.push(ref);
    return Promise.resolve(this.onCancel(ref));
  }

  queryOrder(ref: OrderRef): Promise<Answer<OrderReport | null>> {
    this.queried.push(ref);
    return this.answer('queryOrder', () => this.onQuery(ref));
  }

  openOrders(market: Market): Promise<Answer<readonly OrderReport[]>> {
    const listed = [...this.orders.values()].filter(
      (report) =>
        (report.status === 'open' || report.status === 'untriggered') &&
        !this.unlisted.has(report.clientOrderId ?? '') &&
        report.instrumentId.includes(market === 'spot' ? '.SPOT.' : '.PERP.'),
    );
    return this.answer('openOrders', () => ok(listed));
  }

  fills(market: Market, _instrument: Instrument | null, sinceMs: number): Promise<Answer<readonly Fill[]>> {
    const kind = market === 'spot' ? '.SPOT.' : '.PERP.';
    const since = this.fillList.filter((fill) => fill.venueMs >= sinceMs && fill.instrumentId.includes(kind));
    return this.answer('fills', () => ok(since));
  }

  positions(): Promise<Answer<readonly PositionReport[]>> {
    return this.answer('positions', () => ok([...this.positionList]));
  }

  balances(): Promise<Answer<readonly BalanceReport[]>> {
    return this.answer('balances', () => ok([...this.balanceList]));
  }

  income(): Promise<Answer<readonly Income[]>> {
    return this.answer('income', () => ok([...this.incomeList]));
  }

  feeRates(): Promise<Answer<FeeRates>> {
    return Promise.resolve(ok({ makerFrac: '0.0002', takerFrac: '0.0005' }));
  }

  readModes(instrument: Instrument): Promise<Answer<InstrumentModes>> {
    const modes = { positionMode: 'one-way', marginMode: 'isolated', leverage: 1 } as const;
    return Promise.resolve(ok({ instrumentId: instrument.id, ...modes }));
  }

  setLeverage(): Promise<Answer<null>> {
    return Promise.resolve(ok(null));
  }

  setMarginMode(): Promise<Answer<null>> {
    return Promise.resolve(ok(null));
  }

  setPositionMode(): Promise<Answer<null>> {
    return Promise.resolve(ok(null));
  }

  probeKey(): Promise<Answer<KeyReport>> {
    return Promise.resolve(err(domainError('CREDENTIALS_MISSING', 'a fake has no key')));
  }

  armDeadMan(): Promise<Answer<null>> {
    return Promise.resolve(ok(null));
  }

  private lookUp(ref: OrderRef): OrderReport | null {
    return this.orders.get(ref.clientOrderId ?? '') ?? null;
  }

  private cancelHere(ref: OrderRef): Answer<CancelAck> {
    const report = this.lookUp(ref);
    if (report === null || (report.status !== 'open' && report.status !== 'untriggered'))
      return ok({ kind: 'already-final' });
    const cancelled: OrderReport = { ...report, status: 'cancelled', updatedMs: report.updatedMs + 1 };
    this.orders.set(ref.clientOrderId ?? '', cancelled);
    return ok({ kind: 'accepted', report: cancelled });
  }

  private answer<T>(name: string, otherwise: () => Answer<T>): Promise<Answer<T>> {
    const error = this.failing.get(name);
    return Promise.resolve(error === undefined ? otherwise() : err(error));
  }
}

/** Builds what a venue says of a fresh order. */
export function reportOf(order: PlaceOrder, over: Partial<OrderReport> = {}): OrderReport {
  return {
    instrumentId: order.instrument.id,
    clientOrderId: order.clientOrderId,
    venueOrderId: `v-${order.clientOrderId}`,
    side: order.side,
    type: order.type,
    tif: order.tif,
    qtyBase: order.qtyBase,
    px: order.px,
    triggerPx: order.triggerPx,
    isReduceOnly: order.isReduceOnly,
    closesPosition: order.closesPosition,
    status: order.type === 'stop-market' || order.type === 'take-profit-market' ? 'untriggered' : 'open',
    cumQtyBase: '0',
    avgPx: null,
    reason: null,
    updatedMs: 1_700_000_000_000,
    ...over,
  };
}
