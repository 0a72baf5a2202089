import type { SimVenueMarket } from '../market/model.ts';
import { WindowLimiter } from '../server/rate-limiter.ts';
import type { WireRequest, WireResponse } from '../server/venue-server.ts';
import type { BinanceCalls } from './binance-call.ts';
import type { BinanceProduct } from './binance-product.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { futuresCalls } from './binance-rest-futures.ts';
import { spotCalls } from './binance-rest-spot.ts';

/** Limits of the REST side. */
export interface BinanceRestLimits {
  /** Request weight per minute and address. */
  readonly weightPerMinute: number;
  /** Refused calls within the minute before the address is banned. */
  readonly refusalsBeforeBan: number;
  readonly banMs: number;
}

const DEFAULTS = {
  spot: { weightPerMinute: 6_000, refusalsBeforeBan: 10, banMs: 120_000 },
  usdm: { weightPerMinute: 2_400, refusalsBeforeBan: 10, banMs: 120_000 },
} as const satisfies Record<string, BinanceRestLimits>;

/** The public REST side of one product: weights, 429 and 418, error bodies. */
export class BinanceRest {
  private readonly product: BinanceProduct;
  private readonly market: SimVenueMarket;
  private readonly limits: BinanceRestLimits;
  private readonly limiter: WindowLimiter;
  private readonly refusals: WindowLimiter;
  private readonly bannedUntilMs = new Map<string, number>();
  private readonly calls: BinanceCalls;

  constructor(product: BinanceProduct, market: SimVenueMarket, chosen: Partial<BinanceRestLimits>) {
    this.product = product;
    this.market = market;
    this.limits = { ...DEFAULTS[product.kind], ...chosen };
    this.limiter = new WindowLimiter(this.limits.weightPerMinute, 60_000);
    this.refusals = new WindowLimiter(this.limits.refusalsBeforeBan, 60_000);
    this.calls = product.kind === 'spot' ? spotCalls(product, market) : futuresCalls(product, market);
  }

  handle(request: WireRequest): WireResponse {
    const call = this.calls[request.path.slice(this.product.prefix.length)];
    if (call === undefined) {
      return {
        status: 404,
        headers: { 'content-type': 'text/html' },
        body: '<html><body><h2>404 Not found</h2></body></html>',
      };
    }
    if (request.method !== 'GET')
      return refused(new BinanceRefusal(-1002, 'You are not authorized to execute this request.', 401), {});
    const nowMs = this.market.nowMs();
    const banned = this.bannedUntilMs.get(request.remote) ?? 0;
    if (nowMs < banned) return this.ban(banned, nowMs);
    const taken = this.limiter.take(request.remote, call.weight(request.query), nowMs);
    const headers = { 'x-mbx-used-weight-1m': String(taken.used), 'x-mbx-used-weight': String(taken.used) };
    if (!taken.allowed) return this.refuseWeight(request.remote, nowMs, taken.resetInMs, headers);
    const answer = call.answer(request.query);
    return answer instanceof BinanceRefusal
      ? refused(answer, headers)
      : { status: 200, headers, body: JSON.stringify(answer) };
  }

  private refuseWeight(
    remote: string,
    nowMs: number,
    resetInMs: number,
    headers: Readonly<Record<string, string>>,
  ): WireResponse {
    if (!this.refusals.take(remote, 1, nowMs).allowed) {
      this.bannedUntilMs.set(remote, nowMs + this.limits.banMs);
      return this.ban(nowMs + this.limits.banMs, nowMs);
    }
    const limit = this.limits.weightPerMinute;
    const msg =
      this.product.kind === 'spot'
        ? `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`
        : `Too many requests; current limit of IP(${remote}) is ${limit} requests per minute. Please use the websocket for live updates to avoid polling the API.`;
    const retryAfter = { 'retry-after': String(Math.ceil(resetInMs / 1_000)) };
    return refused(new BinanceRefusal(-1003, msg, 429), { ...headers, ...retryAfter });
  }

  private ban(untilMs: number, nowMs: number): WireResponse {
    const msg = `Way too much request weight used; IP banned until ${untilMs}. Please use WebSocket Streams for live updates to avoid bans.`;
    return refused(new BinanceRefusal(-1003, msg, 418), {
      'retry-after': String(Math.ceil((untilMs - nowMs) / 1_000)),
    });
  }
}

function refused(refusal: BinanceRefusal, headers: Readonly<Record<string, string>>): WireResponse {
  return { status: refusal.status, headers, body: JSON.stringify({ code: refusal.code, msg: refusal.msg }) };
}
