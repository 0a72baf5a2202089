import { createHmac, createPrivateKey, sign as signBytes } from 'node:crypto';
import type { VenueKey } from '@riptide/core/domain';
import { hmacKeyOf, type VenueCall, type WireCall } from '../kit/index.ts';

/** How late a request may reach the venue, ms: its own default, sent so that a change there does not change us. */
export const RECV_WINDOW_MS = 5_000;

/** Calls that carry the key and nothing else. */
const KEY_ONLY: ReadonlySet<string> = new Set(['/fapi/v1/listenKey']);
/** Calls without a key. */
const OPEN: ReadonlySet<string> = new Set(['/fapi/v1/time', '/api/v3/time']);

type Params = Readonly<Record<string, string | number | boolean | undefined>>;

/** What of a call is signed. */
export type SignableCall = Pick<VenueCall, 'method' | 'baseUrl' | 'path' | 'params'>;

/** Returns the parameters as they go onto the wire: in their order, percent-encoded, absent ones left out. */
export function encodeParams(params: Params): string {
  return Object.entries(params)
    .filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${percentEncode(String(value))}`)
    .join('&');
}

/**
 * Returns the signature of a text: HMAC-SHA256 in hex for a plain secret; base64 of Ed25519, or of RSA with SHA-256, when the secret
 * is a private key in PEM form.
 */
export function signText(text: string, secret: string): string {
  if (!isPem(secret)) return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
  const key = createPrivateKey(secret);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return signBytes(digest, Buffer.from(text, 'utf8'), key).toString('base64');
}

/**
 * Turns a call into signed bytes: GET and DELETE carry everything in the query, POST and PUT in a form body. The signature covers the
 * encoded text as it is sent and comes last.
 *
 * @source docs/venues/binance.md, orders and account
 */
export function signCall(call: SignableCall, key: VenueKey, venueMs: number): WireCall {
  const { method, baseUrl, path } = call;
  if (Array.isArray(call.params)) throw new Error(`Invariant: ${path} takes named parameters`);
  const params = call.params as Params;
  const text = OPEN.has(path) || KEY_ONLY.has(path) ? encodeParams(params) : signedText(params, key, venueMs);
  const headers = OPEN.has(path) ? {} : { 'X-MBX-APIKEY': key.apiKey };
  const url = baseUrl + path;
  if (method === 'GET' || method === 'DELETE') {
    return { method, url: text === '' ? url : `${url}?${text}`, headers, body: null };
  }
  return { method, url, headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }, body: text };
}

/** Returns WebSocket API parameters with their signature: sorted by name, joined raw, nothing percent-encoded. */
export function signSocketParams(params: Params, key: VenueKey, venueMs: number): Params {
  const all: Params = { ...params, apiKey: key.apiKey, timestamp: Math.round(venueMs) };
  const text = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
  return { ...all, signature: signText(text, key.apiSecret) };
}

function signedText(params: Params, key: VenueKey, venueMs: number): string {
  const text = encodeParams({ ...params, recvWindow: RECV_WINDOW_MS, timestamp: Math.round(venueMs) });
  if (!isPem(key.apiSecret)) return `${text}&signature=${hmacKeyOf(key).sign(text, 'hex')}`;
  return `${text}&signature=${percentEncode(signText(text, key.apiSecret))}`;
}

function isPem(secret: string): boolean {
  return secret.includes('PRIVATE KEY');
}

/** The venue wants every reserved character encoded, also those that encodeURIComponent leaves. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
