import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { JsonClient, RestReading } from '../../kit/index.ts';
import type { OkxInstType } from '../enums.ts';
import { OKX_WEIGHTS } from '../limits.ts';
import { readOkxRest } from './parse.ts';

/** The public REST side: OKX answers spot and derivatives from the same endpoints. */
export interface OkxRest {
  readonly client: JsonClient;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** `GET /api/v5/public/time`. */
export function getTime(rest: OkxRest): Promise<Result<Reading<'time'>, DomainError>> {
  return read(rest, 'time', { path: '/api/v5/public/time', weight: OKX_WEIGHTS.time });
}

/** `GET /api/v5/public/instruments`. */
export function getInstruments(
  rest: OkxRest,
  instType: OkxInstType,
): Promise<Result<Reading<'instruments'>, DomainError>> {
  return read(rest, 'instruments', {
    path: `/api/v5/public/instruments?instType=${instType}`,
    weight: OKX_WEIGHTS.instruments,
  });
}

/** `GET /api/v5/market/tickers`. */
export function getTickers(rest: OkxRest, instType: OkxInstType): Promise<Result<Reading<'tickers'>, DomainError>> {
  return read(rest, 'tickers', { path: `/api/v5/market/tickers?instType=${instType}`, weight: OKX_WEIGHTS.tickers });
}

/** `GET /api/v5/market/books`: up to 400 levels a side. */
export function getBooks(
  rest: OkxRest,
  instId: string,
  levels: number,
): Promise<Result<Reading<'depth'>, DomainError>> {
  const path = `/api/v5/market/books?instId=${encodeURIComponent(instId)}&sz=${levels}`;
  return read(rest, 'depth', { path, weight: OKX_WEIGHTS.books });
}

export interface CandleQuery {
  readonly instId: string;
  /** OKX's own name of the width. */
  readonly bar: string;
  /** At most 300. */
  readonly limit: number;
  /** Only candles that open before this time; null for the newest. */
  readonly beforeMs: number | null;
}

/** `GET /api/v5/market/candles` (the newest 1,440) or `history-candles` (older); newest first. */
export function getCandles(rest: OkxRest, query: CandleQuery): Promise<Result<Reading<'candles'>, DomainError>> {
  // QUIRK(okx): `after` means older than.
  const after = query.beforeMs === null ? '' : `&after=${query.beforeMs}`;
  const path = `/api/v5/market/candles?instId=${encodeURIComponent(query.instId)}&bar=${query.bar}&limit=${query.limit}${after}`;
  return read(rest, 'candles', { path, weight: OKX_WEIGHTS.candles });
}

type Reading<Kind extends RestReading['kind']> = Extract<RestReading, { kind: Kind }>;

async function read<Kind extends RestReading['kind']>(
  rest: OkxRest,
  kind: Kind,
  request: { readonly path: string; readonly weight: number },
): Promise<Result<Reading<Kind>, DomainError>> {
  const body = await rest.client.get({ url: rest.baseUrl + request.path, weight: request.weight });
  if (!body.ok) return body;
  const reading = readOkxRest(request.path, body.value);
  if (reading?.kind !== kind) return err(domainError('VENUE_ANSWER_MALFORMED', `path=${request.path} is no ${kind}`));
  return ok(reading as Reading<Kind>);
}
