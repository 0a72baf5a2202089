import { VENUES, type Venue } from '@riptide/core/domain';
import { listingsOf } from '../market/listings.ts';
import type { SimInstrument } from '../market/model.ts';
import { choice, optional, textLike } from './fields.ts';

/** One listing of one venue as the control API found it. */
export interface FoundListing {
  readonly venue: Venue;
  readonly ix: number;
  readonly instrument: SimInstrument;
}

/** The fields by which a call names a listing. */
export const SYMBOL = textLike(
  /^[A-Za-z0-9-]{1,32}$/,
  'a symbol like BTCUSDT, or the name the venue has for it (BTC-USDT-SWAP, XBTUSDTM)',
  'which listing',
);
export const MARKET = optional(
  choice(['spot', 'perp'], 'which market of the symbol; the perp when absent and both fit'),
);
export const VENUE = choice(VENUES, 'which venue');
export const VENUE_OR_ALL = choice([...VENUES, 'ALL'], 'which venue, or all four');

/** Returns the venues that a call names. */
export function venuesOf(venue: Venue | 'ALL'): readonly Venue[] {
  return venue === 'ALL' ? VENUES : [venue];
}

/** Finds a listing by the venue's own name, else by the coin's: `BTCUSDT` at every venue. null: not listed. */
export function findListing(venue: Venue, symbol: string, market: 'spot' | 'perp' | null): FoundListing | null {
  const wanted = symbol.toUpperCase();
  const found = listingsOf(venue).map((instrument, ix): FoundListing => ({ venue, ix, instrument }));
  const fits = ({ instrument }: FoundListing, kind: 'spot' | 'perp'): boolean => instrument.kind === kind;
  for (const names of [isOwnName, isCoinName]) {
    const named = found.filter(({ instrument }) => names(instrument, wanted));
    const kinds = market === null ? (['perp', 'spot'] as const) : [market];
    for (const kind of kinds) {
      const match = named.find((listing) => fits(listing, kind));
      if (match !== undefined) return match;
    }
  }
  return null;
}

function isOwnName(instrument: SimInstrument, wanted: string): boolean {
  return instrument.wireSymbol === wanted;
}

function isCoinName(instrument: SimInstrument, wanted: string): boolean {
  return `${instrument.asset.split('.')[0] ?? ''}${instrument.quote}` === wanted;
}
