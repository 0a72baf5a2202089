import { getEnginePro, type RouteOutput } from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { SUMMARY_INTERVAL_MS, SummaryPanel } from './summary-panel.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Pro = RouteOutput<typeof getEnginePro>;

const DECIDED: Pro = {
  ok: true,
  pair: 'BTCUSDT',
  action: 'traded',
  qty: 0.125,
  vol_bps: 38.44,
  dyn_spread_bps: 6.2,
  edge_bps: 8.6,
  reason: 'in the market',
  decision_id: 'd1',
  timestamp: 1_699_999_940,
  venue: 'BYBIT',
  arm: 'fade-15-35x25-post',
  confidence: 0.71,
};

const NOTHING: Pro = {
  ok: true,
  pair: null,
  action: null,
  qty: null,
  vol_bps: null,
  dyn_spread_bps: null,
  edge_bps: null,
  reason: null,
  decision_id: null,
  timestamp: null,
  venue: null,
  arm: null,
  confidence: null,
};

const figure = (label: string): string => {
  const term = screen.getByText(label, { selector: 'dt' });
  return term.parentElement?.querySelector('dd')?.textContent ?? '';
};

it('shows the six specified figures of the newest decision, what each means, and why it was decided', async () => {
  drawPanel(new FakeServer().on(getEnginePro, DECIDED), <SummaryPanel />);
  await screen.findByText('BTCUSDT');
  expect(screen.getByRole('heading', { name: 'Smart Pro Engine' })).toBeTruthy();
  expect(screen.getAllByRole('term').map((term) => term.firstChild?.textContent)).toEqual([
    'Vol bps',
    'Dyn Spread bps',
    'Edge bps',
    'Qty',
    'Action',
    'Pair',
  ]);
  expect(['Vol bps', 'Dyn Spread bps', 'Edge bps', 'Qty', 'Action', 'Pair'].map(figure)).toEqual([
    '38.4',
    '6.2',
    '8.6',
    '0.1250',
    'TRADED',
    'BTCUSDT',
  ]);
  expect(screen.getByText('confidence 71%, fade 15 · 35/25 post')).toBeTruthy();
  expect(screen.getByText('in the market')).toBeTruthy();
  expect(screen.getByText('1m ago')).toBeTruthy();
});

it('shows a dash for what is not known, never a zero', async () => {
  drawPanel(new FakeServer().on(getEnginePro, NOTHING), <SummaryPanel />);
  await screen.findByText(/^No decision yet\. The first one comes/);
  expect(['Vol bps', 'Dyn Spread bps', 'Edge bps', 'Qty', 'Action', 'Pair'].map(figure)).toEqual(
    Array.from({ length: 6 }, () => '—unknown'),
  );
});

it('says Error loading data when its load fails, with a way to try again', async () => {
  const server = new FakeServer().on(getEnginePro, 'network');
  drawPanel(server, <SummaryPanel />);
  await screen.findByText(/^Error loading data/);
  server.on(getEnginePro, DECIDED);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('BTCUSDT');
  expect(screen.queryByText(/^Error loading data/)).toBeNull();
});

it('leads to the chart of its pair and to the decision', async () => {
  const { address } = drawPanel(new FakeServer().on(getEnginePro, DECIDED), <SummaryPanel />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show in the chart' }));
  expect(address.current).toEqual({ chart: 'BTCUSDT', chartVenue: 'BYBIT', panel: 'engines' });
  fireEvent.click(screen.getByRole('button', { name: 'Why' }));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Decision' })).toBeTruthy());
});

it('is asked each ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(SUMMARY_INTERVAL_MS).toBe(10_000);
  const server = new FakeServer().on(getEnginePro, DECIDED);
  drawPanel(server, <SummaryPanel />);
  await expectPolled(server, getEnginePro, 10_000);
});
