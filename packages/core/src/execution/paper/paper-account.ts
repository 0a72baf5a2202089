import {
  decimal,
  maxOf,
  minOf,
  roundTo,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type Decimal,
  type DecimalString,
  type Instrument,
  type InstrumentId,
  type OrderSide,
  type PositionReport,
} from '../../domain/index.ts';

/** Equity of a position below this part of its value at the mark ends in liquidation. */
const MAINTENANCE_FRAC = decimal('0.005');
const CASH_ASSET = 'USDT';
/** Digits of prices that come out of a division. */
const PX_DIGITS = 12;

interface Holding {
  readonly instrument: Instrument;
  qtyBase: Decimal;
  entryPx: Decimal;
  leverage: number;
  updatedMs: number;
}

/** A fill's effect on the account. */
export interface PaperBooking {
  readonly instrument: Instrument;
  readonly side: OrderSide;
  readonly qtyBase: Decimal;
  readonly px: Decimal;
  readonly fee: Decimal;
  readonly leverage: number;
  readonly atMs: number;
}

/** The money of one paper account: one pot of USDT for spot and perps, coins, and perp positions in isolated margin. Exact decimals. */
export class PaperAccount {
  private cash: Decimal;
  private readonly coins = new Map<string, Decimal>();
  private readonly positions = new Map<InstrumentId, Holding>();
  /** What resting orders hold back, by order: of the cash or of a coin. */
  private readonly locks = new Map<string, { readonly asset: string; readonly amount: Decimal }>();

  constructor(startCash: DecimalString) {
    this.cash = decimal(startCash);
  }

  /** Replaces balances, as after a restart. Assets that are not listed are empty. */
  seedBalances(balances: readonly BalanceReport[]): void {
    this.coins.clear();
    for (const { asset, total } of balances) {
      if (asset === CASH_ASSET) this.cash = decimal(total);
      else this.coins.set(asset, decimal(total));
    }
  }

  seedPosition(instrument: Instrument, report: PositionReport): void {
    const qtyBase = decimal(report.qtyBase);
    if (qtyBase.eq(0) || report.entryPx === null) return;
    const entryPx = decimal(report.entryPx);
    const leverage = report.leverage ?? 1;
    this.positions.set(instrument.id, { instrument, qtyBase, entryPx, leverage, updatedMs: report.updatedMs });
  }

  qtyOf(instrumentId: InstrumentId): Decimal {
    return this.positions.get(instrumentId)?.qtyBase ?? ZERO;
  }

  leverageOf(instrumentId: InstrumentId): number | null {
    return this.positions.get(instrumentId)?.leverage ?? null;
  }

  coinOf(asset: string): Decimal {
    return this.coins.get(asset) ?? ZERO;
  }

  /** Returns what a new order could use of an asset: never below 0. */
  free(asset: string): Decimal {
    const total = asset === CASH_ASSET ? this.cash.minus(this.marginUsed()) : this.coinOf(asset);
    return maxOf(total.minus(this.locked(asset)), ZERO);
  }

  /** Holds an amount back for a resting order; replaces what the order held before. */
  lock(orderKey: string, asset: string, amount: Decimal): void {
    if (amount.lte(0)) this.locks.delete(orderKey);
    else this.locks.set(orderKey, { asset, amount });
  }

  unlock(orderKey: string): void {
    this.locks.delete(orderKey);
  }

  /** Returns how much cash an order needs free: for spot its value, for perps the margin of what it opens; the fee on top. */
  cashNeeded(
    instrument: Instrument,
    side: OrderSide,
    order: { readonly qtyBase: Decimal; readonly px: Decimal; readonly leverage: number; readonly feeFrac: Decimal },
  ): Decimal {
    const { qtyBase, px, leverage, feeFrac } = order;
    const value = qtyBase.times(px);
    const fee = maxOf(value.times(feeFrac), ZERO);
    if (instrument.kind === 'spot') return side === 'BUY' ? value.plus(fee) : ZERO;
    const held = this.qtyOf(instrument.id);
    const isReducing = side === 'BUY' ? held.lt(0) : held.gt(0);
    const opening = isReducing ? maxOf(qtyBase.minus(held.abs()), ZERO) : qtyBase;
    if (opening.eq(0)) return ZERO;
    return opening.times(px).div(leverage).plus(fee);
  }

  /** Books a fill. */
  book(booking: PaperBooking): void {
    this.cash = this.cash.minus(booking.fee);
    if (booking.instrument.kind === 'spot') this.bookSpot(booking);
    else this.bookPerp(booking);
  }

  /** All of the cash, what positions and orders hold back of it too. */
  get cashTotal(): Decimal {
    return this.cash;
  }

  /** Books money that came or went without a fill. */
  addCash(amount: Decimal): void {
    this.cash = this.cash.plus(amount);
  }

  setLeverage(instrumentId: InstrumentId, leverage: number): void {
    const held = this.positions.get(instrumentId);
    if (held !== undefined) held.leverage = leverage;
  }

  /** Returns the margin a position would need more at another leverage; negative when it would free some. */
  marginChange(instrumentId: InstrumentId, leverage: number): Decimal {
    const held = this.positions.get(instrumentId);
    if (held === undefined) return ZERO;
    const value = held.qtyBase.abs().times(held.entryPx);
    return value.div(leverage).minus(value.div(held.leverage));
  }

  /** Returns true when the mark leaves the position less than its maintenance margin. */
  isLiquidated(instrumentId: InstrumentId, markPx: Decimal): boolean {
    const held = this.positions.get(instrumentId);
    if (held === undefined) return false;
    const equity = marginOf(held).plus(unrealisedOf(held, markPx));
    return equity.lte(held.qtyBase.abs().times(markPx).times(MAINTENANCE_FRAC));
  }

  openInstruments(): readonly InstrumentId[] {
    return [...this.positions.keys()];
  }

  balances(nowMs: number): readonly BalanceReport[] {
    const rows: BalanceReport[] = [
      this.balanceOf(CASH_ASSET, this.cash, this.marginUsed().plus(this.locked(CASH_ASSET)), nowMs),
    ];
    for (const [asset, total] of this.coins) rows.push(this.balanceOf(asset, total, this.locked(asset), nowMs));
    return rows;
  }

  /** Returns one position; flat when there is none. */
  position(instrumentId: InstrumentId, markPx: number | null, nowMs: number): PositionReport {
    const held = this.positions.get(instrumentId);
    if (held === undefined) return flat(instrumentId, nowMs);
    const mark = markPx === null ? null : decimal(markPx);
    return {
      instrumentId,
      qtyBase: toDecimalString(held.qtyBase),
      entryPx: toDecimalString(held.entryPx),
      markPx: mark === null ? null : toDecimalString(mark),
      unrealisedUsd: mark === null ? null : toDecimalString(unrealisedOf(held, mark)),
      leverage: held.leverage,
      marginMode: 'isolated',
      liquidationPx: toDecimalString(liquidationPx(held)),
      marginUsd: toDecimalString(roundTo(marginOf(held), PX_DIGITS)),
      adlRank: null,
      updatedMs: held.updatedMs,
    };
  }

  private bookSpot({ instrument, side, qtyBase, px }: PaperBooking): void {
    const sign = side === 'BUY' ? 1 : -1;
    this.cash = this.cash.minus(qtyBase.times(px).times(sign));
    this.coins.set(instrument.baseAsset, this.coinOf(instrument.baseAsset).plus(qtyBase.times(sign)));
  }

  private bookPerp({ instrument, side, qtyBase, px, leverage, atMs }: PaperBooking): void {
    const signed = side === 'BUY' ? qtyBase : qtyBase.times(-1);
    const held = this.positions.get(instrument.id);
    if (held === undefined) {
      this.positions.set(instrument.id, { instrument, qtyBase: signed, entryPx: px, leverage, updatedMs: atMs });
      return;
    }
    const isAdding = held.qtyBase.gt(0) === signed.gt(0);
    const after = held.qtyBase.plus(signed);
    if (isAdding) {
      const value = held.qtyBase.times(held.entryPx).plus(signed.times(px));
      held.entryPx = roundTo(value.div(after), PX_DIGITS);
    } else {
      const closed = minOf(qtyBase, held.qtyBase.abs());
      const perBase = held.qtyBase.gt(0) ? px.minus(held.entryPx) : held.entryPx.minus(px);
      this.cash = this.cash.plus(perBase.times(closed));
      if (after.eq(0)) {
        this.positions.delete(instrument.id);
        return;
      }
      if (after.gt(0) !== held.qtyBase.gt(0)) held.entryPx = px;
    }
    held.qtyBase = after;
    held.leverage = leverage;
    held.updatedMs = atMs;
  }

  private balanceOf(asset: string, total: Decimal, locked: Decimal, updatedMs: number): BalanceReport {
    const held = roundTo(minOf(locked, maxOf(total, ZERO)), PX_DIGITS);
    return {
      scope: 'unified',
      asset,
      total: toDecimalString(total),
      free: toDecimalString(total.minus(held)),
      locked: toDecimalString(held),
      borrowed: '0',
      updatedMs,
    };
  }

  private marginUsed(): Decimal {
    let sum = ZERO;
    for (const held of this.positions.values()) sum = sum.plus(marginOf(held));
    return sum;
  }

  private locked(asset: string): Decimal {
    let sum = ZERO;
    for (const lock of this.locks.values()) if (lock.asset === asset) sum = sum.plus(lock.amount);
    return sum;
  }
}

function marginOf(held: Holding): Decimal {
  return held.qtyBase.abs().times(held.entryPx).div(held.leverage);
}

function unrealisedOf(held: Holding, markPx: Decimal): Decimal {
  return markPx.minus(held.entryPx).times(held.qtyBase);
}

/** Where margin plus unrealised PnL equals the maintenance margin: entry (1 -+ 1/leverage) / (1 -+ maintenance). */
function liquidationPx(held: Holding): Decimal {
  const sign = held.qtyBase.gt(0) ? 1 : -1;
  const bankrupt = held.entryPx.minus(held.entryPx.div(held.leverage).times(sign));
  return roundTo(maxOf(bankrupt, ZERO).div(decimal(1).minus(MAINTENANCE_FRAC.times(sign))), PX_DIGITS);
}

function flat(instrumentId: InstrumentId, updatedMs: number): PositionReport {
  return {
    instrumentId,
    qtyBase: '0',
    entryPx: null,
    markPx: null,
    unrealisedUsd: null,
    leverage: null,
    marginMode: null,
    liquidationPx: null,
    marginUsd: null,
    adlRank: null,
    updatedMs,
  };
}
