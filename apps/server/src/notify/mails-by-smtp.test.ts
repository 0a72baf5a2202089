import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { startTestApp, type TestApp } from '../http/start-test-app.fixture.ts';
import { callsOf } from '../http/routes/calls.fixture.ts';
import { createMailer } from '../mail/create-mailer.ts';
import { startSmtpServer, type SmtpServerFixture } from '../mail/smtp-server.fixture.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

const WAIT = { timeout: 15_000, interval: 5 };
const TO = { enabled: true, channels: { email: { enabled: true, to: 'me@example.org' } } };

let server: SmtpServerFixture;
const mailer = () =>
  createMailer({ smtpUrl: `${server.url}?from=desk@example.com`, dataDir: '', clock: systemClock(), log: silentLog() });
const ids = () => server.messages.map((text) => /^Message-ID: (\S+)/im.exec(text)?.[1]);
beforeEach(async () => {
  server = await startSmtpServer();
});
afterEach(() => server.close());

describe('notifications by a mail server', () => {
  let world: NotifyWorld;
  beforeEach(async () => {
    world = await openNotifyWorld({ mailer: mailer() });
    await world.set(TO);
    await world.notifier.start();
  });
  afterEach(() => world.close());
  const line = async () =>
    (await world.notifier.deliveries.list({ channel: 'email', state: null, beforeId: null, limit: 1 }))[0];
  const until = (wanted: object) =>
    vi.waitFor(async () => {
      world.clock.advance(500);
      expect(await line()).toMatchObject(wanted);
    }, WAIT);

  it('arrive with severity, title and text', async () => {
    await world.notifier.desk.accept([world.notice('Kill switch pulled', { severity: 'CRITICAL', body: 'by Ada' })]);
    await until({ state: 'sent', attempts: 1 });
    expect(server.messages[0]).toMatch(/^To: me@example\.org/m);
    expect(server.messages[0]).toMatch(/^Subject: \[CRITICAL\] Kill switch pulled/m);
    expect(server.messages[0]).toContain('by Ada');
  });

  it('are tried again while the server is busy, and arrive once', async () => {
    server.manner = 'busy';
    await world.notifier.desk.accept([world.notice('a')]);
    await until({ state: 'queued', attempts: 2, error: expect.stringContaining('451') });
    server.manner = 'takes';
    await until({ state: 'sent' });
    expect(ids()).toHaveLength(1);
  });

  it('are not tried again where the server refuses them for good', async () => {
    server.manner = 'refuses-recipient';
    await world.notifier.desk.accept([world.notice('a')]);
    await until({ state: 'dead', attempts: 1, error: expect.stringContaining('550') });
    world.clock.advance(3_600_000);
    expect(server.commands.filter((text) => text.startsWith('RCPT'))).toHaveLength(1);
    await expect
      .poll(() => world.notifier.desk.centre.notifications.map(({ title }) => title))
      .toContain('Messages by email fail');
  });

  it('carry the same id where the first try broke off, so that a mailbox can tell', async () => {
    server.manner = 'breaks-off';
    await world.notifier.desk.accept([world.notice('a')]);
    await until({ state: 'queued', attempts: 1 });
    server.manner = 'takes';
    await until({ state: 'sent' });
    expect(ids()).toEqual([expect.stringMatching(/^<id-\d+@example\.com>$/)]);
  });
});

describe('mails of accounts by a mail server', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await startTestApp(undefined, { mailer: mailer() });
  });
  afterEach(() => test.close());

  it('bring the code that verifies an account', async () => {
    const { post } = callsOf(test, await test.unlock());
    const email = 'ada@example.com';
    const password = 'analytical engine';
    expect((await post('/api/auth/register', { email, password, confirmPassword: password })).statusCode).toBeLessThan(
      300,
    );
    await vi.waitFor(() => expect(server.messages).toHaveLength(1), WAIT);
    expect(server.messages[0]).toMatch(/^To: ada@example\.com/m);
    const code = /code is (\d{6})/.exec((server.messages[0] ?? '').replaceAll('=\r\n', ''))?.[1];
    expect((await post('/api/auth/verify-email', { email, code })).statusCode).toBe(200);
  });
});
