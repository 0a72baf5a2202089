import {
  getAdvancedStatus,
  getKillEstimate,
  getPortfolioPositions,
  managePositions,
  type PositionRow,
} from '@riptide/contracts/calls';
import {
  act,
  cleanup,
  configure,
  createEvent,
  fireEvent,
  renderHook,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../fake-server.fixture.tsx';
import { useNotices } from '../notify.ts';
import { PositionsPanel } from './positions-panel.tsx';

// A busy machine draws a page in seconds.
configure({ asyncUtilTimeout: 8000 });

beforeEach(() => {
  window.matchMedia = ((query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as never;
});
afterEach(cleanup);

function build(change: Partial<PositionRow> = {}): PositionRow {
  return {
    id: 'p1',
    symbol: 'BTCUSDT',
    venue: 'BINANCE',
    mode: 'paper',
    market: 'perp',
    side: 'long',
    size: 0.125,
    contracts: 0.125,
    entry_price: 91_204.1,
    mark_price: 91_482.3,
    pnl: 34.78,
    unrealized_pnl: 34.78,
    pnl_pct: 0.305,
    roe_pct: 3.05,
    notional: 11_435.29,
    leverage: 10,
    margin_mode: 'isolated',
    margin_usd: 1140.05,
    liquidation_price: 82_448.5,
    adl_rank: null,
    stop_price: 90_976.1,
    take_profit_price: null,
    protected: true,
    fees: 1,
    funding: 0,
    realized_pnl: 0,
    opened_at: 1_699_998_560,
    ...change,
  };
}

function show(positions: PositionRow[]) {
  const server = new FakeServer()
    .on(getPortfolioPositions, { ok: true, success: true, positions })
    .on(managePositions, { ok: true, success: true, submitted: 1, failed: [], message: 'BTCUSDT is being closed' })
    .on(getKillEstimate, {
      ok: true,
      entries: [],
      positions: positions.map(({ id, symbol, venue, mode, side, size, unrealized_pnl: pnl }) => ({
        id,
        symbol,
        venue,
        mode,
        side,
        size,
        pnl,
        close_price: 91_480.1,
        fee_usd: 5.72,
        slippage_usd: 0.28,
      })),
      cost_usd: 6,
      unknown: 0,
    });
  return renderOn(server, <PositionsPanel />);
}

const row = () => screen.findByRole('row', { name: /BTCUSDT/ });

it('shows a position with its distance to liquidation, and unknown as a dash', async () => {
  show([build({ unrealized_pnl: null })]);
  const text = (await row()).textContent ?? '';
  for (const part of ['10x', 'Long', '0.1250', '91,204.1000', '91,482.3000', '82,448.5000', '9.9%', '+3.05%', '24m'])
    expect(text).toContain(part);
  expect(within(await row()).getByText('unknown')).toBeTruthy();
});

it('closes a paper position with one click, and only once', async () => {
  const { server } = show([build()]);
  const close = await screen.findByRole('button', { name: 'Close BTCUSDT on BINANCE, paper' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(server.of(managePositions)).toHaveLength(1));
  expect(server.of(managePositions)[0]?.body).toEqual({ action: 'close', position_id: 'p1' });
});

it('asks before it closes a real position', async () => {
  const { server } = show([build({ mode: 'live' })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Close BTCUSDT on BINANCE, live' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close BTCUSDT on BINANCE?' });
  expect(within(dialog).getByRole('button', { name: 'Close LIVE' })).toBeTruthy();
  expect(server.of(managePositions)).toEqual([]);
});

/** Confirms the close of a real position as a hand does that has read the question: not at the moment it appears. */
async function closeForReal(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Close BTCUSDT on BINANCE, live' }));
  const form = (await screen.findByRole('button', { name: 'Close LIVE' })).closest('form') as HTMLFormElement;
  const submit = createEvent.submit(form);
  Object.defineProperty(submit, 'timeStamp', { value: performance.now() + 1_000 });
  fireEvent(form, submit);
}

it('never says that a close failed whose outcome is unknown, and does not offer it a second time', async () => {
  const { server } = show([build({ mode: 'live' })]);
  server.on(managePositions, { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' });
  const log = renderHook(() => useNotices()).result;
  await closeForReal();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.of(managePositions)).toHaveLength(1);
  expect(log.current.notices[0]).toMatchObject({
    text: 'The order is being checked',
    note: 'Look at positions, open orders and the Audit Log before you do it again.',
  });
});

it('says why a close was refused, and leaves the question open', async () => {
  const { server } = show([build({ mode: 'live' })]);
  server.on(managePositions, { status: 409, code: 'order_rejected', error: 'The venue refused the order' });
  const log = renderHook(() => useNotices()).result;
  await closeForReal();
  await waitFor(() =>
    expect(log.current.notices[0]).toMatchObject({ text: 'Failed to close', note: 'The venue refused the order' }),
  );
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

it('closes all only when held for a second, after a preview with the cost', async () => {
  const { server } = show([build()]);
  await row();
  fireEvent.click(screen.getByRole('button', { name: 'Close all' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close all positions?' });
  await waitFor(() => expect(dialog.textContent).toContain('$5.72 + $0.28'));
  const hold = within(dialog).getByRole('button', { name: 'Hold to close all PAPER' });
  fireEvent.click(hold);
  expect(server.of(managePositions)).toEqual([]);
  vi.useFakeTimers();
  fireEvent.pointerDown(hold, { button: 0 });
  act(() => void vi.advanceTimersByTime(1100));
  vi.useRealTimers();
  await waitFor(() => expect(server.of(managePositions)[0]?.body).toEqual({ action: 'close_all' }));
});

it('offers to close what gains only where something does', async () => {
  show([build({ unrealized_pnl: -3 })]);
  await row();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close profitable' }).disabled).toBe(true);
});

it('offers to close what earns more than the fees of leaving, as the server does, and holds nothing out where none does', async () => {
  show([build({ unrealized_pnl: 34.78 }), build({ id: 'p2', symbol: 'SOLUSDT', unrealized_pnl: 0.08 })]);
  await row();
  fireEvent.click(screen.getByRole('button', { name: 'Close profitable' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close every position in profit?' });
  await waitFor(() => expect(dialog.textContent).toContain('1 position is closed at the market'));
  expect(dialog.textContent).toContain('BTCUSDT');
  expect(dialog.textContent).not.toContain('SOLUSDT');
  cleanup();

  show([build({ unrealized_pnl: 0.08 })]);
  await row();
  fireEvent.click(screen.getByRole('button', { name: 'Close profitable' }));
  const none = await screen.findByRole('alertdialog', { name: 'Close every position in profit?' });
  await within(none).findByText('No position earns more than the fees of leaving.');
  expect(within(none).getByRole<HTMLButtonElement>('button', { name: /^Hold to close/ }).disabled).toBe(true);
});

it('says what a position waits for when there is none, and why a load failed', async () => {
  const stage = show([]);
  expect(await screen.findByText('No active positions')).toBeTruthy();
  expect(stage.server.of(getAdvancedStatus).length).toBeGreaterThan(0);
  cleanup();
  renderOn(new FakeServer().on(getPortfolioPositions, 'network'), <PositionsPanel />);
  expect(await screen.findByText(/^Failed to load positions/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
