import { createHash } from 'node:crypto';

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const HEAD_END = Buffer.from('\r\n\r\n');

/** Returns the upgrade request. No extension is offered: inflating costs 20 to 40 times what reading the frame does. */
export function upgradeRequest(url: URL, key: string): string {
  return [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    'User-Agent: riptide/2',
    '\r\n',
  ].join('\r\n');
}

/** What came of the answer's head. `rest` is where the first frame starts. */
export type UpgradeOutcome =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'accepted'; readonly rest: number }
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterS: number | null; readonly why: string };

/** Reads the answer to an upgrade request from the bytes received so far (RFC 6455 4.1). */
export function readUpgrade(received: Buffer, key: string): UpgradeOutcome {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return { kind: 'incomplete' };
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const refused = (why: string): UpgradeOutcome => {
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    return { kind: 'refused', status, retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null, why };
  };
  if (status !== 101) return refused(`status ${status}`);
  const expected = createHash('sha1')
    .update(key + WEBSOCKET_GUID)
    .digest('base64');
  if (headers.get('sec-websocket-accept') !== expected) return refused('wrong Sec-WebSocket-Accept');
  if (headers.has('sec-websocket-extensions')) return refused('extension that was not offered');
  return { kind: 'accepted', rest: headEnd + HEAD_END.length };
}
