/** The four venues, always upper case inside and on the wire. */
export const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;
export type Venue = (typeof VENUES)[number];

/** Returns true when the text names a venue exactly (upper case). */
export function isVenue(text: string): text is Venue {
  return (VENUES as readonly string[]).includes(text);
}

/** The two markets the product trades. */
export const MARKETS = ['spot', 'perp'] as const;
export type Market = (typeof MARKETS)[number];

/** Where market data comes from. */
export const MARKET_SOURCES = ['sim', 'replay', 'live', 'testnet'] as const;
export type MarketSource = (typeof MARKET_SOURCES)[number];
