import {
  decimal,
  domainError,
  err,
  marketOf,
  ok,
  toDecimalString,
  type BalanceReport,
  type CancelAck,
  type DecimalString,
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
  type Venue,
} from '../../domain/index.ts';
import type { Clock, Random, TimerHandle } from '../../kernel/index.ts';
import type { PaperSettlement } from './paper-funding.ts';
import type { PaperMarket } from './paper-market.ts';
import { reportOfPaper } from './paper-order.ts';
import { PaperVenue, type PaperSeed } from './paper-venue.ts';

const TICK_MS = 250;

export interface PaperOptions {
  readonly venue: Venue;
  readonly clock: Clock;
  readonly random: Random;
  readonly market: PaperMarket;
  readonly feesOf: (instrument: Instrument) => FeeRates;
  /** USDT the account starts with. */
  readonly startCash: DecimalString;
  /** How long an order or a cancel takes to arrive, evenly drawn between the two; 5..40 ms by default. */
  readonly latencyMs?: { readonly min: number; readonly max: number };
}

/**
 * One venue's paper account: takes orders like the venue and fills them against its live book, never at a price the book or its trades
 * did not show and never while the book is not live. Equal seeds and markets give equal results. See docs/adr/0015.
 */
export class PaperClient implements ExecutionClient {
  readonly venue: Venue;
  readonly capabilities: ExecutionCapabilities = {
    conditionalOrders: ['perp'],
    closePosition: true,
    deadMan: [],
    marginModes: ['isolated'],
    hasIncomeHistory: true,
  };
  private readonly options: PaperOptions;
  private readonly paper: PaperVenue;
  private sink: PrivateSink | null = null;
  private timer: TimerHandle | null = null;
  private unsubscribe: (() => void) | null = null;
  private sinceMs: number;

  constructor(options: PaperOptions) {
    this.options = options;
    this.venue = options.venue;
    this.sinceMs = options.clock.nowMs();
    const { clock, market, startCash, feesOf } = options;
    this.paper = new PaperVenue({ clock, market, startCash, feesOf, sink: () => this.sink });
  }

  setInstruments(instruments: readonly Instrument[]): void {
    this.paper.setInstruments(instruments.filter((instrument) => instrument.venue === this.venue));
  }

  /** Takes over what the books say the account held before a restart. After `setInstruments`, before `start`. */
  seed(seed: PaperSeed): void {
    this.paper.seed(seed);
  }

  /** Books a settlement of the time in which nobody watched, and tells it like any other. After `start`; that it is new is the caller's to know. */
  bookFunding(settlement: PaperSettlement): void {
    this.paper.bookFunding(settlement);
  }

  /** USDT the account started with. */
  get startCash(): DecimalString {
    return this.options.startCash;
  }

  /** Returns what would have to come in (or, negative, go) for the cash to be what it started with. */
  cashFromStart(): DecimalString {
    return toDecimalString(decimal(this.options.startCash).minus(this.paper.account.cashTotal));
  }

  /** Books money that comes or goes without a fill; the caller has it on record. */
  addCash(amount: DecimalString): void {
    this.paper.account.addCash(decimal(amount));
  }

  start(sink: PrivateSink): Promise<Result<null, DomainError>> {
    const { clock, market } = this.options;
    this.sink = sink;
    this.sinceMs = clock.nowMs();
    this.timer ??= clock.every(TICK_MS, () => this.paper.tick());
    this.unsubscribe ??= market.subscribe({
      onTrade: (trade) => this.paper.onTrade(trade),
      onBook: (instrumentId) => this.paper.onBook(instrumentId),
    });
    sink.onStream(this.streamState());
    return Promise.resolve(ok(null));
  }

  stop(): Promise<void> {
    this.timer?.cancel();
    this.unsubscribe?.();
    this.timer = null;
    this.unsubscribe = null;
    this.sink = null;
    return Promise.resolve();
  }

  streamState(): PrivateStreamState {
    const isLive = this.sink !== null;
    return { isLive, sinceMs: this.sinceMs, reason: isLive ? null : 'stopped', reconnects: 0, lastEventMs: null };
  }

  async place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>> {
    if (this.sink === null) return err(notStarted());
    await this.travel();
    const taken = this.paper.accept(order);
    if (!taken.ok) return taken;
    const report = reportOfPaper(taken.value);
    const fills = this.paper.orders.fillsOf(report.venueOrderId);
    return ok({ venueOrderId: report.venueOrderId, report, fills });
  }

  async cancel(ref: OrderRef): Promise<Result<CancelAck, DomainError>> {
    if (this.sink === null) return err(notStarted());
    await this.travel();
    const report = this.paper.cancel(ref);
    return ok(report === null ? { kind: 'already-final' } : { kind: 'accepted', report });
  }

  queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>> {
    const order = this.paper.orders.find(ref);
    return Promise.resolve(ok(order === null ? null : reportOfPaper(order)));
  }

  openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>> {
    const live = this.paper.orders.allLive().filter((order) => marketOf(order.instrument.kind) === market);
    return Promise.resolve(ok(live.map(reportOfPaper)));
  }

  fills(market: Market, instrument: Instrument | null, sinceMs: number): Promise<Result<readonly Fill[], DomainError>> {
    const kind = `.${market.toUpperCase()}.`;
    const fills = this.paper.orders
      .fillsSince(sinceMs)
      .filter(
        (fill) => fill.instrumentId.includes(kind) && (instrument === null || fill.instrumentId === instrument.id),
      );
    return Promise.resolve(ok(fills));
  }

  positions(): Promise<Result<readonly PositionReport[], DomainError>> {
    return Promise.resolve(ok(this.paper.positions()));
  }

  balances(): Promise<Result<readonly BalanceReport[], DomainError>> {
    return Promise.resolve(ok(this.paper.account.balances(this.options.clock.nowMs())));
  }

  income(sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    return Promise.resolve(ok(this.paper.incomeSince(sinceMs)));
  }

  feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>> {
    return Promise.resolve(ok(this.options.feesOf(instrument)));
  }

  readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    const leverage = this.paper.leverageOf(instrument.id);
    const modes = { positionMode: 'one-way', marginMode: 'isolated' } as const;
    return Promise.resolve(ok({ instrumentId: instrument.id, ...modes, leverage }));
  }

  setLeverage(instrument: Instrument, leverage: number, marginMode: MarginMode): Promise<Result<null, DomainError>> {
    if (marginMode !== 'isolated') return Promise.resolve(err(onlyIsolated()));
    return Promise.resolve(this.paper.setLeverage(instrument, leverage));
  }

  setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>> {
    return this.setLeverage(instrument, leverage, mode);
  }

  setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    if (mode === 'one-way') return Promise.resolve(ok(null));
    return Promise.resolve(err(domainError('POSITION_MODE_MISMATCH', 'paper accounts are one-way')));
  }

  probeKey(): Promise<Result<KeyReport, DomainError>> {
    return Promise.resolve(
      ok({
        venue: this.venue,
        accountId: null,
        spotOk: true,
        futuresOk: true,
        canWithdraw: false,
        isReadOnly: false,
        isIpRestricted: null,
        expiresMs: null,
        positionMode: 'one-way',
        detail: 'paper account: no key is needed',
      }),
    );
  }

  armDeadMan(): Promise<Result<null, DomainError>> {
    return Promise.resolve(err(domainError('ORDER_TYPE_UNSUPPORTED', 'paper has no dead-man timer')));
  }

  private travel(): Promise<void> {
    const { clock, random, latencyMs = { min: 5, max: 40 } } = this.options;
    const delayMs = Math.round(latencyMs.min + random() * (latencyMs.max - latencyMs.min));
    return new Promise((resolve) => {
      clock.after(delayMs, resolve);
    });
  }
}

function notStarted(): DomainError {
  return domainError('VENUE_NOT_READY', 'the paper account is not started', { outcome: 'not-sent' });
}

function onlyIsolated(): DomainError {
  return domainError('MARGIN_MODE_LOCKED', 'paper positions are in isolated margin');
}
