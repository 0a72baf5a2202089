import {
  createBackup,
  endOtherGateSessions,
  gatePasswordSet,
  getNotificationToggles,
  getNotifySettings,
  getDeliveries,
  getRetention,
  getRiskSettings,
  getSecuritySettings,
  listGateSessions,
  previewRiskSettings,
  putNotificationToggles,
  putRiskSettings,
  setNotifySettings,
  testNotification,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentPreferences, setPreferences } from '../../lib/preferences.ts';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn, type Stage } from '../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../shared/notify.ts';
import type { SectionId, SettingsSearch } from './model/settings-search.ts';
import { SettingsView } from './settings-view.tsx';

afterEach(cleanup);
// Queries by role read the whole page and take their time on a busy machine.
configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 30_000 });

const SAVED = {
  max_position_usd: 1000,
  daily_loss_pct: 5,
  max_leverage: 10,
  stop_loss_pct: 2,
  flatten_on_daily_loss: false,
};

function buildPreview(): RouteOutput<typeof previewRiskSettings> {
  return {
    ok: true,
    settings: SAVED,
    changed: [],
    risk_level: 'medium',
    enforced: { max_position_usd: 1000, daily_loss_pct: 5, max_leverage: 10 },
    days: [
      {
        mode: 'paper',
        equity_usd: 48_213.57,
        day_start_equity_usd: 48_213.57,
        daily_stop_usd: 2410.68,
        day_result_usd: 0,
        left_usd: 2410.68,
        would_halt: false,
        would_flatten: false,
      },
    ],
    venue_leverage: [
      { venue: 'BINANCE', perps: 3, known: 0, lowest: null, lowest_symbol: null, below: 0 },
      { venue: 'BYBIT', perps: 3, known: 3, lowest: 5, lowest_symbol: 'XYZUSDT', below: 1 },
      { venue: 'OKX', perps: 3, known: 3, lowest: 20, lowest_symbol: 'BTCUSDT', below: 0 },
    ],
    positions: [],
    positions_total: 0,
    trades_today: [],
    trades_total: 4,
    trades_refused: 1,
    summary: [],
  };
}

const PREFS: RouteOutput<typeof getNotifySettings> = {
  ok: true,
  prefs: {
    enabled: false,
    min_severity: 'INFO',
    respect_quiet: false,
    quiet_start: '22:00',
    quiet_end: '07:00',
    zone: 'UTC',
    critical_ignores_quiet: true,
    channels: {
      console: { enabled: true },
      telegram: { enabled: true, chat_id: '', approvals: true },
      whatsapp: { enabled: false, to: '', phone_id: '', template: '', template_language: 'en_US' },
      email: { enabled: false, to: '' },
      webhook: { enabled: false, url: '', allow_private: false },
    },
    events: {},
  },
  channels: (['console', 'telegram', 'whatsapp', 'email', 'webhook'] as const).map((channel) => ({
    channel,
    is_ready: channel === 'console',
    needs: channel === 'console' ? null : 'Needs something',
    has_secret: false,
  })),
  catalogue: [
    {
      event: 'fill',
      group: 'trade',
      severity: 'INFO',
      title: 'Order filled',
      text: 'An order was filled.',
      headline: 'ℹ️ Order filled',
      subject: '[INFO] Order filled',
    },
    {
      event: 'kill_switch',
      group: 'safety',
      severity: 'CRITICAL',
      title: 'Kill switch',
      text: 'It was pulled.',
      headline: '🚨 CRITICAL: Kill switch',
      subject: '[CRITICAL] Kill switch',
    },
  ],
};

const session = (id: string, is_current: boolean) => ({
  id,
  is_current,
  created_at: 1_800_000_000,
  last_used_at: 1_800_000_000,
  expires_at: 1_800_040_000,
  address: is_current ? '127.0.0.1' : '192.0.2.9',
});

function serve(): FakeServer {
  return new FakeServer()
    .on(getRiskSettings, { ok: true, settings: SAVED })
    .on(previewRiskSettings, buildPreview())
    .on(getNotificationToggles, {
      ok: true,
      settings: { trade_notifications: true, arbitrage_alerts: true, email_reports: false },
      email_reports_note: 'Needs SMTP_URL',
    })
    .on(getNotifySettings, PREFS)
    .on(getDeliveries, { ok: true, deliveries: [], next_before: null, channels: [] })
    .on(getSecuritySettings, {
      ok: true,
      settings: { require_account_for_trading: false },
      require_account_for_trading: false,
    })
    .on(listGateSessions, { ok: true, sessions: [session('a'.repeat(16), true), session('b'.repeat(16), false)] })
    .on(getRetention, {
      ok: true,
      settings: { audit_days: 3650, decisions_days: 365, notifications_days: 30, recordings_days: 90, journal_days: 7 },
      saved_at: null,
    });
}

function Told() {
  return (
    <ol aria-label="told">
      {useNotices().notices.map((notice) => (
        <li key={notice.id}>{`${notice.text} ${notice.note ?? ''}`}</li>
      ))}
    </ol>
  );
}

function Page({ start, onUnsaved }: { start: SettingsSearch; onUnsaved: (names: readonly string[]) => void }) {
  const [search, setSearch] = useState(start);
  const keys = [{ title: 'Everywhere', lines: [['Alt Shift K', 'Kill switch']] }] as const;
  return (
    <>
      <SettingsView search={search} onSearch={setSearch} keyGroups={keys} onUnsaved={onUnsaved} />
      <Told />
    </>
  );
}

const onUnsaved = vi.fn();
const open = (section: SectionId, server = serve()): Stage =>
  renderOn(server, <Page start={section === 'risk' ? {} : { section }} onUnsaved={onUnsaved} />);
const told = (text: string) => waitFor(() => expect(screen.getByLabelText('told').textContent).toContain(text));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('risk management', () => {
  it('sets the limit beside what the venues allow', async () => {
    open('risk');
    expect(await screen.findByText('Venue maximum leverage against 10x')).toBeTruthy();
    expect(screen.getByText('— its list tells none')).toBeTruthy();
    expect(screen.getByText('its own maximum holds on 1 of 3, 5x on XYZUSDT')).toBeTruthy();
    expect(screen.getByText('20x or more')).toBeTruthy();
  });

  it('shows no default for a value that was not loaded', async () => {
    open('risk', serve().on(getRiskSettings, 'never'));
    expect(screen.getByRole('status', { name: 'Loading risk settings' })).toBeTruthy();
    expect(screen.queryByLabelText('Max Position Size USD')).toBeNull();
  });

  it('marks what is not saved, saves it and says so', async () => {
    const { server } = open(
      'risk',
      serve().on(putRiskSettings, {
        ok: true,
        settings: { ...SAVED, max_leverage: 5 },
        message: 'Risk settings saved',
      }),
    );
    const leverage = await screen.findByLabelText<HTMLInputElement>('Max Leverage');
    expect([leverage.value, screen.getByLabelText<HTMLInputElement>('Stop Loss %').value]).toEqual(['10', '2']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Risk Settings' }).disabled).toBe(true);
    type('Max Leverage', '5');
    expect(await screen.findByText('Not saved')).toBeTruthy();
    expect(onUnsaved).toHaveBeenLastCalledWith(['risk']);
    press('Save Risk Settings');
    await told('Risk settings saved');
    expect(server.of(putRiskSettings)).toMatchObject([{ body: { max_leverage: 5 } }]);
    await waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith([]));
  });

  it('sends no limit that is out of bounds', async () => {
    const { server } = open('risk');
    await screen.findByLabelText('Max Leverage');
    type('Max Leverage', '1000');
    press('Save Risk Settings');
    await waitFor(() => expect(screen.getByLabelText('Max Leverage').getAttribute('aria-invalid')).toBe('true'));
    expect(server.of(putRiskSettings)).toEqual([]);
  });

  it('tells the effect in figures of the server', async () => {
    open('risk');
    const effect = await screen.findByRole('region', { name: 'Effect' });
    await waitFor(() => expect(effect.textContent).toContain('With $48,213.57 equity the daily stop is -$2,410.68'));
    expect(effect.textContent).toContain('1 of the 4 trades of today would have been refused');
    expect(within(effect).getByRole('meter').getAttribute('aria-valuetext')).toBe('$2,410.68 of $2,410.68 left today');
  });
});

describe('notifications', () => {
  it('saves a toggle at once and offers reports only where mail can be sent', async () => {
    const settings = { trade_notifications: true, arbitrage_alerts: false, email_reports: false };
    const answer = { ok: true as const, settings, email_reports_note: null, message: 'Notification settings saved' };
    const { server } = open('notifications', serve().on(putNotificationToggles, answer));
    const alerts = await screen.findByRole('switch', { name: /Arbitrage alerts/ });
    const reports = screen.getByRole<HTMLButtonElement>('switch', { name: /Email reports/ });
    expect([reports.disabled, screen.getByText('Coming soon: Needs SMTP_URL') !== null]).toEqual([true, true]);
    fireEvent.click(alerts);
    await told('Notification settings saved');
    expect(server.of(putNotificationToggles)).toMatchObject([{ body: { arbitrage_alerts: false } }]);
  });

  it('shows an event that has no stored switch as on, and sends a secret once', async () => {
    const token = `12345678:${'a'.repeat(35)}`;
    const { server } = open(
      'notifications',
      serve().on(setNotifySettings, { ...PREFS, message: 'Notification preferences saved' }),
    );
    const fill = await screen.findByRole('switch', { name: /Order filled/ });
    expect(fill.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(fill);
    type('Bot token', token);
    press('Save Notifications');
    await told('Notification preferences saved');
    expect(server.of(setNotifySettings)).toMatchObject([
      { body: { events: { fill: false, kill_switch: true }, channels: { telegram: { bot_token: token } } } },
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Bot token').value).toBe(''));
  });

  it('shows what every channel answered to a test', async () => {
    const results = [
      { channel: 'console' as const, outcome: 'sent' as const, detail: 'written to the log', took_ms: 3 },
      { channel: 'telegram' as const, outcome: 'failed' as const, detail: 'chat not found', took_ms: 210 },
    ];
    open('notifications', serve().on(testNotification, { ok: true, results, ts: 1_800_000_000 }));
    await screen.findByRole('button', { name: 'Send test' });
    press('Send test');
    const list = await screen.findByRole('list', { name: 'Result of the test' });
    expect(list.textContent).toContain('chat not found');
    expect(list.textContent).toContain('failed');
  });
});

describe('the gate password', () => {
  it.each([
    ['', '', '', 'Please enter your current password'],
    ['old password', '', '', 'Please enter a new password'],
    ['old password', 'short', 'short', 'Password must be at least 8 characters long'],
    ['old password', 'new password', 'other password', 'New passwords do not match'],
  ])('checks %o %o %o before it sends: %s', async (current, next, again, text) => {
    const { server } = open('security');
    type('Current password', current);
    type('New password', next);
    type('Confirm new password', again);
    press('Change Gate Password');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(server.of(gatePasswordSet)).toEqual([]);
  });

  const change = async (server: FakeServer) => {
    const stage = open('security', server);
    type('Current password', 'old password');
    type('New password', 'new password');
    type('Confirm new password', 'new password');
    press('Change Gate Password');
    return stage;
  };

  it('changes it and empties the form', async () => {
    const message = 'Gate password changed successfully!';
    await change(serve().on(gatePasswordSet, { ok: true, message, detail: message, sessions_ended: 1 }));
    await told(message);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('new password');
  });

  it('says at the field that the current one is wrong', async () => {
    const text = 'Current password is incorrect';
    const refusal = { status: 403, code: 'invalid_credentials', error: text, fields: { current_password: text } };
    await change(serve().on(gatePasswordSet, refusal));
    await waitFor(() => expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(new RegExp(text)).length).toBeGreaterThan(0);
  });

  it('asks to try again where nothing answered', async () => {
    await change(serve().on(gatePasswordSet, 'network'));
    await told('Failed to change password. Please try again.');
  });

  it('shows all three by one switch', async () => {
    open('security');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show passwords' }));
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe('text');
  });
});

it('signs the other sessions out after it was asked', async () => {
  const message = 'Other sessions ended';
  const { server } = open('security', serve().on(endOtherGateSessions, { ok: true, message, sessions_ended: 1 }));
  await screen.findByText('this one');
  press('Sign out others');
  await screen.findByText('Sign out all other sessions?');
  expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out others' })).toBeTruthy();
  confirmLater(screen.getByRole('alertdialog'));
  await told(message);
  expect(server.of(endOtherGateSessions)).toHaveLength(1);
});

it('sends a gate-mode visitor to the account login for a second factor', async () => {
  open('security');
  expect(await screen.findByText(/This browser is in gate mode/)).toBeTruthy();
});

it('puts a wrong gate password at its field and keeps the passphrase typed', async () => {
  const text = 'The gate password is wrong';
  const refusal = { status: 403, code: 'invalid_credentials', error: text, fields: { gate_password: text } };
  open('data', serve().on(createBackup, refusal));
  type('Passphrase of the file', 'a long passphrase');
  type('Gate password', 'wrong');
  press('Download backup');
  await waitFor(() => expect(screen.getByLabelText('Gate password').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByLabelText<HTMLInputElement>('Passphrase of the file').value).toBe('a long passphrase');
});

it('changes the appearance at once', async () => {
  open('appearance');
  fireEvent.click(screen.getByRole('radio', { name: 'Blue / orange' }));
  expect([currentPreferences().pnl, document.documentElement.dataset['pnl']]).toEqual(['cb', 'cb']);
  setPreferences({ pnl: 'standard' });
});

it('asks the browser for desktop notifications only after a click, and says what to do when it blocks them', async () => {
  const requestPermission = vi.fn(() => Promise.resolve('denied' as const));
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  vi.stubGlobal('isSecureContext', true);
  open('appearance');
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on desktop notifications' }));
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(await screen.findByText(/The browser blocks them for this page/)).toBeTruthy();
  expect(currentPreferences().desktop).toBe('off');
  vi.unstubAllGlobals();
});

it('finds a word of the glossary', async () => {
  open('help');
  const before = screen.getAllByRole('term').length;
  type('Find a word', 'win rate');
  await waitFor(() => expect(screen.getAllByRole('term').length).toBeLessThan(before));
  expect(screen.getAllByText('Win Rate').length).toBeGreaterThan(0);
});

it('names the work of others that it ships', async () => {
  open('about');
  expect(screen.getByText(/TradingView Lightweight Charts/)).toBeTruthy();
});
