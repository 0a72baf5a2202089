import type { MarketFeed, ReferenceData, Venue } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { binanceDecoding, createBinance } from '@riptide/venues/binance';
import { bybitDecoding, createBybit } from '@riptide/venues/bybit';
import type { VenueDecoding } from '@riptide/venues/kit';
import { createKucoin, kucoinDecoding } from '@riptide/venues/kucoin';
import { createOkx, okxDecoding } from '@riptide/venues/okx';

export const DECODINGS: Readonly<Record<Venue, VenueDecoding>> = {
  BINANCE: binanceDecoding,
  BYBIT: bybitDecoding,
  OKX: okxDecoding,
  KUCOIN: kucoinDecoding,
};

/** Builds the product's adapter of a simulated venue. */
export function createAdapter(
  venue: Venue,
  baseUrl: string,
): { readonly reference: ReferenceData; readonly feed: MarketFeed } {
  const deps = { clock: systemClock(), random: seededRandom(1), log: silentLog() };
  const config = {
    target: { kind: 'simulator', baseUrl } as const,
    dataSilenceMs: Number.POSITIVE_INFINITY,
    channelSilenceMs: Number.POSITIVE_INFINITY,
  };
  const create = {
    BINANCE: () => createBinance(config, deps),
    BYBIT: () => createBybit(config, deps),
    OKX: () => createOkx(config, deps),
    KUCOIN: () => createKucoin(config, deps),
  };
  return create[venue]();
}

/** Returns the product a socket or an instrument belongs to. */
export function productOf(venue: Venue, isSpot: boolean): string {
  if (venue === 'OKX') return 'v5';
  if (isSpot) return 'spot';
  return { BINANCE: 'usdm', BYBIT: 'linear', KUCOIN: 'futures' }[venue];
}
