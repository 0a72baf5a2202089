import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import {
  isRecord,
  listOf,
  numberOf,
  RequestGovernor,
  retryAfterMs,
  RollingGovernor,
  SignedClient,
  type HttpAnswer,
  type OrderSocket,
  type JsonRecord,
  type PrivateVenueDeps,
  type VenueCall,
} from '../../kit/index.ts';
import { checkBybitSignedAnswer } from '../errors.ts';
import { BYBIT_LIMITS, BYBIT_POOLS, BYBIT_PRIVATE_LIMITS, type BybitPool } from '../limits.ts';
import type { BybitCall } from './bybit-call.ts';
import { nextCursorOf } from '../rest/parse.ts';
import { signBybitCall } from '../sign.ts';
import type { VenueTime } from './venue-time.ts';

/** What a signed call answered. */
export interface BybitAnswer {
  readonly result: JsonRecord;
  /** Venue time of the answer, ms. */
  readonly atMs: number;
}

/** A page of a list. */
export interface BybitPage {
  readonly rows: readonly JsonRecord[];
  /** null on the last page. */
  readonly next: string | null;
  readonly atMs: number;
}

/** Sends signed calls within the venue's limits: one pool per endpoint and account, all of them inside that of the address. */
export class SignedRest {
  private readonly client: SignedClient;
  private readonly baseUrl: string;
  private readonly clock: Clock;
  private readonly address: RequestGovernor;
  private readonly pools: Readonly<Record<BybitPool, RequestGovernor>>;

  constructor(baseUrl: string, deps: PrivateVenueDeps, time: VenueTime, socket: OrderSocket | null) {
    this.baseUrl = baseUrl;
    this.clock = deps.clock;
    const { addressCapacity, addressWindowMs, reserveFrac, readWaitMaxMs } = BYBIT_PRIVATE_LIMITS;
    const shared = { clock: deps.clock, reserveFrac, readWaitMaxMs };
    this.address = new RequestGovernor({ ...shared, capacity: addressCapacity, windowMs: addressWindowMs });
    this.pools = poolsInside(this.address, shared);
    deps.budgets?.watch('BYBIT', 'private address', this.address);
    for (const [name, pool] of Object.entries(this.pools)) deps.budgets?.watch('BYBIT', `private ${name}`, pool);
    this.client = new SignedClient({
      deps,
      sign: (call, venueMs) => signBybitCall(deps.key, call, venueMs),
      check: (answer) => checkBybitSignedAnswer(answer, rateWaitMs),
      observe: (answer, call) => this.observe(answer, call),
      offsetMs: () => time.offsetMs(),
      resyncClock: () => time.resync(),
      ...(socket === null ? {} : { socket }),
    });
  }

  /**
   * Returns the result of a call.
   *
   * @errors those of SignedClient and of the tables in errors.ts; VENUE_ANSWER_MALFORMED (`unknown`) for a result that is no object.
   */
  async send(call: BybitCall): Promise<Result<BybitAnswer, DomainError>> {
    const { method, path, params, pool, purpose } = call;
    const governor = this.pools[pool];
    const body = await this.client.send({ method, baseUrl: this.baseUrl, path, params, weight: 1, purpose, governor });
    if (!body.ok) return body;
    const result = isRecord(body.value) ? body.value['result'] : null;
    if (!isRecord(result)) return err(malformed(call, 'no result'));
    const atMs = isRecord(body.value) ? numberOf(body.value['time']) : Number.NaN;
    return ok({ result, atMs: Number.isFinite(atMs) ? atMs : this.clock.nowMs() });
  }

  /**
   * Returns the rows of one page, and where the next one starts.
   *
   * @errors those of `send`; VENUE_ANSWER_MALFORMED (`unknown`) for a result without a list.
   */
  async sendList(call: BybitCall): Promise<Result<BybitPage, DomainError>> {
    const answer = await this.send(call);
    if (!answer.ok) return answer;
    const { result, atMs } = answer.value;
    const rows = listOf(result['list']);
    if (rows === null || !rows.every(isRecord)) return err(malformed(call, 'no list'));
    return ok({ rows, next: nextCursorOf({ result }), atMs });
  }

  /**
   * Returns the rows of every page.
   *
   * @errors those of `sendList`; VENUE_ANSWER_MALFORMED for a list that does not end: it is never cut.
   */
  async sendPaged(build: (cursor?: string) => BybitCall): Promise<Result<readonly JsonRecord[], DomainError>> {
    const rows: JsonRecord[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < BYBIT_PRIVATE_LIMITS.pagesMax; page += 1) {
      const answer = await this.sendList(build(cursor));
      if (!answer.ok) return answer;
      const { next, rows: more } = answer.value;
      rows.push(...more);
      // QUIRK(bybit): the last page may still carry a cursor, of which an empty page or the same cursor comes.
      if (next === null || next === cursor || more.length === 0) return ok(rows);
      cursor = next;
    }
    return err(malformed(build(), `more than ${BYBIT_PRIVATE_LIMITS.pagesMax} pages`));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Learns from the answer's headers who else uses the account, and rests for all when the address sent too much. */
  private observe(answer: HttpAnswer, call: VenueCall): void {
    if (answer.status === 403) this.address.close(retryAfterMs(answer) ?? BYBIT_LIMITS.forbiddenPauseMs);
    if (isRecord(answer.body) && answer.body['retCode'] === ADDRESS_LIMIT) this.address.close(rateWaitMs(answer));
    const limit = numberOf(answer.headers['x-bapi-limit']);
    const left = numberOf(answer.headers['x-bapi-limit-status']);
    if (limit > 0 && left >= 0) call.governor.observeUsed(limit - left);
  }
}

/** Too many requests from this address; 10006 counts an endpoint only. */
const ADDRESS_LIMIT = 10_018;

function poolsInside(
  address: RequestGovernor,
  shared: { readonly clock: Clock; readonly reserveFrac: number; readonly readWaitMaxMs: number },
): Readonly<Record<BybitPool, RequestGovernor>> {
  const { poolSpare, poolWindowMs } = BYBIT_PRIVATE_LIMITS;
  const pools = Object.entries(BYBIT_POOLS).map(([name, perSecond]) => [
    name,
    new RollingGovernor({ ...shared, capacity: perSecond - poolSpare, windowMs: poolWindowMs }, address),
  ]);
  return Object.fromEntries(pools) as Record<BybitPool, RequestGovernor>;
}

/** Returns how long the venue says to wait, between its own clock and the time at which it counts anew. */
function rateWaitMs(answer: HttpAnswer): number {
  const { ratePauseMs } = BYBIT_PRIVATE_LIMITS;
  const resetMs = numberOf(answer.headers['x-bapi-limit-reset-timestamp']);
  const nowMs = isRecord(answer.body) ? numberOf(answer.body['time']) : Number.NaN;
  const waitMs = resetMs - nowMs;
  return waitMs > 0 && waitMs <= BYBIT_LIMITS.forbiddenPauseMs ? waitMs : ratePauseMs;
}

function malformed(call: BybitCall, what: string): DomainError {
  return domainError('VENUE_ANSWER_MALFORMED', `call=${call.method} ${call.path} ${what}`, { outcome: 'unknown' });
}
