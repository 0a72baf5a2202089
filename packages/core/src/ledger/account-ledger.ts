import {
  assetsOfInstrument,
  averagePx,
  decimal,
  FLAT,
  toDecimalString,
  type AccountKey,
  type BalanceReport,
  type CostedQty,
  type Decimal,
  type DecimalString,
  type Fill,
  type Income,
  type IncomeKind,
  type InstrumentId,
  type InstrumentKind,
  type IntentSource,
  type TradingRecord,
} from '../domain/index.ts';
import { moveOf } from './apply-book-event.ts';
import { AssetSums, type AssetSumsSnapshot } from './asset-sums.ts';
import { CashBook, type CashBookSnapshot } from './cash-book.ts';
import type { ClosedTrade, TradeSide } from './closed-trade.ts';
import { PositionBook, type PositionBookSnapshot } from './position-book.ts';
import type { PositionState } from './position-state.ts';

/** One open position, or one spot holding whose cost is known. */
export interface LedgerPosition {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly kind: InstrumentKind;
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly side: TradeSide;
  readonly qtyBase: DecimalString;
  readonly costQuote: DecimalString;
  readonly avgPx: DecimalString;
  readonly openMs: number;
  readonly source: IntentSource | null;
  /** The arbitrage whose leg it is; null for any other. */
  readonly arbId: string | null;
  /** Orders that opened it or added to it. */
  readonly entryOrders: number;
  /** Base units of the round that were closed already. */
  readonly exitBase: DecimalString;
  /** Of the open round: realised so far, fees in quote or base, funding. */
  readonly realisedQuote: DecimalString;
  readonly feesQuote: DecimalString;
  readonly fundingQuote: DecimalString;
}

export interface AccountLedgerSnapshot {
  readonly account: AccountKey;
  readonly cash: CashBookSnapshot;
  readonly books: readonly (readonly [InstrumentId, PositionBookSnapshot])[];
  readonly feesCharged: AssetSumsSnapshot;
  readonly feesCost: AssetSumsSnapshot;
  readonly incomes: readonly (readonly [IncomeKind, AssetSumsSnapshot])[];
  readonly unbooked: number;
  readonly covered: number;
  /** Absent in books saved before it was kept. */
  readonly openedMs?: number | null;
}

/**
 * The books of one account.
 *
 * Invariants: (1) per quote asset, realised gains plus the value of what is open equal the money that moved; (2) cash per asset is its
 * opening plus all moves; (3) the order of telling doesn't matter within the tail of a `PositionBook`. That no event is told twice is the
 * promise of the journal's door.
 */
export class AccountLedger {
  readonly account: AccountKey;
  private cashBook = new CashBook();
  private readonly books = new Map<InstrumentId, PositionBook>();
  private chargedFees = new AssetSums();
  private costFees = new AssetSums();
  private readonly incomeSums = new Map<IncomeKind, AssetSums>();
  private unbooked = 0;
  private covered = 0;
  private openedAtMs: number | null = null;
  /** A state never changes once made, so neither does what is told of it. */
  private readonly told = new WeakMap<PositionState, LedgerPosition>();

  constructor(account: AccountKey) {
    this.account = account;
  }

  /** Books a fill; `source` says who wanted its order. */
  bookFill(fill: Fill, { source, seq }: { readonly source: IntentSource | null; readonly seq: number }): void {
    const book = this.bookOf(fill.instrumentId);
    if (book === null) {
      this.unbooked += 1;
      return;
    }
    const { assets } = book.identity;
    const { venueMs } = fill;
    const move = moveOf(fill, assets);
    const fee = decimal(fill.fee);
    const isSpot = assets.kind === 'spot';
    const scope = isSpot ? 'spot' : 'futures';
    this.chargedFees.add(fill.feeAsset, fee);
    if (move.otherFee.eq(0)) this.costFees.add(assets.quoteAsset, move.feeQuote);
    else this.costFees.add(fill.feeAsset, fee);
    this.cashBook.add(scope, fill.feeAsset, { amount: fee.times(-1), venueMs });
    if (isSpot) {
      const base = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
      this.cashBook.add(scope, assets.baseAsset, { amount: base, venueMs });
      this.cashBook.add(scope, assets.quoteAsset, { amount: base.times(move.px).times(-1), venueMs });
    }
    if (book.isCovered(venueMs)) {
      this.covered += 1;
      return;
    }
    const before = book.state.realisedQuote;
    book.insert({ kind: 'fill', fill, source, seq });
    if (isSpot) return;
    this.cashBook.add(scope, assets.quoteAsset, { amount: book.state.realisedQuote.minus(before), venueMs });
  }

  /** Books what moved money without a fill. */
  bookIncome(income: Income, seq: number): void {
    const amount = decimal(income.amount);
    this.cashBook.add(income.scope, income.asset, { amount, venueMs: income.venueMs });
    const sums = this.incomeSums.get(income.kind) ?? new AssetSums();
    this.incomeSums.set(income.kind, sums);
    sums.add(income.asset, amount);
    if (income.instrumentId === null) return;
    const book = this.bookOf(income.instrumentId);
    if (book !== null && !book.isCovered(income.venueMs)) book.insert({ kind: 'income', income, seq });
  }

  /** What is left of a spot listing is too little for an order: the trade that left it ends. A perp stays a position. */
  setDust({ dust, seq, atMs }: Extract<TradingRecord, { kind: 'dust' }>): void {
    const book = this.bookOf(dust.instrumentId);
    if (book?.identity.assets.kind === 'spot') book.setDust(dust.qtyBase, { seq, atMs });
  }

  /** Takes over the venue's quantity of one instrument. */
  setPosition(record: Extract<TradingRecord, { kind: 'position-set' }>): void {
    const book = this.bookOf(record.instrumentId);
    if (book === null) this.unbooked += 1;
    else book.set(decimal(record.qtyBase), decimal(record.px), record);
  }

  /** Takes the venue's word about balances; the first one opens the books. `atMs` is our time. */
  reportBalances(balances: readonly BalanceReport[], atMs: number): void {
    if (balances.length > 0) this.openedAtMs ??= atMs;
    this.cashBook.report(balances);
  }

  /** Our time of the first balances; null before. */
  get openedMs(): number | null {
    return this.openedAtMs;
  }

  get cash(): CashBook {
    return this.cashBook;
  }

  /** Fees as charged, by asset; positive costs. */
  get feesCharged(): AssetSums {
    return this.chargedFees;
  }

  /** Fees as costs: those in the base of a spot fill count in quote at the fill's price, third coins stay as they are. */
  get feesCost(): AssetSums {
    return this.costFees;
  }

  /** Returns the sums of one kind of income; positive: received. */
  income(kind: IncomeKind): AssetSums {
    return this.incomeSums.get(kind) ?? new AssetSums();
  }

  /** Returns realised gains before fees, by quote asset. */
  realised(): AssetSums {
    const sums = new AssetSums();
    for (const book of this.books.values()) sums.add(book.identity.assets.quoteAsset, book.state.realisedQuote);
    return sums;
  }

  /** Returns the proceeds of spot sales of coins whose cost is unknown. */
  uncovered(): AssetSums {
    const sums = new AssetSums();
    for (const book of this.books.values()) sums.add(book.identity.assets.quoteAsset, book.state.uncoveredQuote);
    return sums;
  }

  /** Events that moved nothing: of instruments whose assets can't be told, and of before a takeover of the venue's quantity. */
  get notBooked(): { readonly unreadable: number; readonly covered: number } {
    return { unreadable: this.unbooked, covered: this.covered };
  }

  /** Returns what is open, perps and spot holdings alike. */
  positions(): LedgerPosition[] {
    return [...this.books.values()].flatMap((book) => this.positionOf(book) ?? []);
  }

  /** Returns what ended trades left of a spot listing, with its cost. */
  dustOf(id: InstrumentId): CostedQty {
    return this.books.get(id)?.state.dust ?? FLAT;
  }

  /** Returns the quantity of an instrument right before a moment of the venue's time; null where it can't be told any more. */
  qtyBefore(id: InstrumentId, venueMs: number): Decimal | null {
    return this.books.get(id)?.qtyBefore(venueMs) ?? null;
  }

  /** Returns the closed trades kept, in the order in which they closed. */
  closedTrades(): ClosedTrade[] {
    return [...this.books.values()].flatMap((book) => book.trades).sort((a, b) => a.closeMs - b.closeMs);
  }

  get droppedTrades(): number {
    return [...this.books.values()].reduce((sum, book) => sum + book.droppedTrades, 0);
  }

  snapshot(): AccountLedgerSnapshot {
    return {
      account: this.account,
      cash: this.cashBook.snapshot(),
      books: [...this.books].map(([id, book]) => [id, book.snapshot()] as const),
      feesCharged: this.chargedFees.snapshot(),
      feesCost: this.costFees.snapshot(),
      incomes: [...this.incomeSums].map(([kind, sums]) => [kind, sums.snapshot()] as const),
      unbooked: this.unbooked,
      covered: this.covered,
      openedMs: this.openedAtMs,
    };
  }

  static restore(saved: AccountLedgerSnapshot): AccountLedger {
    const ledger = new AccountLedger(saved.account);
    ledger.cashBook = CashBook.restore(saved.cash);
    for (const [id, book] of saved.books) {
      const assets = assetsOfInstrument(id);
      if (assets === null) throw new Error(`Invariant: a saved book of ${id}, whose assets can't be told`);
      const identity = { account: saved.account, instrumentId: id, assets };
      ledger.books.set(id, PositionBook.restore(identity, book));
    }
    ledger.chargedFees = AssetSums.restore(saved.feesCharged);
    ledger.costFees = AssetSums.restore(saved.feesCost);
    for (const [kind, sums] of saved.incomes) ledger.incomeSums.set(kind, AssetSums.restore(sums));
    ledger.unbooked = saved.unbooked;
    ledger.covered = saved.covered;
    ledger.openedAtMs = saved.openedMs ?? null;
    return ledger;
  }

  private bookOf(id: InstrumentId): PositionBook | null {
    const known = this.books.get(id);
    if (known !== undefined) return known;
    const assets = assetsOfInstrument(id);
    if (assets === null) return null;
    const book = new PositionBook({ account: this.account, instrumentId: id, assets });
    this.books.set(id, book);
    return book;
  }

  private positionOf(book: PositionBook): LedgerPosition | null {
    const { state } = book;
    const known = this.told.get(state);
    if (known !== undefined) return known;
    const { held, round } = state;
    const avgPx = averagePx(held);
    if (avgPx === null || round === null) return null;
    const { instrumentId, assets } = book.identity;
    const position: LedgerPosition = {
      account: this.account,
      instrumentId,
      kind: assets.kind,
      symbol: assets.symbol,
      baseAsset: assets.baseAsset,
      quoteAsset: assets.quoteAsset,
      side: round.side,
      qtyBase: toDecimalString(held.qtyBase),
      costQuote: toDecimalString(held.costQuote),
      avgPx: toDecimalString(avgPx),
      openMs: round.openMs,
      source: round.source,
      arbId: round.arbId ?? null,
      entryOrders: round.entryOrders,
      exitBase: toDecimalString(round.exitBase),
      realisedQuote: toDecimalString(round.grossQuote),
      feesQuote: toDecimalString(round.feesQuote),
      fundingQuote: toDecimalString(round.fundingQuote),
    };
    this.told.set(state, position);
    return position;
  }
}
