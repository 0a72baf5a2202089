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
  private readonly known = new Map<string, { readonly endMs: number; readonly accountId: number | null }>();
  private readonly product: KucoinProduct;
  private readonly rules: KucoinTokenRules;
  private readonly random: Random;

  constructor(product: KucoinProduct, rules: KucoinTokenRules, random: Random) {
    this.product = product;
    this.rules = rules;
    this.random = random;
  }

  /** Answers `POST …/bullet-public` and `-private`: a token, of an account or of nobody, and the socket address on the host called. */
  issue(host: string, nowMs: number, accountId: number | null = null): WireResponse {
    this.forgetExpired(nowMs);
    const token = Array.from(
      { length: TOKEN_LENGTH },
      () => TOKEN_CHARS[Math.floor(this.random() * TOKEN_CHARS.length)],
    ).join('');
    this.known.set(token, { endMs: nowMs + this.rules.ttlMs, accountId });
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
    return token !== null && (this.known.get(token)?.endMs ?? 0) > nowMs;
  }

  /** The account a token was issued to; null for public ones. */
  accountOf(token: string | null): number | null {
    return token === null ? null : (this.known.get(token)?.accountId ?? null);
  }

  private forgetExpired(nowMs: number): void {
    for (const [token, { endMs }] of this.known) {
      // The oldest tokens stand first; the bound holds even when none has expired.
      if (endMs > nowMs && this.known.size < LIVE_TOKENS_MAX) break;
      this.known.delete(token);
    }
  }
}
