import { domainError, err, ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import type { JsonClient, RestReading } from '../../kit/index.ts';
import { BYBIT_LIMITS } from '../limits.ts';
import type { BybitProduct } from '../urls.ts';
import { nextCursorOf, readBybitRest } from './parse.ts';

/** The public REST side: Bybit answers all products from the same endpoints, told apart by `category`. */
export interface BybitRest {
  readonly client: JsonClient;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

type Reading<Kind extends RestReading['kind']> = Extract<RestReading, { kind: Kind }>;
const PAGES_MAX = 20;

/** `GET /v5/market/time`. */
export function getTime(rest: BybitRest): Promise<Result<Reading<'time'>, DomainError>> {
  return read(rest, 'time', '/v5/market/time');
}

/** `GET /v5/market/tickers`. */
export function getTickers(rest: BybitRest, category: BybitProduct): Promise<Result<Reading<'tickers'>, DomainError>> {
  return read(rest, 'tickers', `/v5/market/tickers?category=${category}`);
}

/** `GET /v5/market/instruments-info`, all pages: linear lists more than one page holds. */
export async function getInstruments(
  rest: BybitRest,
  category: BybitProduct,
): Promise<Result<{ readonly instruments: readonly Instrument[]; readonly skipped: number }, DomainError>> {
  const instruments: Instrument[] = [];
  let skipped = 0;
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < PAGES_MAX; page += 1) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/v5/market/instruments-info?category=${category}&limit=${BYBIT_LIMITS.instrumentsPage}${at}`;
    const body = await rest.client.get({ url: rest.baseUrl + path, weight: 1 });
    if (!body.ok) return body;
    const reading = readBybitRest(path, body.value);
    if (reading?.kind !== 'instruments')
      return err(domainError('VENUE_ANSWER_MALFORMED', `path=${path} is no instruments`));
    instruments.push(...reading.instruments);
    skipped += reading.skipped;
    cursor = nextCursorOf(body.value);
  }
  return ok({ instruments, skipped });
}

export interface CandleQuery {
  readonly category: BybitProduct;
  readonly wireSymbol: string;
  /** Bybit's own name of the width. */
  readonly interval: string;
  /** At most 1,000. */
  readonly limit: number;
}

/** `GET /v5/market/kline`; newest first. */
export function getCandles(rest: BybitRest, query: CandleQuery): Promise<Result<Reading<'candles'>, DomainError>> {
  const { category, wireSymbol, interval, limit } = query;
  const path = `/v5/market/kline?category=${category}&symbol=${encodeURIComponent(wireSymbol)}&interval=${interval}&limit=${limit}`;
  return read(rest, 'candles', path);
}

async function read<Kind extends RestReading['kind']>(
  rest: BybitRest,
  kind: Kind,
  path: string,
): Promise<Result<Reading<Kind>, DomainError>> {
  const body = await rest.client.get({ url: rest.baseUrl + path, weight: 1 });
  if (!body.ok) return body;
  const reading = readBybitRest(path, body.value);
  if (reading?.kind !== kind) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${path} is no ${kind}`));
  return ok(reading as Reading<Kind>);
}
