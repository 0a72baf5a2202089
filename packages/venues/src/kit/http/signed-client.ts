import { Agent } from 'undici';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { backoffMs } from '../backoff.ts';
import type { VenueDeps } from '../deps.ts';
import { pause } from '../pause.ts';
import type { HttpAnswer } from './json-client.ts';
import { parseJson, readBounded, transportCause } from './read-answer.ts';
import { ReadSlots } from './read-slots.ts';
import type { RequestGovernor, RequestPurpose } from './request-governor.ts';

/** A request as it goes onto the wire: signed, encoded, complete. What the verifier of requests looks at. */
export interface WireCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Whole address, query included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: no body. */
  readonly body: string | null;
}

/** A request before it is signed. Parameters keep their order. */
export interface VenueCall {
  readonly method: WireCall['method'];
  readonly baseUrl: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string | number | boolean | undefined>> | readonly unknown[];
  readonly weight: number;
  readonly purpose: RequestPurpose;
  readonly governor: RequestGovernor;
  readonly timeoutMs?: number;
}

export interface SignedClientOptions {
  readonly deps: VenueDeps;
  /** Turns a call into signed bytes, with the venue's time in ms. Called anew for every try. */
  readonly sign: (call: VenueCall, venueMs: number) => WireCall;
  /** null when the answer is fine. */
  readonly check: (answer: HttpAnswer, call: VenueCall) => DomainError | null;
  /** Reads what limits the answer tells (headers); absent: nothing. */
  readonly observe?: (answer: HttpAnswer, call: VenueCall) => void;
  /** Venue clock minus ours, ms. */
  readonly offsetMs: () => number;
  /** Reads the text of an answer, undefined when it is no JSON; absent: `JSON.parse`, which rounds long numbers. */
  readonly parse?: (text: string) => unknown;
  /** Asked once after CLOCK_SKEWED; the call is then tried once more, for it was refused unread. */
  readonly resyncClock?: () => Promise<boolean>;
}

const ORDER_TIMEOUT_MS = 5_000;
const READ_TRIES = 3;
const CONNECTIONS = 16;
/** The other connections are for orders, which never stand behind reads. */
const READS_AT_ONCE = 12;
const READS_WAITING_MAX = 500;
const BODY_BYTES_MAX = 16 << 20;
const BACKOFF = { firstMs: 200, maxMs: 2_000 } as const;
const READ_RETRYABLE: ReadonlySet<string> = new Set(['VENUE_UNREACHABLE', 'VENUE_TIMEOUT', 'VENUE_BUSY']);

/**
 * Sends signed requests. Reads are tried up to three times; an order call goes out once (twice only after a clock refusal), and
 * says by `outcome` whether it left us, was refused, or may have been done.
 */
export class SignedClient {
  private readonly options: SignedClientOptions;
  private readonly agent: Agent;
  private readonly reads = new ReadSlots(READS_AT_ONCE, READS_WAITING_MAX);
  private readonly closing = new AbortController();

  constructor(options: SignedClientOptions) {
    this.options = options;
    this.agent = new Agent({
      connect: { timeout: 3_000 },
      keepAliveTimeout: 60_000,
      connections: CONNECTIONS,
      pipelining: 1,
    });
  }

  /**
   * Returns the body of an answer the venue's check accepts.
   *
   * @errors VENUE_RATE_LIMITED (`not-sent`), VENUE_TIMEOUT and VENUE_ANSWER_MALFORMED (`unknown`), VENUE_UNREACHABLE (`not-sent` when no
   * connection came about, else `unknown`), VENUE_BUSY (`not-sent`) when too many reads wait, and whatever the venue's check says.
   */
  async send(call: VenueCall): Promise<Result<unknown, DomainError>> {
    const { deps } = this.options;
    const tries = call.purpose === 'read' ? READ_TRIES : 1;
    let hasResynced = false;
    for (let attempt = 0; ; attempt += 1) {
      const granted = await call.governor.take(call.weight, call.purpose);
      if (!granted.ok) return granted;
      const result = await (call.purpose === 'read' ? this.inSlot(call) : this.once(call));
      if (result.ok) return result;
      const { error } = result;
      if (error.retryAfterMs !== undefined) call.governor.close(error.retryAfterMs);
      if (error.code === 'CLOCK_SKEWED' && !hasResynced && (await this.options.resyncClock?.()) === true) {
        hasResynced = true;
        continue;
      }
      if (attempt + 1 >= tries || !READ_RETRYABLE.has(error.code)) return result;
      await pause(deps.clock, backoffMs(attempt, deps.random, BACKOFF), this.closing.signal);
    }
  }

  /** Ends what is on its way as unknown and drops every connection. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.agent.destroy();
  }

  private async inSlot(call: VenueCall): Promise<Result<unknown, DomainError>> {
    if (!(await this.reads.take()))
      return err(
        domainError('VENUE_BUSY', `call=${call.path} readsWaiting=${READS_WAITING_MAX}`, { outcome: 'not-sent' }),
      );
    try {
      return await this.once(call);
    } finally {
      this.reads.give();
    }
  }

  private async once(call: VenueCall): Promise<Result<unknown, DomainError>> {
    const { deps, sign, check, observe, offsetMs } = this.options;
    const timeoutMs = call.timeoutMs ?? ORDER_TIMEOUT_MS;
    const stop = new AbortController();
    const timer = deps.clock.after(timeoutMs, () => stop.abort());
    const wire = sign(call, deps.clock.nowMs() + offsetMs());
    const where = `${call.method} ${call.path}`;
    try {
      const url = new URL(wire.url);
      const response = await this.agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: wire.method,
        signal: stop.signal,
        headers: { 'user-agent': 'riptide/2', accept: 'application/json', ...wire.headers },
        ...(wire.body === null ? {} : { body: wire.body }),
      });
      // An answer over the bound is unreadable, which says nothing of what was done.
      const text = (await readBounded(response.body, BODY_BYTES_MAX)) ?? '';
      const answer: HttpAnswer = {
        status: response.statusCode,
        headers: response.headers,
        body: (this.options.parse ?? parseJson)(text),
      };
      observe?.(answer, call);
      const refusal = check(answer, call);
      if (refusal !== null) return err({ ...refusal, detail: `call=${where} ${refusal.detail}` });
      if (answer.body === undefined)
        return err(
          domainError('VENUE_ANSWER_MALFORMED', `call=${where} status=${answer.status}`, { outcome: 'unknown' }),
        );
      return ok(answer.body);
    } catch (e) {
      return err(transportError(e, stop.signal.aborted, `call=${where} timeoutMs=${timeoutMs}`));
    } finally {
      timer.cancel();
    }
  }
}

/** Failures before a connection stood: nothing can have left us. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function transportError(e: unknown, isTimeout: boolean, detail: string): DomainError {
  if (isTimeout) return domainError('VENUE_TIMEOUT', detail, { outcome: 'unknown' });
  const code = transportCause(e);
  const outcome = NOT_CONNECTED.has(code) ? 'not-sent' : 'unknown';
  return domainError('VENUE_UNREACHABLE', `${detail} cause=${code}`, { outcome });
}
