import {
  domainError,
  err,
  ok,
  type DayTicker,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type Result,
  type Timeframe,
} from '@riptide/core/domain';
import { readFundingRows, recordOf } from '../../kit/index.ts';
import { futuresGranularity } from '../enums.ts';
import { fetchBody, readEndpoint, type ReadingOf, type RestApi } from '../extra/rest-api.ts';
import { WEIGHTS } from '../limits.ts';
import { readContractTickers, readFundingSchedule, type FundingSchedule } from './parse.ts';

/** Returns every listed contract (`GET /api/v1/contracts/active`). */
export function getActiveContracts(api: RestApi): Promise<Result<ReadingOf<'instruments'>, DomainError>> {
  return readEndpoint(api, { path: '/api/v1/contracts/active', weight: WEIGHTS.futuresContracts, kind: 'instruments' });
}

/** Returns the 24 h summaries of all perpetuals, which KuCoin gives in the contract list only. */
export async function getContractTickers(api: RestApi): Promise<Result<readonly DayTicker[], DomainError>> {
  const body = await fetchBody(api, '/api/v1/contracts/active', WEIGHTS.futuresContracts);
  if (!body.ok) return body;
  const tickers = readContractTickers(body.value);
  return tickers === null
    ? err(domainError('VENUE_ANSWER_MALFORMED', 'path=/api/v1/contracts/active no rows'))
    : ok(tickers);
}

/** Returns the full book (`GET /api/v1/level2/snapshot`). */
export function getFullOrderBook(api: RestApi, symbol: string): Promise<Result<ReadingOf<'depth'>, DomainError>> {
  const path = '/api/v1/level2/snapshot';
  return readEndpoint(api, { path, query: { symbol }, weight: WEIGHTS.futuresFullOrderBook, kind: 'depth' });
}

export interface FuturesCandleQuery {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns candles of the venue's granularity, oldest first (`GET /api/v1/kline/query`). */
export function getKlines(api: RestApi, query: FuturesCandleQuery): Promise<Result<ReadingOf<'candles'>, DomainError>> {
  return readEndpoint(api, {
    path: '/api/v1/kline/query',
    query: {
      symbol: query.symbol,
      granularity: String(futuresGranularity(query.timeframe)),
      from: String(query.fromMs),
      to: String(query.toMs),
    },
    weight: WEIGHTS.futuresKlines,
    kind: 'candles',
  });
}

/** Returns rate, interval and next settlement of one perpetual (`GET /api/v1/funding-rate/{symbol}/current`). */
export async function getCurrentFundingRate(
  api: RestApi,
  symbol: string,
): Promise<Result<FundingSchedule, DomainError>> {
  const body = await fetchBody(api, `/api/v1/funding-rate/${symbol}/current`, WEIGHTS.futuresFundingRate);
  if (!body.ok) return body;
  const schedule = readFundingSchedule(body.value);
  return schedule === null ? err(domainError('VENUE_ANSWER_MALFORMED', `funding rate of ${symbol}`)) : ok(schedule);
}

/** Returns the newest settlements of a span (`GET /api/v1/contract/funding-rates`). */
export async function getFundingRates(
  api: RestApi,
  instrument: Instrument,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<Result<readonly FundingSettlement[], DomainError>> {
  const path = '/api/v1/contract/funding-rates';
  const query = { symbol: instrument.wireSymbol, from: String(span.fromMs), to: String(span.toMs) };
  const body = await fetchBody(api, path, WEIGHTS.futuresFundingHistory, query);
  if (!body.ok) return body;
  const data = recordOf(body.value)?.['data'];
  const fields = { time: 'timepoint', rate: 'fundingRate' };
  // QUIRK(kucoin): a span without a settlement is answered with null.
  const rows = data === null ? [] : readFundingRows(data, fields, instrument);
  return rows === null ? err(domainError('VENUE_ANSWER_MALFORMED', `path=${path}`)) : ok(rows);
}
