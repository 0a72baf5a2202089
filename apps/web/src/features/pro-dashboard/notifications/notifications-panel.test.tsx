import {
  getDeliveries,
  getNotifySettings,
  setNotifySettings,
  testNotification,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { whyNotSent } from './why-not-sent.ts';

afterEach(cleanup);

type Settings = RouteOutput<typeof getNotifySettings>;
const CHANNELS = ['console', 'telegram', 'whatsapp', 'email', 'webhook'] as const;

const FILL = {
  event: 'fill',
  group: 'trade',
  severity: 'INFO',
  title: 'Order filled',
  text: 'An order was filled.',
  headline: 'ℹ️ Order filled',
  subject: '[INFO] Order filled',
} as const;
const KILL = {
  event: 'kill_switch',
  group: 'safety',
  severity: 'CRITICAL',
  title: 'Kill switch pulled',
  text: 'It was pulled.',
  headline: '🚨 CRITICAL: Kill switch pulled',
  subject: '[CRITICAL] Kill switch pulled',
} as const;

const build = (prefs: Partial<Settings['prefs']> = {}): Settings => ({
  ok: true,
  prefs: {
    enabled: true,
    min_severity: 'WARN',
    respect_quiet: true,
    quiet_start: '22:00',
    quiet_end: '07:00',
    zone: 'Europe/Berlin',
    critical_ignores_quiet: true,
    channels: {
      console: { enabled: true },
      telegram: { enabled: true, chat_id: '-1002418', approvals: true },
      whatsapp: { enabled: true, to: '+4915112345678', phone_id: '', template: '', template_language: 'en_US' },
      email: { enabled: true, to: 'me@example.org' },
      webhook: { enabled: true, url: 'http://127.0.0.1:9090/hook', allow_private: true },
    },
    events: {},
    ...prefs,
  },
  channels: CHANNELS.map((channel) => ({ channel, is_ready: true, needs: null, has_secret: channel === 'telegram' })),
  catalogue: [FILL, KILL],
});

const state = (channel: (typeof CHANNELS)[number]): RouteOutput<typeof getDeliveries>['channels'][number] => ({
  channel,
  sent: 3,
  status: channel === 'webhook' ? 'failing' : 'ok',
  detail: null,
  waiting: 0,
  oldest_waiting_ts: null,
  dead: 1,
  failed: 1,
  dropped: 0,
  skipped: 0,
  last_sent_ts: 1_700_000_000,
  last_error: channel === 'webhook' ? 'answered 502' : null,
  last_error_ts: null,
});

async function draw(settings: Settings = build()) {
  const server = new FakeServer()
    .on(getNotifySettings, settings)
    .on(setNotifySettings, { ...settings, message: 'Notification settings saved' })
    .on(testNotification, {
      ok: true,
      results: [
        { channel: 'telegram', outcome: 'sent', detail: 'taken by Telegram', took_ms: 210 },
        { channel: 'webhook', outcome: 'failed', detail: 'answered 502', took_ms: 38 },
        { channel: 'email', outcome: 'off', detail: 'switched off', took_ms: 0 },
        { channel: 'whatsapp', outcome: 'not_ready', detail: 'Needs a token', took_ms: 0 },
      ],
      ts: 1_700_000_000,
    })
    .on(getDeliveries, { ok: true, deliveries: [], next_before: null, channels: CHANNELS.map(state) });
  const stage = drawPanel(server, <NotificationsPanel />);
  await screen.findByRole('button', { name: 'Save Notifications' });
  return { ...stage, server };
}

const value = (name: string): string => screen.getByLabelText<HTMLInputElement>(name).value;
const group = (name: string) => within(screen.getByRole('group', { name }));

describe('the notifications panel', () => {
  it('has every preference of the document, and says whether somebody opted in', async () => {
    await draw();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toBeTruthy();
    expect(screen.getByText('opt-in')).toBeTruthy();
    expect(screen.getByText('Enabled')).toBeTruthy();
    expect([value('Minimum severity'), value('From'), value('Until'), value('Time zone')]).toEqual([
      'WARN',
      '22:00',
      '07:00',
      'Europe/Berlin',
    ]);
    for (const name of [
      'Send messages by the channels below',
      'Send nothing in quiet hours',
      'CRITICAL ignores quiet hours',
    ])
      expect(screen.getByRole('switch', { name: new RegExp(`^${name}`) }).getAttribute('aria-checked')).toBe('true');
    expect(group('Console').getByRole('switch').getAttribute('aria-checked')).toBe('true');
    expect(group('Telegram').getByLabelText<HTMLInputElement>('Chat').value).toBe('-1002418');
    expect(group('WhatsApp').getByLabelText<HTMLInputElement>('To').value).toBe('+4915112345678');
    expect(group('E-mail').getByLabelText<HTMLInputElement>('To').value).toBe('me@example.org');
    expect(group('Webhook').getByLabelText<HTMLInputElement>('Address').value).toBe('http://127.0.0.1:9090/hook');
  });

  it('masks secrets: what is stored is never shown, what is typed is hidden', async () => {
    await draw();
    for (const name of ['Bot token', 'Access token', 'Signing secret']) {
      const field = screen.getByLabelText<HTMLInputElement>(name);
      expect([field.type, field.value]).toEqual(['password', '']);
    }
    expect(screen.getByText('Stored, never shown again; empty keeps it')).toBeTruthy();
  });

  it('prints the quiet hours with their zone and the time there', async () => {
    await draw();
    expect(screen.getByText('Quiet from 22:00 to 07:00, Europe/Berlin; it is 23:13 there now')).toBeTruthy();
  });

  it('saves what was changed', async () => {
    const { server } = await draw();
    fireEvent.click(screen.getByRole('switch', { name: 'CRITICAL ignores quiet hours' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save Notifications' }));
    await waitFor(() => expect(server.of(setNotifySettings)[0]?.body).toMatchObject({ critical_ignores_quiet: false }));
  });

  it('tells what each channel answered to a test, how long it took, and when that was', async () => {
    const { server } = await draw();
    fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
    const result = await screen.findByRole('list', { name: 'Result of the test' });
    expect(
      within(result)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^telegramsenttaken by Telegram210\s?ms$/),
      'webhookfailedanswered 502',
      'emailoffswitched off',
      'whatsappnot readyNeeds a token',
    ]);
    expect(screen.getByText(/^Tested/).textContent).toContain('2023-11-14');
    expect(server.of(testNotification)).toHaveLength(1);
  });

  it('says so when the test could not be sent at all', async () => {
    const { server } = await draw();
    server.on(testNotification, 'network');
    fireEvent.click(screen.getByRole('button', { name: 'Send test' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to send a test');
  });

  it('shows how each channel stands and the error of one that fails', async () => {
    await draw();
    const list = await screen.findByRole('list', { name: 'Channels' });
    expect(list.textContent).toContain('3 sent, 1 given up, last sent');
    expect(within(list).getByText('answered 502')).toBeTruthy();
  });

  it('lists the event catalogue, a switch each, and previews the message of one', async () => {
    await draw();
    expect(screen.getByText('Event catalogue, 2 events with a switch each')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Preview of the message for'), { target: { value: 'kill_switch' } });
    const preview = screen.getByRole('region', { name: 'Message preview' });
    expect(within(preview).getByText('🚨 CRITICAL: Kill switch pulled')).toBeTruthy();
    expect(within(preview).getByText('[CRITICAL] Kill switch pulled')).toBeTruthy();
    expect(preview.textContent).toContain('Would be sent now by telegram, whatsapp, email, webhook.');
  });
});

describe('whether a message would be sent', () => {
  const night = Date.parse('2026-01-01T22:30:00Z');
  const day = Date.parse('2026-01-01T12:00:00Z');
  it.each([
    ['off', { enabled: false }, FILL, day, 'Notifications are off: it stays in the notification centre'],
    ['switched off', { events: { fill: false } }, FILL, day, 'This event is switched off'],
    ['less grave', {}, FILL, day, 'INFO is under the minimum severity WARN'],
    ['by night', { min_severity: 'DEBUG' as const }, FILL, night, 'Quiet hours until 07:00 Europe/Berlin'],
    ['critical by night', {}, KILL, night, null],
    [
      'critical that is not let through',
      { critical_ignores_quiet: false },
      KILL,
      night,
      'Quiet hours until 07:00 Europe/Berlin',
    ],
    ['by day', { min_severity: 'DEBUG' as const }, FILL, day, null],
  ])('%s', (_, prefs, entry, atMs, expected) => {
    expect(whyNotSent(build(prefs).prefs, entry, atMs)).toBe(expected);
  });
});
