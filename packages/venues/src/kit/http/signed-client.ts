import { Agent } from 'undici';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { backoffMs } from '../backoff.ts';
import type { VenueDeps } from '../deps.ts';
import { pause } from '../pause.ts';
import type { HttpAnswer } from './json-client.ts';
import type { WholeAnswer } from './answer-reader.ts';
import { OrderLine, type LineExchange, type LineOutcome } from './order-line.ts';
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
  /** Where orders may go instead; null when it can't take one now. */
  readonly socket?: { send(call: VenueCall): LineExchange | null };
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
  /** By the base address of calls. */
  private readonly lines = new Map<string, OrderOrigin>();

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
    const line = this.lineTo(call.baseUrl);
    for (let attempt = 0; ; attempt += 1) {
      // WHY: an order that is granted at once leaves before anything else of this turn runs.
      const isGranted = call.purpose !== 'read' && call.governor.takeNow(call.weight, call.purpose);
      const granted = isGranted ? ok(null) : await call.governor.take(call.weight, call.purpose);
      if (!granted.ok) return granted;
      const result = await (call.purpose === 'read' ? this.inSlot(call) : this.onLine(line, call));
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
    for (const { line } of this.lines.values()) line.close();
    await this.agent.destroy();
  }

  /** Opened with the first call to an address, a read as a rule, so that it stands when an order comes. */
  private lineTo(baseUrl: string): OrderOrigin {
    const known = this.lines.get(baseUrl);
    if (known !== undefined) return known;
    const origin = new URL(baseUrl);
    const line = new OrderLine({ origin, clock: this.options.deps.clock, bodyBytesMax: BODY_BYTES_MAX });
    if (this.closing.signal.aborted) line.close();
    const made = { line, origin: origin.origin, host: origin.host };
    this.lines.set(baseUrl, made);
    return made;
  }

  /** Sends an order call by the venue's socket for orders or an open connection, or by the general client when none is idle. */
  private async onLine({ line, origin, host }: OrderOrigin, call: VenueCall): Promise<Result<unknown, DomainError>> {
    const { deps, sign, offsetMs, socket } = this.options;
    let exchange = socket?.send(call) ?? null;
    if (exchange === null) {
      const wire = sign(call, deps.clock.nowMs() + offsetMs());
      const text = wire.url.startsWith(`${origin}/`) ? requestText(wire, host, wire.url.slice(origin.length)) : null;
      exchange = text === null ? null : line.send(text);
      if (exchange === null) return this.once(call, wire);
    }
    deps.stages?.written();
    const sent = exchange;
    const timeoutMs = call.timeoutMs ?? ORDER_TIMEOUT_MS;
    let isTimeout = false;
    const timer = deps.clock.after(timeoutMs, () => {
      isTimeout = true;
      sent.giveUp();
    });
    const outcome: LineOutcome = await sent.outcome;
    timer.cancel();
    const where = `${call.method} ${call.path}`;
    if ('failure' in outcome) {
      if (isTimeout)
        return err(domainError('VENUE_TIMEOUT', `call=${where} timeoutMs=${timeoutMs}`, { outcome: 'unknown' }));
      const detail = `call=${where} timeoutMs=${timeoutMs} cause=${outcome.failure}`;
      return err(domainError('VENUE_UNREACHABLE', detail, { outcome: 'unknown' }));
    }
    return this.judge(call, outcome.answer);
  }

  private judge(
    call: VenueCall,
    { status, headers, text }: Pick<WholeAnswer, 'status' | 'text'> & Pick<HttpAnswer, 'headers'>,
  ): Result<unknown, DomainError> {
    const { check, observe } = this.options;
    const where = `${call.method} ${call.path}`;
    // An answer over the bound is unreadable, which says nothing of what was done.
    const answer: HttpAnswer = { status, headers, body: (this.options.parse ?? parseJson)(text ?? '') };
    observe?.(answer, call);
    const refusal = check(answer, call);
    if (refusal !== null) return err({ ...refusal, detail: `call=${where} ${refusal.detail}` });
    if (answer.body !== undefined) return ok(answer.body);
    return err(domainError('VENUE_ANSWER_MALFORMED', `call=${where} status=${status}`, { outcome: 'unknown' }));
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

  private async once(call: VenueCall, signed?: WireCall): Promise<Result<unknown, DomainError>> {
    const { deps, sign, offsetMs } = this.options;
    const timeoutMs = call.timeoutMs ?? ORDER_TIMEOUT_MS;
    const stop = new AbortController();
    const timer = deps.clock.after(timeoutMs, () => stop.abort());
    const wire = signed ?? sign(call, deps.clock.nowMs() + offsetMs());
    try {
      const url = new URL(wire.url);
      const response = await this.agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: wire.method,
        signal: stop.signal,
        headers: { ...COMMON_HEADERS, ...wire.headers },
        ...(wire.body === null ? {} : { body: wire.body }),
      });
      const text = await readBounded(response.body, BODY_BYTES_MAX);
      return this.judge(call, { status: response.statusCode, headers: response.headers, text });
    } catch (e) {
      const detail = `call=${call.method} ${call.path} timeoutMs=${timeoutMs}`;
      return err(transportError(e, stop.signal.aborted, detail));
    } finally {
      timer.cancel();
    }
  }
}

interface OrderOrigin {
  readonly line: OrderLine;
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  readonly host: string;
}

const COMMON_HEADERS = { 'user-agent': 'riptide/2', accept: 'application/json' } as const;
const COMMON_LINES = Object.entries(COMMON_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Returns a request as one text; null where a part holds what needs an encoder: the general client knows what to do with it. */
function requestText(wire: WireCall, host: string, path: string): string | null {
  if (!/^[!-~]+$/.test(path)) return null;
  let head = `${wire.method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${COMMON_LINES}`;
  for (const name in wire.headers) {
    const value = wire.headers[name] ?? '';
    if (!/^[ -~]*$/.test(value)) return null;
    head += `${name}: ${value}\r\n`;
  }
  if (wire.body === null) return wire.method === 'GET' ? `${head}\r\n` : `${head}content-length: 0\r\n\r\n`;
  return `${head}content-length: ${Buffer.byteLength(wire.body)}\r\n\r\n${wire.body}`;
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
