import type { DomainError, Result } from '@riptide/core/domain';
import type { JsonClient } from '../../kit/index.ts';
import { FUNDING_ROWS_PER_REQUEST, KLINES_PER_REQUEST, REST_WEIGHT, SNAPSHOT_LEVELS } from '../limits.ts';
import { queryText, type KlinesQuery } from '../extra/query.ts';

/** A client and the host it asks. */
export interface FuturesRest {
  readonly client: JsonClient;
  readonly baseUrl: string;
}

type Answer = Promise<Result<unknown, DomainError>>;

/** `GET /fapi/v1/time`; the time inside `exchangeInfo` is stale on the demo hosts. */
export function getFuturesTime(rest: FuturesRest): Answer {
  return rest.client.get({ url: `${rest.baseUrl}/fapi/v1/time`, weight: REST_WEIGHT.usdm.time });
}

/** `GET /fapi/v1/exchangeInfo`: every contract with its filters. */
export function getFuturesExchangeInfo(rest: FuturesRest): Answer {
  const url = `${rest.baseUrl}/fapi/v1/exchangeInfo`;
  return rest.client.get({ url, weight: REST_WEIGHT.usdm.exchangeInfo, timeoutMs: 15_000 });
}

/** `GET /fapi/v1/fundingInfo`: funding intervals that are not 8 h. */
export function getFundingInfo(rest: FuturesRest): Answer {
  return rest.client.get({ url: `${rest.baseUrl}/fapi/v1/fundingInfo`, weight: REST_WEIGHT.usdm.fundingInfo });
}

/** `GET /fapi/v1/fundingRate`: settlements that have passed, oldest first, both ends included. */
export function getFundingRates(
  rest: FuturesRest,
  query: { readonly symbol: string; readonly startTime: number; readonly endTime: number },
): Answer {
  const url = `${rest.baseUrl}/fapi/v1/fundingRate?${queryText({ ...query, limit: FUNDING_ROWS_PER_REQUEST })}`;
  return rest.client.get({ url, weight: REST_WEIGHT.usdm.fundingRate });
}

/** `GET /fapi/v1/depth`: the snapshot a book starts from. */
export function getFuturesDepth(rest: FuturesRest, symbol: string): Answer {
  const url = `${rest.baseUrl}/fapi/v1/depth?${queryText({ symbol, limit: SNAPSHOT_LEVELS })}`;
  return rest.client.get({ url, weight: REST_WEIGHT.usdm.depth });
}

/** `GET /fapi/v1/klines`, oldest first. */
export function getFuturesKlines(rest: FuturesRest, query: KlinesQuery): Answer {
  const url = `${rest.baseUrl}/fapi/v1/klines?${queryText({ limit: KLINES_PER_REQUEST, ...query })}`;
  return rest.client.get({ url, weight: REST_WEIGHT.usdm.klines });
}

/** `GET /fapi/v1/ticker/24hr` of all contracts. */
export function getFuturesDayTickers(rest: FuturesRest): Answer {
  const url = `${rest.baseUrl}/fapi/v1/ticker/24hr`;
  return rest.client.get({ url, weight: REST_WEIGHT.usdm.ticker24hr, timeoutMs: 15_000 });
}
