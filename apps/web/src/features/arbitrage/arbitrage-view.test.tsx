import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { FakeServer, NOW_S, buildState, openPage, rowsOf } from './arbitrage-page.fixture.tsx';
import { buildOpportunity } from './sample-opportunity.ts';

let server: FakeServer;
let clock: FakeClock;
beforeEach(() => {
  server = new FakeServer();
  clock = new FakeClock(NOW_S * 1000);
});
afterEach(cleanup);

const open = () => openPage({ server, clock });

const READY = buildOpportunity();
const EVAL = buildOpportunity({
  id: 'e',
  asset: 'LINK',
  mode: 'spot-futures',
  policy: 'evaluation_only',
  policy_reason: 'Spot leg is scored but not traded yet',
  round_trip_net_bps: 6.6,
});
const BLOCKED = buildOpportunity({
  id: 'b',
  asset: 'XRP',
  policy: 'blocked',
  policy_reason: 'Quote stale: KUCOIN 2.4 s (limit 2.0 s)',
  round_trip_net_bps: null,
  exit_spread_samples: 12,
});

describe('the arbitrage page', () => {
  it('says that it is stopped and that nothing was found', async () => {
    server.state = buildState({ scanning: false });
    open();
    expect(await screen.findByText('No opportunities found')).toBeTruthy();
    expect(screen.getByText('Stopped')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stop Scanner' }).disabled).toBe(true);
  });

  it('shows that an empty scan is alive', async () => {
    open();
    expect(await screen.findByText('Scanning for opportunities...')).toBeTruthy();
    expect(
      screen.getByText('128 pairs, best gross 4.1 bps, minimum 5.0; best net 3.2 bps after entry costs'),
    ).toBeTruthy();
  });

  it('names the policies and shows unknown figures as dashes', async () => {
    open();
    expect(await screen.findByText(/Futures↔Futures: Executable/)).toBeTruthy();
    expect(screen.getByText(/Spot↔Futures: Evaluating Only/)).toBeTruthy();
    await vi.waitFor(() => expect(screen.getByLabelText('Opportunities Found').textContent).toContain('1,847'));
    expect(screen.getByLabelText('Total Arbitrage P&L').textContent).toContain('—');
    expect(screen.getByLabelText('Success Rate').textContent).toContain('—');
  });

  it('orders rows by edge with unknown edges last, and gives each its status and action', async () => {
    server.opportunities = [BLOCKED, EVAL, READY];
    open();
    const [first, second, third] = await rowsOf(clock, 3);
    expect(within(first).getByText('DOGE')).toBeTruthy();
    expect(within(first).getByText('Ready')).toBeTruthy();
    expect(within(first).getByRole('button', { name: 'Execute PAPER' })).toBeTruthy();
    expect(within(second).getByRole('button', { name: 'View' })).toBeTruthy();
    expect(within(third).getByText('collecting').title).toBe('The usual exit spread needs 30 samples, 12 so far');
    expect(within(third).getAllByText(/Quote stale/)).not.toHaveLength(0);
    expect(within(third).getByRole('button', { name: 'Blocked' }).title).toBe(
      'Why not? Quote stale: KUCOIN 2.4 s (limit 2.0 s)',
    );
  });

  it('filters by number keys with counts', async () => {
    server.opportunities = [BLOCKED, EVAL, READY];
    open();
    await rowsOf(clock, 3);
    expect(screen.getByRole('radio', { name: 'Blocked 1' })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: '4' });
    const [only] = await rowsOf(clock, 1);
    expect(within(only).getByText('XRP')).toBeTruthy();
  });

  it('switches the edge between round trip and entry', async () => {
    server.opportunities = [READY];
    open();
    const [row] = await rowsOf(clock, 1);
    expect(within(row).getByText('16.3')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Entry only' }));
    expect(within(row).getByText('29.5')).toBeTruthy();
  });

  it('opens the breakdown with Enter: both legs, fees with their source, and the expected dollars', async () => {
    server.opportunities = [READY];
    open();
    const [row] = await rowsOf(clock, 1);
    row.focus();
    fireEvent.keyDown(row, { key: 'Enter' });
    const drawer = await screen.findByRole('dialog', { name: 'DOGE · BYBIT → KUCOIN' });
    for (const text of [
      '0.15318',
      '0.15383',
      '5.5 bps',
      '6.0 bps',
      '+16.3',
      '+$1.63',
      "Both fees: the venue's published base tier.",
    ])
      expect(within(drawer).getByText(text)).toBeTruthy();
  });

  it('flags spreads over 300 bps', async () => {
    server.opportunities = [buildOpportunity({ gross_bps: 11_849 })];
    open();
    const [row] = await rowsOf(clock, 1);
    expect(within(row).getByText('check symbol mapping')).toBeTruthy();
  });

  it('says which venue is missing and why', async () => {
    server.downVenue = 'OKX';
    open();
    expect(await screen.findByText('3 of 4 venues, without OKX')).toBeTruthy();
    expect(screen.getByText('Socket closed 1011, next try in 4 s')).toBeTruthy();
  });

  it('shows a failed load with its text and a way to try again', async () => {
    server.failing = '/api/arbitrage/opportunities';
    open();
    expect(await screen.findByText('The engine does not answer')).toBeTruthy();
    server.failing = null;
    server.opportunities = [READY];
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await rowsOf(clock, 1);
  });

  it('starts with the specified defaults and stops', async () => {
    server.state = buildState({ scanning: false });
    open();
    await screen.findByText('Stopped');
    for (const [name, isOn] of [
      ['binance', true],
      ['bybit', true],
      ['okx', false],
      ['kucoin', false],
    ] as const) {
      expect(screen.getByRole('checkbox', { name }).getAttribute('aria-checked')).toBe(String(isOn));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Start Scanner' }));
    await screen.findByText('Scanning');
    expect(server.started).toEqual([{ min_spread_bps: 50, max_position_usd: 1000, venues: ['BINANCE', 'BYBIT'] }]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop Scanner' }));
    await screen.findByText('Stopped');
  });

  it('keeps Start disabled and names the bounds while a field is out of them', async () => {
    server.state = buildState({ scanning: false });
    open();
    await screen.findByText('Stopped');
    fireEvent.change(screen.getByLabelText('Min Spread (%)'), { target: { value: '1000' } });
    expect(screen.getByText('Enter 0 to 100 %')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start Scanner' }).disabled).toBe(true);
  });

  it('counts what waits while paused', async () => {
    server.opportunities = [READY];
    open();
    await rowsOf(clock, 1);
    fireEvent.click(screen.getByRole('button', { name: 'Pause updates' }));
    act(() => clock.drawFrame());
    expect(screen.getByText('Paused, 0 updates wait')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Resume updates' }));
    act(() => clock.drawFrame());
    expect(screen.queryByText(/Paused/)).toBeNull();
  });
});
