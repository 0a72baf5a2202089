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
import type { PrivateVenueDeps } from '../kit/index.ts';
import type { KucoinConfig } from './config.ts';
import { productOf } from './enums.ts';
import { AccountSettings, notForSpot } from './extra/account-settings.ts';
import {
  fetchFunding,
  fetchFuturesFills,
  fetchFuturesLedger,
  fetchLiquidationCosts,
  fetchSpotFills,
  fetchSpotLedger,
} from './extra/history.ts';
import type { Span } from './extra/history.ts';
import { InstrumentBook } from './extra/instrument-book.ts';
import { LiveAccount } from './extra/live-account.ts';
import { OrderCalls } from './extra/order-calls.ts';
import { OrderMemory } from './extra/order-memory.ts';
import { PrivateApi } from './extra/private-api.ts';
import { listOrNone, malformed, readListedRows } from './extra/read-rows.ts';
import { DEAD_MAN } from './limits.ts';
import {
  buildGetAccountList,
  buildGetAccountOverview,
  buildGetFuturesActualFee,
  buildGetPositionList,
  buildGetSpotActualFee,
} from './rest/account.ts';
import { readFeeRates, readFuturesBalance, readPosition, readSpotBalances } from './extra/parse-account.ts';
import { buildSetDcp } from './rest/trading-spot.ts';
import { resolveUrls } from './urls.ts';

/** A query up to now reaches a little beyond our idea of now, so that the newest row is in it. */
const UNTIL_SLACK_MS = 1_000;

/** KuCoin's private side: the high-frequency spot account and classic futures under one key. */
export class KucoinExecution implements ExecutionClient {
  readonly venue = 'KUCOIN';
  readonly capabilities: ExecutionCapabilities = {
    conditionalOrders: ['perp'],
    closePosition: true,
    deadMan: ['spot'],
    marginModes: ['cross', 'isolated'],
    hasIncomeHistory: true,
  };
  private readonly config: KucoinConfig;
  private readonly deps: PrivateVenueDeps;
  private readonly api: PrivateApi;
  private readonly book: InstrumentBook;
  private readonly settings: AccountSettings;
  private readonly memory = new OrderMemory();
  private readonly orders: OrderCalls;
  private live: LiveAccount | null = null;
  private readonly idleSinceMs: number;

  constructor(config: KucoinConfig, deps: PrivateVenueDeps) {
    this.config = config;
    this.deps = deps;
    this.api = new PrivateApi(config, deps);
    this.book = new InstrumentBook(deps);
    this.settings = new AccountSettings(this.api);
    this.orders = new OrderCalls({ api: this.api, book: this.book, memory: this.memory, settings: this.settings });
    this.idleSinceMs = deps.clock.nowMs();
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.book.set(instruments);
  }

  async start(sink: PrivateSink): Promise<Result<null, DomainError>> {
    if (this.live !== null) throw new Error("Invariant: KuCoin's private streams run already");
    if (resolveUrls(this.config.target) === null) {
      return err(domainError('VENUE_NOT_READY', 'KuCoin has no testnet', { outcome: 'not-sent' }));
    }
    this.live = new LiveAccount({
      api: this.api,
      deps: this.deps,
      book: this.book,
      memory: this.memory,
      settings: this.settings,
      sink,
      fetchFills: (instrument, sinceMs) => this.fills(instrument === null ? 'perp' : 'spot', instrument, sinceMs),
      fetchFunding: (instrument, sinceMs) => fetchFunding(this.history, instrument, this.spanSince(sinceMs)),
      queryOrder: (ref) => this.orders.queryOrder(ref),
    });
    return this.live.start();
  }

  async stop(): Promise<void> {
    this.live?.stop();
    this.live = null;
    await this.api.close();
  }

  streamState(): PrivateStreamState {
    const notStarted = {
      isLive: false,
      sinceMs: this.idleSinceMs,
      reason: 'not running',
      reconnects: 0,
      lastEventMs: null,
    };
    return this.live?.state() ?? notStarted;
  }

  async place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    const sentMs = this.deps.clock.nowMs();
    const ack = await this.orders.place(order);
    const product = productOf(order.instrument.kind);
    if (ack.ok && product !== null) this.live?.expectEvent(product, sentMs);
    return ack;
  }

  cancel(ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>> {
    return this.orders.cancel(ref, isRiskReducing);
  }

  queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    return this.orders.queryOrder(ref);
  }

  openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>> {
    return this.orders.openOrders(market);
  }

  async fills(
    market: Market,
    instrument: Instrument | null,
    sinceMs: number,
  ): Promise<Result<readonly Fill[], DomainError>> {
    const span = this.spanSince(sinceMs);
    if (market === 'spot' && instrument === null) {
      return err(domainError('INPUT_INVALID', 'KuCoin spot tells fills pair by pair', { outcome: 'not-sent' }));
    }
    const fills =
      market === 'spot' && instrument !== null
        ? await fetchSpotFills(this.history, instrument, span)
        : await fetchFuturesFills(this.history, instrument, span);
    if (!fills.ok) return fills;
    const named = fills.value.map((fill) => ({
      ...fill,
      clientOrderId: fill.clientOrderId ?? this.memory.find(fill.venueOrderId, null)?.clientOrderId ?? null,
    }));
    return ok(named);
  }

  async positions(): Promise<Result<readonly PositionReport[], DomainError>> {
    const data = await this.api.send(buildGetPositionList(), 'read');
    if (!data.ok) return data;
    const rows = listOrNone(data.value);
    if (!rows.ok) return rows;
    const read = readListedRows(rows.value, this.book, readPosition);
    return read.ok ? ok(read.value.filter(({ qtyBase }) => qtyBase !== '0')) : read;
  }

  async balances(): Promise<Result<readonly BalanceReport[], DomainError>> {
    const data = await this.api.send(buildGetAccountList(), 'read');
    if (!data.ok) return data;
    const nowMs = this.deps.clock.nowMs();
    const spot = readSpotBalances(data.value, nowMs);
    if (spot === null) return malformed("account list can't be read");
    const futures: BalanceReport[] = [];
    for (const currency of this.book.settleAssets()) {
      const overview = await this.api.send(buildGetAccountOverview(currency), 'read');
      if (!overview.ok) return overview;
      const balance = readFuturesBalance(overview.value, nowMs);
      if (balance === null) return malformed(`currency=${currency} overview can't be read`);
      futures.push(balance);
    }
    return ok([...spot, ...futures]);
  }

  /** Funding is told contract by contract: of those with a position now and those traded since, which are all that can have paid. */
  async income(sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    const span = this.spanSince(sinceMs);
    const positions = await this.positions();
    if (!positions.ok) return positions;
    const fills = await fetchFuturesFills(this.history, null, span);
    if (!fills.ok) return fills;
    const touched = new Set([...positions.value, ...fills.value].map(({ instrumentId }) => instrumentId));
    const loads = [
      ...this.book
        .all('perp')
        .filter(({ id }) => touched.has(id))
        .map((instrument) => () => fetchFunding(this.history, instrument, span)),
      ...this.book.settleAssets().map((currency) => () => fetchFuturesLedger(this.history, currency, span)),
      () => fetchLiquidationCosts(this.history, span),
      () => fetchSpotLedger(this.history, span),
    ];
    const incomes: Income[] = [];
    for (const load of loads) {
      const part = await load();
      if (!part.ok) return part;
      incomes.push(...part.value);
    }
    return ok(incomes.sort((a, b) => a.venueMs - b.venueMs));
  }

  async feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>> {
    const { kind, wireSymbol } = instrument;
    const call = kind === 'spot' ? buildGetSpotActualFee(wireSymbol) : buildGetFuturesActualFee(wireSymbol);
    const data = await this.api.send(call, 'read');
    if (!data.ok) return data;
    const rates = readFeeRates(data.value, wireSymbol);
    return rates === null ? malformed(`symbol=${wireSymbol} no fee rates`) : ok(rates);
  }

  async readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    return instrument.kind === 'spot' ? notForSpot(instrument) : this.settings.readModes(instrument);
  }

  async setLeverage(
    instrument: Instrument,
    leverage: number,
    marginMode: MarginMode,
  ): Promise<Result<null, DomainError>> {
    return instrument.kind === 'spot'
      ? notForSpot(instrument)
      : this.settings.setLeverage(instrument, leverage, marginMode);
  }

  async setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>> {
    return instrument.kind === 'spot'
      ? notForSpot(instrument)
      : this.settings.setMarginMode(instrument, mode, leverage);
  }

  setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    return this.settings.setPositionMode(mode);
  }

  probeKey(): Promise<Result<KeyReport, DomainError>> {
    return this.settings.probeKey();
  }

  /** Spot only: futures have no timer. Whole seconds, five at least; over fifty pairs it guards all of them. */
  async armDeadMan(timeoutMs: number, instruments: readonly Instrument[]): Promise<Result<null, DomainError>> {
    const symbols = instruments.filter(({ kind }) => kind === 'spot').map(({ wireSymbol }) => wireSymbol);
    if (timeoutMs > 0 && symbols.length === 0) return ok(null);
    const seconds = Math.min(DEAD_MAN.maxS, Math.max(DEAD_MAN.minS, Math.ceil(timeoutMs / 1_000)));
    const isAll = timeoutMs <= 0 || symbols.length > DEAD_MAN.symbolsMax;
    const data = await this.api.send(buildSetDcp(timeoutMs <= 0 ? -1 : seconds, isAll ? [] : symbols), 'reduce-risk');
    return data.ok ? ok(null) : data;
  }

  private get history(): { readonly api: PrivateApi; readonly book: InstrumentBook } {
    return { api: this.api, book: this.book };
  }

  private spanSince(sinceMs: number): Span {
    return { sinceMs: Math.floor(sinceMs), untilMs: Math.floor(this.venueNowMs()) + UNTIL_SLACK_MS };
  }

  private venueNowMs(): number {
    return this.deps.clock.nowMs() + this.deps.offsetMs();
  }
}
