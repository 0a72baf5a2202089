import type {
  BalanceReport,
  FeeRates,
  Income,
  InstrumentModes,
  KeyReport,
  MarginMode,
  PositionMode,
  PositionReport,
} from './account.ts';
import type { DomainError } from './errors.ts';
import type { Instrument } from './instrument.ts';
import type { Fill, OrderRef, OrderReport, PlaceOrder } from './orders.ts';
import type { Result } from './result.ts';
import type { Market, Venue } from './venue.ts';

/** What an order call answered at once. The stream and the queries stay the truth about the rest. */
export interface PlaceAck {
  readonly venueOrderId: string;
  /** Where the venue answers with the order's state; null when it only acknowledges. */
  readonly report: OrderReport | null;
  /** Where the venue answers with the executions (Binance spot FULL); else empty. */
  readonly fills: readonly Fill[];
}

/** How a venue answered a cancel. `already-final`: filled, cancelled or unknown there; ask for its state, it is no error. */
export type CancelAck =
  { readonly kind: 'accepted'; readonly report: OrderReport | null } | { readonly kind: 'already-final' };

/** State of a venue's private streams, all of them together. */
export interface PrivateStreamState {
  readonly isLive: boolean;
  readonly sinceMs: number;
  /** Why not live; null while it is. */
  readonly reason: string | null;
  readonly reconnects: number;
  readonly lastEventMs: number | null;
}

/**
 * Where an execution client puts what a venue says about our account. Called synchronously, in wire order, also twice for the
 * same event: the receiver removes doubles.
 */
export interface PrivateSink {
  onOrder(report: OrderReport): void;
  onFill(fill: Fill): void;
  onPosition(position: PositionReport): void;
  /** Only the assets that changed. */
  onBalances(balances: readonly BalanceReport[]): void;
  onIncome(income: Income): void;
  /** Streams came up, went down, or may have lost something (`isLive` true again): ask the venue for everything. */
  onStream(state: PrivateStreamState): void;
}

/** What one venue can do; a caller asks before it relies on it. */
export interface ExecutionCapabilities {
  /** Conditional orders at the venue, per market. */
  readonly conditionalOrders: readonly Market[];
  /** A stop that closes whatever is open. */
  readonly closePosition: boolean;
  /** A timer that cancels our resting orders when we fall silent, per market. Never one that takes protective stops with it. */
  readonly deadMan: readonly Market[];
  readonly marginModes: readonly MarginMode[];
  /** Income kinds that its history tells. */
  readonly hasIncomeHistory: boolean;
}

/**
 * The private side of one venue: orders, account, streams. One per account.
 *
 * Every call has a timeout. An order call never retries by itself. A failure says by `outcome` what it means for the venue's state:
 * `not-sent` (nothing left us), `rejected` (the venue said no), `unknown` (it may have been done: ask).
 */
export interface ExecutionClient {
  readonly venue: Venue;
  readonly capabilities: ExecutionCapabilities;
  /** Tells which instruments reports are mapped to; what is not listed is counted and left out. */
  setInstruments(instruments: readonly Instrument[]): void;
  /** Opens the private streams; reports to `sink` until `stop`. Resolves when they are live, or with why they are not (they keep trying). */
  start(sink: PrivateSink): Promise<Result<null, DomainError>>;
  stop(): Promise<void>;
  streamState(): PrivateStreamState;

  /** @errors by outcome; ORDER_DUPLICATE_ID means that the order exists already. */
  place(order: PlaceOrder): Promise<Result<PlaceAck, DomainError>>;
  cancel(ref: OrderRef, isRiskReducing: boolean): Promise<Result<CancelAck, DomainError>>;
  /** Returns the order, or null when the venue says that it knows none by this name. */
  queryOrder(ref: OrderRef): Promise<Result<OrderReport | null, DomainError>>;
  /** Returns every resting order of a market, conditional ones included. */
  openOrders(market: Market): Promise<Result<readonly OrderReport[], DomainError>>;
  /** Returns executions since `sinceMs`, oldest first; of one instrument, or of all of a market where the venue can (else INPUT_INVALID). */
  fills(market: Market, instrument: Instrument | null, sinceMs: number): Promise<Result<readonly Fill[], DomainError>>;
  /** Returns the open positions. */
  positions(): Promise<Result<readonly PositionReport[], DomainError>>;
  balances(): Promise<Result<readonly BalanceReport[], DomainError>>;
  income(sinceMs: number): Promise<Result<readonly Income[], DomainError>>;

  feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>>;
  readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>>;
  /** Setting what is already set is a success. */
  setLeverage(instrument: Instrument, leverage: number, marginMode: MarginMode): Promise<Result<null, DomainError>>;
  setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>>;
  setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>>;

  /** Asks what the key may do. CREDENTIALS_INVALID when the venue does not know it. */
  probeKey(): Promise<Result<KeyReport, DomainError>>;
  /**
   * Arms (or renews) the venue's timer that cancels our resting orders after `timeoutMs` of silence; 0 disarms.
   * `instruments`: those with resting orders, for venues that arm one by one.
   */
  armDeadMan(timeoutMs: number, instruments: readonly Instrument[]): Promise<Result<null, DomainError>>;
}

/** An API key as an adapter is given it. Never logged, never stored in clear. */
export interface VenueKey {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** OKX and KuCoin. */
  readonly passphrase: string | null;
  /** When it was saved: tells one saving of a key from the next. Absent: it was never saved. */
  readonly savedMs?: number;
}
