import type { SimKey } from '../../account/model.ts';
import { callUnderFault, type FaultWords } from '../../server/call-fault.ts';
import { WindowLimiter } from '../../server/rate-limiter.ts';
import type { WireRequest, WireResponse } from '../../server/venue-server.ts';
import { answerOfItems, bad, type OkxAnswer } from './okx-answer.ts';
import { OkxAuth } from './okx-auth.ts';
import type { OkxCall, OkxCalls, OkxParams, OkxPrivateContext } from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { refusedItem } from './okx-order-calls.ts';
import { okxWordsOf } from './okx-refusals.ts';

const WINDOW_MS = 2_000;
const TOO_MANY = bad('50011', 'Too Many Requests', 429);

/** An answer and the pause that a planned fault asks for. */
export interface OkxGiven {
  readonly answer: OkxAnswer;
  readonly retryAfterS: number | null;
  /** Replaces the body where no part of the venue's API answered. */
  readonly page?: string;
}

/** The signed endpoints: key, signature, permission, limit of the account, planned faults, then the call. */
export class OkxPrivateRest {
  readonly auth: OkxAuth;
  private readonly context: OkxPrivateContext;
  private readonly calls: OkxCalls;
  private readonly limiters = new Map<string, WindowLimiter>();

  constructor(context: OkxPrivateContext, calls: OkxCalls) {
    this.context = context;
    this.calls = calls;
    this.auth = new OkxAuth(context.side.accounts, () => context.market.nowMs());
  }

  /** True when there is such an endpoint. */
  has(method: string, path: string): boolean {
    return this.calls[`${method} ${path}`] !== undefined;
  }

  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    const rawQuery = request.rawQuery ?? request.query.toString();
    const { method, headers, body, remote } = request;
    const path = rawQuery === '' ? request.path : `${request.path}?${rawQuery}`;
    const key = this.auth.check({ headers, method, path, body, remote });
    if ('code' in key) return this.respond({ answer: key, retryAfterS: null });
    const items = method === 'GET' ? [Object.fromEntries(request.query)] : itemsOf(body);
    if (items === null) return this.respond({ answer: bad('50002', 'JSON syntax error', 400), retryAfterS: null });
    const late = this.isLate(headers['exptime'] ?? null);
    const given = late
      ? { answer: this.lateAnswer(), retryAfterS: null }
      : this.answer(key, `${method} ${request.path}`, items);
    return given instanceof Promise ? given.then((later) => this.respond(later)) : this.respond(given);
  }

  /** True when the client no longer wants what it asked for. */
  isLate(expTime: string | null): boolean {
    return expTime !== null && expTime !== '' && this.context.market.nowMs() > Number(expTime);
  }

  /** The refusal of a call that came after its own end. */
  lateAnswer(): OkxAnswer {
    return bad('50036', 'The expTime can not be earlier than the current system time.', 400);
  }

  /** Makes one call for a key that has been checked; also behind the orders of the private socket. */
  answer(key: SimKey, route: string, items: readonly OkxParams[]): OkxGiven | Promise<OkxGiven> {
    const call = this.calls[route];
    if (call === undefined) throw new Error(`Invariant: no call ${route}`);
    const plain = (answer: OkxAnswer): OkxGiven => ({ answer, retryAfterS: null });
    const canTrade = !key.isReadOnly && (key.canTradeSpot || key.canTradeFutures);
    if (call.needsTrade && !canTrade) {
      return plain(bad('50120', "This API key doesn't have permission to use this function."));
    }
    const instId = new OkxFields(items[0] ?? {}).listing(this.context.listings)?.instId ?? null;
    if (!this.takeLimit(key, route, { call, count: items.length, instId })) return plain(TOO_MANY);
    const { accountId } = key;
    const fault = this.context.side.faults.takeCallFault(call.name, instId);
    return callUnderFault<OkxGiven>(
      fault,
      this.context.side.clock,
      (fillFrac) => plain(call.answer({ key, accountId, fillFrac }, items)),
      faultWords(call, items),
    );
  }

  /** The HTTP response of an answer. */
  respond({ answer, retryAfterS, page }: OkxGiven): WireResponse {
    const headers = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) };
    return { status: answer.status ?? 200, headers, body: page ?? JSON.stringify(this.envelope(answer)) };
  }

  /** The envelope of an answer; order operations tell in microseconds when they came and went. */
  envelope({ code, msg, data, isTimed = false }: OkxAnswer): Record<string, unknown> {
    const micros = `${this.context.market.nowMs()}000`;
    return { code, data, msg, ...(isTimed ? { inTime: micros, outTime: micros } : {}) };
  }

  /** Orders of a batch count one by one. */
  private takeLimit(
    key: SimKey,
    route: string,
    { call, count, instId }: { readonly call: OkxCall; readonly count: number; readonly instId: string | null },
  ): boolean {
    const limiter = this.limiters.get(route) ?? new WindowLimiter(call.per2s, WINDOW_MS);
    this.limiters.set(route, limiter);
    const who = call.perInstrument === true ? `${key.accountId} ${instId ?? ''}` : String(key.accountId);
    return limiter.take(who, Math.max(1, count), this.context.market.nowMs()).allowed;
  }
}

/** One object or a list of them; null for anything else. */
function itemsOf(body: string): readonly OkxParams[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
  const items: readonly unknown[] = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  return items.every((item) => item !== null && typeof item === 'object') ? (items as readonly OkxParams[]) : null;
}

function faultWords(call: OkxCall, items: readonly OkxParams[]): FaultWords<OkxGiven> {
  const plain = (answer: OkxAnswer, retryAfterS: number | null = null): OkxGiven => ({ answer, retryAfterS });
  return {
    refuse(refusal) {
      const words = okxWordsOf(refusal);
      if (call.isOrderOperation !== true) return plain(bad(words[0], words[1]));
      const refused = items.map((item) => {
        const read = new OkxFields(item);
        return refusedItem(words, { ordId: '', clOrdId: read.text('clOrdId') ?? '', tag: '' });
      });
      return plain(answerOfItems(refused, null));
    },
    status: (status, retryAfterS) => statusGiven(status, retryAfterS),
    maintenance: () => plain(bad('50001', 'Service temporarily unavailable. Please try again later.', 503)),
  };
}

/** The venue has no 418, and says a timeout of its own by 50004 with 400. */
function statusGiven(status: number, retryAfterS: number | null): OkxGiven {
  switch (status) {
    case 429:
      return { answer: TOO_MANY, retryAfterS };
    case 418:
      return { answer: bad('', '', 403), retryAfterS, page: 'Access denied' };
    case 500:
      return { answer: bad('50026', 'System error. Try again later', 500), retryAfterS };
    case 503:
      return { answer: bad('50001', 'Service temporarily unavailable. Please try again later.', 503), retryAfterS };
    case 504: {
      const msg =
        'API endpoint request timeout (does not mean that the request was successful or failed, please check the request result)';
      return { answer: bad('50004', msg, 400), retryAfterS };
    }
    default:
      return { answer: bad('', '', status), retryAfterS, page: '<html><h1>Bad Gateway</h1></html>' };
  }
}
