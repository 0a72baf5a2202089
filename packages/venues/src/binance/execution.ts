import type {
  BalanceReport,
  CancelAck,
  DomainError,
  ExecutionCapabilities,
  ExecutionClient,
  FeeRates,
  Fill,
  Income,
  Instrument,
  InstrumentId,
  InstrumentModes,
  KeyReport,
  MarginMode,
  Market,
  OrderRef,
  OrderReport,
  PlaceAck,
  PlaceOrder,
  PositionMode,
  PositionReport,
  PrivateSink,
  PrivateStreamState,
  Result,
} from '@riptide/core/domain';
import { domainError, err, ok } from '@riptide/core/domain';
import { recordOf, UnknownNames, type JsonRecord, type PrivateVenueDeps } from '../kit/index.ts';
import type { BinanceProduct } from './config.ts';
import { AccountDesk } from './extra/account-desk.ts';
import { AccountRefresh } from './extra/account-refresh.ts';
import { InstrumentMap } from './extra/instrument-map.ts';
import { OrderDesk } from './extra/order-desk.ts';
import { OrderNames } from './extra/order-names.ts';
import { PrivateCalls } from './extra/private-calls.ts';
import { textOf } from './extra/private-reading.ts';
import { buildKeepListenKey, buildStartListenKey } from './rest/account.ts';
import type { BinanceUrls } from './urls.ts';
import { parseFuturesEvent, parseSpotEvent, type UserEvent } from './ws/parse-private.ts';
import { UserStreams } from './ws/private.ts';

const CAPABILITIES: ExecutionCapabilities = {
  conditionalOrders: ['spot', 'perp'],
  closePosition: true,
  deadMan: ['perp'],
  marginModes: ['cross', 'isolated'],
  hasIncomeHistory: true,
};

type Answer<T> = Promise<Result<T, DomainError>>;

/** What private events came to, beside those passed on. */
export interface PrivateCounters {
  readonly malformed: number;
  readonly skipped: number;
  /** Rows and events of instruments that are not listed. */
  readonly unlisted: number;
}

/** Orders, account and user streams of spot and USD-M under one key. */
export class BinanceExecution implements ExecutionClient {
  readonly venue = 'BINANCE';
  readonly capabilities = CAPABILITIES;
  private readonly deps: PrivateVenueDeps;
  private readonly calls: PrivateCalls;
  private readonly instruments: InstrumentMap;
  private readonly names = new OrderNames();
  private readonly orders: OrderDesk;
  private readonly account: AccountDesk;
  private readonly streams: UserStreams;
  private sink: PrivateSink | null = null;
  private refresh: AccountRefresh | null = null;
  private malformedEvents = 0;
  private skippedEvents = 0;

  constructor(urls: BinanceUrls, deps: PrivateVenueDeps) {
    this.deps = deps;
    this.calls = new PrivateCalls(deps, urls);
    this.instruments = new InstrumentMap(new UnknownNames(deps.log, 'BINANCE private'));
    const { calls, instruments, names } = this;
    const desk = { calls, instruments, names, nowMs: () => deps.clock.nowMs(), log: deps.log };
    this.orders = new OrderDesk(desk);
    this.account = new AccountDesk(desk, urls.sapiRest !== null);
    this.streams = new UserStreams({
      deps,
      urls,
      venueMs: () => calls.venueMs(),
      resyncClock: () => calls.resyncClock(),
      openListenKey: () => this.openListenKey(),
      keepListenKey: () => this.keepListenKey(),
      onEvent: (product, event) => this.onEvent(product, event),
      onState: (state) => this.sink?.onStream(state),
    });
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.instruments.set(instruments);
  }

  start(sink: PrivateSink): Answer<null> {
    if (this.sink !== null) throw new Error('Invariant: private streams started twice');
    this.sink = sink;
    this.refresh = new AccountRefresh({
      clock: this.deps.clock,
      log: this.deps.log,
      sink,
      readBalances: () => this.account.futuresBalances(),
      readIncome: (sinceMs) => this.account.income(sinceMs),
    });
    return this.streams.start();
  }

  async stop(): Promise<void> {
    this.streams.stop();
    this.refresh?.stop();
    await this.calls.close();
  }

  streamState(): PrivateStreamState {
    return this.streams.state();
  }

  /** What was not passed on. */
  counters(): PrivateCounters {
    return {
      malformed: this.malformedEvents + this.streams.malformed,
      skipped: this.skippedEvents,
      unlisted: this.instruments.unlisted,
    };
  }

  place(order: PlaceOrder): Answer<PlaceAck> {
    return this.orders.place(order);
  }

  cancel(ref: OrderRef, isRiskReducing: boolean): Answer<CancelAck> {
    return this.orders.cancel(ref, isRiskReducing);
  }

  queryOrder(ref: OrderRef): Answer<OrderReport | null> {
    return this.orders.queryOrder(ref);
  }

  openOrders(market: Market): Answer<readonly OrderReport[]> {
    return this.orders.openOrders(market);
  }

  fills(market: Market, instrument: Instrument | null, sinceMs: number): Answer<readonly Fill[]> {
    return this.orders.fills(market, instrument, sinceMs);
  }

  positions(): Answer<readonly PositionReport[]> {
    return this.account.positions();
  }

  balances(): Answer<readonly BalanceReport[]> {
    return this.account.balances();
  }

  income(sinceMs: number): Answer<readonly Income[]> {
    return this.account.income(sinceMs);
  }

  feeRates(instrument: Instrument): Answer<FeeRates> {
    return this.account.feeRates(instrument);
  }

  readModes(instrument: Instrument): Answer<InstrumentModes> {
    return this.account.readModes(instrument);
  }

  setLeverage(instrument: Instrument, leverage: number, _marginMode: MarginMode): Answer<null> {
    return this.account.setLeverage(instrument, leverage);
  }

  setMarginMode(instrument: Instrument, mode: MarginMode, _leverage: number): Answer<null> {
    return this.account.setMarginMode(instrument, mode);
  }

  setPositionMode(mode: PositionMode): Answer<null> {
    return this.account.setPositionMode(mode);
  }

  probeKey(): Answer<KeyReport> {
    return this.account.probeKey();
  }

  armDeadMan(timeoutMs: number, instruments: readonly Instrument[]): Answer<null> {
    return this.account.armDeadMan(timeoutMs, instruments);
  }

  private async openListenKey(): Answer<string> {
    const answer = await this.calls.send(buildStartListenKey(), 'reduce-risk');
    if (!answer.ok) return answer;
    const listenKey = textOf(recordOf(answer.value)?.['listenKey']);
    return listenKey === null ? err(domainError('VENUE_ANSWER_MALFORMED', 'listenKey')) : ok(listenKey);
  }

  private async keepListenKey(): Answer<null> {
    const answer = await this.calls.send(buildKeepListenKey(), 'reduce-risk');
    return answer.ok ? ok(null) : answer;
  }

  private onEvent(product: BinanceProduct, event: JsonRecord): void {
    const context = {
      find: this.instruments.finder(product),
      clientIdOf: (instrumentId: InstrumentId, venueOrderId: string) => this.names.find(instrumentId, venueOrderId),
    };
    const said = product === 'spot' ? parseSpotEvent(event, context) : parseFuturesEvent(event, context);
    for (const one of said) this.pass(product, one);
  }

  private pass(product: BinanceProduct, said: UserEvent): void {
    const { sink } = this;
    if (sink === null) return;
    switch (said.kind) {
      case 'order':
        this.names.learn(said.report.instrumentId, said.report.venueOrderId, said.report.clientOrderId);
        return sink.onOrder(said.report);
      case 'conditional':
        return sink.onOrder(said.report);
      case 'fill':
        return sink.onFill(said.fill);
      case 'position':
        return sink.onPosition(said.position);
      case 'balances':
        return sink.onBalances(said.balances);
      case 'triggered':
        return this.names.link(said.report.instrumentId, said.report.venueOrderId, said.report.clientOrderId);
      case 'balances-moved':
        return this.refresh?.moved(said.hasIncome, said.venueMs);
      case 'stream-over':
        return this.streams.drop(product, said.why);
      case 'skipped':
        this.skippedEvents += 1;
        return;
      case 'malformed':
        this.malformedEvents += 1;
        this.deps.log.warn('user event not read', { venue: 'BINANCE', product, what: said.why });
    }
  }
}
