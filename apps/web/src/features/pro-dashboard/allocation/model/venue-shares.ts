import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';

export interface VenueShare {
  /** `rest` is what the most per venue leaves over. */
  readonly venue: VenueName | 'rest';
  readonly usd: number;
  /** Of the whole, 0 to 1. */
  readonly fraction: number;
}

interface Division {
  readonly allocations: Readonly<Partial<Record<VenueName, number>>>;
  readonly total_capital: number | null;
  readonly unallocated?: number | null;
}

/** Gives each venue's part of the capital for the stacked bar; empty while the capital is unknown or nothing. */
export function venueShares({ allocations, total_capital: total, unallocated = null }: Division): VenueShare[] {
  if (total === null || total <= 0) return [];
  const parts = VENUE_NAMES.flatMap((venue) => {
    const usd = allocations[venue];
    return usd === undefined ? [] : [{ venue, usd, fraction: usd / total }];
  });
  if (unallocated === null || unallocated <= 0) return parts;
  return [...parts, { venue: 'rest', usd: unallocated, fraction: unallocated / total }];
}
