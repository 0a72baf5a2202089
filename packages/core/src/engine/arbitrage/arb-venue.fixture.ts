import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type CancelAck,
  type Decimal,
  type DomainError,
  type DomainErrorCode,
  type Fill,
  type Instrument,
  type InstrumentId,
  type InstrumentModes,
  type KeyReport,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type PositionReport,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { FakeExecutionClient, reportOf } from '../../execution/fake-execution-client.fixture.ts';
import type { VirtualClock } from '../../kernel/index.ts';

const TAKER = '0.0005';
const MAKER = '0.0002';
/** Price at which a fee is taken in the third coin. */
const THIRD_PX = '600';

/** In what the fee of a fill is taken. */
export type FeeIn = 'base' | 'quote' | 'BNB';

/** What happens to one order. `fill`: share of it that fills. `taken`: it is executed although nobody hears of it. */
export type Fault =
  | { readonly kind: 'reject'; readonly code?: DomainErrorCode }
  | { readonly kind: 'fill'; readonly frac: string }
  /** Taken and left open although it should end at once. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'lost'; readonly taken: boolean; readonly frac?: string }
  | { readonly kind: 'silent'; readonly taken: boolean; readonly frac?: string }
  | { readonly kind: 'throw'; readonly taken: boolean; readonly frac?: string };

interface Book {
  bid: number;
  ask: number;
}

/** One venue with perps and spot as the executor meets it: it matches, breaks as it is told, and outlives our crashes. */
export class ArbVenue extends FakeExecutionClient {
  override readonly venue: Venue;
  /** Decides what happens to an order; null: it is executed. */
  faultOf: (order: PlaceOrder) => Fault | null = () => null;
  liquidationPxOf: (id: InstrumentId) => string | null = () => null;
  leverage = 2;
  /** Of a spot buy, and of every other fill: what can't be taken in coins is taken in the quote asset. */
  feeIn: FeeIn;
  private readonly clock: VirtualClock;
  private readonly books = new Map<InstrumentId, Book>();
  private readonly held = new Map<InstrumentId, Decimal>();
  private readonly cash = new Map<string, Decimal>([['USDT', decimal('100000')]]);
  private readonly resting = new Map<string, PlaceOrder>();
  private fillIds = 0;
  private isDeaf = false;

  constructor(venue: Venue, clock: VirtualClock) {
    super();
    this.venue = venue;
    this.clock = clock;
    this.feeIn = venue === 'KUCOIN' ? 'quote' : 'base';
    this.tellBalances();
    this.onPlace = (order) => this.take1(order);
    this.onCancel = this.cancelOrder;
  }

  readonly cancelOrder = (ref: OrderRef): Result<CancelAck, DomainError> => {
    const id = ref.clientOrderId ?? '';
    const report = this.orders.get(id);
    if (report === undefined || !this.resting.delete(id)) return ok({ kind: 'already-final' });
    return ok({ kind: 'accepted', report: this.tell({ ...report, status: 'cancelled' }) });
  };

  /** Our process dies; the venue does not notice. */
  lose(): void {
    this.sink = null;
  }

  override stop(): Promise<void> {
    return Promise.resolve();
  }

  show(id: InstrumentId, bid: number, ask: number): void {
    this.books.set(id, { bid, ask });
    for (const order of this.resting.values()) {
      if (order.type !== 'stop-market' || order.instrument.id !== id) continue;
      const trigger = Number(order.triggerPx);
      if (order.side === 'SELL' ? bid <= trigger : ask >= trigger) {
        this.resting.delete(order.clientOrderId);
        this.execute(order, '1');
      }
    }
  }

  /** Somebody hits a resting order. */
  hit(clientOrderId: string, qtyBase: string): void {
    const order = this.resting.get(clientOrderId);
    const report = this.orders.get(clientOrderId);
    if (order === undefined || report === undefined) throw new Error(`no order ${clientOrderId} rests`);
    const cum = decimal(report.cumQtyBase).plus(decimal(qtyBase));
    this.book(order, { px: order.px ?? '0', qtyBase: decimal(qtyBase), rate: MAKER, cause: 'order' });
    const isFull = cum.gte(decimal(order.qtyBase ?? '0'));
    if (isFull) this.resting.delete(clientOrderId);
    const cumQtyBase = toDecimalString(cum);
    this.tell({ ...report, status: isFull ? 'filled' : 'open', cumQtyBase, avgPx: order.px });
  }

  restingIds(): readonly string[] {
    return [...this.resting.values()].filter(({ type }) => type === 'limit').map(({ clientOrderId }) => clientOrderId);
  }

  /** The venue, or a person at its site, takes a quantity of a position away. */
  takeAway(instrument: Instrument, qtyBase: string, cause: Fill['cause'] = 'adl'): void {
    const held = this.heldOf(instrument.id);
    const side = held.gt(0) ? 'SELL' : 'BUY';
    const { bid, ask } = this.bookOf(instrument.id);
    const px = String(side === 'SELL' ? bid : ask);
    const foreign = { instrument, side, clientOrderId: null } as const;
    this.book(foreign, { px, qtyBase: decimal(qtyBase), rate: TAKER, cause });
  }

  /** A position is gone, and nobody says how: its venue has lost it. */
  vanish(id: InstrumentId): void {
    this.held.delete(id);
    this.refresh();
  }

  heldOf(id: InstrumentId): Decimal {
    return this.held.get(id) ?? ZERO;
  }

  /** Somebody brings coins. */
  give(asset: string, amount: string): void {
    this.move(asset, decimal(amount));
    this.tellBalances();
  }

  cashOf(asset: string): Decimal {
    return this.cash.get(asset) ?? ZERO;
  }

  /** Nothing more is told by the streams until it hears again. */
  deafen(isDeaf: boolean): void {
    this.isDeaf = isDeaf;
  }

  override positions(): ReturnType<FakeExecutionClient['positions']> {
    this.refresh();
    return super.positions();
  }

  override probeKey(): Promise<Result<KeyReport, DomainError>> {
    const may = { spotOk: true, futuresOk: true, canWithdraw: false, isReadOnly: false, isIpRestricted: true };
    const rest = { accountId: null, expiresMs: null, positionMode: 'one-way' as const, detail: 'a key' };
    return Promise.resolve(ok({ venue: this.venue, ...may, ...rest }));
  }

  override readModes({ id }: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    const modes = { positionMode: 'one-way', marginMode: 'isolated', leverage: this.leverage } as const;
    return Promise.resolve(ok({ instrumentId: id, ...modes }));
  }

  private async take1(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    if (this.orders.has(order.clientOrderId)) return err(domainError('ORDER_DUPLICATE_ID', order.clientOrderId));
    const fault = order.type === 'stop-market' ? null : this.faultOf(order);
    if (fault?.kind === 'reject') return err(domainError(fault.code ?? 'ORDER_REJECTED', 'the venue says no'));
    if (order.isReduceOnly && this.reducible(order).lte(0)) {
      return err(domainError('ORDER_REDUCE_ONLY', 'nothing to reduce'));
    }
    if (fault?.kind === 'hang') return this.hang(order);
    if (fault === null || fault.kind === 'fill') return this.accept(order, fault?.frac ?? '1');
    if (fault.taken) {
      this.isDeaf = true;
      this.accept(order, fault.frac ?? '1');
      this.isDeaf = false;
    }
    if (fault.kind === 'throw') throw new Error('the connection broke');
    if (fault.kind === 'silent') return new Promise(() => undefined);
    return err(domainError('VENUE_TIMEOUT', 'the answer was lost', { outcome: 'unknown' }));
  }

  private hang(order: PlaceOrder): Result<PlaceAck, DomainError> {
    const report = this.tell(reportOf(order, { updatedMs: this.clock.nowMs() }));
    this.resting.set(order.clientOrderId, order);
    return ok({ venueOrderId: report.venueOrderId, report, fills: [] });
  }

  private accept(order: PlaceOrder, frac: string): Result<PlaceAck, DomainError> {
    const report = this.tell(reportOf(order, { updatedMs: this.clock.nowMs() }));
    const ack = { venueOrderId: report.venueOrderId, report: null, fills: [] };
    if (order.type === 'stop-market') {
      this.resting.set(order.clientOrderId, order);
      return ok({ ...ack, report });
    }
    const { bid, ask } = this.bookOf(order.instrument.id);
    const crosses = order.px === null || (order.side === 'BUY' ? Number(order.px) >= ask : Number(order.px) <= bid);
    if (order.tif === 'POST_ONLY') {
      if (crosses) return err(domainError('ORDER_WOULD_TAKE', 'it would take'));
      this.resting.set(order.clientOrderId, order);
      return ok({ ...ack, report });
    }
    this.execute(order, crosses ? frac : '0');
    return ok({ ...ack, report: this.orders.get(order.clientOrderId) ?? null });
  }

  /** Fills a share of an order, on the step, and ends it. */
  private execute(order: PlaceOrder, frac: string): void {
    const report = this.orders.get(order.clientOrderId);
    if (report === undefined) throw new Error('an order that was never taken');
    const wanted = order.qtyBase === null ? this.reducible(order) : decimal(order.qtyBase);
    const most = order.isReduceOnly || order.closesPosition ? this.reducible(order) : wanted;
    const step = decimal(order.instrument.qtyStep);
    const cut = (wanted.lt(most) ? wanted : most).times(frac).div(step).round(0, 0).times(step);
    const { bid, ask } = this.bookOf(order.instrument.id);
    const px = String(order.side === 'BUY' ? ask : bid);
    if (cut.gt(0)) this.book(order, { px, qtyBase: cut, rate: TAKER, cause: 'order' });
    const isFull = cut.gte(wanted);
    const qty = toDecimalString(cut);
    this.tell({ ...report, status: isFull ? 'filled' : 'cancelled', cumQtyBase: qty, avgPx: cut.gt(0) ? px : null });
  }

  private reducible(order: Pick<PlaceOrder, 'instrument' | 'side'>): Decimal {
    const held = this.heldOf(order.instrument.id);
    const left = order.side === 'SELL' ? held : held.times(-1);
    return left.gt(0) ? left : ZERO;
  }

  private book(
    order: Pick<PlaceOrder, 'instrument' | 'side'> & { readonly clientOrderId: string | null },
    part: { readonly px: string; readonly qtyBase: Decimal; readonly rate: string; readonly cause: Fill['cause'] },
  ): void {
    const { instrument, side } = order;
    const { px, qtyBase, rate, cause } = part;
    const signed = qtyBase.times(side === 'BUY' ? 1 : -1);
    const isSpot = instrument.kind === 'spot';
    const isBaseFee = isSpot && side === 'BUY' && this.feeIn === 'base';
    const isThird = isSpot && this.feeIn === 'BNB';
    const feeQuote = qtyBase.times(decimal(px)).times(rate);
    const fee = isBaseFee ? qtyBase.times(rate) : isThird ? feeQuote.div(THIRD_PX) : feeQuote;
    if (isThird) this.move('BNB', fee.times(-1));
    const before = this.heldOf(instrument.id);
    if (isSpot) {
      this.move(instrument.baseAsset, isBaseFee ? signed.minus(fee) : signed);
      this.move(
        'USDT',
        signed
          .times(decimal(px))
          .times(-1)
          .minus(isBaseFee || isThird ? 0 : fee),
      );
    } else {
      this.held.set(instrument.id, before.plus(signed));
      // Cash of a perp as if it were spot: what counts is that the books add up once it is flat.
      this.move('USDT', signed.times(decimal(px)).times(-1).minus(fee));
    }
    this.fillIds += 1;
    const fill: Fill = {
      instrumentId: instrument.id,
      fillId: `${this.venue}-${this.fillIds}`,
      venueOrderId: order.clientOrderId === null ? `foreign-${this.fillIds}` : `v-${order.clientOrderId}`,
      clientOrderId: order.clientOrderId,
      side,
      px,
      qtyBase: toDecimalString(qtyBase),
      fee: toDecimalString(fee),
      feeAsset: isBaseFee ? instrument.baseAsset : isThird ? 'BNB' : 'USDT',
      liquidity: rate === MAKER ? 'maker' : 'taker',
      cause,
      venueMs: this.clock.nowMs(),
    };
    this.fillList.push(fill);
    this.refresh();
    if (this.isDeaf) return;
    this.sink?.onFill(fill);
    const position = this.positionList.find(({ instrumentId }) => instrumentId === instrument.id);
    if (!isSpot) this.sink?.onPosition(position ?? this.positionOf(instrument.id, ZERO));
    this.sink?.onBalances(this.balanceList);
  }

  private move(asset: string, amount: Decimal): void {
    this.cash.set(asset, this.cashOf(asset).plus(amount));
  }

  private refresh(): void {
    this.positionList = [...this.held].flatMap(([id, qty]) => (qty.eq(0) ? [] : [this.positionOf(id, qty)]));
    this.tellBalances();
  }

  private tellBalances(): void {
    this.balanceList = [...this.cash].map(([asset, total]): BalanceReport => {
      const text = toDecimalString(total);
      return {
        scope: 'unified',
        asset,
        total: text,
        free: text,
        locked: '0',
        borrowed: '0',
        updatedMs: this.clock.nowMs(),
      };
    });
  }

  private positionOf(id: InstrumentId, qty: Decimal): PositionReport {
    const { bid } = this.bookOf(id);
    return {
      instrumentId: id,
      qtyBase: toDecimalString(qty),
      entryPx: qty.eq(0) ? null : String(bid),
      markPx: String(bid),
      unrealisedUsd: '0',
      leverage: this.leverage,
      marginMode: 'isolated',
      liquidationPx: this.liquidationPxOf(id),
      marginUsd: null,
      adlRank: 2,
      updatedMs: this.clock.nowMs(),
    };
  }

  private bookOf(id: InstrumentId): Book {
    const book = this.books.get(id);
    if (book === undefined) throw new Error(`no book of ${id}`);
    return book;
  }

  private tell(report: OrderReport): OrderReport {
    const now = { ...report, updatedMs: this.clock.nowMs() };
    this.orders.set(report.clientOrderId ?? '', now);
    if (!this.isDeaf) this.sink?.onOrder(now);
    return now;
  }
}
