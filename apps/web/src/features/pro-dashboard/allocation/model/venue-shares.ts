import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import type { Allocation } from './allocation.ts';

export interface VenueShare {
  /** `rest` is what the most per venue leaves over. */
  readonly venue: VenueName | 'rest';
  readonly usd: number;
  /** Of the whole, 0 to 1. */
  readonly fraction: number;
}

export type ModeCapital = Allocation['by_mode']['paper'];

/** Gives each venue's part of the capital of one mode for the stacked bar; empty while the capital is unknown or nothing. */
export function venueShares(capital: ModeCapital): VenueShare[] {
  if (capital === null || capital.total_capital <= 0) return [];
  const { allocations, total_capital: total, unallocated } = capital;
  const parts = VENUE_NAMES.flatMap((venue) => {
    const usd = allocations[venue];
    return usd === undefined ? [] : [{ venue, usd, fraction: usd / total }];
  });
  return unallocated <= 0 ? parts : [...parts, { venue: 'rest', usd: unallocated, fraction: unallocated / total }];
}

/** Returns the venues to which dollars are given, in either mode. */
export function venuesWithShare({ by_mode: byMode }: Pick<Allocation, 'by_mode'>): VenueName[] {
  return VENUE_NAMES.filter((venue) =>
    [byMode.live, byMode.paper].some((capital) => (capital?.allocations[venue] ?? 0) > 0),
  );
}
