import { getEngineStatus, getEquityCourse, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import * as csv from '../../../lib/csv.ts';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { engineStatus } from '../engines/engines.fixture.ts';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { wordHold } from './performance-figures.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { addPoint, parseRange, pointsOf, wordCount, type PerformancePoint } from './performance-points.ts';

vi.mock('../../../ui/time-chart.tsx', () => ({
  default: ({ summary }: { summary: string }) => <div role="img" aria-label={summary} />,
}));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// Files after this one draw the real chart.
afterAll(() => {
  vi.doUnmock('../../../ui/time-chart.tsx');
});

type Course = RouteOutput<typeof getEquityCourse>;

function buildCourse(count: number, range: Course['range'] = '24h'): Course {
  const times = Array.from({ length: count }, (_, at) => 1_700_000_000 + at * 60);
  return {
    ok: true,
    success: true,
    mode: 'paper',
    range,
    since: 1_700_000_000,
    timestamps: times,
    equity: times.map(() => 10_000),
    drawdown_pct: times.map(() => 0),
    by_venue: {},
    trading_pnl: times.map((_, at) => at),
    arbitrage_pnl: times.map(() => 0),
    daily: [],
    today: { pnl_usd: 0, pnl_pct: 0, realized_usd: 0, fees_usd: 0, funding_usd: 0, trades: 0 },
  };
}

const server = (performance = {}) =>
  new FakeServer()
    .on(getEngineStatus, engineStatus({ performance }))
    .on(getEquityCourse, ({ query }) => buildCourse(500, query['range'] as '7d'));

it('draws what is there and says how much of 51 that is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const fake = server();
  const { clock } = drawPanel(fake, <PerformancePanel />);
  await screen.findByText('Total P&L, 1 of 51 points');
  expect(screen.getByRole('heading', { name: 'Trading Performance' })).toBeTruthy();
  expect(screen.getByText('The line starts with the second point: one is added every 10 s.')).toBeTruthy();
  fake.on(getEngineStatus, engineStatus({ performance: { total_pnl: 2900 } }));
  act(() => clock.advance(10_000));
  await act(() => vi.advanceTimersByTimeAsync(5100));
  await screen.findByText('Total P&L, 2 of 51 points');
  expect(
    await screen.findByRole('img', {
      name: 'Total P&L +$2,900.00, lowest $2,841.06, highest $2,900.00 of 2 points',
    }),
  ).toBeTruthy();
});

it('keeps the last 51 points, one each ten seconds', () => {
  let points: readonly PerformancePoint[] | null = null;
  const { performance } = engineStatus();
  for (let at = 0; at <= 600; at += 5) points = addPoint(points, { atSeconds: at, performance });
  expect(points).toHaveLength(51);
  expect([points?.[0]?.atS, points?.at(-1)?.atS]).toEqual([100, 600]);
  expect(wordCount(points ?? [])).toBe('51 of 51');
});

it('thins a range to 51 points and keeps its ends', () => {
  const points = pointsOf(buildCourse(500));
  expect(points).toHaveLength(51);
  expect([points[0]?.totalPnl, points.at(-1)?.totalPnl]).toEqual([0, 499]);
  expect(pointsOf(buildCourse(12))).toHaveLength(12);
});

it('shows the Sharpe ratio green at 1 and more, with win rate and mean hold', async () => {
  for (const [ratio, isGreen] of [
    [1, true],
    [1.42, true],
    [0.99, false],
    [null, false],
  ] as const) {
    cleanup();
    drawPanel(server({ sharpe_ratio: ratio }), <PerformancePanel />);
    await screen.findByText('61.8%');
    const shown = screen.getByTestId('sharpe');
    expect([shown.textContent, shown.className.includes('text-up')]).toEqual([ratio?.toFixed(2) ?? '—', isGreen]);
  }
  expect(screen.getByText('14 min')).toBeTruthy();
  expect([wordHold(null), wordHold(2.04)]).toEqual(['—', '2.0 min']);
});

it('switches the range and keeps it in the address', async () => {
  const fake = server();
  const { address } = drawPanel(fake, <PerformancePanel />);
  await screen.findByText('Total P&L, 1 of 51 points');
  for (const [label, range] of [
    ['Day', '24h'],
    ['7d', '7d'],
    ['30d', '30d'],
  ] as const) {
    fireEvent.click(screen.getByRole('radio', { name: label }));
    expect(address.current).toEqual({ perf: range });
    await screen.findByText('Total P&L, 51 of 51 points');
    await waitFor(() => expect(fake.of(getEquityCourse).at(-1)?.query['range']).toBe(range));
  }
  fireEvent.click(screen.getByRole('radio', { name: 'Live' }));
  expect(address.current).toEqual({});
  expect(parseRange('century')).toBe('live');
});

it('exports the points that are shown, unrounded', async () => {
  const save = vi.spyOn(csv, 'saveCsv').mockImplementation(() => {});
  drawPanel(server(), <PerformancePanel />);
  await screen.findByText('Total P&L, 1 of 51 points');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(save).toHaveBeenCalledWith(
    'trading_performance_live.csv',
    'time,mode,total_pnl_usd\r\n2023-11-14T22:13:20.000Z,paper,2841.06\r\n',
  );
});

it('says that it could not be loaded', async () => {
  drawPanel(new FakeServer().on(getEngineStatus, 'network'), <PerformancePanel />);
  await screen.findByText(/^Failed to load performance data/);
});

it('is asked each five seconds, as the engine status is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const fake = server();
  drawPanel(fake, <PerformancePanel />);
  await expectPolled(fake, getEngineStatus, 5000);
});
