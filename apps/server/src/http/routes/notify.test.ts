import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noticeOf, type Notice } from '../../notify/notice.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { callsOf } from './calls.fixture.ts';

const BOT_TOKEN = `12345678:${'planted'.repeat(5)}`;
const SIGNING_SECRET = 'planted-signing-secret';

let test: TestApp;
let cookie = '';
const audited: unknown[] = [];
beforeEach(async () => {
  audited.length = 0;
  test = await startTestApp(undefined, { notify: { audit: (event, data) => void audited.push({ event, data }) } });
  cookie = await test.unlock();
});
afterEach(() => test.close());

const get = (url: string) => callsOf(test, cookie).get(url);
const post = (url: string, payload: object) => callsOf(test, cookie).post(url, payload);
const put = (url: string, payload: object) => callsOf(test, cookie).put(url, payload);
const notice = (title: string, more: Partial<Notice> = {}): Notice =>
  noticeOf({ event: 'warning', severity: 'WARN', atMs: test.clock.nowMs(), title, body: 'b', ...more });

describe('notification settings', () => {
  it('has the specified fields, and nothing leaves the machine before a person opts in', async () => {
    const { prefs, catalogue } = (await get('/api/notify/settings')).json();
    expect(prefs).toMatchObject({
      enabled: false,
      min_severity: 'INFO',
      respect_quiet: false,
      quiet_start: '22:00',
      quiet_end: '07:00',
      zone: 'UTC',
      channels: {
        console: { enabled: true },
        telegram: { enabled: false, chat_id: '' },
        whatsapp: { enabled: false, to: '' },
        email: { enabled: false, to: '' },
        webhook: { enabled: false, url: '' },
      },
    });
    expect(catalogue).toHaveLength(29);
    expect(catalogue).toContainEqual(
      expect.objectContaining({
        event: 'kill_switch',
        headline: expect.stringContaining('CRITICAL: '),
        subject: expect.stringMatching(/^\[CRITICAL\] /),
      }),
    );
  });

  it('takes the preferences bare or under prefs, any part of them, and what was read can be sent back', async () => {
    const bare = await post('/api/notify/settings', { enabled: true, channels: { telegram: { chat_id: '-100123' } } });
    expect(bare.json().prefs).toMatchObject({ enabled: true, channels: { telegram: { chat_id: '-100123' } } });
    const wrapped = await post('/api/notify/settings', { prefs: { min_severity: 'ERROR' } });
    expect(wrapped.json().prefs).toMatchObject({ enabled: true, min_severity: 'ERROR' });
    const { prefs } = (await get('/api/notify/settings')).json();
    for (const body of [prefs, { prefs }]) {
      const back = await post('/api/notify/settings', body);
      expect([back.statusCode, back.json().prefs]).toEqual([200, prefs]);
    }
  });

  it.each([
    [{ quiet_start: '24:00' }, 'quiet_start'],
    [{ quiet_end: '7:00' }, 'quiet_end'],
    [{ zone: 'Mars/Base' }, 'zone'],
    [{ min_severity: 'LOUD' }, 'min_severity'],
    [{ channels: { email: { to: 'a@b, c@d' } } }, 'channels.email.to'],
    [{ channels: { webhook: { url: 'ftp://x' } } }, 'channels.webhook.url'],
    [{ channels: { webhook: { url: 'http://user@host/' } } }, 'channels.webhook.url'],
    [{ channels: { webhook: { url: 'http://host:99999/' } } }, 'channels.webhook.url'],
    [{ channels: { webhook: { url: 'http://[fe80::1%25lo]/' } } }, 'channels.webhook.url'],
    [{ channels: { whatsapp: { to: 'me' } } }, 'channels.whatsapp.to'],
    [{ channels: { telegram: { chat_id: 'a b' } } }, 'channels.telegram.chat_id'],
    [{ events: { surprise: true } }, 'events'],
    [{ surprise: 1 }, 'surprise'],
    [{ enabled: true, prefs: {} }, 'body'],
  ])('refuses %j and changes nothing', async (body, field) => {
    const refused = await post('/api/notify/settings', body);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields).join()).toContain(field);
    expect((await get('/api/notify/settings')).json().prefs.enabled).toBe(false);
  });

  it('takes secrets, never shows one, and forgets one on null', async () => {
    const saved = await post('/api/notify/settings', {
      channels: { telegram: { bot_token: BOT_TOKEN }, webhook: { secret: SIGNING_SECRET } },
    });
    const has = (answer: typeof saved): unknown =>
      answer.json().channels.map((each: { channel: string; has_secret: boolean }) => [each.channel, each.has_secret]);
    expect(has(saved)).toEqual([
      ['console', false],
      ['telegram', true],
      ['whatsapp', false],
      ['email', false],
      ['webhook', true],
    ]);
    const shown = [saved.body, (await get('/api/notify/settings')).body, JSON.stringify(audited)].join();
    expect(shown).not.toContain('planted');
    expect(audited).toEqual([
      {
        event: 'notify_settings_changed',
        data: {
          fields: 'channels.telegram.bot_token, channels.webhook.secret',
          'channels.telegram.bot_token': 'none → set anew',
          'channels.webhook.secret': 'none → set anew',
        },
      },
    ]);
    const forgotten = await post('/api/notify/settings', { channels: { telegram: { bot_token: null } } });
    expect(has(forgotten)).toContainEqual(['telegram', false]);
    const refused = await post('/api/notify/settings', { channels: { telegram: { bot_token: 'planted' } } });
    expect([refused.statusCode, refused.body.includes('planted')]).toEqual([400, false]);
  });

  it('says what each channel still needs', async () => {
    const { channels } = (await get('/api/notify/settings')).json();
    expect(channels.map(({ needs }: { needs: string | null }) => needs)).toEqual([
      null,
      'Needs the field Bot token, or TELEGRAM_BOT_TOKEN on the server',
      'Needs the field Access token, or WHATSAPP_TOKEN on the server',
      'Needs SMTP_URL',
      'Needs an address',
    ]);
  });

  it('keeps the three toggles of the settings page as switches of the events', async () => {
    const first = (await get('/api/settings/notifications')).json();
    expect(first).toMatchObject({
      settings: { trade_notifications: true, arbitrage_alerts: true, email_reports: false },
      email_reports_note: 'Needs SMTP_URL',
    });
    await put('/api/settings/notifications', { trade_notifications: false });
    expect((await get('/api/notify/settings')).json().prefs.events).toMatchObject({ fill: false, trade_closed: false });
    await test.notifier.desk.accept([
      notice('quiet', { event: 'fill' }),
      notice('told', { event: 'arbitrage_closed' }),
    ]);
    expect((await get('/api/notifications')).json().notifications).toMatchObject([{ title: 'told' }]);
  });
});

describe('notification centre', () => {
  it('answers newest first, by page, unread and severity, and marks as read', async () => {
    for (const title of ['a', 'b', 'c']) await test.notifier.desk.accept([notice(title)]);
    await test.notifier.desk.accept([notice('d', { severity: 'CRITICAL' })]);
    const page = (await get('/api/notifications?limit=2')).json();
    expect(page.notifications.map(({ title }: { title: string }) => title)).toEqual(['d', 'c']);
    expect(page).toMatchObject({ unread: 4, next_before: page.notifications[1].id });
    const next = (await get(`/api/notifications?limit=3&before=${page.next_before}`)).json();
    expect(next).toMatchObject({ notifications: [{ title: 'b' }, { title: 'a' }], next_before: null });
    expect((await get('/api/notifications?severity_min=ERROR')).json().notifications).toHaveLength(1);
    const ids = [page.notifications[0].id];
    expect((await post('/api/notifications/read', { ids })).json()).toMatchObject({ marked: 1, unread: 3 });
    expect((await get('/api/notifications?unread=true')).json().notifications).toHaveLength(3);
    expect((await post('/api/notifications/read', { all: true })).json()).toMatchObject({ marked: 3, unread: 0 });
    for (const body of [{}, { ids: [], all: true }, { ids: [0] }, { all: false }])
      expect((await post('/api/notifications/read', body)).statusCode).toBe(400);
    for (const query of ['limit=0', 'limit=201', 'before=0', 'unread=maybe', 'surprise=1'])
      expect((await get(`/api/notifications?${query}`)).statusCode).toBe(400);
  });
});

describe('test send', () => {
  it('answers for every channel, and what is off or lacks something is not sent', async () => {
    await post('/api/notify/settings', { channels: { telegram: { enabled: true }, email: { enabled: true } } });
    const answer = (await post('/api/notify/test', { severity: 'WARN', title: 'Hello', body: 'there' })).json();
    expect(answer.results).toMatchObject([
      { channel: 'console', outcome: 'sent' },
      {
        channel: 'telegram',
        outcome: 'not_ready',
        detail: 'Needs the field Bot token, or TELEGRAM_BOT_TOKEN on the server',
      },
      { channel: 'whatsapp', outcome: 'off' },
      { channel: 'email', outcome: 'not_ready', detail: 'Needs SMTP_URL' },
      { channel: 'webhook', outcome: 'off' },
    ]);
    expect((await get('/api/notifications')).json().notifications).toMatchObject([
      { event: 'test', severity: 'WARN', title: 'Hello', body: 'there' },
    ]);
  });

  it('is limited to ten a minute', async () => {
    for (let i = 0; i < 10; i += 1) expect((await post('/api/notify/test', {})).statusCode).toBe(200);
    const refused = await post('/api/notify/test', {});
    expect([refused.statusCode, refused.json().retry_after_seconds]).toEqual([429, 60]);
    test.clock.advance(60_001);
    expect((await post('/api/notify/test', {})).statusCode).toBe(200);
  });
});

describe('delivery status', () => {
  const statusOf = async (channel: string) => {
    const { channels } = (await get('/api/notify/deliveries')).json();
    return channels.find((each: { channel: string }) => each.channel === channel);
  };

  it('says of each channel how it stands, and metrics tell the same', async () => {
    expect(await statusOf('console')).toMatchObject({ status: 'ok' });
    expect(await statusOf('webhook')).toMatchObject({ status: 'off', waiting: 0, oldest_waiting_ts: null });
    await post('/api/notify/settings', {
      enabled: true,
      channels: {
        telegram: { enabled: true },
        webhook: { enabled: true, url: 'http://127.0.0.1:1/', allow_private: true, secret: SIGNING_SECRET },
      },
    });
    expect(await statusOf('telegram')).toMatchObject({
      status: 'not_ready',
      detail: 'Needs the field Bot token, or TELEGRAM_BOT_TOKEN on the server',
    });
    await test.notifier.desk.accept([notice('a')]);
    expect(await statusOf('webhook')).toMatchObject({
      status: 'waiting',
      waiting: 1,
      oldest_waiting_ts: 1_800_000_000,
    });
    expect(await statusOf('telegram')).toMatchObject({ skipped: 1 });
    const { body } = await test.app.inject({ url: '/metrics' });
    expect(body).toContain('riptide_notify_queued{channel="webhook"} 1');
    await test.notifier.start();
    await expect.poll(() => statusOf('webhook')).toMatchObject({ status: 'failing', waiting: 1, sent: 0 });
    expect((await statusOf('webhook')).detail).not.toContain(SIGNING_SECRET);
  });
});
