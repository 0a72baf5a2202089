import {
  getBalances,
  getEquityCourse,
  getPortfolioOverview,
  getPortfolioPositions,
  getTransfers,
  VENUE_NAMES,
  type RouteOutput,
  type VenueBalances,
} from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setPreferences } from '../../lib/preferences.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { withRouter } from '../../shared/router.fixture.tsx';
import type { PortfolioSearch } from './model/portfolio-search.ts';
import { PortfolioView } from './portfolio-view.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  setPreferences({ amounts: 'shown' });
});

const account = (isOn: boolean): VenueBalances => ({
  status: isOn ? 'available' : 'unavailable',
  mode: 'paper',
  reason: isOn ? null : 'The account is not connected',
  spot: { assets: [], usd: isOn ? 100 : null },
  futures: { usd: isOn ? 0 : null, margin_usd: 0, unrealized_pnl: 0 },
  real: null,
  updated_at: 1_700_000_000,
});

const BALANCES: RouteOutput<typeof getBalances> = {
  ok: true,
  success: true,
  summary: {
    total_usd: null,
    free_usd: 290,
    in_positions_usd: null,
    exchanges_connected: 3,
    total_exchanges: 4,
    mode: 'paper',
    paper_total_usd: null,
    live_total_usd: null,
  },
  balances: [],
  exchanges: { BINANCE: account(true), BYBIT: account(true), OKX: account(false), KUCOIN: account(true) },
  ts: 1_700_000_000,
  total_usd: null,
  spot_usd: null,
  futures_margin_usd: null,
};

const OVERVIEW: RouteOutput<typeof getPortfolioOverview> = {
  ok: true,
  success: true,
  mode: 'paper',
  known_usd: 300.5,
  unknown_venues: ['OKX'],
  venues: VENUE_NAMES.map((venue) => ({
    venue,
    equity_usd: venue === 'OKX' ? null : venue === 'KUCOIN' ? 0 : 150.25,
    share: venue === 'OKX' ? null : 0.5,
    spot_usd: null,
    futures_usd: null,
    free_usd: null,
    margin_usd: null,
    unrealized_usd: null,
  })),
  margin_usd: 0,
  positions_usd: 0,
  assets: [
    { asset: 'USDT', total: 300.5, free: 290, used: 10.5, usd: 300.5, venues: ['BYBIT'] },
    { asset: 'BTC', total: 0.25, free: 0.25, used: 0, usd: null, venues: ['OKX'] },
    { asset: 'DUST', total: 0.001, free: 0.001, used: 0, usd: null, venues: ['OKX'] },
  ],
  exposure: [],
};

const COURSE: RouteOutput<typeof getEquityCourse> = {
  ok: true,
  success: true,
  mode: 'paper',
  range: '7d',
  since: 0,
  timestamps: [],
  equity: [],
  drawdown_pct: [],
  by_venue: {},
  trading_pnl: [],
  arbitrage_pnl: [],
  daily: [],
  today: { pnl_usd: 0, pnl_pct: 0, realized_usd: 0, fees_usd: 0, funding_usd: 0, trades: 0 },
};

function open(search: PortfolioSearch = {}, change: (server: FakeServer) => void = () => undefined) {
  const told: PortfolioSearch[] = [];
  const server = new FakeServer()
    .on(getBalances, BALANCES)
    .on(getPortfolioOverview, OVERVIEW)
    .on(getEquityCourse, COURSE)
    .on(getTransfers, { ok: true, mode: 'paper', transfers: [], total: 0 })
    .on(getPortfolioPositions, { ok: true, success: true, positions: [] });
  change(server);
  const { element } = withRouter(<PortfolioView search={search} onSearch={(next) => told.push(next)} />);
  renderOn(server, element);
  return { told, server };
}

describe('the portfolio', () => {
  it('says the specified texts, and names the venue that is missing from the total', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Portfolio Overview' })).toBeDefined();
    expect(await screen.findByText('3 of 4 exchanges connected')).toBeDefined();
    const total = screen.getByRole('region', { name: 'Total Balance' });
    expect(await within(total).findByText('$300.50')).toBeDefined();
    expect(within(total).getByText('+ OKX unknown')).toBeDefined();
    expect(screen.getByText('Ready for trading')).toBeDefined();
    expect(await screen.findByText('No active trades')).toBeDefined();
    expect(await screen.findByText('No active positions. Start trading to see positions here.')).toBeDefined();
    expect(screen.getByText(/^Last updated/)).toBeDefined();
  });

  it('shows every exchange with its state in words', async () => {
    open();
    const list = await screen.findByLabelText('Exchange balances');
    const words = within(list)
      .getAllByRole('listitem')
      .map((row) => /Not connected|Connected( \(Zero Balance\))?/.exec(row.textContent ?? '')?.[0]);
    expect(words).toEqual(['Connected', 'Connected', 'Not connected', 'Connected (Zero Balance)']);
  });

  it('lists assets above 0.001 in their own decimals', async () => {
    open();
    expect(await screen.findAllByText('0.250000')).toHaveLength(2);
    expect(screen.queryByText('DUST')).toBeNull();
    cleanup();
    open({ small: true });
    expect(await screen.findByText('DUST')).toBeDefined();
  });

  it('says that paper accounts have no deposits, and lists what came and went where they have', async () => {
    open();
    expect(await screen.findByText('No deposits or withdrawals')).toBeDefined();
    expect(screen.getByText(/^Paper accounts have none/)).toBeDefined();
    cleanup();
    const transfer = { timestamp: 1_700_000_000, venue: 'BYBIT', mode: 'live', seen_in: 'unified' } as const;
    open({}, (server) =>
      server.on(getTransfers, {
        ok: true,
        mode: 'live',
        total: 3,
        transfers: [
          { ...transfer, id: 'a', kind: 'deposit', asset: 'USDT', amount: 500.25 },
          { ...transfer, id: 'b', kind: 'withdrawal', asset: 'BTC', amount: -0.01, seen_in: 'spot' },
          { ...transfer, id: 'c', kind: 'paper_reset', asset: 'USDT', amount: 1, seen_in: null },
        ],
      }),
    );
    const table = await screen.findByRole('region', { name: 'Deposits and withdrawals, scrollable' });
    expect(within(table).getByText('+500.25')).toBeDefined();
    expect(within(table).getByText('-0.010000')).toBeDefined();
    expect(within(table).getByText('Balance of the unified account')).toBeDefined();
    expect(within(table).getByText('Balance of the spot wallet')).toBeDefined();
    expect(within(table).getByText('Reset in Settings')).toBeDefined();
  });

  it('lists the snapshots of the chart, newest first, unknown ones as a dash', async () => {
    open({}, (server) =>
      server.on(getEquityCourse, {
        ...COURSE,
        timestamps: [1_700_000_000, 1_700_000_060],
        equity: [null, 290.5],
        drawdown_pct: [null, -1.25],
        by_venue: { BYBIT: [140, 145.25] },
        trading_pnl: [0, 0],
        arbitrage_pnl: [0, 0],
      }),
    );
    const table = await screen.findByRole('region', { name: 'Snapshots, scrollable' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows[0]?.textContent).toContain('$290.50');
    expect(rows[0]?.textContent).toContain('$145.25');
    expect(within(rows[1]!).getAllByText('unknown').length).toBeGreaterThan(0);
  });

  it('cycles the venue by a key', async () => {
    const { told } = open({ venue: 'KUCOIN', range: '30d' });
    await screen.findByRole('heading', { name: 'Portfolio Overview' });
    fireEvent.keyDown(document.body, { key: 'v' });
    expect(told).toEqual([{ range: '30d' }]);
  });

  it('hides amounts, also from those who listen', async () => {
    open();
    await screen.findByText('3 of 4 exchanges connected');
    fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(screen.queryByText('$300.50')).toBeNull();
    expect(screen.getAllByText('hidden').length).toBeGreaterThan(2);
  });
});
