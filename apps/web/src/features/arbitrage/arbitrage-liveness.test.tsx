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
describe('the arbitrage page over time', () => {
  it('freezes only the order while the pointer is in the table', async () => {
    server.opportunities = [READY, EVAL];
    const client = open();
    const assets = () =>
      screen
        .getAllByRole('row')
        .filter((row) => row.dataset['id'] !== undefined)
        .map((row) => row.querySelector('td')?.textContent);
    await vi.waitFor(() => {
      act(() => clock.drawFrame());
      expect(assets()).toEqual(['DOGE', 'LINK']);
    });
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Live opportunities, scrollable' }));
    const better = { round_trip_net_bps: 99, gross_bps: 120.5 };
    server.opportunities = [
      { ...EVAL, ...better },
      buildOpportunity({ id: 'new', asset: 'ADA', round_trip_net_bps: 200 }),
    ];
    await act(() => client.refetchQueries({ queryKey: ['arbitrage', 'opportunities'] }));
    act(() => {
      clock.drawFrame();
      clock.advance(1000);
      clock.drawFrame();
    });
    expect(assets()).toEqual(['DOGE', 'LINK', 'ADA']);
    expect(screen.getByText('order frozen')).toBeTruthy();
    expect(screen.getByText('gone')).toBeTruthy();
    expect(screen.getByText('120.5')).toBeTruthy();
    expect(screen.getByText('2 of 128 pairs')).toBeTruthy();
    fireEvent.pointerLeave(screen.getByRole('region', { name: 'Live opportunities, scrollable' }));
    act(() => clock.advance(1000));
    expect(assets()).toEqual(['ADA', 'LINK', 'DOGE']);
    act(() => clock.advance(2000));
    expect(assets()).toEqual(['ADA', 'LINK']);
  });

  it('blocks a ready row and dims the panel when its quotes grow old without a message', async () => {
    server.opportunities = [READY];
    open();
    const [row] = await rowsOf(clock, 1);
    expect(within(row).getByText('Ready')).toBeTruthy();
    act(() => clock.advance(3000));
    expect(within(row).getByText('3.0 s').className).toContain('text-danger');
    expect(within(row).queryByText('Ready')).toBeNull();
    expect(within(row).getByRole('button', { name: 'Blocked' })).toBeTruthy();
    expect(row.className).toContain('stale');
    expect(row.closest('[data-freshness]')?.getAttribute('data-freshness')).toBe('stale');
    expect(screen.getByRole('radio', { name: 'Ready 0' })).toBeTruthy();
  });

  it('shows nothing as live, keeps the last settings and refuses to start while the engine is away', async () => {
    server.opportunities = [READY];
    const client = open();
    await rowsOf(clock, 1);
    expect(screen.getByLabelText<HTMLInputElement>('Min Spread (%)').value).toBe('0.05');
    server.isEngineThere = false;
    server.state = buildState({ scanning: false, reason: 'The engine is not answering', pairs: 0 });
    server.state = { ...server.state, session: { ...server.state.session, min_spread_bps: 50 } };
    await act(() => client.refetchQueries());
    expect(await screen.findByText('— pairs')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Min Spread (%)').value).toBe('0.05');
    const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start Scanner' });
    expect([start.disabled, start.title]).toEqual([true, 'The engine is not answering']);
    const quality = screen.getByRole('region', { name: 'Venue quality' });
    await vi.waitFor(() => expect(within(quality).getAllByText('down')).toHaveLength(4));
    expect(within(quality).queryByText('410')).toBeNull();
    expect(document.querySelector('[data-freshness]')?.getAttribute('data-freshness')).toBe('stale');
  });

  it('offers the stored session of a stopped scanner, and the defaults when none was ever started', async () => {
    const session = {
      ...buildState().session,
      started_at: NOW_S - 60,
      min_spread_bps: 7,
      exchanges: ['okx', 'kucoin'],
    };
    server.state = buildState({ scanning: false, reason: 'Stopped', session });
    open();
    await screen.findByText('BINANCE, BYBIT, OKX, KUCOIN');
    expect(screen.getByLabelText<HTMLInputElement>('Min Spread (%)').value).toBe('0.07');
    expect(screen.getByRole('checkbox', { name: 'okx' }).getAttribute('aria-checked')).toBe('true');
    cleanup();
    server.state = buildState({ scanning: false, reason: 'Stopped' });
    open();
    expect((await screen.findByRole('status', { name: 'Scanner' })).textContent).toMatch(/Stopped$|unknown$/);
    expect(screen.getByLabelText<HTMLInputElement>('Min Spread (%)').value).toBe('0.5');
    expect(screen.queryByText('BINANCE, BYBIT, OKX, KUCOIN')).toBeNull();
  });
});
