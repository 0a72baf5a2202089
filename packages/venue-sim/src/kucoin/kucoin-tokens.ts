import type { Random } from '@riptide/core/kernel';
import type { WireResponse } from '../server/venue-server.ts';
import type { KucoinProduct } from './kucoin-listing.ts';

/** Heartbeat times the venue announces with a token, and how long the token opens sockets. */
export interface KucoinTokenRules {
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly ttlMs: number;
}

const TOKEN_CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TOKEN_LENGTH = 96;
const LIVE_TOKENS_MAX = 10_000;

/** Hands out socket tokens of one product and knows which are still good. */
export class KucoinTokens {
  private readonly expiresMs = new Map<string, number>();
  private readonly product: KucoinProduct;
  private readonly rules: KucoinTokenRules;
  private readonly random: Random;

  constructor(product: KucoinProduct, rules: KucoinTokenRules, random: Random) {
    this.product = product;
    this.rules = rules;
    this.random = random;
  }

  /** Answers `POST …/bullet-public`: a token and the socket address on the host the client called. */
  issue(host: string, nowMs: number): WireResponse {
    this.forgetExpired(nowMs);
    const token = Array.from(
      { length: TOKEN_LENGTH },
      () => TOKEN_CHARS[Math.floor(this.random() * TOKEN_CHARS.length)],
    ).join('');
    this.expiresMs.set(token, nowMs + this.rules.ttlMs);
    const server = {
      endpoint: `ws://${host}/${this.product}/endpoint`,
      encrypt: true,
      protocol: 'websocket',
      pingInterval: this.rules.pingIntervalMs,
      pingTimeout: this.rules.pingTimeoutMs,
    };
    return { status: 200, body: JSON.stringify({ code: '200000', data: { token, instanceServers: [server] } }) };
  }

  isGood(token: string | null, nowMs: number): boolean {
    return token !== null && (this.expiresMs.get(token) ?? 0) > nowMs;
  }

  private forgetExpired(nowMs: number): void {
    for (const [token, endMs] of this.expiresMs) {
      // The oldest tokens stand first; the bound holds even when none has expired.
      if (endMs > nowMs && this.expiresMs.size < LIVE_TOKENS_MAX) break;
      this.expiresMs.delete(token);
    }
  }
}
