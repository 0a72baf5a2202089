import { decimal, toDecimalString, ZERO, type AccountKey, type Decimal, type DecimalString } from '../domain/index.ts';

const DAY_MS = 86_400_000;

/** Price of one unit of an asset in USD; null while unknown. */
export type PriceUsd = (asset: string) => DecimalString | null;

/** Returns the number of the UTC day a time lies in. */
function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

export interface DayResultSnapshot {
  readonly day: number;
  readonly pnlByAsset: readonly (readonly [string, DecimalString])[];
  readonly equityNow: readonly (readonly [AccountKey, DecimalString])[];
  readonly equityAtStart: readonly (readonly [AccountKey, DecimalString])[];
  /** Absent in snapshots of before it was kept. */
  readonly unrealisedNow?: readonly (readonly [AccountKey, DecimalString])[];
  readonly unrealisedAtStart?: readonly (readonly [AccountKey, DecimalString])[];
}

/** What one mode gained and lost in the running UTC day, asset by asset, and the equity it began with. */
export class DayResult {
  private day = 0;
  private readonly pnl = new Map<string, Decimal>();
  private readonly equityNow = new Map<AccountKey, DecimalString>();
  private readonly equityAtStart = new Map<AccountKey, DecimalString>();
  private readonly unrealisedNow = new Map<AccountKey, DecimalString>();
  private readonly unrealisedAtStart = new Map<AccountKey, DecimalString>();

  /** Goes on to the day of `atMs`; what was known of the equity becomes the start of the day. */
  roll(atMs: number): void {
    const day = utcDay(atMs);
    if (day <= this.day) return;
    this.day = day;
    this.pnl.clear();
    this.equityAtStart.clear();
    for (const [account, usd] of this.equityNow) this.equityAtStart.set(account, usd);
    this.unrealisedAtStart.clear();
    for (const [account, usd] of this.unrealisedNow) this.unrealisedAtStart.set(account, usd);
  }

  /** Adds a gain (negative: a loss or a cost) that happened at `venueMs`; what belongs to a former day is left out. */
  add(asset: string, amount: Decimal, venueMs: number): void {
    if (utcDay(venueMs) < this.day) return;
    this.pnl.set(asset, (this.pnl.get(asset) ?? ZERO).plus(amount));
  }

  /** Takes an account's equity; the first one known in a day also counts as its start. */
  setEquity(account: AccountKey, usd: DecimalString, unrealisedUsd: DecimalString): void {
    this.equityNow.set(account, usd);
    this.unrealisedNow.set(account, unrealisedUsd);
    if (!this.equityAtStart.has(account)) this.equityAtStart.set(account, usd);
  }

  /** Counts an account's equity no longer. */
  forget(account: AccountKey): void {
    this.equityNow.delete(account);
    this.equityAtStart.delete(account);
    this.unrealisedNow.delete(account);
    this.unrealisedAtStart.delete(account);
  }

  /** Returns the day's result in USD; null when an asset has no price. A day that has not begun in the records has none: 0. */
  pnlUsd(nowMs: number, priceUsd: PriceUsd): DecimalString | null {
    if (utcDay(nowMs) > this.day) return '0';
    let sum = ZERO;
    for (const [asset, amount] of this.pnl) {
      if (amount.eq(0)) continue;
      const price = priceUsd(asset);
      if (price === null) return null;
      sum = sum.plus(amount.times(decimal(price)));
    }
    return toDecimalString(sum);
  }

  /** Returns the equity of all accounts at the day's start; null while none is known. */
  startEquityUsd(nowMs: number): DecimalString | null {
    const equities = utcDay(nowMs) > this.day ? this.equityNow : this.equityAtStart;
    if (equities.size === 0) return null;
    return toDecimalString([...equities.values()].reduce<Decimal>((sum, usd) => sum.plus(decimal(usd)), ZERO));
  }

  /** Returns what was unrealised when the day began: of accounts that were known before it. 0 where nothing was open. */
  startUnrealisedUsd(nowMs: number): DecimalString {
    const known = utcDay(nowMs) > this.day ? this.unrealisedNow : this.unrealisedAtStart;
    return toDecimalString([...known.values()].reduce<Decimal>((sum, usd) => sum.plus(decimal(usd)), ZERO));
  }

  snapshot(): DayResultSnapshot {
    return {
      day: this.day,
      pnlByAsset: [...this.pnl].map(([asset, amount]) => [asset, toDecimalString(amount)] as const),
      equityNow: [...this.equityNow],
      equityAtStart: [...this.equityAtStart],
      unrealisedNow: [...this.unrealisedNow],
      unrealisedAtStart: [...this.unrealisedAtStart],
    };
  }

  static restore(saved: DayResultSnapshot): DayResult {
    const result = new DayResult();
    result.day = saved.day;
    for (const [asset, amount] of saved.pnlByAsset) result.pnl.set(asset, decimal(amount));
    for (const [account, usd] of saved.equityNow) result.equityNow.set(account, usd);
    for (const [account, usd] of saved.equityAtStart) result.equityAtStart.set(account, usd);
    for (const [account, usd] of saved.unrealisedNow ?? []) result.unrealisedNow.set(account, usd);
    for (const [account, usd] of saved.unrealisedAtStart ?? []) result.unrealisedAtStart.set(account, usd);
    return result;
  }
}
