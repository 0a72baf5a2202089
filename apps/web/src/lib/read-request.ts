/** Reads what a fake server of a test was asked: the path without its query, and the JSON body. */
export function readRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): { path: string; body: unknown } {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const text = typeof init?.body === 'string' ? init.body : 'null';
  return { path: address.split('?')[0] ?? '', body: JSON.parse(text) as unknown };
}
