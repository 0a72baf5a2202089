import { VENUES, type Venue } from '@riptide/core/domain';
import { BASE_TIER_FEES } from '@riptide/core/strategies';

/** Names that no venue has. */
const MADE_UP = ['FIFTH', 'SIXTH', 'SEVENTH', 'EIGHTH'] as const;

/**
 * Puts four made-up venues behind the four of the product, for this process alone, and returns all eight.
 *
 * What a hot engine keeps by venue takes its size from the list when the engine is made, and a venue is its place in it: to its stores and
 * its scanner these are venues like the others, with the fees of BINANCE. Tables of the trading side, which nobody asks here, know the four.
 */
export function eightVenues(): readonly Venue[] {
  for (const name of MADE_UP) {
    if ((VENUES as readonly string[]).includes(name)) continue;
    (VENUES as unknown as string[]).push(name);
    (BASE_TIER_FEES as Record<string, (typeof BASE_TIER_FEES)[Venue]>)[name] = BASE_TIER_FEES.BINANCE;
  }
  return VENUES;
}
