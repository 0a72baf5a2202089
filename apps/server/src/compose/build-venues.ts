import type { MarketFeed, MarketSource, ReferenceData, Venue } from '@riptide/core/domain';
import { VENUES } from '@riptide/core/domain';
import { createBinance } from '@riptide/venues/binance';
import { createBybit } from '@riptide/venues/bybit';
import { VENUE_CONFIG_DEFAULTS, type VenueConfig, type VenueDeps, type VenueTarget } from '@riptide/venues/kit';
import { createKucoin } from '@riptide/venues/kucoin';
import { createOkx } from '@riptide/venues/okx';

/** One venue's two faces: plain requests and the live feed. */
export interface BuiltVenue {
  readonly reference: ReferenceData;
  readonly feed: MarketFeed;
}

/** The one line per venue that says which adapter it is. */
const ADAPTERS: Readonly<Record<Venue, (config: VenueConfig, deps: VenueDeps) => BuiltVenue>> = {
  BINANCE: createBinance,
  BYBIT: createBybit,
  OKX: createOkx,
  KUCOIN: createKucoin,
};

/**
 * Builds every venue for the chosen market. Nothing connects before a feed is started.
 *
 * A replay may be silent for as long as its recording was, so silence proves nothing there.
 */
export function buildVenues(
  market: MarketSource,
  simulatorUrls: Readonly<Record<Venue, string>> | null,
  deps: VenueDeps,
): readonly BuiltVenue[] {
  const silence =
    market === 'replay'
      ? { dataSilenceMs: Number.POSITIVE_INFINITY, channelSilenceMs: Number.POSITIVE_INFINITY }
      : VENUE_CONFIG_DEFAULTS;
  return VENUES.map((venue) => ADAPTERS[venue]({ target: targetOf(market, venue, simulatorUrls), ...silence }, deps));
}

function targetOf(
  market: MarketSource,
  venue: Venue,
  simulatorUrls: Readonly<Record<Venue, string>> | null,
): VenueTarget {
  if (market === 'live' || market === 'testnet') return { kind: market };
  if (simulatorUrls === null) throw new Error(`Invariant: MARKET=${market} without addresses of the simulator`);
  return { kind: 'simulator', baseUrl: simulatorUrls[venue] };
}
