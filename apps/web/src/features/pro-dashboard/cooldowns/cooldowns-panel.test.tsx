import { addCooldown, getCooldowns, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { COOLDOWNS_INTERVAL_MS, CooldownsPanel } from './cooldowns-panel.tsx';
import { cooldownBody, secondsFault } from './model/cooldown-draft.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Cooldowns = RouteOutput<typeof getCooldowns>;

const NONE: Cooldowns = { ok: true, active_cooldowns: {}, count: 0 };
const TWO: Cooldowns = {
  ok: true,
  active_cooldowns: {
    'DOGEUSDT:OKX:trade': {
      symbol: 'DOGEUSDT',
      venue: 'OKX',
      action: 'trade',
      remaining_seconds: 41,
      total_duration: 60,
      by: 'manual',
      reason: 'set by operator',
    },
    'XRPUSDT:KUCOIN:cancel': {
      symbol: 'XRPUSDT',
      venue: 'KUCOIN',
      action: 'cancel',
      remaining_seconds: 118,
      total_duration: 300,
      by: 'engine',
      reason: 'closed with a loss',
    },
  },
  count: 2,
};

const addButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Add' });

async function drawn(server: FakeServer) {
  const stage = drawPanel(server, <CooldownsPanel />);
  await screen.findByLabelText('Symbol');
  return stage;
}

it('offers Binance, Bybit, OKX and KuCoin, trade or cancel, and 60 seconds', async () => {
  await drawn(new FakeServer().on(getCooldowns, NONE));
  const options = (name: string): (string | null)[] =>
    [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ textContent }) => textContent);
  expect(options('Venue')).toEqual(['Binance', 'Bybit', 'OKX', 'KuCoin']);
  expect(options('Action')).toEqual(['trade', 'cancel']);
  expect(screen.getByLabelText<HTMLInputElement>('Duration').value).toBe('60');
  await screen.findByText('No active cooldowns');
});

it('adds only with symbol and venue, in capitals, and falls back to 60 on what is no number', async () => {
  const { server } = await drawn(new FakeServer().on(getCooldowns, NONE).on(addCooldown, TWO));
  expect(addButton().disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Symbol'), { target: { value: 'dogeusdt' } });
  fireEvent.change(screen.getByLabelText('Venue'), { target: { value: 'OKX' } });
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: 'soon' } });
  await act(async () => void fireEvent.click(addButton()));
  await waitFor(() => expect(server.of(addCooldown)).toHaveLength(1));
  expect(server.of(addCooldown)[0]?.body).toEqual({
    symbol: 'DOGEUSDT',
    venue: 'OKX',
    action: 'trade',
    duration_seconds: 60,
  });
  expect(cooldownBody({ symbol: 'BTCUSDT', venue: '', action: 'trade', seconds: '60' })).toBeNull();
  expect([secondsFault('0'), secondsFault('604800'), secondsFault('604801')]).toEqual([
    'Enter 1 to 604,800 s',
    null,
    'Enter 1 to 604,800 s',
  ]);
});

it('says before Add that it takes the place of one that runs, and that it ends sooner', async () => {
  await drawn(new FakeServer().on(getCooldowns, TWO));
  await screen.findByText('2 active');
  fireEvent.change(screen.getByLabelText('Symbol'), { target: { value: 'dogeusdt' } });
  expect(screen.queryByText(/takes its place/), 'another venue').toBeNull();
  fireEvent.change(screen.getByLabelText('Venue'), { target: { value: 'OKX' } });
  expect(screen.getByText('One runs already with 41.0 s left. Add takes its place.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '1.5' } });
  expect(screen.getByText('One runs already with 41.0 s left. Add takes its place and ends it sooner.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'cancel' } });
  expect(screen.queryByText(/takes its place/), 'another action').toBeNull();
});

it('refuses a duration beyond every number instead of taking 60 for it', () => {
  expect([secondsFault('1e309'), secondsFault('-1e309'), secondsFault('soon')]).toEqual([
    'Enter 1 to 604,800 s',
    'Enter 1 to 604,800 s',
    null,
  ]);
});

it('fills the duration in by presets of 1m, 5m and 1h', async () => {
  await drawn(new FakeServer().on(getCooldowns, NONE));
  const seconds = ['1m', '5m', '1h'].map((preset) => {
    fireEvent.click(screen.getByRole('button', { name: `Duration ${preset}` }));
    return screen.getByLabelText<HTMLInputElement>('Duration').value;
  });
  expect(seconds).toEqual(['60', '300', '3600']);
});

it('counts down between two answers, and tells who began each', async () => {
  const { clock } = await drawn(new FakeServer().on(getCooldowns, TWO));
  await screen.findByText('41 s');
  expect(screen.getByText('2 active')).toBeTruthy();
  expect(screen.getByText('manual')).toBeTruthy();
  expect(screen.getByText('engine: closed with a loss')).toBeTruthy();
  const meter = screen.getByRole('meter', { name: 'DOGEUSDT at OKX, trade' });
  expect(meter.getAttribute('aria-valuenow')).toBe('68');
  act(() => clock.advance(3000));
  await screen.findByText('38 s');
  act(() => clock.advance(60_000));
  await waitFor(() => expect(screen.queryByText('DOGEUSDT')).toBeNull());
});

it('clears one by a duration of 0', async () => {
  const { server } = await drawn(new FakeServer().on(getCooldowns, TWO).on(addCooldown, NONE));
  const clear = await screen.findByRole('button', { name: 'Clear cooldown of DOGEUSDT at OKX, trade' });
  await act(async () => void fireEvent.click(clear));
  await waitFor(() => expect(server.of(addCooldown)).toHaveLength(1));
  expect(server.of(addCooldown)[0]?.body).toMatchObject({ symbol: 'DOGEUSDT', venue: 'OKX', duration_seconds: 0 });
});

it('asks again every 5 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = await drawn(new FakeServer().on(getCooldowns, TWO));
  expect(COOLDOWNS_INTERVAL_MS).toBe(5000);
  await expectPolled(server, getCooldowns, COOLDOWNS_INTERVAL_MS);
});
