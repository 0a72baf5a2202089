import { callUnderFault, type FaultWords } from '../../server/call-fault.ts';
import { parseRequest } from '../../server/parse-request.ts';
import { WindowLimiter } from '../../server/rate-limiter.ts';
import type { WireRequest, WireResponse } from '../../server/venue-server.ts';
import type { SimKey } from '../../account/model.ts';
import { bad, invalid, type BybitAnswer } from './bybit-answer.ts';
import { BybitAuth, refusedTrading } from './bybit-auth.ts';
import type { BybitCall, BybitCalls, BybitPrivateContext } from './bybit-context.ts';
import type { BybitParams } from './bybit-fields.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

const SECOND_MS = 1_000;
const TOO_MANY = bad(10006, 'Too many visits. Exceeded the API Rate Limit.');

/** An answer and the headers that tell what is left of the account's limit. */
export interface LimitedAnswer {
  readonly answer: BybitAnswer;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterS: number | null;
}

/** The signed endpoints: key, signature, permission, limit of the account, planned faults, then the call. */
export class BybitPrivateRest {
  readonly auth: BybitAuth;
  private readonly context: BybitPrivateContext;
  private readonly calls: BybitCalls;
  private readonly limiters = new Map<string, WindowLimiter>();

  constructor(context: BybitPrivateContext, calls: BybitCalls) {
    this.context = context;
    this.calls = calls;
    this.auth = new BybitAuth(context.side.accounts, () => context.market.nowMs());
  }

  /** True when there is such an endpoint. */
  has(method: string, path: string): boolean {
    return this.calls[`${method} ${path}`] !== undefined;
  }

  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    const isGet = request.method === 'GET';
    const payload = isGet ? (request.rawQuery ?? request.query.toString()) : request.body;
    const key = this.auth.check({ headers: request.headers, payload, remote: request.remote });
    if ('retCode' in key) return this.respond({ answer: key, headers: {}, retryAfterS: null });
    if (isGet && request.body !== '') return { status: 403, body: '' };
    const params = isGet ? { ok: true as const, value: Object.fromEntries(request.query) } : parseRequest(request.body);
    if (!params.ok)
      return this.respond({ answer: invalid('Request body is not JSON'), headers: {}, retryAfterS: null });
    const given = this.answer(key, `${request.method} ${request.path}`, params.value);
    return given instanceof Promise ? given.then((late) => this.respond(late)) : this.respond(given);
  }

  /** Makes one call for a key that has been checked; also behind the trade socket. */
  answer(key: SimKey, route: string, params: BybitParams): LimitedAnswer | Promise<LimitedAnswer> {
    const call = this.calls[route];
    if (call === undefined) throw new Error(`Invariant: no call ${route}`);
    const plain = (answer: BybitAnswer): LimitedAnswer => ({ answer, headers: {}, retryAfterS: null });
    const category = String(params['category'] ?? 'linear');
    const denied = call.needs === 'none' ? null : refusedTrading(key, call.needs === 'futures' ? 'linear' : category);
    if (denied !== null) return plain(denied);
    const limit = this.takeLimit(key, route, { call, params });
    const { headers } = limit;
    if (!limit.allowed) return { answer: TOO_MANY, headers, retryAfterS: null };
    const { accountId } = key;
    const symbol = params['symbol'];
    const fault = this.context.side.faults.takeCallFault(call.name, typeof symbol === 'string' ? symbol : null);
    return callUnderFault<LimitedAnswer>(
      fault,
      this.context.side.clock,
      (fillFrac) => ({ answer: call.answer({ key, accountId, fillFrac }, params), headers, retryAfterS: null }),
      faultWords(category === 'spot' ? 'spot' : 'linear', headers),
    );
  }

  /** The HTTP response of an answer. */
  respond({ answer, headers, retryAfterS }: LimitedAnswer): WireResponse {
    const { retCode, retMsg, result, retExtInfo = {}, status = 200 } = answer;
    const body = { retCode, retMsg, result, retExtInfo, time: this.context.market.nowMs() };
    const retry = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) };
    return { status, headers: { ...headers, ...retry }, body: JSON.stringify(body) };
  }

  private takeLimit(
    key: SimKey,
    route: string,
    { call, params }: { readonly call: BybitCall; readonly params: BybitParams },
  ): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> } {
    const perSecond = call.perSecond(params);
    const name = `${route} ${perSecond}`;
    const limiter = this.limiters.get(name) ?? new WindowLimiter(perSecond, SECOND_MS);
    this.limiters.set(name, limiter);
    const nowMs = this.context.market.nowMs();
    const { allowed, used, resetInMs } = limiter.take(String(key.accountId), call.cost(params), nowMs);
    const headers = {
      'x-bapi-limit': String(perSecond),
      'x-bapi-limit-status': String(Math.max(0, perSecond - used)),
      'x-bapi-limit-reset-timestamp': String(allowed ? nowMs : nowMs + resetInMs),
    };
    return { allowed, headers };
  }
}

function faultWords(category: 'spot' | 'linear', headers: Readonly<Record<string, string>>): FaultWords<LimitedAnswer> {
  return {
    refuse: (refusal) => ({ answer: bybitRefusalOf(category, refusal), headers, retryAfterS: null }),
    status: (status, retryAfterS) => ({ answer: statusAnswer(status), headers, retryAfterS }),
    maintenance: () => ({
      answer: { ...bad(10016, 'System is under maintenance.'), status: 503 },
      headers,
      retryAfterS: null,
    }),
  };
}

/** The venue has no 418: a banned address gets 403. */
function statusAnswer(status: number): BybitAnswer {
  if (status === 429) return { ...bad(10429, 'System level frequency protection.'), status: 429 };
  if (status === 418) return { ...bad(10009, 'IP has been banned.'), status: 403 };
  return status === 504
    ? { ...bad(10000, 'Server Timeout'), status: 504 }
    : { ...bad(10016, 'Internal server error.'), status };
}
