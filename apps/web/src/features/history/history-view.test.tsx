import { getHistory, getHistoryCourse, getPortfolioPerformance, type RouteOutput } from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';
import { historyRow } from './history-row.fixture.ts';
import { HistoryView } from './history-view.tsx';
import type { HistorySearch } from './model/history-search.ts';

type Figures = RouteOutput<typeof getPortfolioPerformance>['performance'];
type Row = RouteOutput<typeof getHistory>['history'][number];

const figures = (more: Partial<Figures> = {}): Figures => ({
  mode: 'paper',
  days: 30,
  daily_pnl: null,
  total_pnl: -12.345,
  open_realized: null,
  open_fees: null,
  open_funding: null,
  unrealized_pnl: null,
  net_pnl: null,
  gross_pnl: 3,
  fees: 15,
  liquidation_fee: 0,
  funding: -0.345,
  win_rate: 0.6177,
  total_trades: 34,
  wins: 21,
  losses: 13,
  avg_win: 2,
  avg_loss: -4,
  profit_factor: 0.81,
  closed_drawdown_usd: 20,
  active_positions: 0,
  largest_win: 9.5,
  largest_loss: -11,
  avg_hold_time_minutes: 2,
  sharpe_ratio: null,
  max_drawdown_pct: -0.5,
  equity_curve: [],
  ...more,
});

function serve(rows: readonly Row[], total = rows.length): FakeServer {
  return new FakeServer()
    .on(getPortfolioPerformance, { ok: true, success: true, performance: figures() })
    .on(getHistoryCourse, {
      ok: true,
      mode: 'paper',
      timestamps: [],
      cumulative_usd: [],
      daily: [],
      symbols: [{ symbol: 'BTCUSDT', net_usd: 1, trades: 1 }],
    })
    .on(getHistory, { ok: true, success: true, history: [...rows], total, not_synced: [] });
}

function show(server: FakeServer, search: HistorySearch = {}) {
  const onSearch = vi.fn<(search: HistorySearch) => void>();
  renderOn(server, withRouter(<HistoryView search={search} onSearch={onSearch} />).element);
  return { onSearch };
}

// A busy machine draws the page late, never wrongly.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the history', () => {
  it('shows the specified cards, columns and words', async () => {
    show(serve([historyRow(1), historyRow(2, { side: 'SELL', pnl: -3 })]));
    expect(await screen.findByRole('heading', { name: 'Trading History' })).toBeDefined();
    expect(await screen.findByText('61.8%')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Total Trades' })).getByText('34')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Total P&L' })).getByText(/^-\$12\.3/).className).toContain(
      'text-down',
    );
    expect(within(screen.getByRole('region', { name: 'Best Trade' })).getByText('+$9.50')).toBeDefined();
    const table = await screen.findByRole('table');
    const headers = within(table)
      .getAllByRole('columnheader')
      .map((each) => each.textContent);
    for (const name of ['Time', 'Symbol', 'Side', 'Size', 'Price', 'P&L', 'Engine']) expect(headers).toContain(name);
    expect(within(table).getByText('Long')).toBeDefined();
    expect(within(table).getByText('Short')).toBeDefined();
    expect(within(table).getAllByText('64,000.5000')).toHaveLength(2);
    expect(within(table).getByText('+$1.25')).toBeDefined();
  });

  it('shows how far entries were from their decision, and a dash where that is not known', async () => {
    show(serve([historyRow(1, { decision_price: 63_936, slippage_bps: 10.01 }), historyRow(2)]));
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('columnheader', { name: /Slippage/ })).toBeDefined();
    expect(within(table).getByText('+10.0')).toBeDefined();
    expect(within(table).getAllByText('unknown').length).toBeGreaterThan(0);
  });

  it('says whose fills may be missing, and nothing of venues that are filtered out', async () => {
    const server = serve([historyRow(1)]).on(getHistory, {
      ok: true,
      success: true,
      history: [historyRow(1)],
      total: 1,
      not_synced: [
        { venue: 'OKX', since: null },
        { venue: 'BYBIT', since: null },
      ],
    });
    show(server);
    expect(await screen.findByText('OKX fills not synced yet')).toBeDefined();
    cleanup();
    show(server, { venue: 'BYBIT' });
    expect(await screen.findByText('BYBIT fills not synced yet')).toBeDefined();
    expect(screen.queryByText('OKX fills not synced yet')).toBeNull();
  });

  it('says that there is nothing, and with a filter how to come back', async () => {
    const { onSearch } = show(serve([]), { venue: 'OKX', days: 7 });
    expect(await screen.findByText('No trading history available')).toBeDefined();
    expect(screen.getByText(/No trades match\./)).toBeDefined();
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(onSearch).toHaveBeenCalledWith({ days: 7 });
  });

  it('says what it waits for', async () => {
    show(serve([]).on(getHistory, 'never'));
    expect(await screen.findByText('Loading trades...')).toBeDefined();
  });

  it.each([
    [{ status: 503, code: 'not_ready', error: 'The engine is starting' } as const, 'The engine is starting'],
    ['network' as const, 'Network error loading performance data'],
  ])('tells a failed load in the specified box and tries again', async (answer, message) => {
    const server = serve([historyRow(1)]).on(getPortfolioPerformance, answer);
    show(server);
    expect(await screen.findByText(`Error loading performance data: ${message}`)).toBeDefined();
    server.on(getPortfolioPerformance, { ok: true, success: true, performance: figures() });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('61.8%')).toBeDefined();
  });

  it('puts a filter into the address, and turns pages', async () => {
    const { onSearch } = show(serve([historyRow(1)], 120), { page: 2 });
    fireEvent.change(await screen.findByLabelText('Period'), { target: { value: '90' } });
    expect(onSearch).toHaveBeenLastCalledWith({ days: 90 });
    await waitFor(() => expect(screen.getByText('51 to 51 of 120')).toBeDefined());
    fireEvent.click(screen.getByRole('button', { name: 'Older trades' }));
    expect(onSearch).toHaveBeenLastCalledWith({ page: 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Newer trades' }));
    expect(onSearch).toHaveBeenLastCalledWith({});
  });

  it('tells on an older page what closed since, and leads to it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serve([historyRow(1)], 120);
    const { onSearch } = show(server, { page: 2 });
    await screen.findByText('51 to 51 of 120');
    expect(screen.queryByRole('button', { name: /new trade/ })).toBeNull();
    server.on(getHistory, { ok: true, success: true, history: [historyRow(1)], total: 123, not_synced: [] });
    await vi.advanceTimersByTimeAsync(30_000);
    fireEvent.click(await screen.findByRole('button', { name: '3 new trades' }));
    expect(onSearch).toHaveBeenLastCalledWith({});
  });
});
