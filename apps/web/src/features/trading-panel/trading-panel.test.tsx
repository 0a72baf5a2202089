import {
  getDecisions,
  getKillSwitch,
  getLivePrices,
  getTradingPositions,
  getTradingStatus,
  startTrading,
  stopTrading,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { cleanup, configure, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../shared/notify.ts';
import { placeMarks } from '../../shared/stop-entry-target.tsx';
import { TradingPanel } from './trading-panel.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

type Status = RouteOutput<typeof getTradingStatus>;

function buildStatus(change: Partial<Status> = {}): Status {
  return {
    ok: true,
    active: false,
    symbol: 'BTCUSDT',
    symbols: ['BTCUSDT'],
    auto_pick: false,
    picked_symbols: [],
    positions: [],
    leverage: 10,
    account: { equity: 10_000.5, available: 10_000, unrealized_pnl: 0 },
    mode: 'auto',
    risk_level: 'medium',
    exchange: 'BINANCE',
    execution_mode: 'paper',
    trading_ready: true,
    reason: null,
    egress_ip: null,
    binance: { connected: true, mode: 'paper' },
    stats: { trades_taken: 41, avg_hold_s: 60, fees_bps_accum: 5, avg_edge_bps: 8.42, router_votes_hist: {} },
    ...change,
  };
}

const LONG: Status['positions'][number] = {
  id: 'p1',
  symbol: 'BTCUSDT',
  venue: 'BINANCE',
  side: 'LONG',
  size: 0.125,
  contracts: 0.125,
  entry_price: 91_204.1,
  mark_price: 91_482.3,
  notional: 11_435,
  unrealized_pnl: 34.775,
  roe_pct: 3.05,
};

const ENGINE: RouteOutput<typeof startTrading>['engine'] = {
  engine: 'pas_trader',
  running: false,
  mode: 'manual',
  since: null,
  by: 'operator',
  reason: '',
  venue: 'BINANCE',
  symbols: ['BTCUSDT'],
  auto_pick: false,
  risk_level: 'medium',
  execution_mode: 'paper',
  verdict: { ok: true, detail: '' },
  settings_hash: '0',
  positions: 0,
  exposure_usd: 0,
  budget_usd: 1000,
  performance: {
    total_pnl: 0,
    positions_opened: 0,
    closed_trades: 0,
    win_rate: null,
    avg_hold_time_minutes: null,
    sharpe_ratio: null,
    best_trade: null,
    worst_trade: null,
    max_drawdown_usd: 0,
  },
};

function serve(status: Status): FakeServer {
  return new FakeServer()
    .on(getTradingStatus, status)
    .on(getTradingPositions, { ok: true, success: true, positions: [] })
    .on(getLivePrices, { ok: true, prices: [] })
    .on(startTrading, { ok: true, already_running: false, message: '', engine: ENGINE })
    .on(stopTrading, { ok: true, already_stopped: false, message: '', engine: ENGINE });
}

/** What the bell kept of the newest toast. */
function newest(): readonly unknown[] {
  const notice = renderHook(() => useNotices()).result.current.notices[0];
  return [notice?.text, notice?.note];
}

describe('the trading panel', () => {
  it('says what stands: stopped, the account, no position, trades and edge', async () => {
    renderOn(serve(buildStatus()), <TradingPanel />);
    expect(await screen.findByText('Stopped')).toBeDefined();
    expect(screen.getByText('$10,000.50')).toBeDefined();
    expect(screen.getByText('None')).toBeDefined();
    expect(screen.getByText('BTCUSDT')).toBeDefined();
    expect(screen.getByText('41')).toBeDefined();
    expect(screen.getByText('8.4 bps')).toBeDefined();
    expect(screen.getByText('Auto Trade · Medium risk · BINANCE')).toBeDefined();
  });

  it('shows the open position with its side, size, PnL and ROE', async () => {
    renderOn(serve(buildStatus({ active: true, positions: [LONG] })), <TradingPanel />);
    expect(await screen.findByText('Active')).toBeDefined();
    expect(screen.getByText('Long')).toBeDefined();
    expect(screen.getByTestId('position-size').textContent).toBe('0.1250 @ 91,204.1000');
    expect(screen.getByText('+3.05%')).toBeDefined();
  });

  it('starts on paper by one click, and stops by one', async () => {
    const { server } = renderOn(serve(buildStatus()), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: /Start Trading/ }));
    await waitFor(() => expect(server.of(startTrading)).toHaveLength(1));
    cleanup();
    const running = renderOn(serve(buildStatus({ active: true })), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop Trading' }));
    await waitFor(() => expect(running.server.of(stopTrading)).toHaveLength(1));
  });

  it('asks before real orders, with the focus on Cancel', async () => {
    const { server } = renderOn(serve(buildStatus({ execution_mode: 'live' })), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: /Start Trading/ }));
    expect(await screen.findByRole('alertdialog')).toBeDefined();
    expect(server.of(startTrading)).toHaveLength(0);
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(screen.getByRole('button', { name: 'Start Trading LIVE' })).toBeDefined();
  });

  it('says why it can not start, and asks nothing then', async () => {
    const reason = 'Exchange not connected. Please test connection first.';
    const { server } = renderOn(serve(buildStatus({ trading_ready: false, reason })), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Start Trading' }));
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    expect(server.of(startTrading)).toHaveLength(0);
  });

  it('says what stays open once it is stopped', async () => {
    renderOn(serve(buildStatus({ positions: [LONG] })), <TradingPanel />);
    expect(await screen.findByText(/1 position stays open/)).toBeDefined();
  });

  it('tells a refused status from a server that is not reached, with a retry', async () => {
    renderOn(
      serve(buildStatus()).on(getTradingStatus, { status: 503, code: 'engine_unavailable', error: '' }),
      <TradingPanel />,
    );
    expect(await screen.findByText('Failed to get trading status')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
    cleanup();
    renderOn(serve(buildStatus()).on(getTradingStatus, 'network'), <TradingPanel />);
    expect(await screen.findByText(/^Connection error/)).toBeDefined();
  });

  it('tells that a start or a stop failed, with the reason of the server', async () => {
    const refusal = { status: 409, code: 'venue_not_ready', error: 'The venue does not answer' };
    renderOn(serve(buildStatus()).on(startTrading, refusal), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: /Start Trading/ }));
    await waitFor(() => expect(newest()).toEqual(['Failed to start trading', 'The venue does not answer']));
    cleanup();
    renderOn(serve(buildStatus({ active: true })).on(stopTrading, refusal), <TradingPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop Trading' }));
    await waitFor(() => expect(newest()).toEqual(['Failed to stop trading', 'The venue does not answer']));
  });

  it('starts nothing while the kill switch is on, and says what to do first', async () => {
    const { server } = renderOn(
      serve(buildStatus()).on(getKillSwitch, {
        ok: true,
        level: 1,
        reason: null,
        since: 1_700_000_000,
        venues: [],
      }),
      <TradingPanel />,
    );
    const button = await screen.findByRole('button', { name: /Start Trading/ });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    expect(button.title).toBe('Kill switch is on: release it first');
    expect(screen.getAllByText('Kill switch is on: release it first')).toHaveLength(2);
    fireEvent.click(button);
    expect(server.of(startTrading)).toHaveLength(0);
  });

  it('asks for a login where the server wants an account', async () => {
    renderOn(
      serve(buildStatus()).on(getTradingStatus, { status: 403, code: 'account_required', error: 'log in' }),
      <TradingPanel />,
    );
    expect(await screen.findByText('Please log in to access trading features')).toBeDefined();
  });
});

describe('stop, entry and target', () => {
  const long = { side: 'long', entry: 100, mark: 101, stop: 98, target: 104 } as const;

  it('keep the loss at the left for both sides', () => {
    expect(placeMarks(long)).toEqual({ entry: (2 / 6) * 100, mark: 50, isGain: true });
    expect(placeMarks({ side: 'short', entry: 100, mark: 99, stop: 102, target: 96 })).toEqual({
      entry: (2 / 6) * 100,
      mark: 50,
      isGain: true,
    });
  });

  it('stand without a target as far from the entry as the stop does', () => {
    expect(placeMarks({ ...long, target: null })?.entry).toBe(50);
    expect(placeMarks({ ...long, target: null, stop: null })).toBeNull();
  });
});

it('says, once it runs, that decisions will stand here', async () => {
  renderOn(
    new FakeServer()
      .on(getTradingStatus, buildStatus({ active: true }))
      .on(getDecisions, { ok: true, decisions: [], total: 0, next_before: null, limit: 1, offset: 0 }),
    <TradingPanel />,
  );
  expect(await screen.findByText(/It waits for a cluster of liquidations/)).toBeTruthy();
});
