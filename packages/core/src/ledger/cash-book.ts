import {
  decimal,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type BalanceScope,
  type Decimal,
  type DecimalString,
  type Income,
} from '../domain/index.ts';
import { AssetSums, type AssetSumsSnapshot } from './asset-sums.ts';

type PocketKey = `${BalanceScope}|${string}`;

/** One asset in one pocket: ours by all bookings, and the venue's word. */
export interface CashRow {
  readonly scope: BalanceScope;
  readonly asset: string;
  readonly total: DecimalString;
  /** null before the venue said anything. */
  readonly venueTotal: DecimalString | null;
  /** True when we have booked something newer than the venue's word. */
  readonly isWordOlder: boolean;
}

interface VenueWord {
  readonly total: DecimalString;
  readonly updatedMs: number;
}

export interface CashBookSnapshot {
  readonly isUnified: boolean;
  readonly isOpened: boolean;
  readonly pockets: readonly (readonly [PocketKey, DecimalString])[];
  readonly touchedMs: readonly (readonly [PocketKey, number])[];
  readonly venue: readonly (readonly [PocketKey, VenueWord])[];
  readonly openings: AssetSumsSnapshot;
}

/** When a difference to the venue counts as a transfer. */
export interface TransferOptions {
  /** Up to when every fill and income is known: the start of the last complete reading. */
  readonly nowMs: number;
  /** How long both sides must have been quiet: an order's fill and its balance come in any order. */
  readonly settleMs: number;
  /** Differences up to this are rounding of the venue. */
  readonly tolerance: DecimalString;
}

/**
 * Cash of one account by pocket and asset. The first balances of an account are its opening; later ones are only compared with ours.
 * A venue that reports a `unified` pocket has one for spot and perps alike.
 */
export class CashBook {
  private isUnified = false;
  private isOpened = false;
  private readonly pockets = new Map<PocketKey, Decimal>();
  private readonly touchedMs = new Map<PocketKey, number>();
  private readonly venue = new Map<PocketKey, VenueWord>();
  private openingSums = new AssetSums();

  /** Moves an amount in or out of a pocket at the venue's time. */
  add(scope: BalanceScope, asset: string, move: { readonly amount: Decimal; readonly venueMs: number }): void {
    if (move.amount.eq(0)) return;
    const key = this.keyOf(scope, asset);
    this.pockets.set(key, (this.pockets.get(key) ?? ZERO).plus(move.amount));
    this.touchedMs.set(key, Math.max(this.touchedMs.get(key) ?? 0, move.venueMs));
  }

  /** Takes the venue's word about some assets. */
  report(balances: readonly BalanceReport[]): void {
    if (!this.isUnified && balances.some((b) => b.scope === 'unified')) this.unify();
    for (const balance of balances) {
      const key = this.keyOf(balance.scope, balance.asset);
      const known = this.venue.get(key);
      if (known !== undefined && known.updatedMs > balance.updatedMs) continue;
      this.venue.set(key, { total: balance.total, updatedMs: balance.updatedMs });
      if (this.isOpened) continue;
      const opening = decimal(balance.total).minus(this.pockets.get(key) ?? ZERO);
      this.openingSums.add(balance.asset, opening);
      this.add(balance.scope, balance.asset, { amount: opening, venueMs: balance.updatedMs });
    }
    if (balances.length > 0) this.isOpened = true;
  }

  /** Returns every pocket, with the venue's word beside. */
  rows(): CashRow[] {
    const keys = new Set([...this.pockets.keys(), ...this.venue.keys()]);
    return [...keys].map((key) => ({
      ...partsOf(key),
      total: toDecimalString(this.pockets.get(key) ?? ZERO),
      venueTotal: this.venue.get(key)?.total ?? null,
      isWordOlder: (this.touchedMs.get(key) ?? 0) > (this.venue.get(key)?.updatedMs ?? 0),
    }));
  }

  /** What the account began with. */
  get openings(): AssetSums {
    return this.openingSums;
  }

  /** Returns the sums over all pockets. */
  totals(): AssetSums {
    const sums = new AssetSums();
    for (const [key, amount] of this.pockets) sums.add(partsOf(key).asset, amount);
    return sums;
  }

  /**
   * Returns the transfers that explain what the venue has more or less than our bookings, as incomes to be recorded. Ask only when
   * fills and incomes have been fetched up to now; a recorded one closes its difference.
   */
  transfers({ nowMs, settleMs, tolerance }: TransferOptions): Income[] {
    const found: Income[] = [];
    for (const [key, word] of this.venue) {
      const difference = decimal(word.total).minus(this.pockets.get(key) ?? ZERO);
      const touchedMs = this.touchedMs.get(key) ?? 0;
      const isQuiet = nowMs - word.updatedMs >= settleMs && nowMs - touchedMs >= settleMs;
      if (difference.abs().lte(decimal(tolerance)) || !isQuiet || touchedMs > word.updatedMs) continue;
      const { scope, asset } = partsOf(key);
      found.push({
        kind: 'transfer',
        incomeId: `transfer-${scope}-${asset}-${word.updatedMs}`,
        instrumentId: null,
        scope,
        asset,
        amount: toDecimalString(difference),
        venueMs: word.updatedMs,
      });
    }
    return found;
  }

  snapshot(): CashBookSnapshot {
    return {
      isUnified: this.isUnified,
      isOpened: this.isOpened,
      pockets: [...this.pockets].map(([key, amount]) => [key, toDecimalString(amount)] as const),
      touchedMs: [...this.touchedMs],
      venue: [...this.venue],
      openings: this.openingSums.snapshot(),
    };
  }

  static restore(saved: CashBookSnapshot): CashBook {
    const book = new CashBook();
    book.isUnified = saved.isUnified;
    book.isOpened = saved.isOpened;
    for (const [key, amount] of saved.pockets) book.pockets.set(key, decimal(amount));
    for (const [key, atMs] of saved.touchedMs) book.touchedMs.set(key, atMs);
    for (const [key, word] of saved.venue) book.venue.set(key, word);
    book.openingSums = AssetSums.restore(saved.openings);
    return book;
  }

  private keyOf(scope: BalanceScope, asset: string): PocketKey {
    return `${this.isUnified ? 'unified' : scope}|${asset}`;
  }

  /** Pours what was booked by market into the one pocket. */
  private unify(): void {
    const before = [...this.pockets].map(([key, amount]) => ({ key, amount, atMs: this.touchedMs.get(key) ?? 0 }));
    this.pockets.clear();
    this.touchedMs.clear();
    this.venue.clear();
    this.isUnified = true;
    for (const { key, amount, atMs } of before) this.add('unified', partsOf(key).asset, { amount, venueMs: atMs });
  }
}

function partsOf(key: PocketKey): { readonly scope: BalanceScope; readonly asset: string } {
  const cut = key.indexOf('|');
  return { scope: key.slice(0, cut) as BalanceScope, asset: key.slice(cut + 1) };
}
