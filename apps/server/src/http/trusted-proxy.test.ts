import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, TEST_PASSWORD, type TestApp } from './start-test-app.fixture.ts';

let t: TestApp | null = null;
afterEach(() => t?.close());

function unlock(app: TestApp, password: string, headers: Record<string, string> = {}) {
  return app.app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password }, headers });
}

describe('X-Forwarded headers', () => {
  it('count from a trusted proxy: limits are per visitor, cookies Secure behind https', async () => {
    t = await startTestApp('/nonexistent', { trustedProxies: ['127.0.0.1'] });
    for (let i = 0; i < 6; i += 1) await unlock(t, 'wrong', { 'x-forwarded-for': '203.0.113.7' });
    expect((await unlock(t, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(429);
    const other = await unlock(t, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.8', 'x-forwarded-proto': 'https' });
    expect([other.statusCode, String(other.headers['set-cookie']).includes('Secure')]).toEqual([200, true]);
  });

  it('count for nothing from anybody else: no new address for a new try', async () => {
    t = await startTestApp();
    for (let i = 0; i < 6; i += 1) await unlock(t, 'wrong', { 'x-forwarded-for': `203.0.113.${i}` });
    expect((await unlock(t, TEST_PASSWORD, { 'x-forwarded-for': '203.0.113.99' })).statusCode).toBe(429);
  });
});

describe('the database', () => {
  it('may be read by nobody else', async () => {
    t = await startTestApp();
    for (const name of ['app.db', 'app.db-wal']) expect(statSync(join(t.dataDir, name)).mode & 0o777).toBe(0o600);
  });
});
