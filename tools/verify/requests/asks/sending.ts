import { ok, type DomainError, type Result, type VenueKey } from '@riptide/core/domain';
import type { JsonClient, VenueTarget, WireCall } from '@riptide/venues/kit';
import type { Answer } from './ask.ts';

/** A key that opens nothing: signatures of whole requests are compared with the vectors' own keys only. */
export const VERIFY_KEY: VenueKey = { apiKey: 'verify', apiSecret: 'verify', passphrase: 'verify' };
export const VERIFY_TARGET: VenueTarget = { kind: 'live' };
/** Any time; times that depend on it are compared nowhere. */
export const VERIFY_NOW_MS = 1_750_000_000_000;

/** Returns a signed call as an answer. */
export function sent(wire: WireCall | null): Answer {
  return wire === null ? { kind: 'unsupported', reason: 'the venue has no such host' } : { kind: 'wire', wire };
}

/** Returns what a builder made, or its refusal. */
export function built<Call>(result: Result<Call, DomainError>, toWire: (call: Call) => WireCall | null): Answer {
  return result.ok
    ? sent(toWire(result.value))
    : { kind: 'refused', code: result.error.code, detail: result.error.detail };
}

/** Returns the GET that a reader of public data sends: it is called with a client that notes the address and answers nothing. */
export function captured(
  baseUrl: string,
  read: (rest: { readonly client: JsonClient; readonly baseUrl: string }) => Promise<unknown>,
): Answer {
  const urls: string[] = [];
  const noting = {
    get: ({ url }: { readonly url: string }) => {
      urls.push(url);
      return Promise.resolve(ok(null));
    },
  };
  void read({ client: noting as unknown as JsonClient, baseUrl });
  const [url] = urls;
  if (url === undefined) throw new Error('Invariant: a reader that asks nothing');
  return { kind: 'wire', wire: { method: 'GET', url, headers: {}, body: null } };
}
