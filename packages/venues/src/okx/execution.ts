import {
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
import type { OkxConfig } from './config.ts';
import { AccountDesk } from './extra/account-desk.ts';
import { AccountModes } from './extra/account-modes.ts';
import { AlgoLinks } from './extra/algo-links.ts';
import { OrderDesk } from './extra/order-desk.ts';
import { keyReportOf } from './extra/parse-account.ts';
import { PrivateEvents } from './extra/private-events.ts';
import { OkxPrivateRest } from './extra/private-rest.ts';
import { PrivateRowReader } from './extra/private-row-reader.ts';
import { buildCancelAllAfter } from './extra/trade-calls.ts';
import type { OkxUrls } from './urls.ts';
import { OkxPrivateStreams } from './ws/private.ts';

export interface OkxExecutionOptions {
  readonly config: OkxConfig;
  readonly urls: OkxUrls;
  readonly deps: PrivateVenueDeps;
}

/** The private side of OKX: one account, spot and swaps, in net mode. */
export class OkxExecution implements ExecutionClient {
  readonly venue = 'OKX';
  readonly capabilities: ExecutionCapabilities = {
    conditionalOrders: ['spot', 'perp'],
    closePosition: true,
    deadMan: ['spot', 'perp'],
    marginModes: ['cross', 'isolated'],
    hasIncomeHistory: true,
  };
  private readonly reader: PrivateRowReader;
  private readonly rest: OkxPrivateRest;
  private readonly modes: AccountModes;
  private readonly orders: OrderDesk;
  private readonly account: AccountDesk;
  private readonly events: PrivateEvents;
  private readonly streams: OkxPrivateStreams;

  constructor({ config, urls, deps }: OkxExecutionOptions) {
    const links = new AlgoLinks();
    const rest = new OkxPrivateRest(urls, deps);
    const reader = new PrivateRowReader(deps);
    const modes = new AccountModes({ rest, reader, clock: deps.clock, fallback: config.marginMode });
    const account = new AccountDesk({ rest, reader, modes });
    const events = new PrivateEvents({ deps, offset: rest.offset, reader, links, modes, account });
    this.reader = reader;
    this.rest = rest;
    this.modes = modes;
    this.account = account;
    this.events = events;
    this.orders = new OrderDesk({ rest, reader, modes, links });
    this.streams = new OkxPrivateStreams({
      urls,
      deps,
      offset: rest.offset,
      dataSilenceMs: config.dataSilenceMs,
      resyncClock: () => rest.resyncClock(),
      onData: (frame) => events.onFrame(frame),
      onMalformed: () => reader.countMalformed('private stream'),
      // What was set on the venue's own pages meanwhile.
      onLive: () => void this.noteConfig(deps),
    });
  }

  /** Rows left out so far: of instruments that nobody listed, and of another shape than documented. */
  get leftOut(): { readonly unknownSymbols: number; readonly malformedRows: number } {
    const { unknownSymbols, malformedRows } = this.reader;
    return { unknownSymbols, malformedRows };
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.reader.setInstruments(instruments);
  }

  start(sink: PrivateSink): Promise<Result<null, DomainError>> {
    this.events.open(sink);
    return this.streams.start(sink);
  }

  async stop(): Promise<void> {
    this.streams.stop();
    this.events.close();
    await this.rest.close();
  }

  streamState(): PrivateStreamState {
    return this.streams.state();
  }

  place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    return this.orders.place(order);
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

  fills(market: Market, instrument: Instrument | null, sinceMs: number): Promise<Result<readonly Fill[], DomainError>> {
    return this.orders.fills(market, instrument, sinceMs);
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

  setLeverage(instrument: Instrument, leverage: number, marginMode: MarginMode): Promise<Result<null, DomainError>> {
    return this.account.setLeverage(instrument, leverage, marginMode);
  }

  setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>> {
    return this.account.setMarginMode(instrument, mode, leverage);
  }

  setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    return this.account.setPositionMode(mode);
  }

  async probeKey(): Promise<Result<KeyReport, DomainError>> {
    const config = await this.modes.refresh();
    return config.ok ? ok(keyReportOf(config.value)) : config;
  }

  /** One timer for the whole account, from 10 to 120 s: shorter wishes get 10 s. It takes only orders that carry our tag. */
  async armDeadMan(timeoutMs: number): Promise<Result<null, DomainError>> {
    const rows = await this.rest.rows(buildCancelAllAfter(timeoutMs));
    return rows.ok ? ok(null) : rows;
  }

  private async noteConfig(deps: PrivateVenueDeps): Promise<void> {
    const config = await this.modes.refresh();
    if (!config.ok) deps.log.warn('account set-up not read', { venue: 'OKX', code: config.error.code });
  }
}
