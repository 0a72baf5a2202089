import { createHmac } from 'node:crypto';
import type { VenueKey } from '@riptide/core/domain';
import { hmacKeyOf, type VenueCall, type WireCall } from '../kit/index.ts';

/** What is signed of a call; where it goes and what it may cost is somebody else's. */
export type SignableCall = Pick<VenueCall, 'method' | 'baseUrl' | 'path' | 'params'>;

/** How long after its stamp a request may arrive, ms. The venue's default. */
export const BYBIT_RECV_WINDOW_MS = 5_000;

/** Returns the HMAC-SHA256 of a text as lower-case hex. */
export function signBybit(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

/** Returns the query string exactly as it is signed and sent; parameters that are undefined are left out. */
export function encodeBybitQuery(params: SignableCall['params']): string {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeValue(String(value))}`)
    .join('&');
}

/**
 * Signs a REST call: HMAC of `timestamp + apiKey + recvWindow + payload`, where the payload is the query of a GET and the body of a
 * POST, byte for byte.
 *
 * `venueMs` is the venue's time; fractions are cut, since it refuses stamps ahead of its clock.
 *
 * @source docs/venues/bybit.md#orders-and-account
 */
export function signBybitCall(key: VenueKey, call: SignableCall, venueMs: number): WireCall {
  const isGet = call.method === 'GET';
  const payload = isGet ? encodeBybitQuery(call.params) : JSON.stringify(call.params);
  const stamp = String(Math.floor(venueMs));
  const recvWindow = String(BYBIT_RECV_WINDOW_MS);
  const headers = {
    'X-BAPI-API-KEY': key.apiKey,
    'X-BAPI-TIMESTAMP': stamp,
    'X-BAPI-RECV-WINDOW': recvWindow,
    'X-BAPI-SIGN': hmacKeyOf(key).sign(stamp + key.apiKey + recvWindow + payload, 'hex'),
  };
  const url = call.baseUrl + call.path;
  if (!isGet) {
    return { method: call.method, url, headers: { ...headers, 'Content-Type': 'application/json' }, body: payload };
  }
  return { method: 'GET', url: payload === '' ? url : `${url}?${payload}`, headers, body: null };
}

/** Returns the login frame of the private socket; `expiresMs` is venue time and must lie ahead. */
export function bybitAuthFrame(key: VenueKey, expiresMs: number): string {
  const expires = Math.floor(expiresMs);
  const signature = signBybit(key.apiSecret, `GET/realtime${expires}`);
  return JSON.stringify({ req_id: 'auth', op: 'auth', args: [key.apiKey, expires, signature] });
}

/** An apostrophe is escaped too: the URL parser would escape it after the signature was made. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27');
}
