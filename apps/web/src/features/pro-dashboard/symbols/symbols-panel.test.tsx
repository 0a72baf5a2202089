import {
  getSymbols,
  planRotation,
  upsertSymbols,
  validateSymbols,
  type RouteOutput,
  type SymbolAtVenue,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { PageCycle } from '../frame/page-cycle.tsx';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { diffUpsert } from './model/upsert-diff.ts';
import { lookOfCell } from './model/cells.ts';
import { listFault, readSymbolList } from './model/symbol-list.ts';
import { SymbolsPanel } from './symbols-panel.tsx';

afterEach(cleanup);

function cell(change: Partial<SymbolAtVenue> = {}): SymbolAtVenue {
  return {
    supported: true,
    symbol: 'BTC-USDT-SWAP',
    type: 'perp',
    linear: true,
    inverse: false,
    price: 91_482.3,
    min_qty: 0.001,
    min_cost: 5,
    qty_for_100usdt: 0.001,
    can_trade_100usdt: true,
    reason: null,
    markets: { perp: null, spot: null },
    ...change,
  };
}

const NOT_LISTED = cell({
  supported: false,
  symbol: null,
  type: null,
  linear: null,
  inverse: null,
  price: null,
  min_qty: null,
  min_cost: null,
  qty_for_100usdt: null,
  can_trade_100usdt: null,
  reason: 'kPEPE only',
});

const VALID: RouteOutput<typeof validateSymbols> = {
  ok: true,
  matrix: {
    BTCUSDT: {
      BINANCE: cell({ qty_for_100usdt: 0.002, min_cost: 100 }),
      BYBIT: cell(),
      OKX: cell({ can_trade_100usdt: false, reason: 'below min qty' }),
      KUCOIN: NOT_LISTED,
    },
  },
  venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
  venue_states: [{ venue: 'KUCOIN', loaded: false, instruments: 0, reason: 'connecting' }],
};

const PLAN: RouteOutput<typeof planRotation> = {
  ok: true,
  arb_ready_symbols: ['BTCUSDT', 'ETHUSDT'],
  details: {
    BTCUSDT: {
      arb_ready: true,
      tradeable_venues: ['BINANCE', 'BYBIT'],
      live_venues: ['BINANCE'],
      watched: true,
      reason: null,
    },
    WIFUSDT: {
      arb_ready: false,
      tradeable_venues: [],
      live_venues: [],
      watched: false,
      reason: 'tradeable at fewer than two venues',
    },
  },
  venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
};

const FOLLOWED: RouteOutput<typeof getSymbols> = {
  ok: true,
  symbols: [
    { symbol: 'ETHUSDT', watched: false, followed: true, perp_venues: ['OKX'], spot_venues: [], books_live: 1 },
  ],
  count: 1,
  watched: ['BTCUSDT', 'SOLUSDT'],
  watched_max: 200,
};

const serverOf = (): FakeServer =>
  new FakeServer().on(validateSymbols, VALID).on(planRotation, PLAN).on(getSymbols, FOLLOWED);

const at = { symbols: 'BTCUSDT' };

it('splits a list on commas, trims, uppercases, and drops empties and repeats', () => {
  expect(readSymbolList(' btcusdt ,,ethusdt, BTCUSDT,')).toEqual(['BTCUSDT', 'ETHUSDT']);
  expect(listFault([], ['OKX'])).toBe('Enter at least one symbol');
  expect(listFault(['BTCUSDT'], [])).toBe('Choose at least one venue');
  const many = Array.from({ length: 101 }, (_, i) => `S${i}USDT`);
  expect(listFault(many.slice(0, 100), ['OKX'])).toBeNull();
  expect(listFault(many, ['OKX'])).toBe('At most 100 symbols at a time, these are 101');
});

it('shows the reason of a symbol unsupported at a venue, or n/a', () => {
  expect(lookOfCell(NOT_LISTED)).toEqual({ kind: 'none', text: 'kPEPE only' });
  expect(lookOfCell({ ...NOT_LISTED, reason: null })).toEqual({ kind: 'none', text: 'n/a' });
  expect(lookOfCell(undefined)).toEqual({ kind: 'none', text: 'n/a' });
  expect(lookOfCell(cell({ can_trade_100usdt: null })).kind).toBe('warning');
});

it('asks with prices at once, by default for the listed symbols at all four venues', async () => {
  const { server } = drawPanel(serverOf(), <SymbolsPanel />);
  await waitFor(() => expect(server.of(validateSymbols)).toHaveLength(1));
  const body = server.of(validateSymbols)[0]?.body as { symbols: string[]; venues: string[] };
  expect(body).toMatchObject({ venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'], with_prices: true });
  expect(body.symbols.slice(0, 2)).toEqual(['BTCUSDT', 'ETHUSDT']);
});

it('leaves the venues alone until it is told to validate again', async () => {
  const { server } = drawPanel(
    serverOf(),
    <>
      <PageCycle />
      <SymbolsPanel />
    </>,
    at,
  );
  await screen.findByText('0.0020');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Refresh' })));
  expect(server.of(validateSymbols)).toHaveLength(1);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Validate' })));
  await waitFor(() => expect(server.of(validateSymbols)).toHaveLength(2));
});

it('draws a tick, a warning or a reason per cell, and the details of a cell that is clicked', async () => {
  const { address } = drawPanel(serverOf(), <SymbolsPanel />, at);
  await screen.findByRole('button', { name: 'BTCUSDT at BYBIT: tradeable with 100 USDT' });
  expect(screen.getByRole('button', { name: 'BTCUSDT at OKX: below min qty' })).toBeTruthy();
  expect(screen.getByText('0.0020')).toBeTruthy();
  expect(screen.getByText('$100.00')).toBeTruthy();
  expect(screen.getByText(/^KUCOIN: its list of instruments is not loaded \(connecting\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'BTCUSDT at KUCOIN: kPEPE only' }));
  expect(address.current['symbolCell']).toBe('BTCUSDT:KUCOIN');
  const sheet = await screen.findByRole('dialog', { name: 'BTCUSDT at KUCOIN' });
  for (const name of [
    'Supported',
    'Type',
    'Linear',
    'Inverse',
    'Price',
    'Min qty',
    'Min cost',
    'Qty for 100 USDT',
    'Can trade 100 USDT',
    'Reason',
  ])
    expect(within(sheet).getAllByText(name).length).toBeGreaterThan(0);
});

it('plans a rotation, and offers the ready symbols to copy', async () => {
  drawPanel(serverOf(), <SymbolsPanel />, at);
  await screen.findByText('0.0020');
  fireEvent.click(screen.getByRole('button', { name: 'Rotation plan' }));
  await screen.findByText('arb ready: BTCUSDT, ETHUSDT');
  expect(screen.getByRole('button', { name: 'Copy ready symbols' })).toBeTruthy();
  expect(screen.getByText('tradeable at fewer than two venues')).toBeTruthy();
});

it('tells what a bulk upsert would change, and sends it only then', async () => {
  const answer: RouteOutput<typeof upsertSymbols> = {
    ok: true,
    new: ['ETHUSDT'],
    known: ['BTCUSDT'],
    refused: [],
    live_now: ['BTCUSDT'],
    from_next_start: ['ETHUSDT'],
    restarted: false,
    not_restarted_reason: 'orders are in flight',
    watched: ['BTCUSDT', 'SOLUSDT', 'ETHUSDT'],
    watched_max: 200,
    message: '1 symbol added',
  };
  const { server } = drawPanel(serverOf().on(upsertSymbols, answer), <SymbolsPanel />, at);
  await screen.findByText('0.0020');
  fireEvent.click(screen.getByRole('button', { name: 'Rotation plan' }));
  await screen.findByText('arb ready: BTCUSDT, ETHUSDT');
  fireEvent.click(screen.getByRole('button', { name: 'Bulk upsert' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bulk upsert' });
  await within(dialog).findByText(/^\+ ETHUSDT/);
  expect(within(dialog).getByText(/^= BTCUSDT/)).toBeTruthy();
  expect(within(dialog).getByText('Also watched: SOLUSDT')).toBeTruthy();
  expect(within(dialog).getByText('3 of at most 200 watched afterwards')).toBeTruthy();
  expect(server.of(upsertSymbols)).toEqual([]);
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Upsert 2 symbols' })));
  expect(server.of(upsertSymbols)).toMatchObject([
    { body: { items: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }], apply: false } },
  ]);
  await within(dialog).findByText('Not followed at once: orders are in flight');
});

it('holds a bulk upsert against the most that can be watched, and leaves out what is no symbol', () => {
  const diff = diffUpsert(['BTCUSDT', 'ETHUSDT', 'BTC/USDT'], { ...FOLLOWED, watched_max: 2 });
  expect(diff).toMatchObject({ added: ['ETHUSDT'], followed: ['ETHUSDT'], refused: ['BTC/USDT'], isTooMany: true });
});

it('says that it could not validate, and asks again on Retry', async () => {
  const server = new FakeServer().on(validateSymbols, {
    status: 503,
    code: 'not_ready',
    error: 'The engine starts',
  });
  drawPanel(server, <SymbolsPanel />, at);
  await screen.findByText('The engine starts');
  expect(screen.getByText('Failed to validate the symbols')).toBeTruthy();
  server.on(validateSymbols, VALID);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('0.0020');
});
