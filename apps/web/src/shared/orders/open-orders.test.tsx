import { cancelOrder, getOrders, type OrderRow } from '@riptide/contracts/calls';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { onWideScreen } from '../../lib/wide-screen.fixture.ts';
import { FakeServer, renderOn } from '../fake-server.fixture.tsx';
import { orderLines } from '../market-chart/chart-marks.ts';
import { useTopicFeeds } from '../topic-feeds.ts';
import { OpenOrders } from './open-orders.tsx';

// A busy machine draws a page in seconds.
configure({ asyncUtilTimeout: 8000 });

onWideScreen();
afterEach(cleanup);

function order(change: Partial<OrderRow> = {}): OrderRow {
  return {
    order_id: 'P1',
    client_order_id: 'P1',
    venue: 'BINANCE',
    mode: 'paper',
    market: 'perp',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'limit',
    tif: 'GTX',
    role: 'entry',
    status: 'open',
    qty: 0.015,
    price: 63_873.9,
    trigger_price: null,
    filled_qty: 0,
    avg_price: null,
    reduce_only: false,
    ours: true,
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    ...change,
  };
}

function Fed() {
  useTopicFeeds();
  return <OpenOrders />;
}

const stop = order({
  order_id: 'S1',
  side: 'SELL',
  role: 'protective-stop',
  type: 'stop-market',
  price: null,
  trigger_price: 63_738.4,
  reduce_only: true,
});

it('lists an entry that rests with its side, size, price and state, and cancels it with one press', async () => {
  const server = new FakeServer()
    .on(getOrders, { ok: true, orders: [order({ filled_qty: 0.005, status: 'partially-filled' }), stop] })
    .on(cancelOrder, { ok: true, order: order({ status: 'cancelled' }) });
  renderOn(server, <Fed />);
  const row = await screen.findByRole('row', { name: /Entry BUY/ });
  expect(row.textContent).toBe('BTCUSDT BINEntry BUY0.0050 of 0.015063,873.9000partially filled0sCancel');
  expect(screen.getByRole('row', { name: /Stop SELL/ }).textContent).toContain('at 63,738.4000');
  expect(screen.getByText('kept by its engine')).toBeTruthy();
  const cancels = screen.getAllByRole('button', { name: /^Cancel/ });
  expect(cancels).toHaveLength(1);
  await act(async () => void fireEvent.click(cancels[0]!));
  await waitFor(() => expect(server.of(cancelOrder)).toHaveLength(1));
  expect(server.of(cancelOrder)[0]?.body).toEqual({ venue: 'BINANCE', order_id: 'P1', mode: 'paper' });
});

it('shows an order when it is pushed and takes no room while there is none', async () => {
  const { server, stream } = renderOn(new FakeServer().on(getOrders, { ok: true, orders: [] }), <Fed />);
  await waitFor(() => expect(server.of(getOrders)).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByRole('region', { name: 'Open orders' })).toBeNull();
  stream.push('orders', { kind: 'update', ts: 1_700_000_000, payload: { orders: [order()] } });
  await screen.findByRole('row', { name: /BTCUSDT/ });
  stream.push('orders', { kind: 'update', ts: 1_700_000_001, payload: { orders: [] } });
  await waitFor(() => expect(screen.queryByRole('row', { name: /BTCUSDT/ })).toBeNull());
});

it('says so where the orders could not be loaded, which is not the same as none', async () => {
  renderOn(new FakeServer().on(getOrders, 'network'), <Fed />);
  await screen.findByText('The open orders could not be loaded, trying again.');
});

it('draws where an entry rests on the chart of its instrument alone, and neither stops nor spot', () => {
  const here = { symbol: 'BTCUSDT', venue: 'BINANCE', timeframeS: 60 } as const;
  const others = [
    stop,
    order({ market: 'spot' }),
    order({ venue: 'OKX' }),
    order({ symbol: 'SOLUSDT' }),
    order({ price: null }),
  ];
  expect(orderLines([order(), ...others], here)).toEqual([
    { id: 'order P1', price: 63_873.9, label: 'Buy 0.0150 rests', token: '--accent' },
  ]);
});
