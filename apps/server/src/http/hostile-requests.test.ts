import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log, LogFields } from '@riptide/core/kernel';
import { hostileRequests } from './hostile-requests.fixture.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };
const MINUTE_MS = 60_000;
/** What may change by a request that is refused, beside the audit: counters and records of what was tried. */
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
  for (const { name } of tables.filter((table) => !NOTED.has(table.name) && !table.name.startsWith('audit_')))
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
