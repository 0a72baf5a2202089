import { getConnections, putConnection, setExecution, testConnection } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { renderOn, type FakeServer } from '../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../shared/notify.ts';
import { ApiKeysView } from './api-keys-view.tsx';
import { NO_KEY, buildStatus, buildTest, serveKeys } from './api-keys.fixture.ts';
import type { ApiKeysSearch } from './model/api-keys-search.ts';

afterEach(cleanup);
// Queries by role read the whole page and take their time on a busy machine.
configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 30_000 });

function Told() {
  return (
    <ol aria-label="told">
      {useNotices().notices.map((notice) => (
        <li key={notice.id}>{`${notice.text} ${notice.note ?? ''}`}</li>
      ))}
    </ol>
  );
}

function Page({ start }: { start: ApiKeysSearch }) {
  const [search, setSearch] = useState(start);
  return (
    <>
      <ApiKeysView search={search} onSearch={setSearch} />
      <Told />
    </>
  );
}

const open = (server: FakeServer, start: ApiKeysSearch = {}) => renderOn(server, <Page start={start} />);
const told = (text: string) => waitFor(() => expect(screen.getByLabelText('told').textContent).toContain(text));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** Confirms the dialog that asks with this verb. */
async function confirm(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  const form = button.closest('form');
  if (!form) throw new Error('Invariant: the button confirms no form');
  confirmLater(form);
}

describe('the list of connections', () => {
  it('says that it loads, then that nothing is configured', async () => {
    open(serveKeys());
    expect(screen.getByText('Loading connections...')).toBeTruthy();
    expect((await screen.findAllByText('No exchanges configured yet')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Not connected')).toHaveLength(4);
    expect(screen.getAllByRole('button', { name: /^Configure (BINANCE|BYBIT|OKX|KUCOIN)$/ })).toHaveLength(4);
  });

  it('shows each venue with its key, state and last test', async () => {
    open(
      serveKeys({ BYBIT: buildStatus(), OKX: buildStatus({ enabled: false, connected: false, reason: 'Disabled' }) }),
    );
    const card = await screen.findByRole('group', { name: 'BYBIT' });
    expect(within(card).getByText('Connected')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Edit BYBIT' })).toBeTruthy();
    const table = screen.getByRole('region', { name: 'Configured Exchanges, scrollable' });
    expect(within(table).getByText('Active')).toBeTruthy();
    expect(within(table).getByText('Disabled')).toBeTruthy();
    expect(within(table).getAllByText('AbCd…wXyZ')).toHaveLength(2);
    expect(within(table).getByRole('button', { name: 'Enable OKX' })).toBeTruthy();
  });

  it('shows a failed load as a banner with Retry', async () => {
    open(serveKeys().on(getConnections, { status: 500, code: 'internal_error', error: 'The database is locked' }));
    expect(await screen.findByText('Error: The database is locked')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy();
  });

  it('gives each address its own state and copy button', async () => {
    open(serveKeys());
    const egress = await screen.findByRole('group', { name: 'Egress IP' });
    await waitFor(() => expect(within(egress).getByText('203.0.113.7')).toBeTruthy());
    expect(within(egress).getByRole('button', { name: 'Copy' })).toBeTruthy();
    const outbound = screen.getByRole('group', { name: 'Outbound IP' });
    await waitFor(() => expect(within(outbound).getByText('Could not find the public IP')).toBeTruthy());
    expect(within(outbound).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('advises spot alone, and futures where a key is meant for them', async () => {
    open(serveKeys({ BYBIT: buildStatus({ scopes: { spot: true, futures: false } }) }));
    const advice = await screen.findByText(/Enable only spot trading permission and whitelist the server IP\./);
    expect(advice.textContent).toContain('AES-256-GCM');
    expect(advice.textContent).not.toContain('withdrawals');
  });
});

describe('testing', () => {
  it('tells the marks of spot and futures', async () => {
    open(serveKeys({ BYBIT: buildStatus() }).on(testConnection, buildTest({ futures_ok: false })));
    fireEvent.click(await screen.findByRole('button', { name: 'Test BYBIT' }));
    expect(await screen.findByRole('button', { name: /Testing\.\.\./ })).toBeTruthy();
    await told('BYBIT: Spot ✓ Futures ✗');
  });

  it('tells the failure, and shouts about a key that can withdraw', async () => {
    const server = serveKeys({ BYBIT: buildStatus() });
    open(server.on(testConnection, buildTest({ ok: false, detail: 'The exchange does not know these keys' })));
    fireEvent.click(await screen.findByRole('button', { name: 'Test BYBIT' }));
    await told('BYBIT connection test failed: The exchange does not know these keys');
    const warning = 'this key can withdraw; make one that cannot';
    server.on(testConnection, buildTest({ can_withdraw: true, warning }));
    await waitFor(() => press('Test BYBIT'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`BYBIT: ${warning}`));
  });

  it('tests a row by T and all by one button', async () => {
    const server = serveKeys({ BYBIT: buildStatus(), OKX: buildStatus() }).on(testConnection, buildTest());
    open(server);
    const row = (await screen.findByRole('button', { name: 'Test OKX' })).closest('tr');
    fireEvent.keyDown(row as HTMLElement, { key: 't' });
    await waitFor(() => expect(server.of(testConnection)).toMatchObject([{ body: { exchange: 'OKX' } }]));
    await screen.findByRole('button', { name: 'Test OKX' });
    press('Test all');
    await waitFor(() => expect(server.of(testConnection)).toHaveLength(3));
  });
});

describe('entering a key', () => {
  const fill = () => {
    type('API Key', '  key-of-operator ');
    type('API Secret', 'secret-of-operator');
  };

  it('keeps Save off until the key is whole, the passphrase of OKX included', async () => {
    open(serveKeys(), { edit: 'OKX' });
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(screen.getByText('(Required)')).toBeTruthy();
    fill();
    expect(save.disabled).toBe(true);
    type(/Passphrase/, 'phrase');
    await waitFor(() => expect(save.disabled).toBe(false));
  });

  it('names the passphrase of KuCoin optional and asks for none elsewhere', async () => {
    open(serveKeys(), { edit: 'KUCOIN' });
    expect(await screen.findByText('(Optional)')).toBeTruthy();
    expect(screen.getByText('KuCoin issues a passphrase with every key')).toBeTruthy();
    cleanup();
    open(serveKeys(), { edit: 'BYBIT' });
    await screen.findByLabelText('API Key');
    expect(screen.queryByLabelText(/Passphrase/)).toBeNull();
  });

  it('tests first, then saves trimmed and closes', async () => {
    const server = serveKeys().on(testConnection, buildTest()).on(putConnection, {
      ok: true,
      exchange: 'BYBIT',
      status: buildStatus(),
      message: 'BYBIT keys saved',
      warning: null,
    });
    open(server, { edit: 'BYBIT' });
    await screen.findByLabelText('API Key');
    fill();
    press('Save');
    await told('BYBIT keys saved');
    const key = { exchange: 'BYBIT', api_key: 'key-of-operator', api_secret: 'secret-of-operator' };
    expect(server.asked.filter((asked) => asked.method !== 'GET')).toMatchObject([
      { path: testConnection.path, body: key },
      { path: putConnection.path, body: { ...key, scopes: { spot: true, futures: true } } },
    ]);
    await waitFor(() => expect(screen.queryByLabelText('API Key')).toBeNull());
  });

  it('leaves the old key in use when the new one is refused, says what to do, and keeps it only on word', async () => {
    const refused = { ok: false, spot_ok: false, futures_ok: false, detail: 'not allowed from here' };
    const server = serveKeys({ BYBIT: buildStatus() })
      .on(
        testConnection,
        buildTest({ ...refused, code: 'CREDENTIALS_FORBIDDEN', venue_code: '10010', venue_said: 'Unmatched IP' }),
      )
      .on(putConnection, { status: 409, code: 'account_in_use', error: 'Nothing was saved: position 0.1 BTCUSDT' });
    open(server, { edit: 'BYBIT' });
    await screen.findByText(/stays in use until the new key has passed its test/);
    fill();
    press('Save');
    expect(await screen.findByText('BYBIT connection test failed: not allowed from here')).toBeTruthy();
    expect(screen.getByText('BYBIT 10010: Unmatched IP')).toBeTruthy();
    expect(screen.getByText(/Add the server address to the IP list of the key/)).toBeTruthy();
    expect(server.of(putConnection)).toEqual([]);
    press('Keep anyway');
    await told('Save error: Nothing was saved: position 0.1 BTCUSDT');
    expect(screen.getByLabelText('API Key')).toBeTruthy();
  });

  it('does not keep a key that can withdraw without being told to', async () => {
    const server = serveKeys().on(testConnection, buildTest({ can_withdraw: true }));
    open(server, { edit: 'BYBIT' });
    await screen.findByLabelText('API Key');
    fill();
    press('Save');
    expect(await screen.findByText('this key can withdraw; make one that cannot')).toBeTruthy();
    expect(server.of(putConnection)).toEqual([]);
  });
});

describe('disabling', () => {
  it('asks with the exact words, and tells a refusal with its status', async () => {
    const server = serveKeys({ OKX: buildStatus() }).on(putConnection, {
      status: 503,
      code: 'engine_unavailable',
      error: 'The engine does not answer',
    });
    open(server);
    fireEvent.click(await screen.findByRole('button', { name: 'Disable OKX' }));
    expect(await screen.findByText('Are you sure you want to disable OKX?')).toBeTruthy();
    await confirm('Disable LIVE venue');
    await told('Failed to disable OKX: 503 The engine does not answer');
    expect(server.of(putConnection)).toMatchObject([{ body: { exchange: 'OKX', enabled: false } }]);
  });
});

describe('paper and live', () => {
  it('goes live only after the name of the venue was typed', async () => {
    const server = serveKeys({ BYBIT: buildStatus() }).on(setExecution, { ok: true, venue: 'BYBIT', mode: 'live' });
    open(server);
    const first = await screen.findByRole<HTMLButtonElement>('button', { name: 'Go live on BYBIT' });
    // Where orders go is asked apart from the keys; until then nothing can be switched.
    await waitFor(() => expect(first.disabled).toBe(false));
    fireEvent.click(first);
    const word = await screen.findByLabelText(/to confirm/);
    const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Go live on BYBIT' });
    expect(go.disabled).toBe(true);
    fireEvent.change(word, { target: { value: 'bybit' } });
    await vi.waitFor(() => expect(go.disabled).toBe(false));
    await confirm('Go live on BYBIT');
    await waitFor(() =>
      expect(server.of(setExecution)).toMatchObject([
        { body: { venue: 'BYBIT', mode: 'live', confirmation: 'GO LIVE BYBIT' } },
      ]),
    );
  });
});

it('shows how to make a key without asking anybody for it', async () => {
  open(serveKeys({ BINANCE: NO_KEY }), { venue: 'BINANCE' });
  expect(await screen.findByText('How to make a key')).toBeTruthy();
  expect(screen.getByText('-2015')).toBeTruthy();
});
