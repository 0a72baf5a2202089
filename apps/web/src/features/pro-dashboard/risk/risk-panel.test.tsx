import { getRisk, setRisk, type RiskGuard, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { GUARD_NUMBERS, GUARD_SWITCHES, guardChanges } from './model/guard-fields.ts';
import { ladderOf } from './model/ladder.ts';
import { RiskPanel } from './risk-panel.tsx';

afterEach(cleanup);

const GUARD: RiskGuard = {
  sl_bps: 25,
  tp_bps: 35,
  breakeven_arm_bps: 15,
  trail_enable: false,
  trail_step_bps: 10,
  trail_rearm_bps: 5,
  reentry_enable: false,
  reentry_cooldown_sec: 60,
  reentry_edge_buffer_bps: 5,
  reentry_max_attempts: 2,
  reentry_auto_execute: false,
};
const STREAK = { losses: 0, losses_max: 5, halts: 0, halts_max: 3, is_halted: false, halted_until: null, lifts: null };
const NOW: RouteOutput<typeof getRisk> = {
  ok: true,
  config: GUARD,
  risk_level: 'medium',
  loss_streak: { paper: STREAK, live: STREAK },
};
const MESSAGE = 'Holds for trades from now on';

const serverOf = (): FakeServer => new FakeServer().on(getRisk, NOW).on(setRisk, { ...NOW, message: MESSAGE });
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const type = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } });
const saveButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' });

async function drawn(server: FakeServer) {
  const stage = drawPanel(server, <RiskPanel />);
  await screen.findByLabelText('Stop loss');
  return stage;
}

it('shows all eleven fields with plain labels, their key in the tooltip and their bounds', async () => {
  await drawn(serverOf());
  const names = [...GUARD_NUMBERS, ...GUARD_SWITCHES].map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(GUARD).toSorted());
  for (const { name, label, hint, meaning } of GUARD_NUMBERS) {
    expect(field(label).value).toBe(String(GUARD[name]));
    expect(screen.getByTitle(`${name}: ${meaning}`).textContent).toBe(label);
    expect(screen.getAllByText(hint).length).toBeGreaterThan(0);
  }
  for (const { name, label } of GUARD_SWITCHES) {
    expect(screen.getByTitle(name).textContent).toBe(label);
    expect(screen.getByRole('switch', { name: new RegExp(`^${label}`) }).getAttribute('aria-checked')).toBe('false');
  }
});

it('tells what each field does where no tooltip can be reached', async () => {
  await drawn(serverOf());
  const legend = within(screen.getByRole('region', { name: 'What each field does' }));
  for (const { name, label, meaning } of GUARD_NUMBERS) {
    const line = legend.getByText(name).closest('div')?.textContent;
    expect(line).toBe(`${label} ${name}${meaning}`);
  }
  for (const { name } of GUARD_SWITCHES) expect(legend.getByText(name)).toBeTruthy();
});

it('shows how near a halt is before there is one', async () => {
  const near = { ...STREAK, losses: 3, halts: 1 };
  await drawn(new FakeServer().on(getRisk, { ...NOW, loss_streak: { paper: near, live: STREAK } }));
  const meters = within(screen.getByRole('region', { name: 'Losses in a row' }));
  expect(meters.getByRole('meter', { name: 'Losses in a row PAPER' }).getAttribute('aria-valuetext')).toBe('3 of 5');
  expect(meters.getByText('halts 1 of 3')).toBeTruthy();
  expect(meters.getByRole('meter', { name: 'Losses in a row LIVE' }).getAttribute('aria-valuenow')).toBe('0');
});

it('marks what is not saved, shows the difference, and sends it only then', async () => {
  const { server } = await drawn(serverOf());
  expect(saveButton().disabled).toBe(true);
  type('Stop loss', '30');
  fireEvent.click(screen.getByRole('switch', { name: /^Trailing stop/ }));
  await screen.findByText('Not saved');
  await act(async () => void fireEvent.click(saveButton()));
  const dialog = await screen.findByRole('alertdialog', { name: 'Save the risk guard?' });
  const changes = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(changes).toEqual(['Stop loss25 bps → becomes 30 bps', 'Trailing stopoff → becomes on']);
  expect(server.of(setRisk)).toEqual([]);
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(server.of(setRisk)).toHaveLength(1));
  expect(server.of(setRisk)[0]?.body).toEqual({ sl_bps: 30, trail_enable: true });
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
});

it('shows the difference from what another tab saved meanwhile, and leaves its other fields', async () => {
  const { server } = await drawn(serverOf());
  type('Stop loss', '30');
  server.on(getRisk, { ...NOW, config: { ...GUARD, sl_bps: 77, tp_bps: 99 } });
  await act(async () => void fireEvent.click(saveButton()));
  const dialog = await screen.findByRole('alertdialog', { name: 'Save the risk guard?' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Stop loss77 bps → becomes 30 bps']);
  expect(field('Take profit').value).toBe('99');
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(server.of(setRisk)).toHaveLength(1));
  expect(server.of(setRisk)[0]?.body).toEqual({ sl_bps: 30 });
});

it('says of open trades what the server says of them', async () => {
  await drawn(serverOf());
  type('Stop loss', '30');
  await act(async () => void fireEvent.click(saveButton()));
  const dialog = await screen.findByRole('alertdialog', { name: 'Save the risk guard?' });
  expect(dialog.textContent).toContain('Break-even and trailing apply at once, to the stops of open trades too');
});

it('refuses what is beyond a bound at its field, before it asks', async () => {
  const { server } = await drawn(serverOf());
  type('Stop loss', '0');
  type('Re-entry attempts', '101');
  await act(async () => void fireEvent.click(saveButton()));
  await screen.findByText('must be at least 1');
  expect(screen.getByText('must be at most 100')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.of(setRisk)).toEqual([]);
});

it('loads anew, and asks first when something typed would be lost', async () => {
  const { server } = await drawn(serverOf());
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Load' })));
  await waitFor(() => expect(server.of(getRisk)).toHaveLength(2));
  type('Take profit', '50');
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Load the saved risk guard?' });
  expect(field('Take profit').value).toBe('50');
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(field('Take profit').value).toBe('35'));
});

it('draws SL, entry, break-even and TP in bps as they are typed', async () => {
  await drawn(serverOf());
  screen.getByRole('img', {
    name: 'SL 25.0 bps below the entry, break-even armed 15.0 bps above it, TP 35.0 bps above it',
  });
  type('Break-even arm', '40');
  await screen.findByText('Break-even is armed at or past the take profit: it is never reached.');
  type('Break-even arm', '');
  await screen.findByText('Enter stop, target and break-even to see the ladder.');
  const ladder = ladderOf({ sl_bps: 20, tp_bps: 30, breakeven_arm_bps: 15 });
  expect(ladder).toMatchObject({ entry: 40, breakeven: 70, warning: null });
});

it('says that new risk is halted and what lifts it', async () => {
  const halted = { ...STREAK, is_halted: true, lifts: 'by a release of the kill switch' };
  await drawn(new FakeServer().on(getRisk, { ...NOW, loss_streak: { paper: halted, live: STREAK } }));
  screen.getByText('PAPER: new risk is halted after 5 losses in a row. Lifted by a release of the kill switch.');
});

it('says what the server refused', async () => {
  const server = new FakeServer().on(getRisk, NOW).on(setRisk, {
    status: 400,
    code: 'invalid_input',
    error: 'Not allowed',
    fields: { tp_bps: 'must be over the costs' },
  });
  await drawn(server);
  type('Take profit', '2');
  await act(async () => void fireEvent.click(saveButton()));
  await act(async () => confirmLater(await screen.findByRole('alertdialog')));
  await screen.findByText('must be over the costs');
  expect(field('Take profit').value).toBe('2');
  expect(guardChanges(GUARD, GUARD)).toEqual([]);
});
