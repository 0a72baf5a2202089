import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  ZERO,
  type CancelAck,
  type DomainError,
  type Fill,
  type Instrument,
  type Market,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type Result,
} from '@riptide/core/domain';
import { isRecord } from '../../kit/index.ts';
import { OKX_PRIVATE_LIMITS } from '../limits.ts';
import { parseFill, parseOrder, textOf } from '../rest/parse-private.ts';
import { buildSwapAlgoOrder, buildSwapOrder } from '../rest/trading-futures.ts';
import { buildSpotAlgoOrder, buildSpotOrder, type SpotTdMode } from '../rest/trading-spot.ts';
import type { AccountModes } from './account-modes.ts';
import type { AlgoLinks } from './algo-links.ts';
import type { OkxCall } from './call.ts';
import { isConditional } from './order-fields.ts';
import { parseAlgoOrder, type AlgoReading } from './parse-algo.ts';
import { malformed, type OkxPrivateRest } from './private-rest.ts';
import type { PrivateRowReader } from './private-row-reader.ts';
import {
  buildCancelAlgos,
  buildCancelOrder,
  buildFills,
  buildFillsOfOrder,
  buildGetAlgoOrder,
  buildGetOrder,
  buildOrdersAlgoPending,
  buildOrdersPending,
  type AlgoName,
  type OrderName,
} from './trade-calls.ts';

export interface OrderDeskOptions {
  readonly rest: OkxPrivateRest;
  readonly reader: PrivateRowReader;
  readonly modes: AccountModes;
  readonly links: AlgoLinks;
}

/** The venue forgets unfilled cancelled orders after this. */
const CANCELLED_KEPT_MS = 2 * 3_600_000;

/** The order calls of an account. */
export class OrderDesk {
  private readonly options: OrderDeskOptions;

  constructor(options: OrderDeskOptions) {
    this.options = options;
  }

  /** OKX only acknowledges: the state comes by the stream. */
  async place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    // WHY: where the account's set-up is known the order leaves in this very turn.
    const call = this.buildNow(order) ?? (await this.build(order));
    if (!call.ok) return call;
    const row = await this.options.rest.row(call.value);
    if (!row.ok) return row;
    const field = isConditional(order) ? 'algoId' : 'ordId';
    const venueOrderId = isRecord(row.value) ? textOf(row.value, field) : '';
    if (venueOrderId === '') return err(malformed(call.value.path, `no ${field}`));
    if (isConditional(order)) this.options.links.placed(venueOrderId, order.clientOrderId);
    return ok({ venueOrderId, report: null, fills: [] });
  }

  async cancel(ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>> {
    const purpose = isRiskReducing ? 'reduce-risk' : 'new-risk';
    const instId = ref.instrument.wireSymbol;
    const name = this.nameOf(ref);
    if (name === null) return err(namelessRef(ref));
    const call =
      'algoId' in name || 'algoClOrdId' in name
        ? buildCancelAlgos(instId, name, purpose)
        : buildCancelOrder(instId, name, purpose);
    const rows = await this.options.rest.rows(call);
    if (rows.ok) return ok({ kind: 'accepted', report: null });
    return isGone(rows.error) ? ok({ kind: 'already-final' }) : rows;
  }

  async queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    const name = this.nameOf(ref);
    if (name === null) return err(namelessRef(ref));
    const instId = ref.instrument.wireSymbol;
    if (!('algoId' in name || 'algoClOrdId' in name)) return this.queryPlain(instId, name);
    const call = buildGetAlgoOrder(name);
    const found = await this.find(call, parseAlgoOrder);
    if (!found.ok || found.value === null) return found as Result<null, DomainError>;
    this.options.links.seen(found.value);
    return this.followAlgo(ref, found.value);
  }

  async openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>> {
    const { rest, reader, links } = this.options;
    const [plain, stops, triggers] = await Promise.all([
      rest.pages((after) => buildOrdersPending(market, after), 'ordId'),
      rest.pages((after) => buildOrdersAlgoPending(market, 'conditional,oco', after), 'algoId'),
      rest.pages((after) => buildOrdersAlgoPending(market, 'trigger', after), 'algoId'),
    ]);
    if (!plain.ok) return plain;
    if (!stops.ok) return stops;
    if (!triggers.ok) return triggers;
    const algos = reader.list('orders-algo-pending', [...stops.value, ...triggers.value], parseAlgoOrder);
    if (!algos.ok) return algos;
    for (const algo of algos.value) links.seen(algo);
    this.noteTriggered(plain.value);
    const orders = reader.list('orders-pending', plain.value, parseOrder);
    if (!orders.ok) return orders;
    return ok([...orders.value.map((one) => links.completeOrder(one)), ...algos.value.map(({ report }) => report)]);
  }

  async fills(
    market: Market,
    instrument: Instrument | null,
    sinceMs: number,
  ): Promise<Result<readonly Fill[], DomainError>> {
    const { rest, reader, links } = this.options;
    const isHistory = rest.offset.venueMs() - sinceMs > OKX_PRIVATE_LIMITS.fillsReachMs;
    const instId = instrument?.wireSymbol ?? null;
    const rows = await rest.pages((after) => buildFills({ market, instId, sinceMs, after, isHistory }), 'billId');
    if (!rows.ok) return rows;
    const fills = reader.list('fills', rows.value.toReversed(), parseFill);
    if (!fills.ok) return fills;
    return ok(fills.value.map((fill) => links.completeFill(fill)).toSorted((a, b) => a.venueMs - b.venueMs));
  }

  /** Returns an order's request, or why there is none; null where the account's set-up has to be waited for. */
  private buildNow(order: PlaceOrder): Result<OkxCall, DomainError> | null {
    const { modes } = this.options;
    if (order.instrument.kind === 'spot') {
      const tdMode = modes.spotTdModeNow;
      return tdMode === null ? null : buildSpot(order, tdMode);
    }
    return modes.isNetMode ? this.buildSwap(order) : null;
  }

  private async build(order: PlaceOrder): Promise<Result<OkxCall, DomainError>> {
    const { modes } = this.options;
    if (order.instrument.kind === 'spot') return buildSpot(order, await modes.spotTdMode());
    if (order.instrument.kind !== 'perp') return this.buildSwap(order);
    const net = await modes.ensureNetMode();
    return net.ok ? this.buildSwap(order) : net;
  }

  private buildSwap(order: PlaceOrder): Result<OkxCall, DomainError> {
    const { instrument } = order;
    if (instrument.kind !== 'perp') {
      return err(domainError('INSTRUMENT_UNREPRESENTABLE', `instrument=${instrument.id}`, { outcome: 'not-sent' }));
    }
    const tdMode = this.options.modes.marginMode(instrument);
    return isConditional(order) ? buildSwapAlgoOrder(order, tdMode) : buildSwapOrder(order, tdMode);
  }

  /** A conditional order that triggered is named as the order it became. */
  private nameOf(ref: OrderRef): OrderName | AlgoName | null {
    const { clientOrderId, venueOrderId, isConditional: isAlgo } = ref;
    if (!isAlgo) {
      if (clientOrderId !== null) return { clOrdId: clientOrderId };
      return venueOrderId === null ? null : { ordId: venueOrderId };
    }
    const known = clientOrderId === null ? null : this.options.links.idsOf(clientOrderId);
    if (known !== null) return known.ordId === null ? { algoId: known.algoId } : { ordId: known.ordId };
    if (clientOrderId !== null) return { algoClOrdId: clientOrderId };
    return venueOrderId === null ? null : { algoId: venueOrderId };
  }

  private async queryPlain(instId: string, name: OrderName): Promise<Result<OrderReport | null, DomainError>> {
    const found = await this.find(buildGetOrder(instId, name), parseOrder);
    return found.ok && found.value !== null ? ok(this.options.links.completeOrder(found.value)) : found;
  }

  /** Returns the state of the order that a conditional order became, or the conditional order's own while it waits. */
  private async followAlgo(ref: OrderRef, algo: AlgoReading): Promise<Result<OrderReport, DomainError>> {
    if (algo.ordId === null) return ok(algo.report);
    const { wireSymbol: instId, kind } = ref.instrument;
    const order = await this.queryPlain(instId, { ordId: algo.ordId });
    if (!order.ok) return order;
    if (order.value !== null) return ok(order.value);
    const { rest, reader } = this.options;
    const call = buildFillsOfOrder(kind === 'spot' ? 'spot' : 'perp', instId, algo.ordId);
    const rows = await rest.rows(call);
    if (!rows.ok) return rows;
    const fills = reader.list(call.path, rows.value, parseFill);
    return fills.ok ? ok(endOfForgotten(algo.report, fills.value, rest.offset.venueMs())) : fills;
  }

  /** Returns what a query found; null when the venue says that there is no such order. */
  private async find<T>(
    call: OkxCall,
    parse: Parameters<typeof PrivateRowReader.prototype.one<T>>[2],
  ): Promise<Result<T | null, DomainError>> {
    const rows = await this.options.rest.rows(call);
    if (!rows.ok) return isGone(rows.error) ? ok(null) : rows;
    if (rows.value.length === 0) return ok(null);
    if (isRecord(rows.value[0])) this.noteTriggered(rows.value);
    return this.options.reader.one(call.path, rows.value[0], parse);
  }

  private noteTriggered(rows: readonly unknown[]): void {
    for (const row of rows) {
      if (!isRecord(row)) continue;
      const algoId = textOf(row, 'algoId');
      const ordId = textOf(row, 'ordId');
      if (algoId !== '' && ordId !== '') this.options.links.triggered(algoId, ordId);
    }
  }
}

function buildSpot(order: PlaceOrder, tdMode: SpotTdMode): Result<OkxCall, DomainError> {
  return isConditional(order) ? buildSpotAlgoOrder(order, tdMode) : buildSpotOrder(order, tdMode);
}

/**
 * Returns how an order ended that the venue does not keep any more: by its fills, which are kept longer. Without any it was cancelled,
 * or is too young to be found.
 */
function endOfForgotten(report: OrderReport, fills: readonly Fill[], nowMs: number): OrderReport {
  const filled = fills.reduce((sum, fill) => sum.plus(decimal(fill.qtyBase)), ZERO);
  if (filled.gt(0)) {
    const isWhole = report.qtyBase === null || filled.gte(decimal(report.qtyBase));
    return { ...report, status: isWhole ? 'filled' : 'cancelled', cumQtyBase: toDecimalString(filled) };
  }
  if (nowMs - report.updatedMs < CANCELLED_KEPT_MS) return report;
  return { ...report, status: 'cancelled', reason: 'no longer kept by the venue: cancelled without a fill' };
}

function isGone(error: DomainError): boolean {
  return error.code === 'ORDER_FINAL' || error.code === 'ORDER_NOT_FOUND';
}

function namelessRef(ref: OrderRef): DomainError {
  return domainError('INPUT_INVALID', `instrument=${ref.instrument.id} order without an id`, { outcome: 'not-sent' });
}
