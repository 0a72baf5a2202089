import { startTrading, stopTrading } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { readinessOf } from '../model/venue-readiness.ts';
import { buildPosition } from '../../../shared/positions/position.fixture.ts';
import { buildConnection, draw, tradingServer } from '../trading.fixture.tsx';
import { ModePanel } from './mode-panel.tsx';

afterEach(cleanup);

function show(server: FakeServer, connection = buildConnection()) {
  const onAdvanced = vi.fn<(isOn: boolean) => void>();
  const stage = draw(
    server,
    <ModePanel
      venue="BYBIT"
      readiness={readinessOf(connection)}
      isAdvanced
      onAdvanced={onAdvanced}
      onSettings={() => {}}
    />,
  );
  return { ...stage, onAdvanced };
}

const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name });

it('starts with what it shows: mode, venue, symbols and risk', async () => {
  const { server } = show(tradingServer({}));
  fireEvent.click(await screen.findByRole('radio', { name: 'Manual' }));
  fireEvent.click(screen.getByRole('radio', { name: 'High' }));
  fireEvent.click(screen.getByRole('button', { name: /^DOGE/ }));
  fireEvent.click(screen.getByRole('button', { name: /^SOL/ }));
  fireEvent.click(await button(/Start Trading/));
  await waitFor(() => expect(server.of(startTrading)).toHaveLength(1));
  expect(server.of(startTrading)[0]?.body).toEqual({
    mode: 'manual',
    venue: 'BYBIT',
    symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
    risk_level: 'high',
    auto_pick: false,
  });
});

it('says what the risk level means in numbers', async () => {
  show(tradingServer({}));
  expect(
    await screen.findByText(/^Medium: \$5\.00 at risk per trade, up to 3 trades of the engine at once, 25% of capital/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Low' }));
  expect(
    screen.getByText(/^Low: \$2\.50 at risk per trade, up to one trade of the engine at once, 12\.5% of capital/),
  ).toBeTruthy();
});

it('locks mode, symbols and risk while it runs, and leaves the stop', async () => {
  const { server } = show(tradingServer({ status: { active: true } }));
  expect(await screen.findByText('Mode, symbols and risk are locked while running')).toBeTruthy();
  for (const name of ['Auto Trade', 'Manual', 'Monitor Only', 'Low', 'Medium', 'High'])
    expect(screen.getByRole<HTMLButtonElement>('radio', { name }).disabled).toBe(true);
  expect((await button(/Start Trading/)).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(await button(/Stop Trading/));
  await waitFor(() => expect(server.of(stopTrading)).toHaveLength(1));
  fireEvent.click(await button(/Start Trading/));
  expect(server.of(startTrading)).toEqual([]);
});

it('starts nothing on a venue that is not connected, and says where to change that', async () => {
  const { server } = show(tradingServer({}), buildConnection({ connected: false }));
  const start = await button(/Start Trading/);
  expect(start.getAttribute('title')).toBe('Exchange not connected. Please test connection first.');
  fireEvent.click(start);
  expect(server.of(startTrading)).toEqual([]);
  expect(screen.getByRole('link', { name: 'API Keys' }).getAttribute('href')).toBe('/app/api-keys');
});

it('asks before real orders can follow', async () => {
  const { server } = show(tradingServer({ mode: 'live' }));
  await screen.findByText('LIVE');
  fireEvent.click(await button(/Start Trading/));
  expect(await screen.findByRole('alertdialog', { name: 'Start trading with real money?' })).toBeTruthy();
  expect(server.of(startTrading)).toEqual([]);
});

it('keeps at least one symbol unless the engine picks', async () => {
  const { server } = show(tradingServer({ status: { symbols: ['BTCUSDT'] } }));
  fireEvent.click(await button(/^BTC/));
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one symbol, or let the engine pick');
  fireEvent.click(await button(/Start Trading/));
  expect(server.of(startTrading)).toEqual([]);
});

it('tells after a stop what stays open and offers to close it', async () => {
  show(tradingServer({ positions: [buildPosition(), buildPosition({ id: 'p2' })] }));
  expect(await screen.findByText('2 positions stay open with their stops')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Close all' })).toBeTruthy();
});

it('shows how much of the limits is used', async () => {
  show(tradingServer({ positions: [buildPosition()] }));
  const meter = (name: string) => screen.getByRole('meter', { name });
  await waitFor(() => expect(meter('Position capacity').getAttribute('aria-valuetext')).toBe('1 / 3'));
  expect(meter('Capital allocation').getAttribute('aria-valuetext')).toBe('$1,000.00 / $10,000.00');
  await waitFor(() => expect(meter('Daily loss limit').getAttribute('aria-valuetext')).toBe('1.0% of 5.0%'));
});

it('puts chart, prices and positions away', async () => {
  const { onAdvanced } = show(tradingServer({}));
  await act(async () => fireEvent.click(await button('Hide Advanced')));
  expect(onAdvanced).toHaveBeenCalledWith(false);
});
