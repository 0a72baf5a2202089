import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { isRecord, listOf, RequestGovernor, SignedClient, type PrivateVenueDeps } from '../../kit/index.ts';
import { checkOkxPrivateAnswer } from '../errors.ts';
import { OKX_POOLS, OKX_PRIVATE_LIMITS, type OkxPool } from '../limits.ts';
import { buildTime } from '../rest/account.ts';
import { textOf, timeOf } from '../rest/parse-private.ts';
import { signOkxCall } from '../sign.ts';
import type { OkxUrls } from '../urls.ts';
import type { OkxCall } from './call.ts';
import { VenueOffset } from './venue-offset.ts';

/** Sends private calls: host, key, signature, one rate counter per endpoint (and instrument, where the venue counts so). */
export class OkxPrivateRest {
  readonly offset: VenueOffset;
  private readonly client: SignedClient;
  private readonly deps: PrivateVenueDeps;
  private readonly baseUrl: string;
  /** One per endpoint, or per endpoint and instrument: bounded by what is traded. */
  private readonly governors = new Map<string, RequestGovernor>();

  constructor(urls: OkxUrls, deps: PrivateVenueDeps) {
    this.deps = deps;
    this.baseUrl = urls.rest;
    this.offset = new VenueOffset(deps);
    this.client = new SignedClient({
      deps,
      sign: (call, venueMs) => signOkxCall(call, deps.key, venueMs, urls.restHeaders),
      check: checkOkxPrivateAnswer,
      offsetMs: () => this.offset.offsetMs(),
      resyncClock: () => this.resyncClock(),
    });
  }

  /** Measures the venue's clock; false when it did not answer. */
  resyncClock(): Promise<boolean> {
    return this.offset.resync(() => this.time());
  }

  /**
   * Sends a call once (reads up to three times) and returns the rows of its answer.
   *
   * @errors those of `SignedClient` and of the table of private codes; VENUE_ANSWER_MALFORMED (`unknown`) for an answer without rows.
   */
  async rows(call: OkxCall): Promise<Result<readonly unknown[], DomainError>> {
    const { method, path, params, purpose } = call;
    const body = await this.client.send({
      method,
      path,
      params,
      purpose,
      baseUrl: this.baseUrl,
      weight: 1,
      governor: this.governor(call),
    });
    if (!body.ok) return body;
    const rows = isRecord(body.value) ? listOf(body.value['data']) : null;
    return rows === null ? err(malformed(path, 'no rows')) : ok(rows);
  }

  /** Returns the only row of an answer; fails like `rows`, and for an empty list. */
  async row(call: OkxCall): Promise<Result<unknown, DomainError>> {
    const rows = await this.rows(call);
    if (!rows.ok) return rows;
    return rows.value.length === 0 ? err(malformed(call.path, 'an empty list')) : ok(rows.value[0]);
  }

  /**
   * Returns the rows of every page, newest first; `idField` names the row that the next page starts after.
   *
   * @errors those of `rows`; INPUT_INVALID when there is more than 5,000 rows: ask from a later time.
   */
  async pages(
    build: (after: string | undefined) => OkxCall,
    idField: string,
  ): Promise<Result<readonly unknown[], DomainError>> {
    const { pageRows, pagesMax } = OKX_PRIVATE_LIMITS;
    const all: unknown[] = [];
    let after: string | undefined;
    for (let page = 0; page < pagesMax; page += 1) {
      const call = build(after);
      const rows = await this.rows(call);
      if (!rows.ok) return rows;
      all.push(...rows.value);
      const last = rows.value.at(-1);
      if (rows.value.length < pageRows || !isRecord(last)) return ok(all);
      const next = textOf(last, idField);
      if (next === '' || next === after) return err(malformed(call.path, `pages without ${idField}`));
      after = next;
    }
    return err(domainError('INPUT_INVALID', `more than ${pageRows * pagesMax} rows; ask from a later time`));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async time(): Promise<Result<{ readonly venueMs: number }, DomainError>> {
    const row = await this.row(buildTime());
    if (!row.ok) return row;
    const venueMs = isRecord(row.value) ? timeOf(row.value, 'ts') : null;
    return venueMs === null ? err(malformed('/api/v5/public/time', 'no time')) : ok({ venueMs });
  }

  private governor(call: OkxCall): RequestGovernor {
    const pool: OkxPool = OKX_POOLS[call.pool];
    const key = pool.perInstrument ? `${call.pool} ${call.instId ?? ''}` : call.pool;
    const known = this.governors.get(key);
    if (known !== undefined) return known;
    const fresh = new RequestGovernor({
      clock: this.deps.clock,
      capacity: pool.requests * OKX_PRIVATE_LIMITS.usedFrac,
      windowMs: pool.windowMs,
      reserveFrac: pool.reserveFrac,
      readWaitMaxMs: OKX_PRIVATE_LIMITS.readWaitMaxMs,
    });
    this.governors.set(key, fresh);
    // A pool of every instrument would be a line of every instrument.
    if (!pool.perInstrument) this.deps.budgets?.watch('OKX', `private ${call.pool}`, fresh);
    return fresh;
  }
}

/** Builds the failure of an answer that was understood by nobody: what it was about may have been done. */
export function malformed(path: string, what: string): DomainError {
  return domainError('VENUE_ANSWER_MALFORMED', `path=${path} what=${what}`, { outcome: 'unknown' });
}
