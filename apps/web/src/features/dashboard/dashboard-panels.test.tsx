import {
  getArbitrageStatus,
  getBalances,
  getConnectionStatus,
  getEngineAiMetrics,
  getEquityCourse,
  getHistory,
  getOpportunities,
  getPortfolioPositions,
  getTradingMetrics,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../shared/fake-server.fixture.tsx';
import { ExchangeStatusPanel } from './components/exchange-status-panel.tsx';
import { KpiCards } from './components/kpi-cards.tsx';
import { LearningPanel } from './components/learning-panel.tsx';
import { OpportunitiesPanel } from './components/opportunities-panel.tsx';
import { PerformancePanel } from './components/performance-panel.tsx';
import {
  buildOpportunity,
  buildScanner,
  buildServer,
  CONNECTIONS,
  COURSE,
  draw,
  REFUSAL,
  rowsAnswer,
} from './dashboard.fixture.tsx';

afterEach(cleanup);

const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the four cards', () => {
  it('count only what is known, and name the venue that is missing', async () => {
    draw(buildServer(), <KpiCards />);
    const total = await card('Total Balance');
    expect(await total.findByText('$300.50')).toBeDefined();
    expect(total.getByText('3 / 4 exchanges connected')).toBeDefined();
    expect(total.getByText('OKX unknown')).toBeDefined();
    const today = await card("Today's P&L");
    expect(await today.findByText('+$4.50')).toBeDefined();
    expect(today.getByText('+4.50%')).toBeDefined();
  });

  it('say None without a position, and nothing of a rate before the first closed trade', async () => {
    const server = buildServer()
      .on(getHistory, { ok: true, success: true, history: [], total: 0, not_synced: [] })
      .on(getTradingMetrics, REFUSAL);
    draw(server, <KpiCards />);
    expect(await (await card('Active Positions')).findByText('None')).toBeDefined();
    expect(await (await card('Win Rate')).findByText('could not be loaded, trying again')).toBeDefined();
  });

  it('fail by themselves: the others stay', async () => {
    draw(buildServer().on(getBalances, REFUSAL), <KpiCards />);
    expect(await (await card('Total Balance')).findByText('could not be loaded, trying again')).toBeDefined();
    expect(await (await card("Today's P&L")).findByText('+$4.50')).toBeDefined();
  });

  it('show no figure while they wait', async () => {
    draw(new FakeServer().on(getBalances, 'never').on(getEquityCourse, 'never'), <KpiCards />);
    expect((await card('Total Balance')).queryByText(/\$/)).toBeNull();
    expect((await card("Today's P&L")).queryByText(/\$/)).toBeNull();
  });

  it('lead to Portfolio, the History of the week, the position manager and History', async () => {
    draw(buildServer(), <KpiCards />);
    const target = async (label: string) =>
      (await screen.findByRole('link', { name: `${label}: details` })).getAttribute('href');
    expect(await target('Total Balance')).toBe('/app/portfolio');
    expect(await target("Today's P&L")).toBe('/app/history?days=7');
    expect(await target('Active Positions')).toBe('/app/trading');
    expect(await target('Win Rate')).toBe('/app/history');
  });

  it('dim once they were not renewed in time, and say what is old', async () => {
    const { clock } = draw(buildServer(), <KpiCards />);
    const total = await screen.findByRole('region', { name: 'Total Balance' });
    await within(total).findByText('$300.50');
    expect(total.className).not.toContain('stale');
    act(() => clock.advance(120_000));
    await waitFor(() => expect(total.className).toContain('stale'));
    expect(total.title).toBe('Balances have not been renewed in time');
  });
});

describe('the arbitrage opportunities', () => {
  const serve = (scanning: boolean) => new FakeServer().on(getArbitrageStatus, buildScanner(scanning));

  it('show the five best, each with the way to its breakdown', async () => {
    const rows = [3, 9, 1, 7, 5, 2].map((bps) => buildOpportunity(`C${bps}`, bps));
    draw(serve(true).on(getOpportunities, rowsAnswer(rows)), <OpportunitiesPanel />);
    const region = within(await screen.findByRole('region', { name: 'Best opportunities' }));
    const links = region.getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['C9', 'C7', 'C5', 'C3', 'C2']);
    expect(links[0]?.getAttribute('href')).toContain('/app/arbitrage?row=C9USDT.PERP.BYBIT');
    expect(screen.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe('/app/arbitrage');
  });

  it('say that it scans, among how much and what the best is', async () => {
    draw(serve(true).on(getOpportunities, rowsAnswer([])), <OpportunitiesPanel />);
    expect(await screen.findByText('Scanning for opportunities...')).toBeDefined();
    expect(screen.getByText('128 pairs, best 3.2 bps, minimum 5.0')).toBeDefined();
  });

  it('say that nothing was found and how to start while it is stopped', async () => {
    draw(serve(false).on(getOpportunities, rowsAnswer([])), <OpportunitiesPanel />);
    expect(await screen.findByText('No opportunities found')).toBeDefined();
    expect(screen.getByText('The scanner is stopped. Start it with the Arbitrage button above.')).toBeDefined();
    expect(screen.getByText('Stopped')).toBeDefined();
  });

  it('say that they could not be loaded, and ask again by Retry', async () => {
    const { server } = draw(serve(true).on(getOpportunities, REFUSAL), <OpportunitiesPanel />);
    expect(await screen.findByText('Failed to load opportunities')).toBeDefined();
    expect(screen.getByText('The engine does not answer')).toBeDefined();
    expect(screen.getByRole('button', { name: /Copy details/ })).toBeDefined();
    server.on(getOpportunities, rowsAnswer([buildOpportunity('DOGE', 16.3)]));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('DOGE')).toBeDefined();
    expect(screen.queryByText('Failed to load opportunities')).toBeNull();
  });

  it('keep their room while they load', async () => {
    draw(serve(true).on(getOpportunities, 'never'), <OpportunitiesPanel />);
    expect((await screen.findByRole('status', { name: 'Loading opportunities' })).children).toHaveLength(6);
  });
});

describe('the exchange status', () => {
  const line = async (venue: string) => {
    const list = within(await screen.findByRole('list', { name: 'Exchanges' }));
    return within(list.getByText(venue).closest('li') as HTMLElement);
  };

  it('tells connected, empty and lost accounts apart, and why one is lost', async () => {
    draw(buildServer(), <ExchangeStatusPanel />);
    expect((await line('BINANCE')).getByText('Connected')).toBeDefined();
    expect((await line('BYBIT')).getByText('Connected (Zero Balance)')).toBeDefined();
    const okx = await line('OKX');
    expect(okx.getByText('Disconnected', { exact: false })).toBeDefined();
    expect(okx.getAllByText(/OKX refuses the key \(50111\)/).length).toBeGreaterThan(0);
  });

  it('tells nothing of delays that nobody measured', async () => {
    draw(buildServer(), <ExchangeStatusPanel />);
    expect((await line('BINANCE')).getByText('—')).toBeDefined();
    expect((await line('BINANCE')).getByText('p95 —')).toBeDefined();
  });

  it('asks again by Refresh, dims what it knew when that fails, and says so', async () => {
    const { server } = draw(buildServer(), <ExchangeStatusPanel />);
    await line('BINANCE');
    server.on(getConnectionStatus, REFUSAL);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to load exchange status')).toBeDefined();
    expect(screen.getByRole('list', { name: 'Exchanges' }).className).toContain('stale');
    server.on(getConnectionStatus, CONNECTIONS);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Failed to load exchange status')).toBeNull());
    expect(screen.getByRole('list', { name: 'Exchanges' }).className).not.toContain('stale');
  });

  it('keeps its room while it loads', async () => {
    draw(new FakeServer().on(getConnectionStatus, 'never'), <ExchangeStatusPanel />);
    const rows = (await screen.findByRole('status', { name: 'Loading exchange status' })).children;
    expect([...rows].map((row) => (row as HTMLElement).style.height)).toEqual(['54px', '54px', '54px', '54px']);
  });
});

describe('the performance', () => {
  const show = (server: FakeServer, view: 'equity' | 'daily' = 'equity', onView = vi.fn()) => {
    draw(server, <PerformancePanel range="24h" view={view} onView={onView} />);
    return onView;
  };

  it('says the newest figures of equity and of both engines beside the curve', async () => {
    show(buildServer());
    expect((await screen.findAllByText('$104.50')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('+$4.25').length).toBeGreaterThan(0);
  });

  it('asks for another picture by its name', async () => {
    const onView = show(buildServer());
    fireEvent.click(await screen.findByRole('radio', { name: 'Drawdown' }));
    expect(onView).toHaveBeenCalledWith('drawdown');
  });

  it('says when a curve begins, and when a day becomes a bar', async () => {
    show(new FakeServer().on(getEquityCourse, { ...COURSE, timestamps: [], equity: [], drawdown_pct: [], daily: [] }));
    expect(await screen.findByText('The curve is about to begin')).toBeDefined();
    cleanup();
    show(new FakeServer().on(getEquityCourse, { ...COURSE, daily: [] }), 'daily');
    expect(await screen.findByText('No closed trade in this range')).toBeDefined();
  });

  it('says that it could not be loaded, with Retry', async () => {
    show(new FakeServer().on(getEquityCourse, REFUSAL));
    expect(await screen.findByText('Failed to load performance data')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the learning status', () => {
  it('says that it could not be loaded, with Retry, and knows nothing of the agents', async () => {
    draw(new FakeServer().on(getEngineAiMetrics, REFUSAL), <LearningPanel />);
    expect(await screen.findByText('Failed to load learning metrics')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
    expect(screen.getByText('Oraculis unknown')).toBeDefined();
    expect(screen.getByText('Arbitrage unknown')).toBeDefined();
  });

  it('leads to AI Metrics, and keeps its room while it loads', async () => {
    draw(new FakeServer().on(getEngineAiMetrics, 'never'), <LearningPanel />);
    expect((await screen.findByRole('status', { name: 'Loading learning metrics' })).children).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'AI Metrics' }).getAttribute('href')).toBe('/app/ai-metrics');
  });
});

it('counts the position that is open', async () => {
  const server = buildServer().on(getPortfolioPositions, 'never');
  draw(server, <KpiCards />);
  expect((await card('Active Positions')).queryByText('None')).toBeNull();
});
