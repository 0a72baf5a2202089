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
import { afterEach, expect, it, vi } from 'vitest';
import { onWideScreen } from '../../lib/wide-screen.fixture.ts';
import { FakeServer, renderOn } from '../fake-server.fixture.tsx';
import { useNotices } from '../notify.ts';
import { useTopicFeeds } from '../topic-feeds.ts';
import { buildPosition } from './position.fixture.ts';
import { PositionsPanel } from './positions-panel.tsx';

// A busy machine draws a page in seconds.
configure({ asyncUtilTimeout: 8000 });

onWideScreen();
afterEach(cleanup);

const build = (change: Partial<PositionRow> = {}): PositionRow => buildPosition({ take_profit_price: null, ...change });

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
  return renderOn(server, <Fed />);
}

/** The panel where pushed positions come in. */
function Fed() {
  useTopicFeeds();
  return <PositionsPanel />;
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

it('offers to close what ends above zero after the fees of both ways, as the server does', async () => {
  // What the book gives at 91,480.10 less 5.72 for leaving: 28.78 of the first, 0.28 of the second, whose entry cost 1.
  const won = build({ fees: 1 });
  const dust = build({ id: 'p2', symbol: 'SOLUSDT', size: 0.02, entry_price: 91_180.1, unrealized_pnl: 6.2, fees: 1 });
  show([won, dust]);
  await row();
  fireEvent.click(screen.getByRole('button', { name: 'Close profitable' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close every position in profit?' });
  await waitFor(() => expect(dialog.textContent).toContain('1 position is closed at the market'));
  const rows = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^BTCUSDT BIN long0\.1250.*\+\$27\.78$/);
  expect(rows[1]).toMatch(/^SOLUSDT BIN long stays open.*-\$0\.72$/);
  cleanup();

  show([dust]);
  await screen.findByRole('row', { name: /SOLUSDT/ });
  fireEvent.click(screen.getByRole('button', { name: 'Close profitable' }));
  const none = await screen.findByRole('alertdialog', { name: 'Close every position in profit?' });
  await within(none).findByText('No position ends above zero after all its fees.');
  expect(within(none).getByRole<HTMLButtonElement>('button', { name: /^Hold to close/ }).disabled).toBe(true);
});

it('keeps the lines of the question where they stand while what they say changes', async () => {
  const { stream } = show([build(), build({ id: 'p2', symbol: 'SOLUSDT' })]);
  await row();
  fireEvent.click(screen.getByRole('button', { name: 'Close profitable' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close every position in profit?' });
  const names = (): (string | null)[] =>
    within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((line) => line.querySelector('td')?.textContent ?? null);
  await waitFor(() => expect(names()).toEqual(['BTCUSDT BIN long', 'SOLUSDT BIN long']));
  const now = [
    build({ id: 'p3', symbol: 'XRPUSDT' }),
    build({ unrealized_pnl: -2 }),
    build({ id: 'p2', symbol: 'SOLUSDT' }),
  ];
  stream.push('positions', { kind: 'update', ts: 1_700_000_000, payload: { positions: now } });
  await waitFor(() => expect(names()).toEqual(['BTCUSDT BIN long stays open', 'SOLUSDT BIN long', 'XRPUSDT BIN long']));
});

it('shows that a price is old, and since when, for a position whose venue has gone silent', async () => {
  show([build({ price_stale_since: 1_699_999_955 }), build({ id: 'p2', symbol: 'SOLUSDT', price_stale_since: null })]);
  await row();
  expect(screen.getByText('45.0 s old')).toBeTruthy();
  const [blind, seen] = [/BTCUSDT/, /SOLUSDT/].map((name) => screen.getByRole('row', { name }));
  expect(blind?.querySelectorAll('.stale').length).toBe(3);
  expect(seen?.querySelectorAll('.stale').length).toBe(0);
  expect(within(blind!).getByTitle('BINANCE tells no price now: a stop on paper waits for one')).toBeTruthy();
  expect(screen.getByText('· 1 without a price of now')).toBeTruthy();
});

it('says which venues are not compared yet, instead of that nothing is held there', async () => {
  const { stream } = show([]);
  await screen.findByText('No active positions');
  stream.push('positions', {
    kind: 'update',
    ts: 1_700_000_000,
    payload: { positions: [], uncompared: ['BINANCE', 'OKX'] },
  });
  await screen.findByText('BINANCE and OKX are not compared yet');
  expect(screen.queryByText('No active positions')).toBeNull();
  stream.push('positions', { kind: 'update', ts: 1_700_000_001, payload: { positions: [], uncompared: ['OKX'] } });
  await screen.findByText('OKX is not compared yet');
  stream.push('positions', { kind: 'update', ts: 1_700_000_002, payload: { positions: [] } });
  await screen.findByText('No active positions');
});

it('opens the details of a position from its row: why it was opened, stop, target and what it has cost', async () => {
  show([build({ take_profit_price: 91_700.5, funding: -0.4 })]);
  fireEvent.click(await row());
  const sheet = await screen.findByRole('dialog', { name: 'BTCUSDT on BINANCE' });
  const text = sheet.textContent ?? '';
  for (const part of [
    'Long',
    'Why it was opened',
    '90,976.1000',
    '91,700.5000',
    '9.9%',
    '$1,140.05, isolated',
    '-$0.40',
  ])
    expect(text).toContain(part);
  expect(within(sheet).getByRole('button', { name: 'Close BTCUSDT on BINANCE, paper' })).toBeTruthy();
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
