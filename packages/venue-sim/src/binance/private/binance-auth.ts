import { createHmac } from 'node:crypto';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import type { BinanceProductKind } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';

const RECV_WINDOW_MS = 5_000;
const RECV_WINDOW_MAX_MS = 60_000;
const AHEAD_MAX_MS = 1_000;

/** What a call must prove. */
export interface BinanceProof {
  readonly apiKey: string;
  readonly remote: string;
  readonly params: URLSearchParams;
  /** The text that was signed; null when the key alone is enough. */
  readonly signed: string | null;
}

/** Checks keys, signatures and timestamps of one product, by the venue's own clock (spot request-security page). */
export class BinanceAuth {
  private readonly accounts: SimAccounts;
  private readonly kind: BinanceProductKind;
  private readonly nowMs: () => number;

  constructor(accounts: SimAccounts, kind: BinanceProductKind, nowMs: () => number) {
    this.accounts = accounts;
    this.kind = kind;
    this.nowMs = nowMs;
  }

  /** Returns the key, or refuses: −2014 without one, −2015 for an unknown, foreign or expired one, −1021 for its time, −1022 for its signature. */
  check(proof: BinanceProof): SimKey | BinanceRefusal {
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(proof.apiKey)) return new BinanceRefusal(-2014, 'API-key format invalid.', 401);
    const key = this.accounts.findKey(proof.apiKey);
    if (key === null || !this.isUsable(key, proof.remote)) return this.denied(proof.remote);
    if (proof.signed === null) return key;
    return this.refusedTime(proof.params) ?? refusedSignature(key, proof) ?? key;
  }

  /** Returns a refusal when the key may not trade this product. */
  checkTrading(key: SimKey, remote: string): BinanceRefusal | null {
    const isAllowed = this.kind === 'spot' ? key.canTradeSpot : key.canTradeFutures;
    return isAllowed && !key.isReadOnly ? null : this.denied(remote);
  }

  private isUsable(key: SimKey, remote: string): boolean {
    const isExpired = key.expiresMs !== null && this.nowMs() >= key.expiresMs;
    return !isExpired && (key.ipList.length === 0 || key.ipList.includes(plainAddress(remote)));
  }

  /** One code for everything that is wrong with a key. */
  private denied(remote: string): BinanceRefusal {
    const msg = 'Invalid API-key, IP, or permissions for action';
    const text = this.kind === 'spot' ? `${msg}.` : `${msg}, request ip: ${plainAddress(remote)}`;
    return new BinanceRefusal(-2015, text, 401);
  }

  private refusedTime(params: URLSearchParams): BinanceRefusal | null {
    const timestamp = params.get('timestamp') ?? '';
    if (timestamp === '') return missing('timestamp');
    if (!/^\d{1,20}$/.test(timestamp)) return illegal('timestamp', '^[0-9]{1,20}$');
    const recvWindow = params.get('recvWindow') ?? String(RECV_WINDOW_MS);
    if (!/^\d{1,10}(\.\d{1,3})?$/.test(recvWindow)) return illegal('recvWindow', '^[0-9]{1,20}$');
    if (Number(recvWindow) > RECV_WINDOW_MAX_MS) {
      return new BinanceRefusal(-1131, "'recvWindow' must be less than 60000.");
    }
    const aheadMs = Number(timestamp) - this.nowMs();
    if (aheadMs >= AHEAD_MAX_MS) {
      return new BinanceRefusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
    }
    return -aheadMs <= Number(recvWindow)
      ? null
      : new BinanceRefusal(-1021, 'Timestamp for this request is outside of the recvWindow.');
  }
}

/** Returns the text a REST signature covers: query and body as sent, joined by nothing, without the signature itself. */
export function restSigned(rawQuery: string, body: string): string {
  return withoutSignature(rawQuery) + withoutSignature(body);
}

/** Returns the text a WebSocket API signature covers: all other parameters, sorted by name, not encoded. */
export function socketSigned(params: URLSearchParams): string {
  const pairs = [...params].filter(([name]) => name !== 'signature');
  return pairs
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Refuses a parameter that isn't there. */
export function missing(name: string): BinanceRefusal {
  return new BinanceRefusal(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

/** Refuses a parameter with characters that it may not have. */
export function illegal(name: string, pattern: string): BinanceRefusal {
  return new BinanceRefusal(-1100, `Illegal characters found in parameter '${name}'; legal range is '${pattern}'.`);
}

function withoutSignature(text: string): string {
  return text
    .split('&')
    .filter((pair) => !pair.startsWith('signature='))
    .join('&');
}

function refusedSignature(key: SimKey, proof: BinanceProof): BinanceRefusal | null {
  const sent = proof.params.get('signature') ?? '';
  if (sent === '') return missing('signature');
  const expected = createHmac('sha256', key.apiSecret)
    .update(proof.signed ?? '')
    .digest('hex');
  return sent.toLowerCase() === expected ? null : new BinanceRefusal(-1022, 'Signature for this request is not valid.');
}

/** An IPv4 address without its IPv6 dress. */
function plainAddress(remote: string): string {
  return remote.startsWith('::ffff:') ? remote.slice('::ffff:'.length) : remote;
}
