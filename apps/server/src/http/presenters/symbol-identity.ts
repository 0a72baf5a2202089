import { DEFAULT_ARBITRAGE_SETTINGS, type Venue } from '@riptide/core/domain';
import { DEFAULT_SCANNER_OPTIONS, gapPct, otherCoinFault, type CoinLimits } from '@riptide/core/strategies';
import type { OtherCoin, SymbolAtVenue } from '@riptide/contracts';
import type { z } from 'zod';
import type { EngineLink } from '../../link/engine-link.ts';
import { arbitrageView } from './arbitrage.ts';
import { rounded } from './numbers.ts';
import type { LiveBooks } from './symbol-matrix.ts';

type Cell = z.input<typeof SymbolAtVenue>;

/** The bounds by which the scanner blocks a pair, as they are set now. */
export function coinLimitsOf(link: EngineLink): CoinLimits {
  const settings = arbitrageView(link)?.settings ?? DEFAULT_ARBITRAGE_SETTINGS;
  return { maxGrossBps: settings.maxGrossBps, maxIndexGapFrac: DEFAULT_SCANNER_OPTIONS.maxIndexGapFrac };
}

export interface IdentityFacts {
  readonly symbol: string;
  readonly cells: readonly (readonly [Venue, Cell])[];
  readonly books: LiveBooks;
  readonly limits: CoinLimits;
}

/** Returns the pairs of venues whose listings of a symbol can't be the same coin, and why. A venue without a price says nothing. */
export function otherCoinsOf({ symbol, cells, books, limits }: IdentityFacts): OtherCoin[] {
  const priced = cells.flatMap(([venue, { type, price }]) => {
    if (type === null || price === null) return [];
    const book = books.get(`${venue}|${type}|${symbol}`);
    const referencePx = type === 'perp' ? (book?.markPx ?? Number.NaN) : price;
    return [{ venue, midPx: price, referencePx }];
  });
  return priced.flatMap((one, at) =>
    priced.slice(at + 1).flatMap((other): OtherCoin[] => {
      const fault = otherCoinFault(one, other, limits);
      if (fault === null) return [];
      const reason = `${symbol} is ${one.midPx} at ${one.venue} and ${other.midPx} at ${other.venue}: ${fault}`;
      const gapBps = rounded(gapPct(one.midPx, other.midPx) * 100, 1);
      return [{ venues: [one.venue, other.venue], gap_bps: gapBps, reason }];
    }),
  );
}

/** Returns the venues between which a symbol can be the same coin: each with at least one of the others. */
export function alikeVenues(venues: readonly Venue[], otherCoins: readonly OtherCoin[]): Venue[] {
  const isApart = (one: Venue, other: Venue) =>
    otherCoins.some(({ venues: pair }) => pair.includes(one) && pair.includes(other));
  return venues.filter((one) => venues.some((other) => other !== one && !isApart(one, other)));
}
