import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../kit/index.ts';
import { buildListed } from '../extra/listed.fixture.ts';
import { readBybitPrivateFrame } from '../ws/parse-private.ts';
import { readExecution, readOrder } from './parse-private.ts';

function raw(name: string): string {
  return readFileSync(new URL(`../../../fixtures/bybit/${name}`, import.meta.url), 'utf8');
}

function rowsOf(name: string): readonly JsonRecord[] {
  return (JSON.parse(raw(name)) as { readonly result: { readonly list: readonly JsonRecord[] } }).result.list;
}

function pushOf(name: string): readonly JsonRecord[] {
  const frame = readBybitPrivateFrame(raw(name));
  if (frame.kind !== 'push') throw new Error(`${name} is no push`);
  return frame.rows;
}

const { book } = buildListed();

describe('readOrder', () => {
  const orders = rowsOf('rest_get_order_realtime_linear.json').map((row) => readOrder(row, 'linear', book));

  it('reads a partly filled limit order', () => {
    expect(orders[0]).toEqual({
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      clientOrderId: 'PA1b2c3',
      venueOrderId: '9aac161b-8ed6-450d-9cab-c5cc67c21784',
      side: 'BUY',
      type: 'limit',
      tif: 'POST_ONLY',
      qtyBase: '0.01',
      px: '64000.1',
      triggerPx: null,
      isReduceOnly: false,
      closesPosition: false,
      status: 'open',
      cumQtyBase: '0.004',
      avgPx: '64000.1',
      reason: null,
      updatedMs: 1_795_000_000_120,
    });
  });

  it('reads a stop that closes whatever is open', () => {
    expect(orders[1]).toMatchObject({
      type: 'stop-market',
      status: 'untriggered',
      qtyBase: null,
      px: null,
      triggerPx: '63000',
      isReduceOnly: true,
      closesPosition: true,
      avgPx: null,
    });
  });

  it('tells a take-profit from a stop by the direction of its trigger, and reads a multiplier name in base units', () => {
    expect(orders[2]).toMatchObject({
      instrumentId: 'PEPEUSDT.PERP.BYBIT',
      type: 'take-profit-market',
      qtyBase: '200000',
      triggerPx: '0.0000150001',
    });
  });

  it.each([
    ['Sell', 2, 'stop-market'],
    ['Buy', 1, 'stop-market'],
    ['Sell', 1, 'take-profit-market'],
    ['Buy', 2, 'take-profit-market'],
  ])('reads a %s that triggers in direction %i as a %s', (side, triggerDirection, type) => {
    const [, stop] = rowsOf('rest_get_order_realtime_linear.json');
    expect(readOrder({ ...stop, side, triggerDirection }, 'linear', book)).toMatchObject({ type });
  });

  it('leaves out an instrument that nobody listed', () => {
    expect(orders[3]).toBe('unknown-symbol');
  });

  it('reads spot orders: the base size of ours, none of one that was sized in quote', () => {
    const [ours, foreign, cancelled] = rowsOf('rest_get_order_history_spot.json').map((row) =>
      readOrder(row, 'spot', book),
    );
    expect(ours).toMatchObject({
      instrumentId: 'BTCUSDT.SPOT.BYBIT',
      status: 'filled',
      type: 'market',
      qtyBase: '0.002',
      cumQtyBase: '0.002',
      avgPx: '64000.25',
    });
    expect(foreign).toMatchObject({ clientOrderId: null, status: 'cancelled', qtyBase: null, cumQtyBase: '0.001562' });
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      reason: 'EC_PerCancelRequest',
      cumQtyBase: '0',
      avgPx: null,
    });
  });

  it('reads a post-only order that would have taken as cancelled, with the reason of the venue', () => {
    const [row] = pushOf('ws_private_order.json');
    expect(readOrder(row!, '', book)).toMatchObject({ status: 'cancelled', reason: 'EC_PostOnlyWillTakeLiquidity' });
  });

  it('reads a filled order as filled although a cancel came too late', () => {
    const [row] = pushOf('ws_private_order_late_cancel.json');
    expect(readOrder(row!, '', book)).toMatchObject({ status: 'filled', cumQtyBase: '0.01', reason: null });
  });

  it.each(['orderStatus', 'side', 'timeInForce', 'qty', 'cumExecQty', 'updatedTime', 'orderId'])(
    'takes a row without a readable %s for malformed, not for an order',
    (field) => {
      const [row] = rowsOf('rest_get_order_realtime_linear.json');
      expect(readOrder({ ...row, [field]: field === 'orderId' ? '' : 'nonsense' }, 'linear', book)).toBe('malformed');
    },
  );
});

describe('readExecution', () => {
  it('names a fill the same on the stream and on REST', () => {
    const [streamed] = pushOf('ws_private_execution.json');
    const asked = rowsOf('rest_get_execution_list_linear.json').at(-1);
    const fill = readExecution(streamed!, '', book);
    expect(fill).toEqual(readExecution(asked!, 'linear', book));
    expect(fill).toEqual({
      instrumentId: 'BTCUSDT.PERP.BYBIT',
      fillId: '0ab1bdf7-4219-438b-b30a-32ec863018f7',
      venueOrderId: '9aac161b-8ed6-450d-9cab-c5cc67c21784',
      clientOrderId: 'PA1b2c3',
      side: 'BUY',
      px: '64000.1',
      qtyBase: '0.004',
      fee: '0.05120008',
      feeAsset: 'USDT',
      liquidity: 'maker',
      cause: 'order',
      venueMs: 1_795_000_000_120,
    });
  });

  it('says that the venue liquidated us, and takes funding for no fill', () => {
    const [liquidation, funding] = rowsOf('rest_get_execution_list_linear.json').map((row) =>
      readExecution(row, 'linear', book),
    );
    expect(liquidation).toMatchObject({ cause: 'liquidation', clientOrderId: null, liquidity: 'taker' });
    expect(funding).toBe('left-out');
  });

  it('reads spot fees in the coin they are paid in, also when it is not named, and keeps a rebate negative', () => {
    const [buy, sell] = rowsOf('rest_get_execution_list_spot.json').map((row) => readExecution(row, 'spot', book));
    expect(buy).toMatchObject({ fee: '0.000002', feeAsset: 'BTC' });
    expect(sell).toMatchObject({ fee: '-0.0064', feeAsset: 'USDT' });
  });

  it.each(['execId', 'execPrice', 'execQty', 'execFee', 'execTime', 'side'])(
    'takes a row without %s for malformed, never for a fill of nothing',
    (field) => {
      const row = rowsOf('rest_get_execution_list_linear.json').at(-1);
      expect(readExecution({ ...row, [field]: '' }, 'linear', book)).toBe('malformed');
    },
  );
});
