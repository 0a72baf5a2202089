import { decimal, toDecimalString, ZERO, type Decimal, type DecimalString } from '../domain/index.ts';
import type { PriceOf } from './closed-trade.ts';

export type AssetSumsSnapshot = readonly (readonly [string, DecimalString])[];

/** Sums of several assets side by side; amounts of two assets never add. */
export class AssetSums {
  private readonly sums = new Map<string, Decimal>();

  add(asset: string, amount: Decimal): void {
    this.sums.set(asset, (this.sums.get(asset) ?? ZERO).plus(amount));
  }

  get(asset: string): Decimal {
    return this.sums.get(asset) ?? ZERO;
  }

  entries(): readonly (readonly [string, Decimal])[] {
    return [...this.sums];
  }

  /** Returns the worth of all; null when one that isn't zero has no price. */
  worth(priceOf: PriceOf): Decimal | null {
    let total = ZERO;
    for (const [asset, amount] of this.sums) {
      if (amount.eq(0)) continue;
      const price = priceOf(asset);
      if (price === null) return null;
      total = total.plus(amount.times(decimal(price)));
    }
    return total;
  }

  /** Returns the sums as text, without those that are zero. */
  toTexts(): Readonly<Record<string, DecimalString>> {
    return Object.fromEntries(
      [...this.sums].filter(([, amount]) => !amount.eq(0)).map(([asset, amount]) => [asset, toDecimalString(amount)]),
    );
  }

  snapshot(): AssetSumsSnapshot {
    return [...this.sums].map(([asset, amount]) => [asset, toDecimalString(amount)] as const);
  }

  static restore(saved: AssetSumsSnapshot): AssetSums {
    const sums = new AssetSums();
    for (const [asset, amount] of saved) sums.sums.set(asset, decimal(amount));
    return sums;
  }
}
