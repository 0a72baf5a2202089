import type { Venue, VenueKey } from '@riptide/core/domain';
import type { WireCall } from '@riptide/venues/kit';
import { binanceRequests } from '@riptide/venues/binance';
import { bybitRequests } from '@riptide/venues/bybit';
import { kucoinRequests } from '@riptide/venues/kucoin';
import { okxRequests } from '@riptide/venues/okx';
import { VERIFY_TARGET } from '../asks/sending.ts';
import { formOfWire } from '../request-form.ts';
import type { RequestRow } from '../request-row.ts';
import { agree, differ, unreadable, type RowVerdict } from '../verdict.ts';

interface Vector {
  readonly key: VenueKey;
  readonly text: string;
  readonly method: string;
  /** As the row states it; empty where it does not. */
  readonly path: string;
  readonly body: string | null;
  readonly expected: string;
}

const SIGN: Readonly<Record<Venue, (secret: string, text: string) => string>> = {
  BINANCE: (secret, text) => binanceRequests.signText(text, secret),
  BYBIT: bybitRequests.signText,
  OKX: okxRequests.signText,
  KUCOIN: kucoinRequests.signText,
};

/** Checks a signing vector: the adapter's signature of the text, and of the whole request where ours has the same form. */
export function checkSigning({ json, venue }: RequestRow): RowVerdict {
  if (typeof json.secret !== 'string' || typeof json.string_to_sign !== 'string')
    return unreadable('no secret or text');
  const expected = String(json.expected_signature ?? '');
  if (expected === '') return unreadable('no signature');
  const key = { apiKey: String(json.api_key ?? ''), apiSecret: json.secret, passphrase: json.passphrase ?? null };
  const signature = SIGN[venue](json.secret, json.string_to_sign);
  if (signature !== expected) return differ(`signature: ${expected} ≠ ours ${signature}`);
  const vector: Vector = {
    key,
    expected,
    text: json.string_to_sign,
    method: String(json.method ?? ''),
    path: String(json['path_'] ?? ''),
    body: json.body ?? null,
  };
  const rebuilt = REBUILD[venue](vector);
  return rebuilt === null || rebuilt === expected
    ? agree()
    : differ(`signature of the whole request: ${expected} ≠ ours ${rebuilt}`);
}

/** The signature of the same request made anew by the adapter; null where ours has another form (window, spaces, no method). */
const REBUILD: Readonly<Record<Venue, (vector: Vector) => string | null>> = {
  BINANCE: rebuildBinance,
  BYBIT: rebuildBybit,
  OKX: (vector) =>
    rebuildByPath(vector, /^(\d{4}-[\d-]+T[\d:.]+Z)(GET|POST)(\/[^?{[]*)(\?[^{[]*)?([{[].*)?$/s, signOkx),
  KUCOIN: (vector) => rebuildByPath(vector, /^(\d{13})(GET|POST|DELETE)(\/[^?{[]*)(\?[^{[]*)?([{[].*)?$/s, signKucoin),
};

function rebuildBinance({ key, method, path, text }: Vector): string | null {
  if (key.apiSecret.includes('PRIVATE KEY') && !/GET|POST|PUT|DELETE|WS/.test(method)) return null;
  const pairs = text
    .split('&')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  const all = Object.fromEntries(pairs);
  const venueMs = Number(all['timestamp']);
  if (!Number.isFinite(venueMs)) return null;
  if (method === 'WS') {
    const params = Object.fromEntries(pairs.filter(([name]) => name !== 'timestamp' && name !== 'apiKey'));
    return String(binanceRequests.signSocketParams(params, key, venueMs)['signature']);
  }
  // Ours always states the window, and ends with it and the time.
  const isOurForm =
    pairs.at(-2)?.[0] === 'recvWindow' &&
    pairs.at(-2)?.[1] === String(binanceRequests.recvWindowMs) &&
    pairs.at(-1)?.[0] === 'timestamp' &&
    (method === 'GET' || method === 'POST' || method === 'DELETE' || method === 'PUT');
  if (!isOurForm) return null;
  const params = Object.fromEntries(pairs.slice(0, -2).map(([name, value]) => [name, decodeURIComponent(value)]));
  const host = path.startsWith('/fapi') ? 'usdm' : 'spot';
  const call = { host, method, path: path === '' ? '/api/v3/order' : path, params, weight: 1, pool: 'weight' } as const;
  const wire = binanceRequests.toWireCall(call, VERIFY_TARGET, key, venueMs);
  return wire === null ? null : (formOfWire(wire).params.get('signature') ?? null);
}

function rebuildBybit({ body, expected, key, method, path, text }: Vector): string | null {
  if (method === 'WS') {
    const expires = /^GET\/realtime(\d+)$/.exec(text)?.[1];
    if (expires === undefined) return null;
    return String(JSON.parse(bybitRequests.authFrame(key, Number(expires))).args[2]);
  }
  const window = String(bybitRequests.recvWindowMs);
  const stamp = text.slice(0, 13);
  const prefix = stamp + key.apiKey + window;
  if (!/^\d{13}$/.test(stamp) || key.apiKey === '' || !text.startsWith(prefix)) return null;
  const payload = text.slice(prefix.length);
  if (method === 'POST' && !isOurJson(body ?? payload)) return null;
  const params = method === 'POST' ? JSON.parse(body ?? payload) : Object.fromEntries(new URLSearchParams(payload));
  const call = {
    method,
    path: path.split('?')[0] || '/v5/order/create',
    params,
    pool: 'orders',
    purpose: 'read',
  } as const;
  if (call.method !== 'GET' && call.method !== 'POST') return null;
  const wire = bybitRequests.toWireCall({ ...call, method: call.method }, VERIFY_TARGET, key, Number(stamp));
  const sentQuery = wire.url.split('?')[1] ?? '';
  // A query spelled otherwise is another text; the signature of the text itself agreed.
  if (call.method === 'GET' && sentQuery !== payload) return expected;
  return wire.headers['X-BAPI-SIGN'] ?? null;
}

type Resign = (parts: {
  readonly stamp: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: Readonly<Record<string, string>> | readonly unknown[];
  readonly key: VenueKey;
}) => string | null;

function rebuildByPath({ key, text }: Vector, form: RegExp, resign: Resign): string | null {
  const [, stamp, method, path, query, body] = form.exec(text) ?? [];
  if (stamp === undefined || path === undefined || method === undefined) return null;
  if (body !== undefined && !isOurJson(body)) return null;
  const params = body === undefined ? Object.fromEntries(new URLSearchParams(query ?? '')) : JSON.parse(body);
  if (method === 'POST' && body === undefined) return null;
  return resign({ stamp, method: method as 'GET' | 'POST' | 'DELETE', path, params, key });
}

function signOkx({ key, method, params, path, stamp }: Parameters<Resign>[0]): string | null {
  const call = { method, path, params, purpose: 'read', pool: 'time', instId: null } as const;
  return headerOf(okxRequests.toWireCall(call, VERIFY_TARGET, key, Date.parse(stamp)), 'OK-ACCESS-SIGN');
}

function signKucoin({ key, method, params, path, stamp }: Parameters<Resign>[0]): string | null {
  const call = { product: 'spot', pool: 'spot', method, path, params, weight: 1 } as const;
  return headerOf(kucoinRequests.toWireCall(call, VERIFY_TARGET, key, Number(stamp)), 'KC-API-SIGN');
}

function headerOf(wire: WireCall | null, name: string): string | null {
  return wire?.headers[name] ?? null;
}

/** True for JSON without spaces, as ours is written. */
function isOurJson(text: string): boolean {
  return JSON.stringify(JSON.parse(text)) === text;
}
