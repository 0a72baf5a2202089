import type { WireCall } from '@riptide/venues/kit';

/** A request taken apart for comparison. */
export interface RequestForm {
  /** null where a row does not state it. */
  readonly method: string | null;
  /** null where a row does not state it. */
  readonly host: string | null;
  readonly path: string | null;
  /** Query and body by name; nested ones by path: `orderList.0.price`. */
  readonly params: ReadonlyMap<string, string>;
  /** Whether parameters are sent in a body; null where a row does not state it. */
  readonly hasBody: boolean | null;
}

/** Returns the form of a request of ours. */
export function formOfWire({ method, url, body }: WireCall): RequestForm {
  return formOf(method, url, body === null ? null : readBody(body));
}

/** Returns the form of an address and a body (parsed JSON, or a record of a form body). */
export function formOf(method: string | null, address: string, body: unknown): RequestForm {
  const { host, pathname, search } = new URL(address);
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) params.set(name, value);
  if (body !== null) flatten(body, '', params);
  return { method, host, path: pathname, params, hasBody: body !== null };
}

/** Returns the parameters of a body as it is sent: JSON or a form. */
export function readBody(body: string): unknown {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('[')) return JSON.parse(text);
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes every leaf of a value by its path; what is undefined is left out. */
export function flatten(value: unknown, at: string, into: Map<string, string>): void {
  if (value === undefined) return;
  if (value === null || typeof value !== 'object') {
    into.set(at, String(value));
    return;
  }
  for (const [name, inner] of Object.entries(value)) flatten(inner, at === '' ? name : `${at}.${name}`, into);
}
