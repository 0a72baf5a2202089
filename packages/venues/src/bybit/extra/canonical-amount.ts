import type { Decimal } from '@riptide/core/domain';
import { fromWireAsset } from '../symbols.ts';

/** Turns an amount of a coin as Bybit names it into the canonical asset: one 1000PEPE is 1,000 PEPE. */
export function toCanonicalAmount(coin: string, amount: Decimal): { readonly asset: string; readonly amount: Decimal } {
  const { asset, multiplier } = fromWireAsset(coin);
  return { asset, amount: amount.times(multiplier) };
}
