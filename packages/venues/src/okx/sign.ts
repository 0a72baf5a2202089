import { createHmac } from 'node:crypto';
import type { VenueKey } from '@riptide/core/domain';
import { hmacKeyOf, type VenueCall, type WireCall } from '../kit/index.ts';

/** What of a call goes onto the wire. */
export type OkxSignable = Pick<VenueCall, 'method' | 'baseUrl' | 'path' | 'params'>;

const VERIFY_PATH = '/users/self/verify';
const PUBLIC_PATH = '/api/v5/public/';
/** The calls whose lateness the venue judges: it keeps no window of its own below 30 s. */
const EXPIRING_PATHS: ReadonlySet<string> = new Set(['/api/v5/trade/order', '/api/v5/trade/amend-order']);

/** How long an order may be on its way: what comes later is refused by the venue, so that a lost order can't appear late. */
const OKX_ORDER_EXPIRES_MS = 5_000;

/** Returns the Base64 HMAC-SHA256 of `prehash`. Source: OKX v5 documentation, overview/rest/authentication. */
export function okxSignature(secret: string, prehash: string): string {
  return createHmac('sha256', secret).update(prehash).digest('base64');
}

/**
 * Turns a call into the request that OKX expects: signed over time, method, path with query, and body.
 *
 * QUIRK(okx): the REST timestamp is ISO 8601 with milliseconds. Public paths go out unsigned. An order carries `expTime`, the venue's
 * time from which it refuses it (50036).
 */
export function signOkxCall(
  call: OkxSignable,
  key: VenueKey,
  venueMs: number,
  targetHeaders: Readonly<Record<string, string>>,
): WireCall {
  const requestPath = call.path + (call.method === 'GET' ? queryOf(call.params) : '');
  const body = call.method === 'GET' ? '' : JSON.stringify(call.params);
  const wire = { method: call.method, url: call.baseUrl + requestPath, body: body === '' ? null : body };
  const contentType: Record<string, string> = body === '' ? {} : { 'content-type': 'application/json' };
  if (call.path.startsWith(PUBLIC_PATH)) return { ...wire, headers: { ...targetHeaders, ...contentType } };
  const timestamp = new Date(venueMs).toISOString();
  return {
    ...wire,
    headers: {
      ...targetHeaders,
      ...contentType,
      'OK-ACCESS-KEY': key.apiKey,
      'OK-ACCESS-SIGN': hmacKeyOf(key).sign(timestamp + call.method + requestPath + body, 'base64'),
      'OK-ACCESS-TIMESTAMP': timestamp,
      'OK-ACCESS-PASSPHRASE': key.passphrase ?? '',
      ...(call.method === 'POST' && EXPIRING_PATHS.has(call.path)
        ? { expTime: String(Math.round(venueMs) + OKX_ORDER_EXPIRES_MS) }
        : {}),
    },
  };
}

/**
 * Builds the login message of a private socket, good for 30 s.
 *
 * QUIRK(okx): the socket wants the time in seconds, REST wants ISO 8601.
 */
export function okxLogin(key: VenueKey, venueMs: number): string {
  const timestamp = String(Math.floor(venueMs / 1000));
  const sign = okxSignature(key.apiSecret, `${timestamp}GET${VERIFY_PATH}`);
  return JSON.stringify({
    op: 'login',
    args: [{ apiKey: key.apiKey, passphrase: key.passphrase ?? '', timestamp, sign }],
  });
}

/** Returns `?a=1&b=2` in the given order, or nothing. Commas stay bare, as the venue prints them. */
function queryOf(params: OkxSignable['params']): string {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
