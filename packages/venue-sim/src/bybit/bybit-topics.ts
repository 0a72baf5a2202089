import type { BybitListing, BybitListings } from './bybit-listing.ts';

/** A topic name taken apart. */
export type BybitTopicName =
  | { readonly kind: 'orderbook'; readonly listing: BybitListing; readonly depth: number }
  | { readonly kind: 'kline'; readonly listing: BybitListing; readonly interval: string; readonly intervalMs: number }
  | { readonly kind: 'publicTrade' | 'tickers' | 'allLiquidation'; readonly listing: BybitListing };

/** Kline intervals the simulator has; weeks and months are left out. */
export const BYBIT_INTERVALS_MS: Readonly<Record<string, number>> = {
  '1': 60_000,
  '3': 180_000,
  '5': 300_000,
  '15': 900_000,
  '30': 1_800_000,
  '60': 3_600_000,
  '120': 7_200_000,
  '240': 14_400_000,
  '360': 21_600_000,
  '720': 43_200_000,
  D: 86_400_000,
};

/** Depths that exist since depth 500 was removed (2025). */
const DEPTHS = [1, 50, 200, 1_000];

/** Returns what a topic means for a category, or null for one the venue doesn't have. */
export function parseBybitTopic(listings: BybitListings, topic: string): BybitTopicName | null {
  const parts = topic.split('.');
  const listing = listings.bySymbol.get(parts[parts.length - 1] ?? '');
  if (listing === undefined) return null;
  const [channel, middle] = parts;
  if (parts.length === 2) {
    if (channel === 'publicTrade' || channel === 'tickers') return { kind: channel, listing };
    return channel === 'allLiquidation' && listings.category === 'linear' ? { kind: channel, listing } : null;
  }
  if (parts.length !== 3 || middle === undefined) return null;
  if (channel === 'orderbook' && DEPTHS.includes(Number(middle))) {
    return { kind: 'orderbook', listing, depth: Number(middle) };
  }
  const intervalMs = channel === 'kline' ? BYBIT_INTERVALS_MS[middle] : undefined;
  return intervalMs === undefined ? null : { kind: 'kline', listing, interval: middle, intervalMs };
}
