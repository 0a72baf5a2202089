import type { BinanceListing, BinanceProduct, BinanceRoute } from './binance-product.ts';

/** A stream name taken apart. */
export type BinanceStream =
  | { readonly kind: 'depth'; readonly listing: BinanceListing; readonly speedMs: number }
  | { readonly kind: 'partial'; readonly listing: BinanceListing; readonly levels: number; readonly speedMs: number }
  | { readonly kind: 'kline'; readonly listing: BinanceListing; readonly interval: string; readonly intervalMs: number }
  | { readonly kind: ListingStreamKind; readonly listing: BinanceListing }
  | { readonly kind: 'markPrice'; readonly listing: BinanceListing; readonly speedMs: number }
  | { readonly kind: 'markPriceArr'; readonly speedMs: number }
  | { readonly kind: 'bookTickerArr' | 'tickerArr' | 'miniTickerArr' | 'forceOrderArr' | 'contractInfo' };

type ListingStreamKind = 'bookTicker' | 'trade' | 'aggTrade' | 'ticker' | 'miniTicker' | 'forceOrder';

/** Kline intervals that are whole multiples of a minute and open at whole multiples of themselves. */
export const BINANCE_INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '8h': 28_800_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
};

const DEPTH_SPEEDS_MS = {
  spot: { default: 1_000, '100ms': 100 },
  usdm: { default: 250, '0ms': 0, '100ms': 100, '250ms': 250, '500ms': 500 },
} as const;
const ARRAYS: Readonly<Record<string, BinanceStream>> = {
  '!bookTicker': { kind: 'bookTickerArr' },
  '!ticker@arr': { kind: 'tickerArr' },
  '!miniTicker@arr': { kind: 'miniTickerArr' },
  '!forceOrder@arr': { kind: 'forceOrderArr' },
  '!contractInfo': { kind: 'contractInfo' },
  '!markPrice@arr': { kind: 'markPriceArr', speedMs: 3_000 },
  '!markPrice@arr@1s': { kind: 'markPriceArr', speedMs: 1_000 },
};
const SPOT_ARRAYS = new Set(['!miniTicker@arr']);
const PUBLIC_KINDS = new Set<BinanceStream['kind']>(['depth', 'partial', 'bookTicker', 'bookTickerArr', 'trade']);
const FUTURES_ONLY = new Set<BinanceStream['kind']>(['markPrice', 'forceOrder']);

/** Returns what a stream name means, or null for a name without data: the venue acks those and stays silent. */
export function parseBinanceStream(product: BinanceProduct, name: string): BinanceStream | null {
  const array = ARRAYS[name];
  if (array !== undefined) return product.kind === 'spot' && !SPOT_ARRAYS.has(name) ? null : array;
  const [symbol = '', channel = '', speed, ...rest] = name.split('@');
  const listing = product.byStreamSymbol.get(symbol);
  if (listing === undefined || rest.length > 0) return null;
  const stream = parseListingStream(product, listing, channel, speed);
  return stream !== null && product.kind === 'spot' && FUTURES_ONLY.has(stream.kind) ? null : stream;
}

function parseListingStream(
  product: BinanceProduct,
  listing: BinanceListing,
  channel: string,
  speed: string | undefined,
): BinanceStream | null {
  const depth = /^depth(5|10|20)?$/.exec(channel);
  if (depth !== null) {
    const speeds: Readonly<Record<string, number>> = DEPTH_SPEEDS_MS[product.kind];
    const speedMs = speeds[speed ?? 'default'];
    if (speedMs === undefined) return null;
    if (depth[1] === undefined) return { kind: 'depth', listing, speedMs };
    return { kind: 'partial', listing, levels: Number(depth[1]), speedMs: Math.max(100, speedMs) };
  }
  if (channel === 'markPrice') {
    if (speed !== undefined && speed !== '1s') return null;
    return { kind: 'markPrice', listing, speedMs: speed === '1s' ? 1_000 : 3_000 };
  }
  if (speed !== undefined) return null;
  if (channel.startsWith('kline_')) {
    const interval = channel.slice('kline_'.length);
    const intervalMs = BINANCE_INTERVALS_MS[interval];
    return intervalMs === undefined ? null : { kind: 'kline', listing, interval, intervalMs };
  }
  switch (channel) {
    case 'bookTicker':
    case 'trade':
    case 'aggTrade':
    case 'ticker':
    case 'miniTicker':
    case 'forceOrder':
      return { kind: channel, listing };
    default:
      return null;
  }
}

/**
 * True when a socket on `route` gets the data of a stream. Since 2026-04-23 the futures addresses are split: a subscription on the
 * wrong one is acked and stays silent, and the old unsplit address only carries what `/public` carries.
 */
export function isDelivered(stream: BinanceStream, route: BinanceRoute): boolean {
  if (route === 'any') return true;
  const isPublic = PUBLIC_KINDS.has(stream.kind);
  return route === 'market' ? !isPublic : route !== 'private' && isPublic;
}
