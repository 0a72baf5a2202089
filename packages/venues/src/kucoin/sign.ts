import { createHmac } from 'node:crypto';
import type { VenueKey } from '@riptide/core/domain';
import { hmacKeyOf, type VenueCall, type WireCall } from '../kit/index.ts';

/** Which generation a key is of; the header must name it. Generation 1 (plain passphrase) is refused by the venue now. */
export type KeyVersion = '2' | '3';

/** What is needed of a call to sign it. */
export type SignableCall = Pick<VenueCall, 'method' | 'baseUrl' | 'path' | 'params'>;

/** What signs: the key, its generation and the venue's time in ms. */
export interface Signer {
  readonly key: VenueKey;
  readonly keyVersion: KeyVersion;
  readonly venueMs: number;
}

/** Returns base64(HMAC-SHA256(secret, text)). */
export function hmacBase64(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

/**
 * Returns the text that is signed: time, method, path with its query un-encoded, body.
 *
 * @source docs/venues/kucoin.md#signing
 */
export function textToSign(call: Pick<WireCall, 'method' | 'body'>, endpoint: string, timestamp: string): string {
  return `${timestamp}${call.method}${endpoint}${call.body ?? ''}`;
}

/**
 * Returns a call as it goes onto the wire. GET and DELETE carry their parameters in the query (sent encoded, signed as they read),
 * the others as JSON. The path is signed from `/api` on, whatever the base address adds before it.
 */
export function signCall(call: SignableCall, signer: Signer): WireCall {
  const { method, baseUrl, path, params } = call;
  const { key, keyVersion, venueMs } = signer;
  const isInQuery = method === 'GET' || method === 'DELETE';
  const entries = isInQuery ? queryEntries(params) : [];
  const plainQuery = entries.map(([name, value]) => `${name}=${value}`).join('&');
  const sentQuery = entries
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const body = isInQuery ? null : bodyOf(params);
  const timestamp = String(Math.floor(venueMs));
  const endpoint = plainQuery === '' ? path : `${path}?${plainQuery}`;
  return {
    method,
    url: `${baseUrl}${path}${sentQuery === '' ? '' : `?${sentQuery}`}`,
    headers: {
      'KC-API-KEY': key.apiKey,
      'KC-API-SIGN': hmacKeyOf(key).sign(textToSign({ method, body }, endpoint, timestamp), 'base64'),
      'KC-API-TIMESTAMP': timestamp,
      'KC-API-PASSPHRASE': passphraseOf(key),
      'KC-API-KEY-VERSION': keyVersion,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
  };
}

const passphrases = new WeakMap<VenueKey, string>();

/** The signed passphrase is the same with every call of a key. */
function passphraseOf(key: VenueKey): string {
  const known = passphrases.get(key);
  if (known !== undefined) return known;
  const signed = hmacBase64(key.apiSecret, key.passphrase ?? '');
  passphrases.set(key, signed);
  return signed;
}

function queryEntries(params: SignableCall['params']): readonly (readonly [string, string])[] {
  return Object.entries(params as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function bodyOf(params: SignableCall['params']): string | null {
  return Object.keys(params).length === 0 ? null : JSON.stringify(params);
}
