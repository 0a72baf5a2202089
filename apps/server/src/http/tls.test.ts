import { request } from 'node:https';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeSelfSigned } from '../config/self-signed.fixture.ts';
import { exchangeRaw, portOf } from './raw-exchange.fixture.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };

let t: TestApp | null = null;
afterEach(() => t?.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

/** Asks over a real TLS connection whose certificate is checked. */
async function ask(app: TestApp, ca: string, path: string, body: object, cookie = ''): Promise<Answer> {
  const port = await portOf(app);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie };
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', ca, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      );
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

async function startTls(): Promise<{ readonly app: TestApp; readonly ca: string }> {
  const { cert, key } = makeSelfSigned(Date.now());
  t = await startTestApp('/nonexistent', { tls: { cert: Buffer.from(cert), key: Buffer.from(key) } });
  return { app: t, ca: cert };
}

describe('over TLS', () => {
  it('every cookie is Secure, HttpOnly and SameSite=Strict, and browsers are told to come over https only', async () => {
    const { app, ca } = await startTls();
    const unlocked = await ask(app, ca, '/api/gate/unlock', { password: TEST_PASSWORD });
    const gate = unlocked.cookies[0]?.split(';')[0] ?? '';
    await ask(app, ca, '/api/auth/register', { ...ADA, confirmPassword: ADA.password }, gate);
    const login = await ask(app, ca, '/api/auth/login', ADA, gate);
    const cookies = [...unlocked.cookies, ...login.cookies];
    expect([unlocked.status, login.status, cookies.length]).toEqual([200, 200, 2]);
    for (const cookie of cookies) expect(cookie).toMatch(/^(?=.*; Secure)(?=.*; HttpOnly)(?=.*; SameSite=Strict)/);
    expect(unlocked.headers['strict-transport-security']).toBe('max-age=15552000');
  });

  it('a certificate nobody trusts is seen by the client', async () => {
    const { app } = await startTls();
    const other = makeSelfSigned(Date.now()).cert;
    await expect(ask(app, other, '/api/gate/unlock', {})).rejects.toThrow(/self-signed|signature/);
  });

  it('plain http and noise are turned away, counted, and the server goes on', async () => {
    const { app, ca } = await startTls();
    const plain = await exchangeRaw(app, { first: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' });
    expect(plain.status).toBeNull();
    const port = await portOf(app);
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    expect((await app.app.inject({ url: '/metrics' })).body).toMatch(/wire_refusals_total{reason="tls"} [1-9]/);
    expect((await ask(app, ca, '/api/gate/unlock', { password: TEST_PASSWORD })).status).toBe(200);
  });
});

describe('over plain http', () => {
  it('cookies are not Secure and nothing speaks of https: they would be lost on loopback', async () => {
    t = await startTestApp();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/gate/unlock',
      payload: { password: TEST_PASSWORD },
    });
    expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});
