import type { LivePrice } from '@riptide/contracts/calls';

/** Orders symbols: those that are followed first, as they are listed; then by the volume of the day. */
export function orderSymbols(prices: readonly LivePrice[], followed: readonly string[]): readonly string[] {
  const rank = ({ symbol }: LivePrice): number => {
    const at = followed.indexOf(symbol);
    return at === -1 ? followed.length : at;
  };
  return prices
    .toSorted((one, other) => rank(one) - rank(other) || (other.volume_24h ?? 0) - (one.volume_24h ?? 0))
    .map(({ symbol }) => symbol);
}
