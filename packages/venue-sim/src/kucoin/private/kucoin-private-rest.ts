import type { SimKey } from '../../account/model.ts';
import { callUnderFault } from '../../server/call-fault.ts';
import { parseRequest } from '../../server/parse-request.ts';
import { WindowLimiter, type RateTake } from '../../server/rate-limiter.ts';
import type { WireRequest, WireResponse } from '../../server/venue-server.ts';
import { wireJson } from '../kucoin-json.ts';
import type { KucoinProduct } from '../kucoin-listing.ts';
import { KucoinAuth } from './kucoin-auth.ts';
import {
  bad,
  type KucoinCall,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPool,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';

const WINDOW_MS = 30_000;
/** Weight of 30 s at the lowest tier. */
const POOLS: Readonly<Record<KucoinPool, number>> = { spot: 4_000, futures: 2_000, management: 2_000 };
const DENIED = bad('400007', 'Access denied, require more permission');
const TOO_MANY = bad('429000', 'too many requests', 429);

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly call: KucoinCall;
}

interface Given {
  readonly reply: KucoinReply;
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces the body where no part of the venue's API answered. */
  readonly page?: string;
}

/** The signed endpoints of one host: key, signature, permission, pool, planned faults, then the call. */
export class KucoinPrivateRest {
  readonly auth: KucoinAuth;
  private readonly context: KucoinPrivateContext;
  private readonly product: KucoinProduct;
  private readonly routes: readonly Route[];
  private readonly limiters: Readonly<Record<KucoinPool, WindowLimiter>>;

  constructor(context: KucoinPrivateContext, product: KucoinProduct, calls: KucoinCalls) {
    this.context = context;
    this.product = product;
    this.auth = new KucoinAuth(context.side.accounts, () => context.market.nowMs());
    this.routes = Object.entries(calls).map(([name, call]) => {
      const [method = '', path = ''] = name.split(' ');
      return { method, pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`), call };
    });
    const limiter = (pool: KucoinPool): WindowLimiter => new WindowLimiter(POOLS[pool], WINDOW_MS);
    this.limiters = { spot: limiter('spot'), futures: limiter('futures'), management: limiter('management') };
  }

  /** True when there is such an endpoint below the product's host. */
  has(method: string, path: string): boolean {
    return this.find(method, path) !== null;
  }

  /** Checks the proof of a request; `path` is below the product's host. */
  check(request: WireRequest, path: string): SimKey | KucoinReply {
    const rawQuery = request.rawQuery ?? request.query.toString();
    const endpoint = rawQuery === '' ? path : `${path}?${rawQuery}`;
    const { headers, method, body, remote } = request;
    return this.auth.check({ headers, method, endpoint, body, remote });
  }

  handle(request: WireRequest, path: string): WireResponse | Promise<WireResponse> {
    const route = this.find(request.method, path);
    if (route === null) throw new Error(`Invariant: no call ${request.method} ${path}`);
    const key = this.check(request, path);
    if ('code' in key) return respond({ reply: key, headers: {} });
    const body = request.body === '' ? { ok: true as const, value: {} } : readBody(request.body);
    if (!body.ok) return respond({ reply: bad('400100', 'The request body is not JSON.', 400), headers: {} });
    const query = Object.fromEntries(request.query);
    const params: KucoinParams = { ...query, ...body.value, ...(route.id === null ? {} : { id: route.id }) };
    const given = this.answer(key, route.call, params);
    return given instanceof Promise ? given.then(respond) : respond(given);
  }

  private answer(key: SimKey, call: KucoinCall, params: KucoinParams): Given | Promise<Given> {
    const nowMs = this.context.market.nowMs();
    const take = this.limiters[call.pool].take(String(key.accountId), call.weight, nowMs);
    const headers = rateHeaders(POOLS[call.pool], take);
    if (!take.allowed) return { reply: TOO_MANY, headers };
    if (!isAllowed(key, call)) return { reply: DENIED, headers };
    const symbol = params['symbol'];
    const fault = this.context.side.faults.takeCallFault(call.name, typeof symbol === 'string' ? symbol : null);
    return callUnderFault<Given>(
      fault,
      this.context.side.clock,
      (fillFrac) => ({ reply: call.answer({ key, accountId: key.accountId, fillFrac }, params), headers }),
      {
        refuse: (refusal) => ({ reply: kucoinRefusalOf(this.product, refusal), headers }),
        status: (status, retryAfterS) => statusGiven(status, retryAfterS, headers),
        maintenance: () => ({ reply: bad('500000', 'The system is under maintenance.', 503), headers }),
      },
    );
  }

  private find(method: string, path: string): { readonly call: KucoinCall; readonly id: string | null } | null {
    for (const route of this.routes) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (match !== null) return { call: route.call, id: match[1] ?? null };
    }
    return null;
  }
}

/** One object; a list of orders is kept under `items`. */
function readBody(body: string): ReturnType<typeof parseRequest> {
  return parseRequest(body.trimStart().startsWith('[') ? `{"items":${body}}` : body);
}

function isAllowed(key: SimKey, { needs }: KucoinCall): boolean {
  if (needs === 'general') return true;
  if (key.isReadOnly) return false;
  if (needs === 'transfer') return true;
  return needs === 'spot' ? key.canTradeSpot : key.canTradeFutures;
}

function rateHeaders(limit: number, { used, resetInMs }: RateTake): Record<string, string> {
  return {
    'gw-ratelimit-limit': String(limit),
    'gw-ratelimit-remaining': String(Math.max(0, limit - used)),
    'gw-ratelimit-reset': String(resetInMs),
  };
}

/** The venue has no 418: a blocked address gets a page with 1015. Its rate limit tells by a header when it ends. */
function statusGiven(status: number, retryAfterS: number | null, headers: Readonly<Record<string, string>>): Given {
  const retry = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) };
  switch (status) {
    case 429: {
      const reset = retryAfterS === null ? {} : { 'gw-ratelimit-reset': String(retryAfterS * 1_000) };
      return { reply: TOO_MANY, headers: { ...headers, 'gw-ratelimit-remaining': '0', ...reset, ...retry } };
    }
    case 418:
      return { reply: bad('', '', 429), headers: retry, page: 'error code: 1015' };
    case 500:
      return { reply: bad('500000', 'Internal Server Error', 500), headers };
    case 503:
      return { reply: bad('230005', 'The system is busy, please try again later.', 503), headers };
    case 504:
      return { reply: bad('408000', 'Network timeout, please try again later.', 504), headers };
    default:
      return { reply: bad('', '', status), headers: {}, page: '<html><h1>Bad Gateway</h1></html>' };
  }
}

function respond({ reply, headers, page }: Given): WireResponse {
  const { code, msg, data, status = 200 } = reply;
  return { status, headers, body: page ?? wireJson(msg === undefined ? { code, data } : { code, msg }) };
}
