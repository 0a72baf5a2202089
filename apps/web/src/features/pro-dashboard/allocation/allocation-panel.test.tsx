import { getAllocation, getHealth, previewAllocation, setAllocation, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { buildHealth } from '../../../shared/health.fixture.ts';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { AllocationPanel } from './allocation-panel.tsx';
import { normalised, totalText } from './model/weights.ts';

afterEach(cleanup);

const ALLOCATIONS = { BINANCE: 20_000, BYBIT: 14_000, OKX: 10_000, KUCOIN: 4_000 };
const NOW: RouteOutput<typeof getAllocation> = {
  ok: true,
  allocations: ALLOCATIONS,
  total_capital: 48_000,
  mode: 'paper',
  by_mode: { paper: { allocations: ALLOCATIONS, total_capital: 48_000, unallocated: 0 }, live: null },
  settings: { balance_weight: 0.4, latency_weight: 0.3, fee_weight: 0.3, min_allocation: 0.01, max_allocation: 0.5 },
};
const OTHER = { BINANCE: 24_000, BYBIT: 12_000, OKX: 8_000, KUCOIN: 3_000 };
const THEN: RouteOutput<typeof previewAllocation> = {
  ...NOW,
  allocations: OTHER,
  by_mode: { paper: { allocations: OTHER, total_capital: 48_000, unallocated: 1_000 }, live: null },
  unallocated: 1_000,
};

const serverOf = (): FakeServer => new FakeServer().on(getAllocation, NOW).on(previewAllocation, THEN);
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const type = (name: string, text: string): boolean => fireEvent.change(field(name), { target: { value: text } });
const saveButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' });

async function drawn(server: FakeServer) {
  const stage = drawPanel(server, <AllocationPanel />);
  await screen.findByLabelText('Balance weight');
  return stage;
}

it('holds weights from 0 to 1 by 0.1 and bounds by 0.01, with the values of the server', async () => {
  await drawn(serverOf());
  const facts = ['Balance weight', 'Latency weight', 'Fee weight', 'Min allocation', 'Max allocation'].map((name) => {
    const { value, type: kind, min, max, step } = field(name);
    return [value, kind, min, max, step];
  });
  expect(facts).toEqual([
    ['0.4', 'number', '0', '1', '0.1'],
    ['0.3', 'number', '0', '1', '0.1'],
    ['0.3', 'number', '0', '1', '0.1'],
    ['0.01', 'number', '0', '1', '0.01'],
    ['0.5', 'number', '0', '1', '0.01'],
  ]);
  expect(screen.getByText('Total Weight: 1')).toBeTruthy();
  expect(screen.getByText('$20,000.00')).toBeTruthy();
  expect(screen.getByText('Total capital $48,000.00')).toBeTruthy();
});

it('says that the weights must sum to 1 in red and disables Save outside 0.01', async () => {
  await drawn(serverOf());
  type('Balance weight', '0.5');
  const line = screen.getByText('Total Weight: 1.1 (Must equal 1.0)');
  expect(line.className).toContain('text-danger');
  expect(saveButton().disabled).toBe(true);
  type('Balance weight', '0.41');
  expect(screen.getByText('Total Weight: 1.01').className).toContain('text-ok');
  expect(saveButton().disabled).toBe(false);
  type('Balance weight', '0.411');
  expect(saveButton().disabled).toBe(true);
});

it('offers no Save where four venues can not make up the whole, and says so at the field', async () => {
  const { server, clock } = await drawn(serverOf());
  for (const [name, value, text] of [
    ['Max allocation', '0.2', '4 venues of 0.2 are less than the whole, the minimum is 0.25'],
    ['Min allocation', '0.3', '4 venues of 0.3 are more than the whole, the maximum is 0.25'],
  ] as const) {
    type(name, value);
    act(() => clock.advance(400));
    expect(screen.getByText(text)).toBeTruthy();
    expect(saveButton().disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  }
  expect(server.of(previewAllocation)).toEqual([]);
  for (const edge of ['Max allocation', 'Min allocation']) {
    type(edge, '0.25');
    expect(saveButton().disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  }
});

it('shows what the server refuses at its field, and in the dialog when it is refused on Save', async () => {
  const refusal = { status: 400, code: 'invalid_input', error: 'No', fields: { max_allocation: 'OKX takes no more' } };
  const { server, clock } = await drawn(serverOf());
  server.on(setAllocation, { ...refusal, error: 'Not now' });
  type('Max allocation', '0.4');
  fireEvent.click(saveButton());
  const dialog = await screen.findByRole('alertdialog', { name: 'Save this allocation?' });
  await act(async () => confirmLater(dialog));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Not now');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  server.on(previewAllocation, refusal);
  type('Max allocation', '0.3');
  act(() => clock.advance(400));
  await screen.findByText('OKX takes no more');
  expect(screen.queryByText('Could not work out the dollars')).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

it('takes what is no number for 0', async () => {
  await drawn(serverOf());
  type('Balance weight', '');
  expect(screen.getByText('Total Weight: 0.6 (Must equal 1.0)')).toBeTruthy();
  fireEvent.blur(field('Balance weight'));
  expect(field('Balance weight').value).toBe('0');
});

it('normalises the weights to exactly 1', async () => {
  await drawn(serverOf());
  type('Balance weight', '1');
  fireEvent.click(screen.getByRole('button', { name: 'Normalise to 1.0' }));
  expect(screen.getByText('Total Weight: 1')).toBeTruthy();
  expect(field('Balance weight').value).toBe('0.625');
  const thirds = normalised({ balance_weight: 1, latency_weight: 1, fee_weight: 1 });
  expect(totalText(thirds.balance_weight + thirds.latency_weight + thirds.fee_weight)).toBe('Total Weight: 1');
  expect(normalised({ balance_weight: 0, latency_weight: 0, fee_weight: 0 })).toEqual({
    balance_weight: 0.4,
    latency_weight: 0.3,
    fee_weight: 0.3,
  });
});

it('shows the dollars that the server works out before anything is saved, and before and after on Save', async () => {
  const { server, clock } = await drawn(serverOf().on(setAllocation, NOW));
  type('Balance weight', '0.6');
  type('Fee weight', '0.1');
  act(() => clock.advance(400));
  await screen.findByText('$24,000.00');
  expect(screen.getByText('Preview; nothing moves until Save')).toBeTruthy();
  expect(screen.getByText('Not allocated')).toBeTruthy();
  fireEvent.click(saveButton());
  const dialog = await screen.findByRole('alertdialog', { name: 'Save this allocation?' });
  const rows = within(dialog)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'FieldBeforeAfter',
    'Balance weight0.40.6',
    'Fee weight0.30.1',
    'BINANCE$20,000.00$24,000.00',
    'BYBIT$14,000.00$12,000.00',
    'OKX$10,000.00$8,000.00',
    'KUCOIN$4,000.00$3,000.00',
  ]);
  expect(server.of(setAllocation)).toEqual([]);
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(server.of(setAllocation)).toHaveLength(1));
  expect(server.of(setAllocation)[0]?.body).toEqual({ ...NOW.settings, balance_weight: 0.6, fee_weight: 0.1 });
});

it('says that the capital is not known', async () => {
  const unknown = { ...NOW, allocations: {}, total_capital: null, by_mode: { paper: null, live: null } };
  await drawn(new FakeServer().on(getAllocation, unknown));
  expect(screen.getByText('The capital is not known yet: the worth of an account is missing.')).toBeTruthy();
  expect(screen.getByText('Total capital —')).toBeTruthy();
});

it('divides paper money and real money apart', async () => {
  const paper = { allocations: { BYBIT: 9_000, OKX: 9_000, KUCOIN: 9_000 }, total_capital: 27_000, unallocated: 0 };
  const live = { allocations: { BINANCE: 250 }, total_capital: 500, unallocated: 250 };
  const allocations = { ...paper.allocations, ...live.allocations };
  const mixed = { ...NOW, mode: 'mixed', allocations, total_capital: null, by_mode: { paper, live } } as const;
  await drawn(new FakeServer().on(getAllocation, mixed));
  const real = within(screen.getByRole('region', { name: 'Live capital' }));
  expect(real.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'BINANCE$250.0050.0%',
    'Not allocated$250.0050.0%',
  ]);
  const played = within(screen.getByRole('region', { name: 'Paper capital' }));
  expect(played.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText('Total capital $500.00 live, $27,000.00 paper')).toBeTruthy();
});

it('keeps what was read last when it can not be renewed', async () => {
  drawPanel(new FakeServer().on(getAllocation, 'network'), <AllocationPanel />);
  await screen.findByText(/Could not load the capital allocation/);
});

it('says of a venue without data that its share waits, and why', async () => {
  await drawn(serverOf().on(getHealth, buildHealth('OKX')));
  expect(
    await screen.findByText(
      'OKX can not use its share now: Socket closed 1011, next try in 4 s. The share is kept for it.',
    ),
  ).toBeTruthy();
  expect(screen.getAllByText(/can not use its share/)).toHaveLength(1);
});
