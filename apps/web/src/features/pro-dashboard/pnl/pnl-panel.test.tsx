import { getPnlPro, type RouteOutput } from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import * as csv from '../../../lib/csv.ts';
import { FakeServer, type Asked } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { PNL_INTERVAL_MS, PnlPanel } from './pnl-panel.tsx';
import { symbolBars } from './symbol-bars.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Pnl = RouteOutput<typeof getPnlPro>;

function build(change: Partial<Pnl> = {}): Pnl {
  return {
    ok: true,
    period: 'all',
    realized_total: 1956.7,
    realized_by_symbol: { BTCUSDT: 1412.2, ETHUSDT: 688, XRPUSDT: -143.5 },
    count: 178,
    average_pnl: 10.99,
    fees_total: 61.2,
    liquidation_fees_total: 0,
    funding_total: -0.2,
    open_realized: 0.5,
    open_fees: 0.32,
    open_funding: -0.01,
    mode: 'paper',
    ...change,
  };
}

const nothing = build({ realized_total: 0, realized_by_symbol: {}, count: 0, average_pnl: null });

it('shows the realized total, the count, the mean and each symbol', async () => {
  drawPanel(new FakeServer().on(getPnlPro, build()), <PnlPanel />);
  await screen.findByText('+$1,956.70');
  expect(screen.getByRole('heading', { name: 'PnL Analytics' })).toBeTruthy();
  expect(screen.getByText('Realized total')).toBeTruthy();
  expect(screen.getByText('178 trades')).toBeTruthy();
  expect(screen.getByText('+$10.99')).toBeTruthy();
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual(['BTCUSDT+$1,412.20', 'ETHUSDT+$688.00', 'XRPUSDT-$143.50']);
  expect(screen.getByText(/^PAPER\. Fees \$61\.20 and funding -\$0\.20 are counted in\./)).toBeTruthy();
});

it('says that nothing was realized, and what comes next', async () => {
  drawPanel(new FakeServer().on(getPnlPro, nothing), <PnlPanel />);
  await screen.findByText('No realized trades in this period');
  expect(screen.getByText('0 trades')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
});

it('asks for a period and keeps it in the address; all of it without one', async () => {
  const server = new FakeServer().on(getPnlPro, ({ query }: Asked) => build({ period: query['period'] as 'all' }));
  const { address } = drawPanel(server, <PnlPanel />);
  await screen.findByText('178 trades');
  expect(server.of(getPnlPro)[0]?.query).toEqual({ period: 'all' });
  for (const [label, period] of [
    ['Day', '24h'],
    ['7d', '7d'],
    ['30d', '30d'],
  ] as const) {
    fireEvent.click(screen.getByRole('radio', { name: label }));
    await waitFor(() => expect(server.of(getPnlPro).at(-1)?.query).toEqual({ period }));
    expect(address.current).toEqual({ pnl: period });
  }
  fireEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(address.current).toEqual({});
});

it('leads from a symbol to its trades in the history, over days that hold the period', async () => {
  const { router } = drawPanel(new FakeServer().on(getPnlPro, build({ period: '7d' })), <PnlPanel />, { pnl: '7d' });
  fireEvent.click(await screen.findByRole('link', { name: /^ETHUSDT/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/history'));
  expect(router.state.location.search).toEqual({ symbol: 'ETHUSDT', days: 7 });
});

it('exports the symbols unrounded, with period and mode', async () => {
  const save = vi.spyOn(csv, 'saveCsv').mockImplementation(() => {});
  drawPanel(new FakeServer().on(getPnlPro, build({ realized_by_symbol: { BTCUSDT: -1.25 } })), <PnlPanel />);
  await screen.findByText('-$1.25');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(save).toHaveBeenCalledWith(
    'pnl_by_symbol_all.csv',
    'symbol,realized_usd,period,mode\r\nBTCUSDT,-1.25,all,paper\r\n',
  );
});

it('says that it failed and keeps what it had, dimmed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = new FakeServer().on(getPnlPro, build());
  drawPanel(server, <PnlPanel />);
  await screen.findByText('178 trades');
  server.on(getPnlPro, { status: 503, code: 'engine_unavailable', error: 'The engine does not answer' });
  await vi.advanceTimersByTimeAsync(PNL_INTERVAL_MS + 500);
  await screen.findByText('Failed to load PnL');
  expect(screen.getByText('178 trades').closest('.stale')).not.toBeNull();
});

it('is asked each five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(PNL_INTERVAL_MS).toBe(5000);
  const server = new FakeServer().on(getPnlPro, build());
  drawPanel(server, <PnlPanel />);
  await expectPolled(server, getPnlPro, 5000);
});

it('draws gains and losses around one zero line, to one scale', () => {
  const { bars, zeroPct } = symbolBars({ A: -25, B: 75, C: 0 });
  expect(zeroPct).toBe(25);
  expect(bars.map(({ symbol, leftPct, widthPct }) => [symbol, leftPct, widthPct])).toEqual([
    ['B', 25, 75],
    ['C', 25, 0],
    ['A', 0, 25],
  ]);
  expect(symbolBars({ A: -1 }).zeroPct).toBe(100);
  expect(symbolBars({ A: 1_000, B: 0.001 }).bars[1]?.widthPct).toBeGreaterThan(0.5);
  expect(symbolBars({}).bars).toEqual([]);
});
