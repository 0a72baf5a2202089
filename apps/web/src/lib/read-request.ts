/** Reads what a fake server of a test was asked: the path, its query, and the JSON body. */
export function readRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): { path: string; query: Readonly<Record<string, string>>; body: unknown } {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const text = typeof init?.body === 'string' ? init.body : 'null';
  const [path = '', query = ''] = address.split('?');
  return { path, query: Object.fromEntries(new URLSearchParams(query)), body: JSON.parse(text) as unknown };
}
