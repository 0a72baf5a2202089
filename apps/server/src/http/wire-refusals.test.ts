import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '@riptide/contracts';
import { HTTP_LIMITS } from './http-limits.ts';
import { exchangeRaw, portOf, type RawBytes } from './raw-exchange.fixture.ts';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

const LIMITS = {
  ...HTTP_LIMITS,
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  checkEveryMs: 50,
  idleTimeoutMs: 2_000,
  connectionsMax: 40,
};
/** Far beyond the bounds above, for a busy machine. */
const CLOSED_WITHIN_MS = 5_000;
const UNLOCK = 'POST /api/gate/unlock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp('/nonexistent', { limits: LIMITS });
});
afterAll(() => t.close());

async function refusedSoFar(reason: string): Promise<number> {
  const metrics = (await t.app.inject({ url: '/metrics' })).body;
  return Number(new RegExp(`riptide_http_wire_refusals_total{reason="${reason}"} (\\d+)`).exec(metrics)?.[1]);
}

interface Expected {
  readonly status: number;
  readonly reason?: string;
}

type Case = readonly [name: string, bytes: RawBytes, expected: Expected];

const LATE: readonly Case[] = [
  ['nothing at all', { first: '' }, { status: 408, reason: 'late' }],
  ['a first line a byte at a time', { first: '', dripped: 'GET /api/health' }, { status: 408, reason: 'late' }],
  [
    'headers a byte at a time',
    { first: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n', dripped: 'X-Slow: y\r\n' },
    { status: 408, reason: 'late' },
  ],
  [
    'a body a byte at a time',
    { first: `${UNLOCK}Content-Length: 90000\r\n\r\n{"password":"`, dripped: 'x' },
    { status: 408, reason: 'late' },
  ],
  [
    'a body that stops short of its length',
    { first: `${UNLOCK}Content-Length: 40\r\n\r\n{"password":"x"}` },
    { status: 408, reason: 'late' },
  ],
  [
    'chunks without an end',
    { first: `${UNLOCK}Transfer-Encoding: chunked\r\n\r\n5\r\n{"pas\r\n`, dripped: '1\r\nx\r\n' },
    { status: 408, reason: 'late' },
  ],
];

const TOO_LARGE: readonly Case[] = [
  [
    'one huge header',
    { first: `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n` },
    { status: 431, reason: 'headers_too_large' },
  ],
  [
    'a huge first line',
    { first: `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n` },
    { status: 431, reason: 'headers_too_large' },
  ],
  [
    'many headers',
    {
      first: `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: 150 }, (_, i) => `X-${i}: 1\r\n`).join('')}\r\n`,
    },
    { status: 431, reason: 'headers_too_large' },
  ],
  [
    'a length over the bound',
    { first: `${UNLOCK}Content-Length: 99000000\r\n\r\n`, dripped: 'x' },
    { status: 413, reason: 'body_too_large' },
  ],
  [
    'chunks over the bound',
    { first: `${UNLOCK}Transfer-Encoding: chunked\r\n\r\n50000\r\n${'x'.repeat(0x50000)}\r\n`, dripped: '1\r\nx\r\n' },
    { status: 413, reason: 'body_too_large' },
  ],
  [
    'chunk extensions without end',
    { first: `${UNLOCK}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(40_000)}\r\nx\r\n0\r\n\r\n` },
    { status: 413, reason: 'body_too_large' },
  ],
];

const NOT_HTTP: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0000\r\n\r\n',
  'two lengths': `${UNLOCK}Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}`,
  'length and chunks': `${UNLOCK}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks and another coding': `${UNLOCK}Transfer-Encoding: chunked, identity\r\n\r\nzz\r\n\r\n`,
  'two codings': `${UNLOCK}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\nzz\r\n\r\n`,
  'a coding hidden by a tab': `${UNLOCK}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n`,
  'chunks whose size is none': `${UNLOCK}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  'a negative chunk': `${UNLOCK}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n`,
  'a chunk longer than it says': `${UNLOCK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}{}\r\n0\r\n\r\n`,
  'a chunk size that overflows': `${UNLOCK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  'a bare line feed': 'GET /api/health HTTP/1.1\nHost: x\nX: y\n\n',
  'a bare return in a header': 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\rB: c\r\n\r\n',
  'a folded header': 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\nContent-Length\r\n : 5\r\n\r\n',
  'a space before the colon': 'GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n',
  'a zero byte in a header': 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b\r\n\r\n',
  'a negative length': `${UNLOCK}Content-Length: -5\r\n\r\n`,
  'a length with a sign': `${UNLOCK}Content-Length: +5\r\n\r\n{"a":`,
  'a length in hexadecimal': `${UNLOCK}Content-Length: 0x5\r\n\r\n{"a":`,
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n',
  'another version': 'GET /api/health HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'a greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a made-up method': 'TRADE /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
};

describe('a request that comes too slowly or is too large', () => {
  it.each([...LATE, ...TOO_LARGE])('%s: is refused in JSON, counted, and the connection ends', async (...each) => {
    const [, bytes, { status, reason = 'not_http' }] = each as Case;
    const before = await refusedSoFar(reason);
    const answer = await exchangeRaw(t, bytes);
    expect([answer.status, answer.answers]).toEqual([status, 1]);
    expect(Problem.safeParse(answer.body).success).toBe(true);
    if (status !== 413) expect(answer.text.toLowerCase()).toContain('connection: close');
    expect(answer.openMs).toBeLessThan(CLOSED_WITHIN_MS);
    expect(await refusedSoFar(reason)).toBe(before + 1);
  });
});

describe('bytes that are no HTTP, or that two readers could read in two ways', () => {
  it.each(Object.entries(NOT_HTTP))('%s: one 400 in JSON, and the connection ends', async (_name, first) => {
    const before = await refusedSoFar('not_http');
    const answer = await exchangeRaw(t, { first });
    expect([answer.status, answer.answers]).toEqual([400, 1]);
    expect(Problem.parse(answer.body).code).toBe('invalid_input');
    expect(await refusedSoFar('not_http')).toBe(before + 1);
    expect((await t.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });

  it('an expectation nobody can meet: 417 in JSON', async () => {
    const answer = await exchangeRaw(t, {
      first: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n',
    });
    expect([answer.status, Problem.parse(answer.body).code]).toEqual([417, 'invalid_input']);
  });
});

describe('a whole address in the first line', () => {
  it('opens nothing that its path does not open', async () => {
    const first = 'GET http://evil.example/api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const answer = await exchangeRaw(t, { first });
    expect([400, 401, 404]).toContain(answer.status);
    expect(Problem.safeParse(answer.body).success).toBe(true);
  });
});

describe('a request behind another one', () => {
  it('that is smuggled in a body longer than its length is never answered as a call', async () => {
    const smuggled = 'GET /api/gate/status HTTP/1.1\r\nX: ';
    const first = `${UNLOCK}Content-Length: 2\r\n\r\n{}${smuggled}`;
    const answer = await exchangeRaw(t, { first });
    expect(answer.text).not.toContain('authenticated');
    expect(answer.answers).toBeLessThanOrEqual(2);
  });

  it('gets no complaint in place of the answer that is still being made', async () => {
    const cookie = await t.unlock();
    const first = `POST /api/gate/password/set HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 33\r\n\r\n{"new_password":"another secret"}GARBAGE\r\n\r\n`;
    const answer = await exchangeRaw(t, { first });
    expect([answer.status === 400, answer.answers <= 1]).toEqual([false, true]);
  });

  it('is answered in turn where it is well formed', async () => {
    const one = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect((await exchangeRaw(t, { first: one + one + last })).answers).toBe(3);
  });
});

describe('connections', () => {
  it('over the bound are closed at once and counted; the others go on', async () => {
    const port = await portOf(t);
    const before = await refusedSoFar('too_many_connections');
    const sockets = Array.from({ length: LIMITS.connectionsMax + 10 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await expect.poll(() => refusedSoFar('too_many_connections')).toBeGreaterThanOrEqual(before + 10);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await exchangeRaw(t, { first: NOT_HTTP['no HTTP'] ?? '' })).status).toBe(400);
  });
});
