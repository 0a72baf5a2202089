import type { VenueKey } from '@riptide/core/domain';
import { binanceRequests } from '@riptide/venues/binance';
import { bybitRequests } from '@riptide/venues/bybit';
import { okxRequests } from '@riptide/venues/okx';
import { flatten } from '../request-form.ts';
import type { Json, RequestRow } from '../request-row.ts';
import { agree, differ, unreadable, unsupported, type RowVerdict } from '../verdict.ts';

/** The published dummy keys, by name. */
export type Keyring = ReadonlyMap<string, VenueKey>;

/** Checks a frame the client sends: logins and signed requests, byte for byte in every field. */
export function checkSocketFrame({ json, venue }: RequestRow, keyring: Keyring): RowVerdict {
  const { client } = json;
  if (client === null || typeof client !== 'object') return unreadable('no frame of the client');
  const nowMs = Number(json.now) * 1000;
  const signs = client.method !== undefined || client.op === 'login' || client.op === 'auth';
  if (!signs || venue === 'KUCOIN') return unsupported('orders and questions over a socket');
  const apiKey = apiKeyOf(client);
  const key = keyring.get(apiKey);
  if (key === undefined) return unreadable(`no secret of key ${apiKey} in the given files`);
  if (venue === 'OKX') return compareFrames(JSON.parse(okxRequests.loginFrame(key, nowMs)), client);
  if (venue === 'BYBIT') {
    const { req_id: _own, ...frame } = JSON.parse(bybitRequests.authFrame(key, Number(client.args?.[1])));
    const { req_id: _theirs, ...theirs } = client;
    return compareFrames(frame, theirs);
  }
  const { apiKey: _key, signature: _signature, timestamp, ...params } = client.params ?? {};
  const signed = binanceRequests.signSocketParams(params, key, Number(timestamp ?? nowMs));
  return compareFrames(signed, client.params);
}

function apiKeyOf(client: Json): string {
  const [first] = Array.isArray(client.args) ? client.args : [];
  return String(client.params?.apiKey ?? first?.apiKey ?? first ?? '');
}

function compareFrames(ours: Json, theirs: Json): RowVerdict {
  const mine = new Map<string, string>();
  const given = new Map<string, string>();
  flatten(ours, '', mine);
  flatten(theirs, '', given);
  for (const name of new Set([...given.keys(), ...mine.keys()])) {
    if (mine.get(name) !== given.get(name)) {
      return differ(`${name}: ${given.get(name) ?? 'absent'} ≠ ours ${mine.get(name) ?? 'without'}`);
    }
  }
  return agree();
}
