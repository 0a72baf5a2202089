import {
  domainError,
  err,
  marketOf,
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
  type MarginMode,
  type Market,
  type OrderRef,
  type OrderReport,
  type PlaceAck,
  type PlaceOrder,
  type PositionMode,
  type PositionReport,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
} from '@riptide/core/domain';
import { numberOf, OrderSocket, UnknownNames, type JsonRecord, type PrivateVenueDeps } from '../kit/index.ts';
import { hasIncome } from './enums.ts';
import { AccountCalls } from './extra/account-calls.ts';
import { historySpans } from './extra/history-spans.ts';
import { IncomeDue } from './extra/income-due.ts';
import { InstrumentBook } from './extra/instrument-book.ts';
import { RowTally, type BybitRowCounters } from './extra/row-tally.ts';
import { SignedRest } from './extra/signed-rest.ts';
import type { VenueTime } from './extra/venue-time.ts';
import { notSent } from './extra/wire-amounts.ts';
import type { BybitCall } from './extra/bybit-call.ts';
import {
  buildExecutionList,
  buildOpenOrders,
  buildOrderHistory,
  buildRealtimeOrder,
  categoryOf,
} from './extra/order-queries.ts';
import { readPosition } from './extra/parse-account.ts';
import { readExecution, readOrder } from './rest/parse-private.ts';
import { buildCancelOrder, buildCreateOrder } from './rest/trading-futures.ts';
import { buildCancelSpotOrder, buildCreateSpotOrder } from './rest/trading-spot.ts';
import type { BybitUrls } from './urls.ts';
import { BybitPrivateStream, type BybitFrameCounters, type BybitPush } from './ws/private.ts';
import { bybitTradeDialogue } from './extra/order-socket-dialogue.ts';

export interface BybitExecutionOptions {
  readonly urls: BybitUrls;
  readonly deps: PrivateVenueDeps;
  readonly time: VenueTime;
  /** Orders and cancels go by the trade socket while it stands. */
  readonly isOrderSocketUsed: boolean;
  /** Closes what measures the clock. */
  readonly onStop: () => Promise<void>;
}

/** Codes that say of a cancel that there is nothing left to cancel. */
const ALREADY_FINAL: ReadonlySet<string> = new Set(['ORDER_NOT_FOUND', 'ORDER_FINAL']);

/** Orders and account of Bybit's unified account, by REST and one private socket. */
export class BybitExecution implements ExecutionClient {
  readonly venue = 'BYBIT';
  readonly capabilities: ExecutionCapabilities = {
    conditionalOrders: ['perp'],
    closePosition: true,
    deadMan: [],
    marginModes: ['cross', 'isolated'],
    hasIncomeHistory: true,
  };
  private readonly options: BybitExecutionOptions;
  private readonly book = new InstrumentBook();
  private readonly tally: RowTally;
  private readonly rest: SignedRest;
  private readonly orderSocket: OrderSocket | null;
  private readonly account: AccountCalls;
  private readonly stream: BybitPrivateStream;
  private readonly incomeDue: IncomeDue;
  private sink: PrivateSink | null = null;

  constructor(options: BybitExecutionOptions) {
    const { deps, time, urls } = options;
    const { book } = this;
    this.options = options;
    this.tally = new RowTally(new UnknownNames(deps.log, 'bybit-account'));
    this.orderSocket = options.isOrderSocketUsed
      ? new OrderSocket(
          'bybit orders',
          bybitTradeDialogue({ url: urls.tradeWs, key: deps.key, clock: deps.clock, time }),
          deps,
        )
      : null;
    this.rest = new SignedRest(urls.rest, deps, time, this.orderSocket);
    this.account = new AccountCalls({
      rest: this.rest,
      book,
      tally: this.tally,
      log: deps.log,
      venueNowMs: () => this.venueNowMs(),
    });
    this.incomeDue = new IncomeDue({
      clock: deps.clock,
      log: deps.log,
      read: (sinceMs) => this.account.income(sinceMs),
      tell: (income) => this.sink?.onIncome(income),
    });
    this.stream = new BybitPrivateStream({
      url: urls.privateWs,
      key: deps.key,
      deps,
      time,
      onPush: (push) => this.onPush(push),
      onState: (state) => this.sink?.onStream(state),
    });
  }

  /** Rows and frames that gave nothing, by why. */
  get counters(): { readonly rows: BybitRowCounters; readonly frames: BybitFrameCounters } {
    return { rows: this.tally.counters, frames: this.stream.counters };
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.book.set(instruments);
  }

  start(sink: PrivateSink): Promise<Result<null, DomainError>> {
    this.sink = sink;
    this.orderSocket?.start();
    return this.stream.start();
  }

  async stop(): Promise<void> {
    this.incomeDue.stop();
    this.stream.stop();
    this.orderSocket?.stop();
    this.sink = null;
    await Promise.all([this.rest.close(), this.options.onStop()]);
  }

  streamState(): PrivateStreamState {
    return this.stream.state();
  }

  async place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    const market = marketOfOrder(order.instrument);
    if (!market.ok) return market;
    const call = market.value === 'spot' ? buildCreateSpotOrder(order) : buildCreateOrder(order);
    if (!call.ok) return call;
    const answer = await this.rest.send(call.value);
    if (!answer.ok) return answer;
    const { orderId } = answer.value.result;
    if (typeof orderId === 'string' && orderId !== '') return ok({ venueOrderId: orderId, report: null, fills: [] });
    return err(domainError('VENUE_ANSWER_MALFORMED', 'order/create without orderId', { outcome: 'unknown' }));
  }

  async cancel(ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>> {
    const market = marketOfOrder(ref.instrument);
    if (!market.ok) return market;
    const build = market.value === 'spot' ? buildCancelSpotOrder : buildCancelOrder;
    const answer = await this.rest.send(build(ref, isRiskReducing));
    if (answer.ok) return ok({ kind: 'accepted', report: null });
    return ALREADY_FINAL.has(answer.error.code) ? ok({ kind: 'already-final' }) : answer;
  }

  /**
   * Asks among the resting orders, then among those that ended last, then in the history: in that order an order that ends meanwhile
   * is not missed.
   */
  async queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    const market = marketOfOrder(ref.instrument);
    if (!market.ok) return market;
    for (const call of [buildRealtimeOrder(ref, false), buildRealtimeOrder(ref, true), buildOrderHistory(ref)]) {
      const found = await this.findOrder(call, categoryOf(market.value), ref);
      if (!found.ok || found.value !== null) return found;
    }
    return ok(null);
  }

  async openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>> {
    const found: OrderReport[] = [];
    const coins = market === 'spot' ? [undefined] : this.book.settleCoins;
    for (const coin of coins) {
      const rows = await this.rest.sendPaged((cursor) => buildOpenOrders(market, coin, cursor));
      if (!rows.ok) return rows;
      found.push(...this.tally.collect(rows.value, (row) => readOrder(row, categoryOf(market), this.book)));
    }
    return ok(found);
  }

  async fills(
    market: Market,
    instrument: Instrument | null,
    sinceMs: number,
  ): Promise<Result<readonly Fill[], DomainError>> {
    const spans = historySpans(sinceMs, this.venueNowMs());
    if (!spans.ok) return spans;
    const wireSymbol = instrument?.wireSymbol ?? null;
    const found: Fill[] = [];
    for (const span of spans.value) {
      const query = { market, wireSymbol, ...span };
      const rows = await this.rest.sendPaged((cursor) => buildExecutionList(query, cursor));
      if (!rows.ok) return rows;
      const fills = this.tally.collect(rows.value, (row) => readExecution(row, categoryOf(market), this.book));
      found.push(...fills.toReversed());
    }
    return ok(found.toSorted((a, b) => a.venueMs - b.venueMs));
  }

  positions(): Promise<Result<readonly PositionReport[], DomainError>> {
    return this.account.positions();
  }

  balances(): Promise<Result<readonly BalanceReport[], DomainError>> {
    return this.account.balances();
  }

  income(sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    return this.account.income(sinceMs);
  }

  feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>> {
    return this.account.feeRates(instrument);
  }

  readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    return this.account.readModes(instrument);
  }

  setLeverage(instrument: Instrument, leverage: number): Promise<Result<null, DomainError>> {
    return this.account.setLeverage(instrument, leverage);
  }

  setMarginMode(_instrument: Instrument, mode: MarginMode): Promise<Result<null, DomainError>> {
    return this.account.setMarginMode(mode);
  }

  setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    return this.account.setPositionMode(mode);
  }

  probeKey(): Promise<Result<KeyReport, DomainError>> {
    return this.account.probeKey();
  }

  /** The venue's timer is for institutions only: `capabilities.deadMan` is empty. */
  armDeadMan(): Promise<Result<null, DomainError>> {
    return Promise.resolve(err(notSent('INPUT_INVALID', 'no timer that cancels orders at this venue')));
  }

  private venueNowMs(): number {
    return this.options.deps.clock.nowMs() + this.options.time.offsetMs();
  }

  private async findOrder(
    call: BybitCall,
    category: string,
    ref: OrderRef,
  ): Promise<Result<OrderReport | null, DomainError>> {
    const page = await this.rest.sendList(call);
    if (!page.ok) return page.error.code === 'ORDER_NOT_FOUND' ? ok(null) : page;
    const mine = page.value.rows.filter((row) =>
      ref.clientOrderId === null ? row['orderId'] === ref.venueOrderId : row['orderLinkId'] === ref.clientOrderId,
    );
    const [report] = this.tally.collect(mine, (row) => readOrder(row, category, this.book));
    if (report !== undefined || mine.length === 0) return ok(report ?? null);
    return err(domainError('VENUE_ANSWER_MALFORMED', `call=${call.path} unreadable order`, { outcome: 'unknown' }));
  }

  private onPush({ topic, rows, venueMs }: BybitPush): void {
    const { book, sink, tally } = this;
    if (sink === null) return;
    switch (topic) {
      case 'order':
        for (const report of tally.collect(rows, (row) => readOrder(row, '', book))) sink.onOrder(report);
        return;
      case 'execution':
        for (const fill of tally.collect(rows, (row) => readExecution(row, '', book))) sink.onFill(fill);
        for (const row of rows) if (movesIncome(row)) this.incomeDue.moved(numberOf(row['execTime']));
        return;
      case 'position': {
        const context = { category: '', marginMode: this.account.marginMode, atMs: venueMs };
        for (const one of tally.collect(rows, (row) => readPosition(row, book, context))) sink.onPosition(one);
        return;
      }
      case 'wallet': {
        const balances = this.account.walletOf(rows, venueMs);
        if (balances.length > 0) sink.onBalances(balances);
      }
    }
  }
}

/** True for an execution beside which the log has a row that is no trade. */
function movesIncome(row: JsonRecord): boolean {
  return hasIncome(row['execType']) && Number.isFinite(numberOf(row['execTime']));
}

function marketOfOrder(instrument: Instrument): Result<Market, DomainError> {
  const market = marketOf(instrument.kind);
  return market === null ? err(notSent('INPUT_INVALID', `kind=${instrument.kind} is not traded`)) : ok(market);
}
