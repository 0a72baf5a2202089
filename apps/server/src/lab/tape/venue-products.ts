import type { Instrument, Venue } from '@riptide/core/domain';
import { binanceDecoding } from '@riptide/venues/binance';
import { bybitDecoding } from '@riptide/venues/bybit';
import type { VenueDecoding } from '@riptide/venues/kit';
import { kucoinDecoding } from '@riptide/venues/kucoin';
import { okxDecoding } from '@riptide/venues/okx';

export const DECODINGS: Readonly<Record<Venue, VenueDecoding>> = {
  BINANCE: binanceDecoding,
  BYBIT: bybitDecoding,
  OKX: okxDecoding,
  KUCOIN: kucoinDecoding,
};

const PERP_PRODUCTS: Readonly<Record<Venue, string>> = {
  BINANCE: 'usdm',
  BYBIT: 'linear',
  OKX: 'v5',
  KUCOIN: 'futures',
};

/** Returns the product of a venue that carries an instrument. */
export function productOf({ venue, kind }: Pick<Instrument, 'venue' | 'kind'>): string {
  return kind === 'spot' && venue !== 'OKX' ? 'spot' : PERP_PRODUCTS[venue];
}

/** Returns the product whose frames a socket carries, by its name: `binance-perp-public-1`, `bybit-spot-public-2`. */
export function productOfSource(venue: Venue, source: string): string {
  return venue !== 'OKX' && source.includes('-spot') ? 'spot' : PERP_PRODUCTS[venue];
}

/** Returns the product a plain answer belongs to, by its address. */
export function productOfPath(venue: Venue, path: string): string {
  const isPerp = venue === 'BINANCE' ? path.includes('/fapi/') : /\/futures\/|\/api\/v1\/level2\//.test(path);
  return venue === 'OKX' || isPerp ? PERP_PRODUCTS[venue] : 'spot';
}
