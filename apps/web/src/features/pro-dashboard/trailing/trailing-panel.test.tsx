import {
  createTrailingOrder,
  getExecution,
  getPortfolioPositions,
  getTrailingOrders,
  removeTrailingOrder,
  startTrailingOrder,
  type RouteOutput,
  type TrailingOrderRow,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { TRAILING_INTERVAL_MS } from '../../../shared/trailing-interval.ts';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { newTrailing, toneOfState, withFallbacks } from './model/trailing-defaults.ts';
import { trailingProgress } from './model/trailing-progress.ts';
import { TrailingPanel } from './trailing-panel.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function order(change: Partial<TrailingOrderRow> = {}): TrailingOrderRow {
  return {
    order_id: 'tr-1',
    venue: 'BYBIT',
    symbol: 'SOLUSDT',
    side: 'BUY',
    entry_price: 142.86,
    quantity: 42,
    initial_tp_price: 145,
    trailing_distance_pct: 0.02,
    max_trailing_pct: 0.05,
    state: 'initial',
    current_tp_price: 145,
    best_price: null,
    client_order_id: null,
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    reason: 'it waits for its start',
    warning: null,
    ...change,
  };
}

type List = RouteOutput<typeof getTrailingOrders>;
const listOf = (...orders: TrailingOrderRow[]): List => ({ ok: true, trailing_orders: orders, count: orders.length });
const told = (message: string): RouteOutput<typeof createTrailingOrder> => ({
  ok: true,
  trailing_order: order(),
  message,
});

function serverOf(list: List, mode: 'paper' | 'live' = 'paper'): FakeServer {
  const venues = (['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const).map((venue) => ({ venue, mode }));
  return new FakeServer()
    .on(getTrailingOrders, list)
    .on(getExecution, { ok: true, market: 'sim', execution: mode, venues });
}

async function drawn(server: FakeServer) {
  const stage = drawPanel(server, <TrailingPanel />);
  await screen.findByRole('heading', { name: 'Trailing Orders' });
  return stage;
}

it('lists each order with its figures, and one colour per state', async () => {
  await drawn(serverOf(listOf(order(), order({ order_id: 'tr-2', state: 'expired', reason: 'the position is gone' }))));
  await screen.findByText('tr-1');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual([
    'Order ID',
    'Symbol',
    'Side',
    'Qty',
    'Entry',
    'Best price',
    'Current TP',
    'Trail',
    'Progress',
    'State',
    'Actions',
  ]);
  expect(screen.getAllByText('2% / 5%')).toHaveLength(2);
  expect(screen.getByText('the position is gone')).toBeTruthy();
  expect(['initial', 'trailing', 'triggered', 'expired', 'else'].map(toneOfState)).toEqual([
    'info',
    'accent',
    'ok',
    'warn',
    'neutral',
  ]);
});

it('offers Start Trailing in initial only, and Remove always', async () => {
  const states = ['initial', 'trailing', 'triggered', 'expired'] as const;
  await drawn(serverOf(listOf(...states.map((state) => order({ order_id: state, state })))));
  await screen.findAllByText('42.0000');
  expect(screen.getAllByRole('button', { name: 'Start Trailing' })).toHaveLength(1);
  for (const state of states) expect(screen.getByRole('button', { name: `Remove ${state}` })).toBeTruthy();
});

it('starts at once on paper, and asks first where orders are real', async () => {
  const path = '/api/trading/advanced/trailing_orders/tr-1/start';
  const paper = serverOf(listOf(order())).on(startTrailingOrder, told('Trailing order follows the price'), path);
  await drawn(paper);
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Start Trailing' });
  await waitFor(() => expect(start.disabled).toBe(false));
  await act(async () => void fireEvent.click(start));
  expect(paper.asked.filter(({ method }) => method === 'PUT').map((asked) => asked.path)).toEqual([path]);
  cleanup();
  const live = serverOf(listOf(order()), 'live').on(startTrailingOrder, told('Trailing order follows the price'), path);
  await drawn(live);
  const real = await screen.findByRole<HTMLButtonElement>('button', { name: /Start Trailing/ });
  await waitFor(() => expect(real.disabled).toBe(false));
  fireEvent.click(real);
  const dialog = await screen.findByRole('alertdialog', { name: 'Start trailing SOLUSDT on BYBIT?' });
  expect(live.asked.some(({ method }) => method === 'PUT')).toBe(false);
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(live.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1));
});

it('removes at once what does not trail, and asks before it removes what does', async () => {
  const path = (id: string): string => `/api/trading/advanced/trailing_orders/${id}`;
  const server = serverOf(listOf(order({ order_id: 'a' }), order({ order_id: 'b', state: 'trailing' })))
    .on(removeTrailingOrder, told('Trailing order removed'), path('a'))
    .on(removeTrailingOrder, told('Trailing order removed'), path('b'));
  const removed = (): string[] => server.asked.filter(({ method }) => method === 'DELETE').map((asked) => asked.path);
  await drawn(server);
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Remove a' })));
  await waitFor(() => expect(removed()).toEqual([path('a')]));
  fireEvent.click(screen.getByRole('button', { name: 'Remove b' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove b?' });
  expect(removed()).toHaveLength(1);
  await act(async () => confirmLater(dialog));
  await waitFor(() => expect(removed()).toEqual([path('a'), path('b')]));
});

it('takes its questions away where it is not known whether an order trails or is gone', async () => {
  const path = '/api/trading/advanced/trailing_orders';
  const lost = { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' } as const;
  const server = serverOf(listOf(order({ order_id: 'a' }), order({ order_id: 'b', state: 'trailing' })), 'live')
    .on(startTrailingOrder, lost, `${path}/a/start`)
    .on(removeTrailingOrder, lost, `${path}/b`);
  await drawn(server);
  for (const name of [/Start Trailing/, 'Remove b']) {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    const dialog = await screen.findByRole('alertdialog');
    await act(async () => confirmLater(dialog));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect(server.asked.filter(({ method }) => method !== 'GET').map((asked) => asked.method)).toEqual(['PUT', 'DELETE']);
});

async function openForm(server: FakeServer): Promise<HTMLElement> {
  await drawn(server);
  fireEvent.click(screen.getAllByRole('button', { name: 'New trailing order' })[0]!);
  return screen.findByRole('dialog', { name: 'New trailing order' });
}

it('begins a form with an order id, 0.02 and 0.05, and says what lacks at its field', async () => {
  const server = serverOf(listOf());
  const form = within(await openForm(server));
  const valueOf = (name: string): string => form.getByLabelText<HTMLInputElement>(name).value;
  expect(valueOf('Order ID')).toMatch(/^tr-[a-z0-9]+$/);
  expect([valueOf('Trail distance'), valueOf('Max trail'), valueOf('Side')]).toEqual(['0.02', '0.05', 'BUY']);
  await act(async () => void fireEvent.click(form.getByRole('button', { name: 'Create' })));
  for (const name of ['Symbol', 'Entry price', 'Quantity'])
    await waitFor(() => expect(form.getByLabelText(name).getAttribute('aria-invalid')).toBe('true'));
  expect(server.of(createTrailingOrder)).toEqual([]);
});

it('says what the chosen side protects', async () => {
  const form = within(await openForm(serverOf(listOf())));
  expect(form.getByText('BUY protects a long')).toBeTruthy();
  fireEvent.change(form.getByLabelText('Side'), { target: { value: 'SELL' } });
  await form.findByText('SELL protects a short');
  expect(form.queryByText('BUY protects a long')).toBeNull();
});

it('refuses an id that an address can not carry, before it is sent', async () => {
  const server = serverOf(listOf());
  const form = within(await openForm(server));
  fireEvent.change(form.getByLabelText('Order ID'), { target: { value: '..' } });
  await act(async () => void fireEvent.click(form.getByRole('button', { name: 'Create' })));
  await form.findByText('must be more than dots that addresses leave out');
  expect(server.of(createTrailingOrder)).toEqual([]);
});

it('sends numbers with zeros fallen back, a symbol in capitals, and no more than 0.1 and 0.2', async () => {
  const server = serverOf(listOf()).on(createTrailingOrder, told('Trailing order created'));
  const form = within(await openForm(server));
  const type = (name: string, value: string): boolean =>
    fireEvent.change(form.getByLabelText(name), { target: { value } });
  const create = (): Promise<void> =>
    act(async () => void fireEvent.click(form.getByRole('button', { name: 'Create' })));
  type('Order ID', 'mine');
  type('Symbol', 'solusdt');
  type('Quantity', '42');
  type('Entry price', '142.86');
  type('Trail distance', '0.11');
  type('Max trail', '0.21');
  await create();
  await form.findByText('must be at most 0.1');
  expect(form.getByText('must be at most 0.2')).toBeTruthy();
  type('Trail distance', '0');
  type('Max trail', '0');
  await create();
  await waitFor(() => expect(server.of(createTrailingOrder)).toHaveLength(1));
  expect(server.of(createTrailingOrder)[0]?.body).toEqual({
    order_id: 'mine',
    venue: 'BINANCE',
    symbol: 'SOLUSDT',
    side: 'BUY',
    entry_price: 142.86,
    quantity: 42,
    initial_tp_price: 0,
    trailing_distance_pct: 0.02,
    max_trailing_pct: 0.05,
  });
});

it('puts what the server refuses at its field', async () => {
  const server = serverOf(listOf()).on(createTrailingOrder, {
    status: 409,
    code: 'conflict',
    error: 'A trailing order with this id exists already',
    fields: { order_id: 'exists already' },
  });
  const form = within(await openForm(server));
  for (const [name, value] of [
    ['Symbol', 'SOLUSDT'],
    ['Quantity', '42'],
    ['Entry price', '142.86'],
  ] as const)
    fireEvent.change(form.getByLabelText(name), { target: { value } });
  await act(async () => void fireEvent.click(form.getByRole('button', { name: 'Create' })));
  await form.findByText('exists already');
});

it('gives each new order an id of its own', () => {
  expect(newTrailing(1_700_000_000_000, 'OKX').order_id).not.toBe(newTrailing(1_700_000_000_001, 'OKX').order_id);
  expect(
    withFallbacks({ trailing_distance_pct: undefined, max_trailing_pct: undefined, initial_tp_price: undefined }),
  ).toEqual({ trailing_distance_pct: 0.02, max_trailing_pct: 0.05, initial_tp_price: 0 });
});

it('measures the way to the target, then the way back to the trigger, for both sides', () => {
  const long = {
    side: 'BUY',
    state: 'trailing',
    entry_price: 100,
    initial_tp_price: 110,
    current_tp_price: 110,
    best_price: null,
  } as const;
  expect(trailingProgress(long, 105)).toEqual({ fraction: 0.5, text: '50% of the way to the target', short: '50%' });
  const passed = { ...long, best_price: 120, current_tp_price: 116 } as const;
  expect(trailingProgress(passed, 118)).toEqual({
    fraction: 0.5,
    text: '169.5 bps from the trigger',
    short: '169.5 bps',
  });
  const short = { ...long, side: 'SELL', initial_tp_price: 90, current_tp_price: 84, best_price: 80 } as const;
  expect(trailingProgress(short, 82)?.fraction).toBe(0.5);
  expect(trailingProgress({ ...long, state: 'triggered' }, null)).toEqual({
    fraction: 1,
    text: 'triggered',
    short: '100%',
  });
  expect(trailingProgress({ ...long, state: 'expired' }, 105)).toBeNull();
  expect(trailingProgress(long, null)).toBeNull();
});

it('asks again every 3 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverOf(listOf(order()));
  await drawn(server);
  expect(TRAILING_INTERVAL_MS).toBe(3000);
  await expectPolled(server, getTrailingOrders, TRAILING_INTERVAL_MS);
});

it('says that it could not load, and why', async () => {
  const server = serverOf(listOf()).on(getTrailingOrders, {
    status: 503,
    code: 'not_ready',
    error: 'The engine starts',
  });
  server.on(getPortfolioPositions, 'network');
  await drawn(server);
  await screen.findByText('The engine starts');
  expect(screen.getByText('Could not load the trailing orders')).toBeTruthy();
});
