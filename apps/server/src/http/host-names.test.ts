import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

let t: TestApp;
afterEach(() => t.close());

const PATHS = ['/', '/api/gate/status', '/api/nothing', '/healthz', '/readyz', '/metrics'];
const statusOf = async (url: string, headers: Record<string, string>) =>
  (await t.app.inject({ url, headers })).statusCode;

describe('the name a request is for', () => {
  it('is refused everywhere where it is not the name of this server', async () => {
    t = await startTestApp('/nonexistent', { allowedHosts: ['desk', 'riptide.example'] });
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'riptide.example.evil',
      '127.0.0.1.evil',
      'x',
      '@',
      '[::1',
    ])
      for (const url of PATHS) expect([host, url, await statusOf(url, { host })]).toEqual([host, url, 421]);
    for (const host of [
      '127.0.0.1',
      '192.0.2.7:8080',
      '[::1]:8080',
      'localhost',
      'LOCALHOST:80',
      'a.localhost',
      'desk:1',
      'Riptide.example.',
    ])
      expect([host, await statusOf('/api/gate/status', { host })]).toEqual([host, 200]);
  });
});

describe('/metrics', () => {
  const HEADERS = [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-by-somebody',
    'x-real-ip',
    'x-client-ip',
    'x-original-forwarded-for',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'fastly-client-ip',
    'x-envoy-external-address',
  ];

  it('does not take for this machine what any proxy has sent on', async () => {
    t = await startTestApp();
    expect(await statusOf('/metrics', {})).toBe(200);
    for (const name of HEADERS)
      expect([name, await statusOf('/metrics', { [name]: '127.0.0.1' })]).toEqual([name, 404]);
  });

  it('counts the token alone where there is one, on this machine too', async () => {
    t = await startTestApp('/nonexistent', { metricsToken: 'a-token-of-metrics' });
    expect(await statusOf('/metrics', {})).toBe(404);
    for (const [token, status] of [
      ['a-token-of-metrics', 200],
      ['another-token-here', 404],
    ] as const)
      expect(await statusOf('/metrics', { authorization: `Bearer ${token}`, via: '1.1 x' })).toBe(status);
  });
});

describe('an origin of the same name', () => {
  it('is another one where its scheme differs', async () => {
    t = await startTestApp();
    const lock = async (origin: string) => {
      const headers = { origin, host: 'localhost:8080' };
      return (await t.app.inject({ method: 'POST', url: '/api/gate/lock', headers, payload: {} })).statusCode;
    };
    expect([await lock('http://localhost:8080'), await lock('https://localhost:8080')]).toEqual([200, 403]);
  });
});

describe('cookies that are taken back', () => {
  it('are named with the attributes they were set with', async () => {
    t = await startTestApp();
    const cookie = await t.unlock();
    const headers = { cookie };
    for (const url of ['/api/gate/lock', '/api/auth/logout']) {
      headers.cookie = await t.unlock();
      const answer = await t.app.inject({ method: 'POST', url, headers, payload: {} });
      expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    }
  });
});
