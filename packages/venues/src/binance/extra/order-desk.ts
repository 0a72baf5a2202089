import {
  domainError,
  err,
  isTerminal,
  ok,
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
import type { Log } from '@riptide/core/kernel';
import { recordOf, type JsonRecord } from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import { parseAlgoOrder, parseFuturesOrder, parseSpotOrder, parseSpotPlaceFills } from '../rest/parse-private.ts';
import * as futures from '../rest/trading-futures.ts';
import * as spot from '../rest/trading-spot.ts';
import type { BinanceCall } from './binance-call.ts';
import { idText, readRows, type FindClientId, type RowReading } from './private-reading.ts';
import { readTrades } from './trade-history.ts';
import type { InstrumentMap } from './instrument-map.ts';
import type { OrderNames } from './order-names.ts';
import type { PrivateCalls } from './private-calls.ts';

export interface DeskOptions {
  readonly calls: PrivateCalls;
  readonly instruments: InstrumentMap;
  readonly names: OrderNames;
  readonly nowMs: () => number;
  readonly log: Log;
}

type Answer<T> = Promise<Result<T, DomainError>>;

/** Order calls of both products: writes them, sends each once, reads the answers. */
export class OrderDesk {
  private readonly options: DeskOptions;

  constructor(options: DeskOptions) {
    this.options = options;
  }

  async place(order: PlaceOrder): Answer<PlaceAck> {
    const built = buildPlace(order);
    if (!built.ok) return built;
    const purpose = order.role === 'entry' ? 'new-risk' : 'reduce-risk';
    const answer = await this.options.calls.send(built.value, purpose);
    if (!answer.ok) return answer;
    const row = recordOf(answer.value) ?? {};
    const product = productOf(order.instrument);
    if (isConditional(order) && product === 'usdm') return this.readAlgoAck(row);
    const reading = this.readOrder(product, row);
    if (typeof reading === 'string') {
      // An instrument that was never listed can still be traded by whoever holds it: the number alone is an acknowledgement.
      const venueOrderId = idText(row['orderId']);
      this.options.log.warn('answer to an order not read', { venue: 'BINANCE', product, why: reading });
      return venueOrderId === null ? malformed('order') : ok({ venueOrderId, report: null, fills: [] });
    }
    this.options.names.learn(reading.instrumentId, reading.venueOrderId, order.clientOrderId);
    const fills = product === 'spot' ? parseSpotPlaceFills(row, this.options.instruments.finder('spot')) : [];
    if (fills === null) this.options.log.warn('fills of an answer not read', { venue: 'BINANCE', product });
    return ok({ venueOrderId: reading.venueOrderId, report: reading, fills: fills ?? [] });
  }

  async cancel(ref: OrderRef, isRiskReducing: boolean): Answer<CancelAck> {
    const product = productOf(ref.instrument);
    const isAlgo = ref.isConditional && product === 'usdm';
    const answer = await this.options.calls.send(buildCancel(ref), isRiskReducing ? 'reduce-risk' : 'new-risk');
    if (!answer.ok) return isGone(answer.error) ? ok({ kind: 'already-final' }) : answer;
    // A conditional order is acknowledged by a code alone.
    if (isAlgo) return ok({ kind: 'accepted', report: null });
    const reading = this.readOrder(product, recordOf(answer.value) ?? {});
    if (typeof reading !== 'string') return ok({ kind: 'accepted', report: reading });
    this.options.log.warn('answer to a cancel not read', { venue: 'BINANCE', product, why: reading });
    return ok({ kind: 'accepted', report: null });
  }

  async queryOrder(ref: OrderRef): Answer<OrderReport | null> {
    if (ref.isConditional && productOf(ref.instrument) === 'usdm') return this.queryAlgoOrder(ref);
    return this.queryPlain(ref);
  }

  async openOrders(market: Market): Answer<readonly OrderReport[]> {
    if (market === 'spot') return this.readList(spot.buildOpenOrders(), (row) => this.readOrder('spot', row));
    const [plain, waiting] = await Promise.all([
      this.readList(futures.buildOpenOrders(), (row) => this.readOrder('usdm', row)),
      this.readList(futures.buildOpenAlgoOrders(), (row) => this.readAlgo(row)),
    ]);
    if (!plain.ok) return plain;
    if (!waiting.ok) return waiting;
    const known = new Set(plain.value.map((one) => one.venueOrderId));
    // Between trigger and end a conditional order is listed by both names; the order it became says more.
    const open = waiting.value.filter((one) => !isTerminal(one.status) && !known.has(one.venueOrderId));
    return ok([...plain.value, ...open]);
  }

  async fills(market: Market, instrument: Instrument | null, sinceMs: number): Answer<readonly Fill[]> {
    if (instrument === null || productOf(instrument) !== (market === 'spot' ? 'spot' : 'usdm')) {
      const detail = `market=${market} instrument=${instrument?.id ?? 'none'}: trades are asked for one by one`;
      return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
    }
    const product = productOf(instrument);
    return readTrades({
      product,
      instrument,
      sinceMs,
      nowMs: this.options.calls.venueMs(),
      calls: this.options.calls,
      clientIdOf: this.clientIdOf,
    });
  }

  private async queryPlain(ref: OrderRef): Answer<OrderReport | null> {
    const product = productOf(ref.instrument);
    const call =
      product === 'spot'
        ? spot.buildGetOrder(spot.spotOrderName(ref))
        : futures.buildQueryOrder(futures.futuresOrderName(ref));
    const answer = await this.options.calls.send(call, 'read');
    if (!answer.ok) return isGone(answer.error) ? ok(null) : answer;
    const reading = this.readOrder(product, recordOf(answer.value) ?? {});
    return typeof reading === 'string' ? malformed(`order ${reading}`) : ok(reading);
  }

  private async queryAlgoOrder(ref: OrderRef): Answer<OrderReport | null> {
    const { calls, instruments, names } = this.options;
    const answer = await calls.send(futures.buildQueryAlgoOrder(futures.algoOrderName(ref)), 'read');
    if (!answer.ok) {
      if (!isGone(answer.error)) return answer;
      // Only when the order of a trigger isn't known by this id either was there none.
      return ref.clientOrderId === null ? ok(null) : this.queryPlain(ref);
    }
    const reading = parseAlgoOrder(recordOf(answer.value) ?? {}, instruments.finder('usdm'));
    if (typeof reading === 'string') return malformed(`algoOrder ${reading}`);
    const { report, actualOrderId, isFinished } = reading;
    if (actualOrderId === null && !isFinished) return ok(report);
    if (actualOrderId !== null) names.link(report.instrumentId, actualOrderId, report.clientOrderId);
    // Without its number the order that the trigger made may still go by our id.
    const byNumber = { ...ref, clientOrderId: null, venueOrderId: actualOrderId };
    const byName = { ...ref, clientOrderId: report.clientOrderId };
    const became = await this.queryPlain(actualOrderId === null ? byName : byNumber);
    if (!became.ok) return became;
    if (became.value === null) return ok(report);
    const { type, triggerPx, isReduceOnly, closesPosition, clientOrderId, qtyBase } = report;
    return ok({ ...became.value, type, triggerPx, isReduceOnly, closesPosition, clientOrderId, qtyBase });
  }

  private readAlgoAck(row: JsonRecord): Result<PlaceAck, DomainError> {
    const algoId = idText(row['algoId']);
    if (algoId === null) return malformed('algoOrder');
    const reading = parseAlgoOrder(row, this.options.instruments.finder('usdm'));
    return ok({ venueOrderId: algoId, report: typeof reading === 'string' ? null : reading.report, fills: [] });
  }

  private readOrder(product: BinanceProduct, row: JsonRecord): RowReading<OrderReport> {
    const find = this.options.instruments.finder(product);
    const reading = product === 'spot' ? parseSpotOrder(row, find) : parseFuturesOrder(row, find, this.clientIdOf);
    if (typeof reading !== 'string')
      this.options.names.learn(reading.instrumentId, reading.venueOrderId, reading.clientOrderId);
    return reading;
  }

  private readAlgo(row: JsonRecord): RowReading<OrderReport> {
    const reading = parseAlgoOrder(row, this.options.instruments.finder('usdm'));
    if (typeof reading === 'string') return reading;
    if (reading.actualOrderId !== null) {
      const { instrumentId, clientOrderId } = reading.report;
      this.options.names.link(instrumentId, reading.actualOrderId, clientOrderId);
    }
    return reading.report;
  }

  private readonly clientIdOf: FindClientId = (instrumentId, venueOrderId) =>
    this.options.names.find(instrumentId, venueOrderId);

  private async readList(
    call: BinanceCall,
    readRow: (row: JsonRecord) => RowReading<OrderReport>,
  ): Answer<readonly OrderReport[]> {
    const answer = await this.options.calls.send(call, 'read');
    if (!answer.ok) return answer;
    const reading = readRows(answer.value, readRow);
    return reading === null ? malformed(call.path) : ok(reading.rows);
  }
}

/** Builds the call that places an order, without sending it. @errors those of the parameters; all `not-sent`. */
export function buildPlace(order: PlaceOrder): Result<BinanceCall, DomainError> {
  const { instrument } = order;
  const refused = (code: DomainError['code'], detail: string): Result<never, DomainError> =>
    err(domainError(code, detail, { outcome: 'not-sent' }));
  if (instrument.venue !== 'BINANCE') return refused('INSTRUMENT_UNKNOWN', `instrument=${instrument.id}`);
  if (instrument.kind !== 'spot' && instrument.kind !== 'perp')
    return refused('ORDER_TYPE_UNSUPPORTED', `kind=${instrument.kind}`);
  if (instrument.kind === 'spot') {
    const params = spot.spotOrderParams(order);
    return params.ok ? ok(spot.buildNewOrder(params.value)) : params;
  }
  if (isConditional(order)) {
    const params = futures.algoOrderParams(order);
    return params.ok ? ok(futures.buildNewAlgoOrder(params.value)) : params;
  }
  if (order.closesPosition) return refused('ORDER_TYPE_UNSUPPORTED', `closesPosition with type=${order.type}`);
  const params = futures.futuresOrderParams(order);
  return params.ok ? ok(futures.buildNewOrder(params.value)) : params;
}

/** Builds the call that cancels an order, without sending it. */
export function buildCancel(ref: OrderRef): BinanceCall {
  if (ref.instrument.kind === 'spot') return spot.buildCancelOrder(spot.spotOrderName(ref));
  if (ref.isConditional) return futures.buildCancelAlgoOrder(futures.algoOrderName(ref));
  return futures.buildCancelOrder(futures.futuresOrderName(ref));
}

function isConditional(order: PlaceOrder): boolean {
  return order.type === 'stop-market' || order.type === 'take-profit-market';
}

function isGone(error: DomainError): boolean {
  return error.code === 'ORDER_NOT_FOUND' || error.code === 'ORDER_FINAL';
}

function productOf(instrument: Instrument): BinanceProduct {
  return instrument.kind === 'spot' ? 'spot' : 'usdm';
}

function malformed(what: string): Result<never, DomainError> {
  return err(domainError('VENUE_ANSWER_MALFORMED', what, { outcome: 'unknown' }));
}
