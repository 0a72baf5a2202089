import { domainError, err, ok, type DomainError, type DomainErrorCode, type Result } from '@riptide/core/domain';
import type { JsonClient, RestReading } from '../../kit/index.ts';
import type { KucoinProduct } from '../enums.ts';
import { readRest } from '../rest/parse.ts';

/** One of the two REST services: its host and the client that keeps its limits. */
export interface RestApi {
  readonly client: JsonClient;
  /** Without a slash at the end. */
  readonly baseUrl: string;
}

/** Both services of one owner; they share the address's limits. */
export type KucoinApis = Readonly<Record<KucoinProduct, RestApi>>;

export interface ReadEndpoint<Kind extends RestReading['kind']> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly kind: Kind;
}

/** What an answer must be to count as read. */
export type ReadingOf<Kind extends RestReading['kind']> = Extract<RestReading, { readonly kind: Kind }>;

/** Returns the checked body of a GET. @errors those of `JsonClient.get`. */
export function fetchBody(
  api: RestApi,
  path: string,
  weight: number,
  query: Readonly<Record<string, string>> = {},
): Promise<Result<unknown, DomainError>> {
  const search = new URLSearchParams(query).toString();
  return api.client.get({ url: `${api.baseUrl}${path}${search === '' ? '' : `?${search}`}`, weight });
}

/** Reads one public endpoint. @errors those of `JsonClient.get`; VENUE_ANSWER_MALFORMED when the answer is of another kind. */
export async function readEndpoint<Kind extends RestReading['kind']>(
  api: RestApi,
  endpoint: ReadEndpoint<Kind>,
): Promise<Result<ReadingOf<Kind>, DomainError>> {
  const body = await fetchBody(api, endpoint.path, endpoint.weight, endpoint.query);
  if (!body.ok) return body;
  const reading = readRest(endpoint.path, body.value);
  if (reading?.kind === endpoint.kind) return ok(reading as ReadingOf<Kind>);
  const code: DomainErrorCode =
    reading?.kind === 'refusal' ? (reading.code as DomainErrorCode) : 'VENUE_ANSWER_MALFORMED';
  return err(domainError(code, `path=${endpoint.path} expected=${endpoint.kind} got=${reading?.kind ?? 'nothing'}`));
}
