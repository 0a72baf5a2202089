import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log, LogFields } from '@riptide/core/kernel';
import { hostileRequests } from './hostile-requests.fixture.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };
const MINUTE_MS = 60_000;
/** What may change by a request that is refused: counters and records of what was tried. */
const NOTED = new Set(['gate_event', 'access_event', 'login_failure', 'sqlite_sequence']);

const lines: string[] = [];
const note = (message: string, fields?: LogFields): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
const log: Log = { info: note, warn: note, error: note };
let t: TestApp;
let cookie = '';
let tokens: Record<string, string> = {};

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload });
}

/** Tokens that look right and are not. */
async function forgedTokens(): Promise<Record<string, string>> {
  const expired = (await post('/api/auth/login', ADA)).json().access_token as string;
  t.clock.advance(16 * MINUTE_MS);
  const { access_token: ended } = (await post('/api/auth/login', ADA)).json() as { access_token: string };
  await post('/api/auth/logout', {}, { authorization: `Bearer ${ended}` });
  const [head = '', body = '', mark = ''] = ended.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const signed = (key: Uint8Array, header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid, ...header }).sign(key);
  return {
    'an expired token': expired,
    'a token of an ended session': ended,
    'alg none': new UnsecuredJWT(claims).encode(),
    'another key': await signed(Buffer.alloc(32, 7), {}),
    'a wrong kid': await signed(Buffer.alloc(32, 7), { kid: 'nobody' }),
    'no signature': `${head}.${body}.`,
    'half a token': `${head}.${body}`,
    'a flipped signature': `${head}.${body}.${mark.split('').reverse().join('')}`,
    'no token': 'x.y.z',
    'a long token': 'a'.repeat(2_000),
  };
}

/** A hash over everything in app.db but the records of tries. */
function stateHash(): string {
  const db = new Database(join(t.dataDir, 'app.db'), { readonly: true });
  const hash = createHash('sha256');
  const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all() as {
    name: string;
  }[];
  for (const { name } of tables.filter((table) => !NOTED.has(table.name)))
    hash.update(name + JSON.stringify(db.prepare(`select * from "${name}"`).all()));
  db.close();
  return hash.digest('hex');
}

beforeAll(async () => {
  t = await startTestApp('/nonexistent', { log });
  cookie = await t.unlock();
  await post('/api/auth/register', { ...ADA, confirmPassword: ADA.password });
  tokens = await forgedTokens();
  await t.accounts.close();
});
afterAll(() => t.close());

describe('hostile requests', () => {
  it('get a 4xx in JSON, never a stack, and change nothing', async () => {
    const requests = hostileRequests(tokens);
    expect(requests.length).toBeGreaterThanOrEqual(300);
    const before = stateHash();
    const sentBefore = t.link.sent.length;
    const bad: unknown[] = [];
    for (const { name, method, url, headers = {}, body, isOutside = false } of requests) {
      const answer = await t.app.inject({
        method,
        url,
        headers: isOutside ? headers : { cookie, ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isProblem =
        answer.statusCode >= 400 &&
        answer.statusCode < 500 &&
        String(answer.headers['content-type']).startsWith('application/json') &&
        answer.json().ok === false;
      if (!isProblem || /\bat \/|node_modules|\.ts:\d/.test(answer.body))
        bad.push([name, answer.statusCode, answer.body.slice(0, 150)]);
    }
    expect(bad).toEqual([]);
    expect([stateHash(), t.link.sent.length]).toEqual([before, sentBefore]);
  }, 120_000);

  it('leave no password, token or cookie in the log or in any file', async () => {
    const { refresh_token: refreshToken } = (await post('/api/auth/login', ADA)).json() as { refresh_token: string };
    const secrets = [TEST_PASSWORD, ADA.password, cookie.split('=')[1] ?? '', refreshToken].concat(
      Object.values(tokens).filter((token) => token.length > 50),
    );
    const files = readdirSync(t.dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = [lines.join('\n'), ...files.map(({ name }) => readFileSync(join(t.dataDir, name), 'latin1'))];
    expect([lines.length > 0, files.length > 1]).toEqual([true, true]);
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });
});

/** Texts that are no HTTP, or smuggle a second request behind the first. */
const RAW: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0000\r\n\r\n',
  'two lengths': 'POST /api/gate/unlock HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\n{}',
  'length and chunks':
    'POST /api/gate/unlock HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'chunks that are none':
    'POST /api/gate/unlock HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\nzz\r\n\r\n',
  'a bare line feed': 'GET /api/health HTTP/1.1\nHost: x\nX: y\n\n',
  'a space before the colon': 'GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n',
  'a negative length': 'POST /api/gate/unlock HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'headers without end': `GET /api/health HTTP/1.1\r\nHost: x\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(40)}\r\n`,
  'another version': 'GET /api/health HTTP/9.9\r\nHost: x\r\n\r\n',
  'a whole address': 'GET http://evil.example/api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
};

describe('raw bytes on the socket', () => {
  it.each(Object.entries(RAW))('%s: a 4xx or a closed connection, and the server goes on', async (_name, text) => {
    if (!t.app.server.listening) await t.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = t.app.server.address() as { port: number };
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.end(text, 'latin1'));
      socket.on('data', (chunk) => (received += chunk.toString('utf8')));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect((await t.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});
