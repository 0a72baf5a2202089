import { onWideScreen } from '../../../lib/wide-screen.fixture.ts';
import {
  getAdvancedStatus,
  getChartData,
  getEngineStatus,
  getLivePrices,
  getPortfolioPositions,
  managePositions,
  startAllEngines,
  startEngine,
  stopAllEngines,
  stopEngine,
  type PositionRow,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import type { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { useTopicFeeds } from '../../../shared/topic-feeds.ts';
import { drawPanel, expectPolled } from '../pro-panel.fixture.tsx';
import { EnginesPanel } from './engines-panel.tsx';
import { advancedStatus, engineStatus, enginesServer, type EnginesOfTest } from './engines.fixture.ts';

onWideScreen();
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const RUNS = { running: true, reason: 'started by a person' } as const;
const START_PAS = '/api/trading/engine/pas_trader/start';
const STOP_PAS = '/api/trading/engine/pas_trader/stop';
const START_ORACULIS = '/api/trading/engine/oraculis/start';

async function draw(engines: EnginesOfTest = {}, server: FakeServer = enginesServer(engines)) {
  const stage = drawPanel(server, <EnginesPanel />);
  await screen.findByRole('region', { name: 'PAS Trader' });
  return stage;
}
/** The panel on the feeds that the frame of the app keeps. */
function WithFeeds() {
  useTopicFeeds();
  return <EnginesPanel />;
}
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const engine = (name: string): HTMLElement => screen.getByRole('region', { name });

describe('one engine', () => {
  it('says whether each runs, with its figures; Start is disabled when it runs, Stop when it does not', async () => {
    await draw({ pas: { ...RUNS, positions: 3 } });
    expect(screen.getByRole('heading', { name: 'Advanced Trading Engines' })).toBeTruthy();
    expect(screen.getByText('1 of 2 running')).toBeTruthy();
    expect(within(engine('PAS Trader')).getByText('Running')).toBeTruthy();
    expect(within(engine('Oraculis')).getByText('Stopped')).toBeTruthy();
    expect([button('Start PAS Trader').disabled, button('Stop PAS Trader').disabled]).toEqual([true, false]);
    expect([button('Start Oraculis').disabled, button('Stop Oraculis').disabled]).toEqual([false, true]);
    expect(engine('PAS Trader').textContent).toContain('Positions3Total P&L+$2,841.06Opened178');
    await waitFor(() =>
      expect(engine('Oraculis').textContent).toContain('Positions0Arms36Exploration9.2%Best arm—unknown'),
    );
  });

  it('is started at once on paper, and the state is asked anew', async () => {
    const server = enginesServer();
    server.on(
      startEngine,
      (): RouteOutput<typeof startEngine> => {
        server.on(getEngineStatus, engineStatus({ oraculis: RUNS }));
        const engine = { ...engineStatus({ pas: RUNS }).engines.pas_trader, engine: 'oraculis' as const };
        return { ok: true, success: true, message: 'Oraculis started', engine, already_running: false };
      },
      START_ORACULIS,
    );
    await draw({}, server);
    fireEvent.click(button('Start Oraculis'));
    await waitFor(() => expect(within(engine('Oraculis')).getByText('Running')).toBeTruthy());
    expect(server.asked.filter(({ path }) => path === START_ORACULIS)).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is started with real money only after a question that names venue and budget', async () => {
    const server = enginesServer({ pas: { execution_mode: 'live', venue: 'OKX' } });
    server.on(startEngine, { status: 503, code: 'engine_unavailable', error: 'away' }, START_PAS);
    await draw({}, server);
    fireEvent.click(button('Start PAS Trader'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Start PAS Trader with real money?' });
    expect(dialog.textContent).toContain('PAS Trader sends real orders to OKX, with at most $3,000 at once');
    expect(within(dialog).getByRole('button', { name: 'Start LIVE' })).toBeTruthy();
    expect(server.asked.some(({ path }) => path === START_PAS)).toBe(false);
    confirmLater(dialog);
    await waitFor(() => expect(server.asked.some(({ path }) => path === START_PAS)).toBe(true));
  });

  it('says in its place what was refused, why, and what to do', async () => {
    const server = enginesServer();
    server.on(
      startEngine,
      {
        status: 409,
        code: 'venue_not_ready',
        error: 'Exchange not connected. Please test connection first.',
      },
      START_PAS,
    );
    await draw({}, server);
    fireEvent.click(button('Start PAS Trader'));
    const fault = await within(engine('PAS Trader')).findByRole('alert');
    expect(fault.textContent).toBe(
      'Failed to start PAS TraderExchange not connected. Please test connection first.Test the connection of its venue under API Keys, then start again.',
    );
    fireEvent.click(within(fault).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be stopped though it is not known whether it runs, and not started', async () => {
    const server = enginesServer({ pas: { running: null, reason: 'The engine process does not answer' } });
    server.on(stopEngine, { status: 503, code: 'engine_unavailable', error: 'The engine is away' }, STOP_PAS);
    await draw({}, server);
    expect(within(engine('PAS Trader')).getByText('Not answering')).toBeTruthy();
    expect(screen.getByText('not answering')).toBeTruthy();
    expect(button('Start PAS Trader').disabled).toBe(true);
    fireEvent.click(button('Stop PAS Trader'));
    await screen.findByText('Failed to stop PAS Trader');
    expect(screen.getByText('Look at the state of both engines before you try again.')).toBeTruthy();
  });
});

describe('both engines', () => {
  it('are started by one call, whose step is shown until the server is done', async () => {
    const server = enginesServer();
    server.on(startAllEngines, 'never');
    await draw({}, server);
    expect(button('Stop All').disabled).toBe(true);
    fireEvent.click(button('Start All'));
    await screen.findByText('Start All: 1 of 2 PAS Trader');
    server.on(getEngineStatus, engineStatus({ pas: RUNS }));
    await screen.findByText('Start All: 2 of 2 Oraculis');
    expect(server.of(startAllEngines)).toHaveLength(1);
    expect(button('Start All').disabled).toBe(true);
    expect(button('Stop All').disabled).toBe(false);
  });

  it('show the next step as soon as the stream tells it', async () => {
    const server = enginesServer();
    server.on(startAllEngines, 'never');
    const { stream } = drawPanel(server, <WithFeeds />);
    await screen.findByRole('region', { name: 'PAS Trader' });
    server.on(getEngineStatus, 'never');
    fireEvent.click(button('Start All'));
    await screen.findByText('Start All: 1 of 2 PAS Trader');
    const { pas_trader: pas, oraculis } = engineStatus({ pas: RUNS }).engines;
    const payload = { engines: { pas_trader: pas, oraculis }, candidates: [], decisions: [], snipes: [] };
    stream.push('engine', { kind: 'update', ts: 1_700_000_001, payload: { ...payload, trailing_orders: [] } });
    await screen.findByText('Start All: 2 of 2 Oraculis');
  });

  it('are stopped by one call, in the same order', async () => {
    const server = enginesServer({ pas: RUNS, oraculis: RUNS });
    server.on(stopAllEngines, 'never');
    await draw({}, server);
    expect(button('Start All').disabled).toBe(true);
    fireEvent.click(button('Stop All'));
    await screen.findByText('Stop All: 1 of 2 PAS Trader');
    server.on(getEngineStatus, engineStatus({ oraculis: RUNS }));
    await screen.findByText('Stop All: 2 of 2 Oraculis');
    expect(server.of(stopAllEngines)).toHaveLength(1);
  });

  it('end at the first step that fails, and the panel says which and what was left', async () => {
    const server = enginesServer();
    server.on(startAllEngines, { status: 409, code: 'kill_switch', error: 'The kill switch is on' });
    await draw({}, server);
    fireEvent.click(button('Start All'));
    await screen.findByText('Start All ended at 1 of 2 PAS Trader: Oraculis was not started');
    expect(screen.getByText('The kill switch is on')).toBeTruthy();
    expect(screen.getByText('Release the kill switch first.')).toBeTruthy();
  });

  it('end at the second step, and the panel says that the first is done', async () => {
    const server = enginesServer();
    server.on(startAllEngines, () => {
      server.on(getEngineStatus, engineStatus({ pas: RUNS }));
      return { status: 504, code: 'engine_busy', error: 'The engine did not answer in time' };
    });
    await draw({}, server);
    fireEvent.click(button('Start All'));
    await screen.findByText('Start All ended at 2 of 2 Oraculis: PAS Trader is started, Oraculis is not');
    expect(screen.getByText('Look at the state of both engines before you try again.')).toBeTruthy();
  });

  it('begin nothing where a venue is not ready', async () => {
    const server = enginesServer();
    server.on(startAllEngines, { status: 409, code: 'venue_not_ready', error: 'Exchange not connected.' });
    await draw({}, server);
    fireEvent.click(button('Start All'));
    await screen.findByText('Start All began nothing');
  });

  it('are started with real money only after a question that names what starts', async () => {
    const server = enginesServer({ oraculis: { execution_mode: 'live', venue: 'BYBIT' }, pas: RUNS });
    server.on(startAllEngines, 'never');
    await draw({}, server);
    fireEvent.click(button('Start All'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Start both engines with real money?' });
    expect(dialog.textContent).toContain('Oraculis sends real orders to BYBIT');
    expect(dialog.textContent).not.toContain('PAS Trader sends');
    expect(server.of(startAllEngines)).toHaveLength(0);
  });
});

describe('the limits', () => {
  const tone = (name: string): string => screen.getByRole('meter', { name }).firstElementChild?.className ?? '';
  const shown = async (change: Parameters<typeof advancedStatus>[0], text: string) => {
    cleanup();
    await draw({}, enginesServer().on(getAdvancedStatus, advancedStatus(change)));
    await screen.findByText(text);
  };

  it('colour the positions green up to 60 percent, yellow above, red above 80', async () => {
    await shown({ active_positions: 3, max_positions: 5 }, '3 / 5');
    expect(tone('Position capacity')).toContain('bg-ok');
    await shown({ active_positions: 4, max_positions: 5 }, '4 / 5');
    expect(tone('Position capacity')).toContain('bg-warn');
    await shown({ active_positions: 5, max_positions: 5 }, '5 / 5');
    expect(tone('Position capacity')).toContain('bg-danger');
  });

  it('colour the capital blue up to 50 percent, yellow above, red above 75', async () => {
    await shown({ allocated_capital: 5000 }, '$5,000.00 / $10,000.00');
    expect(tone('Capital allocation')).toContain('bg-info');
    await shown({ allocated_capital: 7500 }, '$7,500.00 / $10,000.00');
    expect(tone('Capital allocation')).toContain('bg-warn');
    await shown({ allocated_capital: 7501 }, '$7,501.00 / $10,000.00');
    expect(tone('Capital allocation')).toContain('bg-danger');
  });
});

describe('the market', () => {
  it('is a chart of 1m and 100 candles at the venue of PAS Trader', async () => {
    const server = enginesServer({ pas: { venue: 'BYBIT' } });
    await draw({}, server);
    await waitFor(() =>
      expect(server.of(getChartData).at(-1)?.query).toEqual({
        symbol: 'BTCUSDT',
        timeframe: '1m',
        limit: '100',
        venue: 'BYBIT',
      }),
    );
    expect(screen.getByRole('heading', { name: 'BTCUSDT', level: 3 })).toBeTruthy();
    expect(screen.getByRole('radio', { name: '1m' }).getAttribute('aria-checked')).toBe('true');
  });

  it('shows live prices, and one that is chosen in the chart', async () => {
    const { address, server } = await draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Show ETHUSDT in the chart' }));
    expect(address.current).toEqual({ chart: 'ETHUSDT' });
    await screen.findByRole('heading', { name: 'ETHUSDT', level: 3 });
    expect(server.of(getLivePrices).length).toBeGreaterThan(0);
    fireEvent.click(screen.getByRole('radio', { name: '5m' }));
    expect(address.current).toEqual({ chart: 'ETHUSDT', tf: '5m' });
  });
});

describe('the position manager', () => {
  const position = { id: 'p1', symbol: 'ETHUSDT', venue: 'OKX', mode: 'paper' } as const;
  const row: PositionRow = {
    ...position,
    market: 'perp',
    side: 'long',
    size: 1,
    contracts: 1,
    entry_price: 3000,
    mark_price: 3010,
    pnl: 10,
    unrealized_pnl: 10,
    pnl_pct: 0.33,
    roe_pct: 3.3,
    notional: 3010,
    leverage: 10,
    margin_mode: 'isolated',
    margin_usd: 301,
    liquidation_price: 2700,
    adl_rank: null,
    stop_price: 2990,
    take_profit_price: 3030,
    protected: true,
    fees: 1,
    funding: 0,
    realized_pnl: 0,
    opened_at: 1_699_998_560,
  };

  it('closes one position, and offers to close all and those in profit', async () => {
    const server = enginesServer().on(getPortfolioPositions, { ok: true, success: true, positions: [row] });
    server.on(managePositions, { ok: true, success: true, submitted: 1, failed: [], message: '1 position is closing' });
    const { address } = await draw({}, server);
    expect(screen.getByRole('heading', { name: 'Position manager', level: 3 })).toBeTruthy();
    expect(button('Close all').disabled).toBe(false);
    expect(button('Close profitable').disabled).toBe(false);
    fireEvent.click(await screen.findByRole('button', { name: 'Close ETHUSDT on OKX, paper' }));
    await waitFor(() => expect(server.of(managePositions)[0]?.body).toEqual({ action: 'close', position_id: 'p1' }));
    fireEvent.click(screen.getByTitle('Show in the chart'));
    expect(address.current).toEqual({ chart: 'ETHUSDT', chartVenue: 'OKX' });
  });

  it('says that there is none', async () => {
    await draw();
    await screen.findByText('No active positions');
    expect(button('Close all').disabled).toBe(true);
  });
});

it('says that the engines could not be loaded', async () => {
  const server = enginesServer().on(getEngineStatus, 'network');
  drawPanel(server, <EnginesPanel />);
  await screen.findByText(/^Failed to load the engines/);
});

it('asks for the engines each five seconds and for the limits each three', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = enginesServer();
  drawPanel(server, <EnginesPanel />);
  await expectPolled(server, getEngineStatus, 5000);
  cleanup();
  const other = enginesServer();
  drawPanel(other, <EnginesPanel />);
  await expectPolled(other, getAdvancedStatus, 3000);
});

it('asks for the candles each thirty seconds where prices of the chart are pushed, and for prices each two while none are', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = enginesServer();
  drawPanel(server, <EnginesPanel />);
  await expectPolled(server, getLivePrices, 2000);
  cleanup();
  const other = enginesServer();
  const { clock } = drawPanel(other, <EnginesPanel />);
  await waitFor(() => expect(other.of(getLivePrices)).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(1));
  act(() => clock.drawFrame());
  await expectPolled(other, getChartData, 30_000);
});
