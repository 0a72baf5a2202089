import { hashOf } from '../market/seeds.ts';
import type { SimInstrument, SimVenueMarket } from '../market/model.ts';
import { textOf, type InstrumentText } from '../server/text.ts';

/** When a contract without an end is said to be delivered. */
export const PERPETUAL_DELIVERY_MS = 4_133_404_800_000;

/** The two products of the venue, each with hosts of its own. */
export type BinanceProductKind = 'spot' | 'usdm';

/** Which of the three addresses of the futures streams a socket is on. Spot has only `any`. */
export type BinanceRoute = 'any' | 'public' | 'market' | 'private' | 'unsplit';

/** One listing as the wire code uses it. */
export interface BinanceListing {
  /** Index in the market. */
  readonly ix: number;
  readonly instrument: SimInstrument;
  readonly text: InstrumentText;
  /** Lower case, as in stream names. */
  readonly streamSymbol: string;
  readonly idBase: number;
  /** Which of the key orders seen on the wire this listing's frames have, 0..2. */
  readonly keyOrder: 0 | 1 | 2;
}

export interface BinanceProduct {
  readonly kind: BinanceProductKind;
  /** Path below the base URL: `/spot` or `/usdm`. */
  readonly prefix: string;
  readonly listings: readonly BinanceListing[];
  readonly byWireSymbol: ReadonlyMap<string, BinanceListing>;
  readonly byStreamSymbol: ReadonlyMap<string, BinanceListing>;
}

/** Futures ids are shared by all symbols of an engine, so those of one symbol leave gaps; spot ids don't. */
const ID_STRIDE = { spot: 1, usdm: 41 } as const;
const ID_BASE = { spot: 40_000_000_000, usdm: 4_984_000_000_000 } as const;

/** Returns the update id of a book version. */
export function updateIdOf(listing: BinanceListing, version: number): number {
  return listing.idBase + version * ID_STRIDE[listing.instrument.kind === 'spot' ? 'spot' : 'usdm'];
}

/** Builds the view of one product over the venue's market. `seed` chooses ids and key orders. */
export function createBinanceProduct(kind: BinanceProductKind, market: SimVenueMarket, seed: number): BinanceProduct {
  const wanted = kind === 'spot' ? 'spot' : 'perp';
  const listings: BinanceListing[] = [];
  market.instruments.forEach((instrument, ix) => {
    if (instrument.kind !== wanted) return;
    const hash = hashOf(seed, `${kind} ${instrument.wireSymbol}`);
    listings.push({
      ix,
      instrument,
      text: textOf(instrument),
      streamSymbol: instrument.wireSymbol.toLowerCase(),
      idBase: ID_BASE[kind] + (hash % 1_000_000_000),
      keyOrder: (listings.length % 3) as 0 | 1 | 2,
    });
  });
  return {
    kind,
    prefix: `/${kind}`,
    listings,
    byWireSymbol: new Map(listings.map((listing) => [listing.instrument.wireSymbol, listing])),
    byStreamSymbol: new Map(listings.map((listing) => [listing.streamSymbol, listing])),
  };
}
