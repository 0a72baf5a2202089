import {
  accountKey,
  decimal,
  toDecimalString,
  type AccountKey,
  type BalanceReport,
  type DomainError,
  type ExecutionClient,
  type ExecutionMode,
  type FeeRates,
  type Instrument,
  type InstrumentId,
  type InstrumentModes,
  type KeyReport,
  type Market,
  type PositionReport,
  type PrivateSink,
  type PrivateStreamState,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { guarded } from '../../execution/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { FeeView } from '../trading-views.ts';

/** Modes are read anew before an order when they were read longer ago than this. */
const MODES_KEPT_MS = 60_000;
const FEES_KEPT_MS = 3_600_000;

const DOWN: PrivateStreamState = { isLive: false, sinceMs: 0, reason: 'not started', reconnects: 0, lastEventMs: null };

/**
 * One account and what its venue says of it that is no fact of the journal: streams, positions' margins, modes, fees, the key. All of it
 * is read again after a restart.
 */
export class AccountDesk {
  readonly account: AccountKey;
  readonly venue: Venue;
  readonly mode: ExecutionMode;
  readonly client: ExecutionClient;
  /** When the key was saved that opens it; null for paper and for a key that was never saved. */
  readonly keySavedMs: number | null;
  key: KeyReport | null = null;
  /** Why the venue did not tell what the key may do; null while it is being asked and once it told. */
  keyError: DomainError | null = null;
  lastError: DomainError | null = null;
  /** True once it is certain that our books are about the account behind this key. Nothing is booked or sent before. */
  isOpen = false;
  /** True once it was compared with its venue for the first time: from then on it is protected, closed and looked after. */
  hasStarted = false;
  private readonly clock: Clock;
  private readonly positions = new Map<InstrumentId, PositionReport>();
  private readonly modes = new Map<InstrumentId, { readonly modes: InstrumentModes; readonly readMs: number }>();
  private readonly fees = new Map<Market, { readonly rates: FeeRates; readonly readMs: number }>();
  private balanceRows: readonly BalanceReport[] = [];
  private streamNow: PrivateStreamState = DOWN;

  constructor(client: ExecutionClient, mode: ExecutionMode, clock: Clock, keySavedMs: number | null = null) {
    this.keySavedMs = keySavedMs;
    this.client = client;
    this.venue = client.venue;
    this.mode = mode;
    this.account = accountKey(client.venue, mode);
    this.clock = clock;
  }

  get stream(): PrivateStreamState {
    return this.streamNow;
  }

  get balances(): readonly BalanceReport[] {
    return this.balanceRows;
  }

  /** Asks the venue what the key may do. */
  async probe(): Promise<Result<KeyReport, DomainError>> {
    const probed = await guarded('probeKey', () => this.client.probeKey());
    if (probed.ok) this.key = probed.value;
    this.keyError = probed.ok ? null : probed.error;
    return probed;
  }

  /** Opens the streams; failures are kept and shown, the client goes on trying. */
  async start(sink: PrivateSink): Promise<Result<null, DomainError>> {
    const started = await guarded('start', () => this.client.start(sink));
    this.lastError = started.ok ? null : started.error;
    this.streamNow = this.client.streamState();
    return started;
  }

  noteStream(state: PrivateStreamState): void {
    this.streamNow = state;
    if (state.isLive) this.lastError = null;
  }

  notePosition(report: PositionReport): void {
    if (decimal(report.qtyBase).eq(0)) this.positions.delete(report.instrumentId);
    else this.positions.set(report.instrumentId, report);
  }

  /** Reads every position anew: margins, liquidation prices and ranks move without an event. */
  async refreshPositions(): Promise<void> {
    const read = await guarded('positions', () => this.client.positions());
    if (!read.ok) {
      this.lastError = read.error;
      return;
    }
    this.positions.clear();
    for (const report of read.value) this.notePosition(report);
  }

  /** Takes changed balances over the rest. */
  noteBalances(changed: readonly BalanceReport[]): void {
    const byKey = new Map(this.balanceRows.map((row) => [`${row.scope}|${row.asset}`, row]));
    for (const row of changed) byKey.set(`${row.scope}|${row.asset}`, row);
    this.balanceRows = [...byKey.values()].filter(({ total, borrowed }) => total !== '0' || borrowed !== '0');
  }

  /** Returns what the venue last said of a position; null when flat or unheard of. */
  positionOf(instrumentId: InstrumentId): PositionReport | null {
    return this.positions.get(instrumentId) ?? null;
  }

  /** Returns the quantities the venue last told, signed base units; what is flat is not among them. */
  toldQuantities(): ReadonlyMap<InstrumentId, string> {
    return new Map([...this.positions].map(([id, { qtyBase }]) => [id, qtyBase]));
  }

  /** Returns the modes as they were last read, however long ago; null before. */
  modesOf(instrumentId: InstrumentId): InstrumentModes | null {
    return this.modes.get(instrumentId)?.modes ?? null;
  }

  /** Reads the modes of a perp when those known are too old. A failure leaves them unknown, which blocks. */
  async refreshModes(instrument: Instrument, isForced = false): Promise<void> {
    if (instrument.kind !== 'perp') return;
    const known = this.modes.get(instrument.id);
    if (!isForced && known !== undefined && this.clock.nowMs() - known.readMs < MODES_KEPT_MS) return;
    const read = await guarded('readModes', () => this.client.readModes(instrument));
    if (read.ok) this.modes.set(instrument.id, { modes: read.value, readMs: this.clock.nowMs() });
    else {
      this.modes.delete(instrument.id);
      this.lastError = read.error;
    }
  }

  /** Reads the account's rates of a market by one of its instruments, at most once an hour. */
  async refreshFees(market: Market, instrument: Instrument): Promise<void> {
    const known = this.fees.get(market);
    if (known !== undefined && this.clock.nowMs() - known.readMs < FEES_KEPT_MS) return;
    const read = await guarded('feeRates', () => this.client.feeRates(instrument));
    if (read.ok) this.fees.set(market, { rates: read.value, readMs: this.clock.nowMs() });
    else this.lastError = read.error;
  }

  feesOf(market: Market): FeeRates | null {
    return this.fees.get(market)?.rates ?? null;
  }

  feeView(market: Market): FeeView | null {
    const rates = this.feesOf(market);
    return rates === null ? null : { makerBps: bpsOf(rates.makerFrac), takerBps: bpsOf(rates.takerFrac) };
  }
}

function bpsOf(frac: string): number {
  return Number(toDecimalString(decimal(frac).times(10_000)));
}
