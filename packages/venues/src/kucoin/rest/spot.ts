import type { DomainError, Result, Timeframe } from '@riptide/core/domain';
import { spotCandleType } from '../enums.ts';
import { readEndpoint, type ReadingOf, type RestApi } from '../extra/rest-api.ts';
import { WEIGHTS } from '../limits.ts';

/** Returns the spot clock (`GET /api/v1/timestamp`). */
export function getServerTime(api: RestApi): Promise<Result<ReadingOf<'time'>, DomainError>> {
  return readEndpoint(api, { path: '/api/v1/timestamp', weight: WEIGHTS.spotTimestamp, kind: 'time' });
}

/** Returns every spot pair (`GET /api/v2/symbols`). */
export function getAllSymbols(api: RestApi): Promise<Result<ReadingOf<'instruments'>, DomainError>> {
  return readEndpoint(api, { path: '/api/v2/symbols', weight: WEIGHTS.spotSymbols, kind: 'instruments' });
}

/** Returns the 24 h summaries of all pairs (`GET /api/v1/market/allTickers`). */
export function getAllTickers(api: RestApi): Promise<Result<ReadingOf<'tickers'>, DomainError>> {
  return readEndpoint(api, { path: '/api/v1/market/allTickers', weight: WEIGHTS.spotAllTickers, kind: 'tickers' });
}

/** Returns the best 100 levels of each side (`GET /api/v1/market/orderbook/level2_100`); the full book needs a key. */
export function getPartOrderBook(api: RestApi, symbol: string): Promise<Result<ReadingOf<'depth'>, DomainError>> {
  const path = '/api/v1/market/orderbook/level2_100';
  return readEndpoint(api, { path, query: { symbol }, weight: WEIGHTS.spotPartOrderBook, kind: 'depth' });
}

export interface SpotCandleQuery {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns candles oldest first, at most 1500 (`GET /api/v1/market/candles`, seconds on the wire). */
export function getKlines(api: RestApi, query: SpotCandleQuery): Promise<Result<ReadingOf<'candles'>, DomainError>> {
  return readEndpoint(api, {
    path: '/api/v1/market/candles',
    query: {
      symbol: query.symbol,
      type: spotCandleType(query.timeframe),
      startAt: String(Math.floor(query.fromMs / 1000)),
      endAt: String(Math.floor(query.toMs / 1000)),
    },
    weight: WEIGHTS.spotCandles,
    kind: 'candles',
  });
}
