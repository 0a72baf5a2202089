import type { DomainError, Result } from '@riptide/core/domain';
import type { JsonClient } from '../../kit/index.ts';
import { KLINES_PER_REQUEST, REST_WEIGHT, SNAPSHOT_LEVELS } from '../limits.ts';
import { queryText, type KlinesQuery } from '../extra/query.ts';

/** A client and the host it asks. */
export interface SpotRest {
  readonly client: JsonClient;
  readonly baseUrl: string;
}

type Answer = Promise<Result<unknown, DomainError>>;

/** `GET /api/v3/exchangeInfo`: every symbol with its filters. */
export function getSpotExchangeInfo(rest: SpotRest): Answer {
  const url = `${rest.baseUrl}/api/v3/exchangeInfo`;
  return rest.client.get({ url, weight: REST_WEIGHT.spot.exchangeInfo, timeoutMs: 15_000 });
}

/** `GET /api/v3/depth`: the snapshot a book starts from. */
export function getSpotDepth(rest: SpotRest, symbol: string): Answer {
  const url = `${rest.baseUrl}/api/v3/depth?${queryText({ symbol, limit: SNAPSHOT_LEVELS })}`;
  return rest.client.get({ url, weight: REST_WEIGHT.spot.depth });
}

/** `GET /api/v3/klines`, oldest first. */
export function getSpotKlines(rest: SpotRest, query: KlinesQuery): Answer {
  const url = `${rest.baseUrl}/api/v3/klines?${queryText({ limit: KLINES_PER_REQUEST, ...query })}`;
  return rest.client.get({ url, weight: REST_WEIGHT.spot.klines });
}

/** `GET /api/v3/ticker/24hr` of all symbols. */
export function getSpotDayTickers(rest: SpotRest): Answer {
  const url = `${rest.baseUrl}/api/v3/ticker/24hr`;
  return rest.client.get({ url, weight: REST_WEIGHT.spot.ticker24hr, timeoutMs: 15_000 });
}
