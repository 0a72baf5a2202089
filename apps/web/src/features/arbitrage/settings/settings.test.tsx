import {
  ARBITRAGE_SETTING_BOUNDS,
  getArbitrageSettings,
  getExecution,
  putArbitrageSettings,
  type ArbitrageSettings as Settings,
} from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { AutoExecutePanel } from './auto-execute-panel.tsx';
import { SETTINGS } from './sample-settings.ts';
import { FORM_SETTINGS, SETTING_GROUPS, boundsOf } from './settings-fields.ts';
import { SettingsForm } from './settings-form.tsx';

afterEach(cleanup);

function serverWith(mode: 'paper' | 'live' = 'paper'): FakeServer {
  return new FakeServer()
    .on(getArbitrageSettings, { ok: true, settings: SETTINGS })
    .on(putArbitrageSettings, ({ body }) => ({
      ok: true as const,
      settings: { ...SETTINGS, ...(body as Partial<Settings>) },
      message: 'Saved',
    }))
    .on(getExecution, {
      ok: true,
      market: 'sim',
      execution: mode,
      venues: [
        { venue: 'BINANCE', mode },
        { venue: 'BYBIT', mode: 'paper' },
      ],
    });
}

describe('the settings form', () => {
  it('has a field for every setting but auto-execute, which has a question of its own', () => {
    const drawn = new Set<string>([
      ...SETTING_GROUPS.flatMap((group) => group.fields.map((field) => field.name)),
      'sequencing',
      'is_spot_futures_executable',
      'is_learning',
    ]);
    expect([...drawn].toSorted()).toEqual(FORM_SETTINGS.toSorted());
    expect(Object.keys(ARBITRAGE_SETTING_BOUNDS)).toHaveLength(drawn.size + 1);
  });

  it('says the bounds of the contract in the unit on screen', () => {
    const fields = SETTING_GROUPS.flatMap((group) => group.fields);
    const of = (name: string) => boundsOf(fields.find((field) => field.name === name)!);
    expect([of('max_hold_ms'), of('loss_cap_usd'), of('carry_funding_flip_frac')]).toEqual([
      '0.000278 to 2160',
      '0.1 to 1000000',
      '0 to 10',
    ]);
  });

  it('shows hours and sends milliseconds, and never touches auto-execute', async () => {
    const server = serverWith();
    renderOn(server, <SettingsForm />);
    const hold = (await screen.findAllByLabelText<HTMLInputElement>('Longest hold'))[0]!;
    expect(hold.value).toBe('48');
    fireEvent.change(hold, { target: { value: '12' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Save settings' }));
    await vi.waitFor(() => expect(server.of(putArbitrageSettings)).toHaveLength(1));
    const body = server.of(putArbitrageSettings)[0]?.body as Partial<Settings>;
    expect(body.max_hold_ms).toBe(43_200_000);
    expect(body).not.toHaveProperty('auto_execute');
  });

  it('keeps a value out of bounds at its field, with the bounds', async () => {
    const server = serverWith();
    renderOn(server, <SettingsForm />);
    fireEvent.change(await screen.findByLabelText('Pause of a pair'), { target: { value: '999999' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Enter 0 to 86400')).toBeTruthy();
    expect(server.of(putArbitrageSettings)).toEqual([]);
  });
});

describe('auto-execute', () => {
  const toggle = () => screen.findByRole<HTMLButtonElement>('switch', { name: /Auto-execute Ready/ });
  const ready = async () => {
    const found = await toggle();
    await vi.waitFor(() => expect(found.disabled).toBe(false));
    return found;
  };

  it('is off, and asks with its caps before it is on', async () => {
    const server = serverWith();
    renderOn(server, <AutoExecutePanel state={undefined} onCaps={() => {}} />);
    const found = await ready();
    expect(found.getAttribute('aria-checked')).toBe('false');
    fireEvent.click(found);
    const dialog = await screen.findByRole('alertdialog', { name: 'Execute ready rows without asking?' });
    for (const text of ['$1,000.00', '3', '20', 'All venues are on PAPER: no real money is at risk.'])
      expect(await within(dialog).findByText(text)).toBeTruthy();
    expect(server.of(putArbitrageSettings)).toEqual([]);
  });

  it('has to be held where a venue is live', async () => {
    renderOn(serverWith('live'), <AutoExecutePanel state={undefined} onCaps={() => {}} />);
    fireEvent.click(await ready());
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText('LIVE: real orders on BINANCE.')).toBeTruthy();
    expect(within(dialog).getByTitle('Hold for one second')).toBeTruthy();
  });

  it('is switched off at once', async () => {
    const server = serverWith().on(getArbitrageSettings, { ok: true, settings: { ...SETTINGS, auto_execute: true } });
    renderOn(server, <AutoExecutePanel state={undefined} onCaps={() => {}} />);
    fireEvent.click(await ready());
    await vi.waitFor(() => expect(server.of(putArbitrageSettings)[0]?.body).toEqual({ auto_execute: false }));
  });
});
