import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '@riptide/core/domain';
import { readTar } from '../../archive/read-tar.ts';
import { buildVenue } from '../../link/link-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const URL = '/api/settings/diagnostics';
/** Each is put where a careless line would put it, in the forms it could take there. */
const PLANTED = {
  apiKey: 'plantedApiKey0123456789',
  apiSecret: 'plantedApiSecret/with+signs=',
  passphrase: 'planted pass "phrase"',
  botToken: `12345678:${'plantedbot'.repeat(4)}`,
  hook: 'plantedhook-plantedhook',
  smtp: 'plantedsmtp',
  unknownHash: 'deadbeef'.repeat(8),
};

let test: TestApp;
afterEach(() => test.close());

async function bundleOf(cookie: string): Promise<ReadonlyMap<string, string>> {
  const answer = await callsOf(test, cookie).get(URL);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip']);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="riptide-diagnostics-.+\.tar\.gz"$/);
  const files = new Map<string, string>();
  let current = '';
  async function* whole() {
    yield gunzipSync(answer.rawPayload);
  }
  await readTar(whole(), {
    begin: ({ name }) => void files.set((current = name), ''),
    write: (bytes) => void files.set(current, (files.get(current) ?? '') + bytes.toString('utf8')),
    end: () => undefined,
  });
  return files;
}

describe('GET /api/settings/diagnostics', () => {
  it('holds versions, configuration by name, health, metrics, feeds, schema versions and the last log lines', async () => {
    test = await startTestApp('/nonexistent', {
      environment: { PORT: '8080', MARKET: 'sim', GATE_PASSWORD: 'x'.repeat(9) },
    });
    fillTestEngine(test);
    mkdirSync(join(test.dataDir, 'logs'));
    writeFileSync(join(test.dataDir, 'logs', 'server.log'), '{"level":"info","msg":"a line of the log"}\n');
    const files = await bundleOf(await test.unlock());
    expect([...files.keys()].sort()).toEqual([
      'about.json',
      'config.json',
      'engine.json',
      'feeds.json',
      'files.json',
      'health.json',
      'logs/server.log',
      'metrics.txt',
      'schema.json',
      'settings.json',
    ]);
    const json = (name: string) => JSON.parse(files.get(name) ?? '') as never;
    expect(json('about.json')).toMatchObject({ version: '2.0.0', node: process.version, market: 'sim' });
    expect(json('config.json')).toContainEqual({ name: 'PORT', isSecret: false, isSet: true, value: '8080' });
    expect(json('config.json')).toContainEqual({ name: 'GATE_PASSWORD', isSecret: true, isSet: true, value: null });
    expect(json('health.json')).toHaveProperty('overall_status');
    expect(json('feeds.json')).toHaveLength(4);
    const [app] = json('schema.json') as { migrations: { name: string }[] }[];
    expect(app?.migrations.map(({ name }) => name)).toContain('0006-settings');
    expect(files.get('metrics.txt')).toContain('riptide_link_up 1');
    expect(files.get('logs/server.log')).toContain('a line of the log');
  });

  it('holds no secret that was planted, in whatever place and form', async () => {
    test = await startTestApp('/nonexistent', {
      environment: {
        GATE_PASSWORD: TEST_PASSWORD,
        SMTP_URL: `smtp://user:${PLANTED.smtp}@mail.example.com`,
        TELEGRAM_API_URL: `http://user:${PLANTED.smtp}@bots.example.com/x?token=${PLANTED.smtp}`,
      },
      secrets: [PLANTED.smtp],
    });
    fillTestEngine(test);
    const cookie = await test.unlock();
    test.link.answer = () => ok({ isConnected: true, reason: null });
    const { apiKey, apiSecret, passphrase } = PLANTED;
    await test.connections.save('OKX', {
      key: { apiKey, apiSecret, passphrase },
      scopes: { spot: true, futures: true },
      source: 'operator',
    });
    await test.notifier.settings.change({
      channels: {
        telegram: { bot_token: PLANTED.botToken },
        webhook: { url: 'https://example.com/hook', secret: PLANTED.hook },
      },
    });
    const forms = Object.values(PLANTED).flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]);
    const jwt = `eyJhbGciOiJFZERTQSJ9.${Buffer.from('{"sub":"me@planted.example"}').toString('base64url')}.c2ln`;
    mkdirSync(join(test.dataDir, 'logs'));
    const lines = [
      ...forms.map((msg) => JSON.stringify({ level: 'info', msg: `the venue said ${msg}` })),
      JSON.stringify({ msg: 'request', cookie, authorization: `Bearer ${jwt}` }),
      JSON.stringify({ msg: `cookie ${cookie}; and ${jwt}`, apiSecret: 'short', password: 'pw1', refresh_token: 'r1' }),
      JSON.stringify({
        msg: `POST https://user:pw2@venue.example/x?signature=abcdef12&symbol=BTCUSDT by someone@planted.example`,
      }),
    ];
    writeFileSync(join(test.dataDir, 'logs', 'engine.log'), `${lines.join('\n')}\n`);
    const venue = buildVenue('OKX');
    test.link.update(['venue', 'OKX', { ...venue, lastError: forms.join(' ') } as typeof venue]);

    const text = [...(await bundleOf(cookie)).values()].join('\n');
    expect(text).toContain('[redacted]');
    for (const form of [
      ...forms,
      TEST_PASSWORD,
      cookie.split('=')[1] ?? '',
      jwt,
      'planted.example',
      '"pw1"',
      'pw2',
      '"r1"',
      'abcdef12',
    ])
      expect(text, form).not.toContain(form);
    expect(text).not.toMatch(/planted(ApiKey|ApiSecret|bot|hook|smtp)/);
    expect(text).toContain('symbol=BTCUSDT');
  });

  it('is for nobody outside the gate', async () => {
    test = await startTestApp();
    expect((await callsOf(test, '').get(URL)).statusCode).toBe(401);
  });
});
