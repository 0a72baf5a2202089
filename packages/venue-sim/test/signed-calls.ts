import { createHmac } from 'node:crypto';
import type { SimKey } from '../src/account/model.ts';

/** An answer of a venue. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

type Fields = Readonly<Record<string, string | number | boolean>>;

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');
const textsOf = (fields: Fields): [string, string][] => {
  return Object.entries(fields).map(([name, value]) => [name, String(value)]);
};

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const body = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status: response.status, headers: response.headers, body };
}

/** Calls Binance as its documentation says. `signal` ends the wait for an answer that never comes. */
export async function callBinance(
  key: SimKey,
  route: string,
  fields: Fields,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Answered> {
  const [method = '', url = ''] = route.split(' ');
  const query = new URLSearchParams(textsOf({ timestamp: Date.now(), ...fields })).toString();
  const signed = `${query}&signature=${hmac(key.apiSecret, query)}`;
  return answered(await fetch(`${url}?${signed}`, { method, headers: { 'X-MBX-APIKEY': key.apiKey }, ...options }));
}

/** Calls Bybit as its documentation says. */
export async function callBybit(
  key: SimKey,
  route: string,
  fields: Readonly<Record<string, unknown>>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Answered> {
  const [method = '', url = ''] = route.split(' ');
  const isGet = method === 'GET';
  const payload = isGet ? new URLSearchParams(textsOf(fields as Fields)).toString() : JSON.stringify(fields);
  const timestamp = String(Date.now());
  const headers = {
    'X-BAPI-API-KEY': key.apiKey,
    'X-BAPI-TIMESTAMP': timestamp,
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': hmac(key.apiSecret, `${timestamp}${key.apiKey}5000${payload}`),
    ...(isGet ? {} : { 'Content-Type': 'application/json' }),
  };
  const target = isGet ? `${url}?${payload}` : url;
  return answered(await fetch(target, { method, headers, ...(isGet ? {} : { body: payload }), ...options }));
}

/** Parameters of a WebSocket API call, signed. */
export function signedParams(key: SimKey, fields: Fields): Fields {
  const all: Fields = { ...fields, apiKey: key.apiKey, timestamp: Date.now() };
  const text = Object.keys(all)
    .toSorted()
    .map((name) => `${name}=${String(all[name])}`)
    .join('&');
  return { ...all, signature: hmac(key.apiSecret, text) };
}

/** The login of a Bybit socket. */
export function bybitLogin(key: SimKey): unknown {
  const expires = Date.now() + 10_000;
  return { op: 'auth', args: [key.apiKey, expires, hmac(key.apiSecret, `GET/realtime${expires}`)] };
}
