import { getTicker, type RouteOutput, type VenueName, type VenueTicker } from '@riptide/contracts/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { awayFromBinancePct, DELAYS_KEPT, remember } from './venue-figures.ts';
import { TICKER_INTERVAL_MS, VenuesPanel } from './venues-panel.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function build(change: Partial<VenueTicker> = {}): VenueTicker {
  return {
    ok: true,
    price: 91_482.3,
    age_ms: 10,
    latency_ms: 31.2,
    error: null,
    fees_bps: { maker_bps: 2, taker_bps: 5.5 },
    balance: { free: 18_240.12, total: 21_480.22 },
    mode: 'paper',
    market: 'perp',
    tick_size: 0.1,
    clock_offset_ms: -12.34,
    api_weight: { pool: 'public usdm', used: 760, capacity: 2000, used_frac: 0.38 },
    ...change,
  };
}

function answer(change: Partial<Record<VenueName, Partial<VenueTicker>>> = {}): RouteOutput<typeof getTicker> {
  const of = (venue: VenueName): VenueTicker => build(change[venue]);
  return {
    ok: true,
    symbol: 'BTCUSDT',
    tickers: { BINANCE: of('BINANCE'), BYBIT: of('BYBIT'), OKX: of('OKX'), KUCOIN: of('KUCOIN') },
  };
}

const card = (venue: VenueName): HTMLElement => screen.getByRole('region', { name: venue });
const fact = (venue: VenueName, label: string): string | null | undefined =>
  within(card(venue)).getByText(label).parentElement?.querySelector('dd')?.textContent;

it('shows four cards with label, delay, price, fees, USDT, request limit and clock', async () => {
  const server = new FakeServer().on(getTicker, answer({ BYBIT: { price: 91_485.6 } }));
  drawPanel(server, <VenuesPanel />);
  await screen.findByText('BTCUSDT, 4 of 4 active');
  expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'BINANCE',
    'BYBIT',
    'OKX',
    'KUCOIN',
  ]);
  const shown = within(card('BYBIT'));
  expect(shown.getByText('ACTIVE')).toBeTruthy();
  expect(shown.getByText('31 ms')).toBeTruthy();
  expect(card('BYBIT').textContent).toContain('91,485.6000');
  expect(card('BYBIT').textContent).toContain('+0.004% vs BINANCE');
  expect(card('BINANCE').textContent).toContain('reference');
  expect(fact('BYBIT', 'Maker / taker')).toBe('2.0 / 5.5 bps');
  expect(fact('BYBIT', 'USDT free')).toBe('$18,240.12');
  expect(fact('BYBIT', 'USDT total')).toBe('$21,480.22');
  expect(fact('BYBIT', 'Clock offset')).toBe('-12 ms');
  expect(fact('BYBIT', 'API weight used')).toBe('38%');
  const meter = shown.getByRole('meter', { name: 'API weight used at BYBIT' });
  expect(meter.getAttribute('aria-valuetext')).toBe(
    '760 of 2,000 of the limit "public usdm", the fullest of this venue',
  );
});

it('says DISCONNECTED with the words of the ticker and keeps the last good price, dimmed and with its age', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = new FakeServer().on(getTicker, answer());
  const { clock } = drawPanel(server, <VenuesPanel />);
  await screen.findByText('BTCUSDT, 4 of 4 active');
  server.on(
    getTicker,
    answer({ KUCOIN: { ok: false, price: null, error: 'KUCOIN: no data for 12 s; reconnecting', latency_ms: null } }),
  );
  act(() => clock.advance(2000));
  await act(() => vi.advanceTimersByTimeAsync(TICKER_INTERVAL_MS + 100));
  const shown = within(card('KUCOIN'));
  await waitFor(() => expect(shown.getByText('DISCONNECTED')).toBeTruthy());
  expect(shown.getByRole('status').textContent).toContain('KUCOIN: no data for 12 s; reconnecting');
  expect(shown.getByText('It comes back by itself; nothing new is traded here meanwhile.')).toBeTruthy();
  const last = shown.getByTestId('last-price');
  expect(last.className).toContain('stale');
  expect(last.textContent).toBe('91,482.30002.0 s old');
  expect(within(card('OKX')).getByText('ACTIVE')).toBeTruthy();
  expect(screen.getByText('BTCUSDT, 3 of 4 active')).toBeTruthy();
});

it('shows a dash for what a venue has not told', async () => {
  const unknown = { balance: { free: null, total: null }, clock_offset_ms: null, api_weight: null, latency_ms: null };
  drawPanel(new FakeServer().on(getTicker, answer({ OKX: unknown })), <VenuesPanel />);
  await screen.findByText('BTCUSDT, 4 of 4 active');
  for (const label of ['USDT free', 'USDT total', 'Clock offset', 'API weight used']) {
    expect(fact('OKX', label)).toBe('—unknown');
  }
});

it('says of a symbol that a venue does not have to choose another one', async () => {
  const missing = { ok: false, price: null, market: null, error: 'BTCUSDT is not followed on OKX' };
  drawPanel(new FakeServer().on(getTicker, answer({ OKX: missing })), <VenuesPanel />);
  await screen.findByText('Choose another symbol in the live prices.');
  expect(within(card('OKX')).getByText('DISCONNECTED')).toBeTruthy();
});

it('is of the symbol of the chart, each two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(TICKER_INTERVAL_MS).toBe(2000);
  const server = new FakeServer().on(getTicker, answer());
  drawPanel(server, <VenuesPanel />, { chart: 'ethusdt' });
  await expectPolled(server, getTicker, 2000);
  expect(server.of(getTicker)[0]?.query).toEqual({ symbol: 'ETHUSDT' });
});

it('says that the venues could not be loaded', async () => {
  drawPanel(new FakeServer().on(getTicker, 'network'), <VenuesPanel />);
  await screen.findByText(/^Failed to load the venues/);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

it('remembers sixty delays and the last good price, the price of the same symbol only', () => {
  const { tickers } = answer();
  let memory = remember(null, { symbol: 'BTCUSDT', tickers, atSeconds: 1 });
  for (let at = 2; at < 70; at += 1) memory = remember(memory, { symbol: 'BTCUSDT', tickers, atSeconds: at });
  expect(memory.venues.OKX.delays).toHaveLength(DELAYS_KEPT);
  const down = answer({ OKX: { ok: false, price: 90_000 } }).tickers;
  memory = remember(memory, { symbol: 'BTCUSDT', tickers: down, atSeconds: 70 });
  expect(memory.venues.OKX.last).toEqual({ px: 91_482.3, tick: 0.1, atS: 69 });
  memory = remember(memory, { symbol: 'ETHUSDT', tickers: down, atSeconds: 71 });
  expect(memory.venues.OKX.last).toBeNull();
  expect(awayFromBinancePct(down, 'OKX')).toBeNull();
  expect(awayFromBinancePct(answer({ OKX: { price: 91_482.3 * 0.99 } }).tickers, 'OKX')).toBeCloseTo(-1, 9);
});
