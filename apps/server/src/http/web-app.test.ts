import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.fixture.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
const PAGE = `<!doctype html><title>Riptide</title>${'<p></p>'.repeat(500)}`;

let webRoot = '';
let web: TestApp;
beforeEach(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'riptide-web-'));
  mkdirSync(join(webRoot, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/app-1a2b3c.js', SCRIPT],
  ] as const) {
    const path = join(webRoot, name);
    writeFileSync(path, text);
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text));
  }
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
  web = await startTestApp(webRoot);
});
afterEach(async () => {
  await web.close();
  rmSync(webRoot, { recursive: true, force: true });
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  web.app.inject({ method, url, headers });

describe('the files of the web app', () => {
  it.each([
    ['/assets/app-1a2b3c.js', SCRIPT, 'application/javascript', 'public, max-age=31536000, immutable'],
    ['/', PAGE, 'text/html', 'no-cache'],
    ['/app/arbitrage?x=1', PAGE, 'text/html', 'no-cache'],
  ])('go out as the build compressed them: %s', async (url, text, type, cache) => {
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await ask(url, { 'accept-encoding': accepted });
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': cache });
      expect(answer.headers['vary']).toMatch(/accept-encoding/i);
      expect(answer.headers['content-type']).toContain(type);
      expect(answer.rawPayload.length).toBe(Number(answer.headers['content-length']));
      expect(unpack(answer.rawPayload).toString()).toBe(text);
    }
    const plain = await ask(url);
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text]);
    expect(plain.headers['vary']).toMatch(/accept-encoding/i);
  });

  it('go out as they are where there is nothing smaller', async () => {
    const answer = await ask('/favicon.svg', { 'accept-encoding': 'br, gzip' });
    expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([200, undefined, '<svg/>']);
  });

  it.each(['/', '/app/arbitrage', '/assets/app-1a2b3c.js'])(
    'are not sent again while they are the same: %s',
    async (url) => {
      for (const headers of [{}, { 'accept-encoding': 'br' }]) {
        const first = await ask(url, headers);
        const again = await ask(url, { ...headers, 'if-none-match': String(first.headers['etag']) });
        expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
          304,
          '',
          first.headers['cache-control'],
        ]);
        expect((await ask(url, { ...headers, 'if-none-match': '"another"' })).statusCode).toBe(200);
      }
    },
  );

  it.each(['/', '/app/arbitrage', '/assets/app-1a2b3c.js'])(
    'answer HEAD with the headers of GET and no body: %s',
    async (url) => {
      for (const headers of [{}, { 'accept-encoding': 'br' }]) {
        const { date: _of, 'x-request-id': _id, ...got } = (await ask(url, headers)).headers;
        const head = await ask(url, headers, 'HEAD');
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
        expect(head.headers).toMatchObject(got);
      }
    },
  );
});

describe('an address of before', () => {
  it.each([
    ['/settings', '/app/settings'],
    ['/api-keys?q=a', '/app/api-keys?q=a'],
    ['/settings?section=data&x=a%20b', '/app/settings?section=data&x=a%20b'],
  ])('leads on with what it asks for: %s', async (url, to) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  });
});

describe('answers of the API', () => {
  it('are never compressed', async () => {
    const cookie = await web.unlock();
    const answer = await ask('/api/audit/events', { cookie, 'accept-encoding': 'br, gzip' });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });
});
