import type { SimCandle, SimVenueMarket } from '../market/model.ts';
import type { BinanceListing, BinanceProduct } from './binance-product.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { klineRow } from './binance-rows.ts';
import { BINANCE_INTERVALS_MS } from './binance-streams.ts';

const SYMBOLS_PATTERN = '^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$';

/** Answers for the listing that `symbol` names, or refuses: −1102 without a symbol, −1121 for an unknown one. */
export function withListing(
  product: BinanceProduct,
  query: URLSearchParams,
  answer: (listing: BinanceListing) => unknown,
): unknown {
  const symbol = query.get('symbol');
  if (symbol === null || symbol === '') {
    return new BinanceRefusal(-1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.");
  }
  const listing = product.byWireSymbol.get(symbol);
  return listing === undefined ? new BinanceRefusal(-1121, 'Invalid symbol.') : answer(listing);
}

/** Answers one object for `symbol`, else an array for `symbols` or for all listings. */
export function answerNamed(
  product: BinanceProduct,
  query: URLSearchParams,
  row: (listing: BinanceListing) => unknown,
): unknown {
  if (query.has('symbol')) return withListing(product, query, row);
  const symbols = query.get('symbols');
  if (symbols === null) return product.listings.map(row);
  if (!new RegExp(SYMBOLS_PATTERN).test(symbols)) {
    const msg = `Illegal characters found in parameter 'symbols'; legal range is '${SYMBOLS_PATTERN}'.`;
    return new BinanceRefusal(-1100, msg);
  }
  const listings = (JSON.parse(symbols) as string[]).map((name) => product.byWireSymbol.get(name));
  const known = listings.filter((listing) => listing !== undefined);
  return known.length < listings.length ? new BinanceRefusal(-1121, 'Invalid symbol.') : known.map(row);
}

/** Answers with the whole number in `limit`, cut to `max`; refuses anything that isn't one with −1130. */
export function withLimit(
  query: URLSearchParams,
  bounds: { readonly fallback: number; readonly max: number },
  answer: (limit: number) => unknown,
): unknown {
  const limit = Number(query.get('limit') ?? bounds.fallback);
  if (!Number.isInteger(limit) || limit < 1) {
    return new BinanceRefusal(-1130, "Data sent for parameter 'limit' is not valid.");
  }
  return answer(Math.min(bounds.max, limit));
}

/** A span of time in a query. */
export interface QuerySpan {
  /** Null when the query has no `startTime`. */
  readonly startMs: number | null;
  /** Never later than now. */
  readonly endMs: number;
}

/** Answers for `startTime` and `endTime`; refuses what isn't a whole number with −1100. */
export function withSpan(query: URLSearchParams, nowMs: number, answer: (span: QuerySpan) => unknown): unknown {
  for (const name of ['startTime', 'endTime']) {
    if (/^\d{1,20}$/.test(query.get(name) ?? '0')) continue;
    return new BinanceRefusal(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`,
    );
  }
  const startMs = query.has('startTime') ? Number(query.get('startTime')) : null;
  return answer({ startMs, endMs: Math.min(nowMs, Number(query.get('endTime') ?? nowMs)) });
}

/** Answers a klines call: ascending, from `startTime` on if there is one, else the newest. */
export function klinesOf(
  product: BinanceProduct,
  market: SimVenueMarket,
  query: URLSearchParams,
  bounds: { readonly fallback: number; readonly max: number },
): unknown {
  const intervalMs = BINANCE_INTERVALS_MS[query.get('interval') ?? ''];
  if (intervalMs === undefined) return new BinanceRefusal(-1120, 'Invalid interval.');
  return withListing(product, query, (listing) =>
    withLimit(query, bounds, (limit) =>
      withSpan(query, market.nowMs(), (span) =>
        candlesIn(market, listing, { intervalMs, limit, span }).map((candle) => klineRow(listing, candle, intervalMs)),
      ),
    ),
  );
}

function candlesIn(
  market: SimVenueMarket,
  listing: BinanceListing,
  window: { readonly intervalMs: number; readonly limit: number; readonly span: QuerySpan },
): readonly SimCandle[] {
  const { intervalMs, limit, span } = window;
  if (span.startMs === null) return market.candles(listing.ix, intervalMs, limit, span.endMs);
  const firstMs = Math.ceil(span.startMs / intervalMs) * intervalMs;
  const lastMs = Math.min(span.endMs, firstMs + (limit - 1) * intervalMs);
  const count = Math.floor((lastMs - firstMs) / intervalMs) + 1;
  return count < 1 ? [] : market.candles(listing.ix, intervalMs, count, lastMs);
}
