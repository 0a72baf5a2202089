import {
  domainError,
  err,
  ok,
  type CancelAck,
  type DomainError,
  type Instrument,
  type Market,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type Result,
} from '@riptide/core/domain';
import { recordOf, type RequestPurpose } from '../../kit/index.ts';
import { productOf } from '../enums.ts';
import { readFuturesOrder, readSpotOrder } from '../rest/parse-private.ts';
import {
  buildAddOrder,
  buildCancelOrderByClientOid,
  buildCancelOrderById,
  buildGetOrderByClientOid,
  buildGetOrderByOrderId,
  buildGetOrderList,
  buildGetStopOrderList,
  cancelledNothing,
  readPlacedId,
} from '../rest/trading-futures.ts';
import {
  buildAddHfOrder,
  buildCancelHfOrderByClientOid,
  buildCancelHfOrderById,
  buildGetHfOrderByClientOid,
  buildGetHfOrderById,
  buildGetOpenOrders,
  buildGetSymbolsWithOpenOrder,
} from '../rest/trading-spot.ts';
import type { AccountSettings } from './account-settings.ts';
import type { InstrumentBook } from './instrument-book.ts';
import type { OrderMemory } from './order-memory.ts';
import type { KucoinCall, PrivateApi } from './private-api.ts';
import { collectPages, listOrNone, malformed, numberedPage, readListedRows } from './read-rows.ts';

export interface OrderCallsOptions {
  readonly api: PrivateApi;
  readonly book: InstrumentBook;
  readonly memory: OrderMemory;
  readonly settings: AccountSettings;
}

/** Codes by which the venue says that there is nothing left to cancel. */
const FINAL_CODES: ReadonlySet<string> = new Set(['ORDER_NOT_FOUND', 'ORDER_FINAL']);

/** Places, cancels and asks for orders of both products. */
export class OrderCalls {
  private readonly options: OrderCallsOptions;

  constructor(options: OrderCallsOptions) {
    this.options = options;
  }

  /** Places an order; see `ExecutionClient.place`. */
  async place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    const { api, memory, settings } = this.options;
    const purpose = order.role === 'entry' ? 'new-risk' : 'reduce-risk';
    // WHY: where the margin mode is known the order leaves in this very turn.
    const call = this.buildNow(order) ?? (await this.buildAsked(order, purpose));
    if (!call.ok) return call;
    this.remember(null, order);
    const data = await api.send(call.value, purpose);
    if (!data.ok) {
      if (data.error.code === 'MARGIN_MODE_MISMATCH') settings.forgetMarginMode(order.instrument.wireSymbol);
      return data;
    }
    const venueOrderId = readPlacedId(data.value);
    if (venueOrderId === null) return malformed('accepted order has no id');
    if (memory.find(venueOrderId, null) === null) this.remember(venueOrderId, order);
    return ok({ venueOrderId, report: null, fills: [] });
  }

  /** Cancels an order; see `ExecutionClient.cancel`. Conditional orders go by the venue's id, which every cancel call takes. */
  async cancel(ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>> {
    const purpose = isRiskReducing ? 'reduce-risk' : 'new-risk';
    const call = cancelCallOf(ref);
    if (!call.ok) return call;
    const data = await this.options.api.send(call.value, purpose);
    if (data.ok) return ok(cancelledNothing(data.value) ? ALREADY_FINAL : ACCEPTED);
    if (!FINAL_CODES.has(data.error.code)) return data;
    const isByOurId = ref.isConditional && ref.venueOrderId === null;
    return isByOurId ? this.cancelWaiting(ref, purpose) : ok(ALREADY_FINAL);
  }

  /** Returns an order; see `ExecutionClient.queryOrder`. */
  async queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    const call = queryCallOf(ref);
    if (!call.ok) return call;
    const data = await this.options.api.send(call.value, 'read');
    if (!data.ok) {
      if (data.error.code !== 'ORDER_NOT_FOUND') return data;
      return ref.isConditional && ref.instrument.kind !== 'spot' ? this.findWaiting(ref) : ok(null);
    }
    const row = recordOf(data.value);
    if (row === null) return ok(null);
    const report = readerOf(ref.instrument)(row, ref.instrument);
    return report === null ? malformed(`order of ${ref.instrument.wireSymbol} can't be read`) : ok(this.noted(report));
  }

  /** Returns every resting order of a market; see `ExecutionClient.openOrders`. */
  async openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>> {
    const orders = market === 'spot' ? await this.openSpotOrders() : await this.openFuturesOrders();
    return orders.ok ? ok(orders.value.map((report) => this.noted(report))) : orders;
  }

  /** Returns an order's request, or why there is none; null where the margin mode has to be asked for. */
  private buildNow(order: PlaceOrder): Result<KucoinCall, DomainError> | null {
    const { instrument } = order;
    if (instrument.isInverse || productOf(instrument.kind) === null) {
      return err(domainError('INSTRUMENT_UNREPRESENTABLE', `symbol=${instrument.wireSymbol}`, { outcome: 'not-sent' }));
    }
    if (productOf(instrument.kind) === 'spot') return buildAddHfOrder(order);
    const known = this.options.settings.knownMarginMode(instrument);
    // Where the mode must be asked for, what can't be sent is refused first.
    const call = buildAddOrder(this.named(order), known ?? 'cross');
    return known !== null || !call.ok ? call : null;
  }

  private async buildAsked(order: PlaceOrder, purpose: RequestPurpose): Promise<Result<KucoinCall, DomainError>> {
    const mode = await this.options.settings.marginMode(order.instrument, purpose);
    return mode.ok ? buildAddOrder(this.named(order), mode.value) : err({ ...mode.error, outcome: 'not-sent' });
  }

  /** With the leverage that goes with each order here. */
  private named(order: PlaceOrder): PlaceOrder {
    const { settings } = this.options;
    return { ...order, leverage: order.leverage ?? settings.rememberedLeverage(order.instrument) };
  }

  private async openSpotOrders(): Promise<Result<readonly OrderReport[], DomainError>> {
    const { api, book } = this.options;
    const data = await api.send(buildGetSymbolsWithOpenOrder(), 'read');
    if (!data.ok) return data;
    const symbols = listOrNone(recordOf(data.value)?.['symbols']);
    if (!symbols.ok) return symbols;
    const orders: OrderReport[] = [];
    for (const symbol of symbols.value) {
      const instrument = book.find(symbol);
      if (instrument === null) continue;
      const answer = await api.send(buildGetOpenOrders(instrument.wireSymbol), 'read');
      if (!answer.ok) return answer;
      const rows = listOrNone(answer.value);
      if (!rows.ok) return rows;
      const read = readListedRows(rows.value, book, readSpotOrder);
      if (!read.ok) return read;
      orders.push(...read.value);
    }
    return ok(orders);
  }

  private async openFuturesOrders(): Promise<Result<readonly OrderReport[], DomainError>> {
    const { api, book } = this.options;
    const resting = await collectPages(async (page) => {
      const data = await api.send(buildGetOrderList(page), 'read');
      return data.ok ? numberedPage(data.value) : data;
    });
    if (!resting.ok) return resting;
    const waiting = await this.waitingRows();
    if (!waiting.ok) return waiting;
    const read = readListedRows([...resting.value, ...waiting.value], book, readFuturesOrder);
    // A stop that fires between the two calls is in both.
    return read.ok ? ok([...new Map(read.value.map((report) => [report.venueOrderId, report])).values()]) : read;
  }

  private async waitingRows(symbol?: string): Promise<Result<readonly unknown[], DomainError>> {
    return collectPages(async (page) => {
      const data = await this.options.api.send(buildGetStopOrderList(page, symbol), 'read');
      return data.ok ? numberedPage(data.value) : data;
    });
  }

  /** Looks among the stops that wait for one that the order calls don't know by our id. */
  private async findWaiting(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    const rows = await this.waitingRows(ref.instrument.wireSymbol);
    if (!rows.ok) return rows;
    const read = readListedRows(rows.value, this.options.book, readFuturesOrder);
    if (!read.ok) return read;
    const found = read.value.find(
      ({ clientOrderId, venueOrderId }) =>
        venueOrderId === ref.venueOrderId || (clientOrderId !== null && clientOrderId === ref.clientOrderId),
    );
    return ok(found === undefined ? null : this.noted(found));
  }

  private async cancelWaiting(ref: OrderRef, purpose: RequestPurpose): Promise<Result<CancelAck, DomainError>> {
    const found = await this.findWaiting(ref);
    if (!found.ok) return err({ ...found.error, outcome: 'rejected' });
    if (found.value === null) return ok(ALREADY_FINAL);
    const data = await this.options.api.send(buildCancelOrderById(found.value.venueOrderId), purpose);
    if (data.ok) return ok(cancelledNothing(data.value) ? ALREADY_FINAL : ACCEPTED);
    return FINAL_CODES.has(data.error.code) ? ok(ALREADY_FINAL) : data;
  }

  private noted(report: OrderReport): OrderReport {
    this.options.memory.remember(report.venueOrderId, report);
    return report;
  }

  private remember(venueOrderId: string | null, order: PlaceOrder): void {
    const { clientOrderId, type, tif, qtyBase, px, triggerPx, isReduceOnly, closesPosition } = order;
    const isConditional = type === 'stop-market' || type === 'take-profit-market';
    this.options.memory.remember(venueOrderId, {
      clientOrderId,
      type,
      tif: type === 'limit' ? tif : 'GTC',
      qtyBase: closesPosition ? null : qtyBase,
      px: type === 'limit' ? px : null,
      triggerPx: isConditional ? triggerPx : null,
      isReduceOnly: isReduceOnly || closesPosition,
      closesPosition,
    });
  }
}

const ACCEPTED: CancelAck = { kind: 'accepted', report: null };
const ALREADY_FINAL: CancelAck = { kind: 'already-final' };

function readerOf({ kind }: Instrument): typeof readSpotOrder {
  return kind === 'spot' ? readSpotOrder : readFuturesOrder;
}

function cancelCallOf(ref: OrderRef): Result<KucoinCall, DomainError> {
  const { instrument, clientOrderId, venueOrderId, isConditional } = ref;
  const { wireSymbol } = instrument;
  const isSpot = instrument.kind === 'spot';
  if (venueOrderId !== null && (isConditional || clientOrderId === null)) {
    return ok(isSpot ? buildCancelHfOrderById(wireSymbol, venueOrderId) : buildCancelOrderById(venueOrderId));
  }
  if (clientOrderId === null) return unnamed(instrument);
  const build = isSpot ? buildCancelHfOrderByClientOid : buildCancelOrderByClientOid;
  return ok(build(wireSymbol, clientOrderId));
}

function queryCallOf(ref: OrderRef): Result<KucoinCall, DomainError> {
  const { instrument, clientOrderId, venueOrderId, isConditional } = ref;
  const { wireSymbol } = instrument;
  const isSpot = instrument.kind === 'spot';
  if (venueOrderId !== null && (isConditional || clientOrderId === null)) {
    return ok(isSpot ? buildGetHfOrderById(wireSymbol, venueOrderId) : buildGetOrderByOrderId(venueOrderId));
  }
  if (clientOrderId === null) return unnamed(instrument);
  return ok(isSpot ? buildGetHfOrderByClientOid(wireSymbol, clientOrderId) : buildGetOrderByClientOid(clientOrderId));
}

function unnamed(instrument: Instrument): Result<never, DomainError> {
  return err(domainError('INPUT_INVALID', `order of ${instrument.wireSymbol} has no name`, { outcome: 'not-sent' }));
}
