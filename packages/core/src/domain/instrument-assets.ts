import type { InstrumentId, InstrumentKind } from './instrument.ts';
import type { Venue } from './venue.ts';

/** Quote assets of what the product books, longest first: FDUSD ends in USD. */
const QUOTE_ASSETS = [
  'FDUSD',
  'USDT',
  'USDC',
  'TUSD',
  'BUSD',
  'USD',
  'EUR',
  'TRY',
  'DAI',
  'BTC',
  'ETH',
  'BNB',
] as const;

/** What the id of an instrument says by itself, without any list of instruments. */
export interface InstrumentAssets {
  readonly symbol: string;
  readonly kind: InstrumentKind;
  readonly venue: Venue;
  readonly baseAsset: string;
  readonly quoteAsset: string;
}

/**
 * Reads symbol, kind, venue and the two assets out of an instrument id; null when the symbol ends in no known quote asset.
 * Lets stored records be folded after an instrument was delisted.
 */
export function assetsOfInstrument(id: InstrumentId): InstrumentAssets | null {
  const [symbol, kind, venue] = id.split('.');
  if (symbol === undefined || kind === undefined || venue === undefined) return null;
  const quoteAsset = QUOTE_ASSETS.find((asset) => symbol.endsWith(asset) && symbol.length > asset.length);
  if (quoteAsset === undefined) return null;
  return {
    symbol,
    kind: kind.toLowerCase() as InstrumentKind,
    venue: venue as Venue,
    baseAsset: symbol.slice(0, -quoteAsset.length),
    quoteAsset,
  };
}
