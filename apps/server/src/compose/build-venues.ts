import type { ExecutionClient, MarketFeed, MarketSource, ReferenceData, Venue, VenueKey } from '@riptide/core/domain';
import { VENUES } from '@riptide/core/domain';
import { createBinance, createBinanceExecution } from '@riptide/venues/binance';
import { createBybit, createBybitExecution } from '@riptide/venues/bybit';
import {
  VENUE_CONFIG_DEFAULTS,
  type AccountConfig,
  type FrameTap,
  type OrderEntry,
  type PrivateVenueDeps,
  type VenueConfig,
  type VenueDeps,
  type VenueTarget,
} from '@riptide/venues/kit';
import { createKucoin, createKucoinExecution } from '@riptide/venues/kucoin';
import { createOkx, createOkxExecution } from '@riptide/venues/okx';

/** One venue's two faces: plain requests and the live feed. */
export interface BuiltVenue {
  readonly reference: ReferenceData;
  readonly feed: MarketFeed;
}

interface Adapter {
  readonly open: (config: VenueConfig, deps: VenueDeps) => BuiltVenue;
  readonly openAccount: (config: AccountConfig, deps: PrivateVenueDeps) => ExecutionClient;
}

/** The one line per venue that says which adapter it is. */
const ADAPTERS: Readonly<Record<Venue, Adapter>> = {
  BINANCE: { open: createBinance, openAccount: createBinanceExecution },
  BYBIT: { open: createBybit, openAccount: createBybitExecution },
  // OKX keeps no margin mode per instrument; the product trades isolated.
  OKX: {
    open: createOkx,
    openAccount: (config, deps) => createOkxExecution({ ...config, marginMode: 'isolated' }, deps),
  },
  KUCOIN: { open: createKucoin, openAccount: createKucoinExecution },
};

/**
 * Builds every venue for the chosen market. Nothing connects before a feed is started.
 *
 * A replay may be silent for as long as its recording was, so silence proves nothing there.
 */
export function buildVenues(
  market: MarketSource,
  simulatorUrls: Readonly<Record<Venue, string>> | null,
  deps: VenueDeps & { readonly tapOf?: (venue: Venue) => FrameTap },
): readonly BuiltVenue[] {
  const silence =
    market === 'replay'
      ? { dataSilenceMs: Number.POSITIVE_INFINITY, channelSilenceMs: Number.POSITIVE_INFINITY }
      : VENUE_CONFIG_DEFAULTS;
  return VENUES.map((venue) =>
    ADAPTERS[venue].open(
      { target: targetOf(market, venue, simulatorUrls), ...silence },
      deps.tapOf === undefined ? deps : { ...deps, tap: deps.tapOf(venue) },
    ),
  );
}

/** Builds the private side of one venue over a key. Nothing connects before it is started. */
export function buildAccount(
  market: MarketSource,
  simulatorUrls: Readonly<Record<Venue, string>> | null,
  account: { readonly venue: Venue; readonly key: VenueKey; readonly orderEntry?: OrderEntry },
  deps: VenueDeps & { readonly offsetMs: () => number },
): ExecutionClient {
  const { venue, key, orderEntry = 'rest' } = account;
  const target = targetOf(market, venue, simulatorUrls);
  return ADAPTERS[venue].openAccount({ target, ...VENUE_CONFIG_DEFAULTS, orderEntry }, { ...deps, key });
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
