import type { SimCandle, SimVenueMarket } from '../market/model.ts';
import type { BinanceListing, BinanceProduct } from './binance-product.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { klineRow } from './binance-rows.ts';
import { BINANCE_INTERVALS_MS } from './binance-streams.ts';

/** Returns the listing a call names. */
export function requiredListing(product: BinanceProduct, query: URLSearchParams): BinanceListing {
  const symbol = query.get('symbol');
  if (symbol === null || symbol === '') {
    throw new BinanceRefusal(-1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.");
  }
  const listing = product.byWireSymbol.get(symbol);
  if (listing === undefined) throw new BinanceRefusal(-1121, 'Invalid symbol.');
  return listing;
}

/** Returns the listings a call names by `symbol` or `symbols`, or all; `single` when the answer is one object. */
export function namedListings(
  product: BinanceProduct,
  query: URLSearchParams,
): { readonly single: boolean; readonly listings: readonly BinanceListing[] } {
  if (query.has('symbol')) return { single: true, listings: [requiredListing(product, query)] };
  const symbols = query.get('symbols');
  if (symbols === null) return { single: false, listings: product.listings };
  const names = parseNames(symbols);
  const listings = names.map((name) => product.byWireSymbol.get(name));
  if (listings.some((listing) => listing === undefined)) throw new BinanceRefusal(-1121, 'Invalid symbol.');
  return { single: false, listings: listings as BinanceListing[] };
}

function parseNames(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every((name) => typeof name === 'string')) return parsed;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new BinanceRefusal(
    -1100,
    'Illegal characters found in parameter \'symbols\'; legal range is \'^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$\'.',
  );
}

/** Returns a whole number from a query between 1 and `max`; larger ones are cut to `max`. */
export function limitOf(query: URLSearchParams, fallback: number, max: number): number {
  const text = query.get('limit');
  if (text === null) return fallback;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) {
    throw new BinanceRefusal(-1130, "Data sent for parameter 'limit' is not valid.");
  }
  return Math.min(max, limit);
}

/** Answers a klines call: ascending, `startTime` first, else the newest. */
export function klinesOf(
  market: SimVenueMarket,
  listing: BinanceListing,
  query: URLSearchParams,
  limits: { readonly fallback: number; readonly max: number },
): unknown[] {
  const intervalMs = BINANCE_INTERVALS_MS[query.get('interval') ?? ''];
  if (intervalMs === undefined) throw new BinanceRefusal(-1120, 'Invalid interval.');
  const limit = limitOf(query, limits.fallback, limits.max);
  const startMs = numberOf(query, 'startTime');
  const endMs = numberOf(query, 'endTime') ?? market.nowMs();
  let candles: readonly SimCandle[];
  if (startMs === null) {
    candles = market.candles(listing.ix, intervalMs, limit, endMs);
  } else {
    const firstMs = Math.ceil(startMs / intervalMs) * intervalMs;
    const lastMs = Math.min(endMs, market.nowMs(), firstMs + (limit - 1) * intervalMs);
    const count = Math.floor((lastMs - firstMs) / intervalMs) + 1;
    candles = count < 1 ? [] : market.candles(listing.ix, intervalMs, count, lastMs);
  }
  return candles.map((candle) => klineRow(listing, candle, intervalMs));
}

/** Returns a whole number from a query, or null when it is absent. */
export function numberOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value))
    throw new BinanceRefusal(-1100, `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`);
  return value;
}
