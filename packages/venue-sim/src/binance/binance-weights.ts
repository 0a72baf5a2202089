import { WindowLimiter } from '../server/rate-limiter.ts';
import type { WireResponse } from '../server/venue-server.ts';
import type { BinanceProductKind } from './binance-product.ts';
import { BinanceRefusal, refusalBody } from './binance-refusal.ts';

/** Limits of the REST side. */
export interface BinanceRestLimits {
  /** Request weight per minute and address. */
  readonly weightPerMinute: number;
  /** Refused calls within the minute before the address is banned. */
  readonly refusalsBeforeBan: number;
  readonly banMs: number;
  /** True: each key is an address of its own, so that programs of one machine stand for machines of their own. */
  readonly isKeyAnAddress: boolean;
}

const BINANCE_REST_LIMITS = {
  spot: { weightPerMinute: 6_000, refusalsBeforeBan: 10, banMs: 120_000, isKeyAnAddress: false },
  usdm: { weightPerMinute: 2_400, refusalsBeforeBan: 10, banMs: 120_000, isKeyAnAddress: false },
} as const satisfies Record<BinanceProductKind, BinanceRestLimits>;

/** What taking weight came to: headers for the answer, or the refusal. */
export interface WeightTake {
  readonly used: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: BinanceRefusal | null;
  /** Milliseconds until the address may call again; 0 without a refusal. */
  readonly retryAfterMs: number;
}

/** The request weight of each address, over REST and the WebSocket API together: 429, then 418. */
export class BinanceWeights {
  readonly limits: BinanceRestLimits;
  private readonly kind: BinanceProductKind;
  private readonly limiter: WindowLimiter;
  private readonly refusals: WindowLimiter;
  private readonly bannedUntilMs = new Map<string, number>();

  constructor(kind: BinanceProductKind, chosen: Partial<BinanceRestLimits>) {
    this.kind = kind;
    this.limits = { ...BINANCE_REST_LIMITS[kind], ...chosen };
    this.limiter = new WindowLimiter(this.limits.weightPerMinute, 60_000);
    this.refusals = new WindowLimiter(this.limits.refusalsBeforeBan, 60_000);
  }

  /** Returns what the weight of a REST call with this key is counted by. */
  addressOf(remote: string, apiKey: string): string {
    return this.limits.isKeyAnAddress && apiKey !== '' ? apiKey : remote;
  }

  take(remote: string, weight: number, nowMs: number): WeightTake {
    const banned = this.bannedUntilMs.get(remote) ?? 0;
    if (nowMs < banned) return this.ban(banned, nowMs);
    const { allowed, used, resetInMs } = this.limiter.take(remote, weight, nowMs);
    const headers = { 'x-mbx-used-weight-1m': String(used), 'x-mbx-used-weight': String(used) };
    if (allowed) return { used, headers, refusal: null, retryAfterMs: 0 };
    if (!this.refusals.take(remote, 1, nowMs).allowed) {
      this.bannedUntilMs.set(remote, nowMs + this.limits.banMs);
      return this.ban(nowMs + this.limits.banMs, nowMs);
    }
    const refusal = new BinanceRefusal(-1003, this.tooMuch(remote), 429);
    return { used, headers: { ...headers, ...retryAfter(resetInMs) }, refusal, retryAfterMs: resetInMs };
  }

  private tooMuch(remote: string): string {
    const limit = this.limits.weightPerMinute;
    return this.kind === 'spot'
      ? `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`
      : `Too many requests; current limit of IP(${remote}) is ${limit} requests per minute. Please use the websocket for live updates to avoid polling the API.`;
  }

  private ban(untilMs: number, nowMs: number): WeightTake {
    const msg = `Way too much request weight used; IP banned until ${untilMs}. Please use WebSocket Streams for live updates to avoid bans.`;
    const refusal = new BinanceRefusal(-1003, msg, 418);
    return { used: 0, headers: retryAfter(untilMs - nowMs), refusal, retryAfterMs: untilMs - nowMs };
  }
}

/** The response that carries a refusal. */
export function refusedResponse(refusal: BinanceRefusal, headers: Readonly<Record<string, string>>): WireResponse {
  return { status: refusal.status, headers, body: JSON.stringify(refusalBody(refusal)) };
}

function retryAfter(inMs: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.ceil(inMs / 1_000)) };
}
