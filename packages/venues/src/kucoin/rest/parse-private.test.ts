import { describe, expect, it } from 'vitest';
import { BONK, BTC_USDT, readFixtureRows, XBT } from '../extra/build-kucoin.fixture.ts';
import { readFuturesFill, readFuturesOrder, readSpotFill, readSpotOrder } from './parse-private.ts';

describe('readFuturesOrder', () => {
  const [resting, cut, filled] = readFixtureRows('rest_get_futures_orders');

  it('reads a resting, partly filled order in base units', () => {
    expect(readFuturesOrder(resting!, XBT)).toEqual({
      instrumentId: 'BTCUSDT.PERP.KUCOIN',
      clientOrderId: 'pas0001',
      venueOrderId: '290000000000000001',
      side: 'BUY',
      type: 'limit',
      tif: 'POST_ONLY',
      qtyBase: '0.003',
      px: '91250.5',
      triggerPx: null,
      isReduceOnly: false,
      closesPosition: false,
      status: 'open',
      cumQtyBase: '0.002',
      avgPx: '91250.4',
      reason: null,
      updatedMs: 1_795_768_215_131,
    });
  });

  it('takes what was cut off after a partial fill for cancelled', () => {
    expect(readFuturesOrder(cut!, XBT)).toMatchObject({
      status: 'cancelled',
      cumQtyBase: '0.001',
      type: 'market',
      px: null,
      isReduceOnly: true,
    });
  });

  it('reads a filled order of a pack contract, and no client id where none was given', () => {
    expect(readFuturesOrder(filled!, BONK)).toMatchObject({
      status: 'filled',
      clientOrderId: null,
      qtyBase: '120000',
      cumQtyBase: '120000',
      avgPx: '0.00001835',
    });
  });

  it('tells stops and take-profits apart by side and direction', () => {
    const [stop, takeProfit] = readFixtureRows('rest_get_stop_orders');
    expect(readFuturesOrder(stop!, XBT)).toMatchObject({
      type: 'stop-market',
      status: 'untriggered',
      triggerPx: '90000',
      qtyBase: '0.003',
      isReduceOnly: true,
    });
    expect(readFuturesOrder(takeProfit!, XBT)).toMatchObject({
      type: 'take-profit-market',
      status: 'untriggered',
      triggerPx: '95000.5',
      qtyBase: null,
      closesPosition: true,
    });
    expect(readFuturesOrder({ ...stop, stopTriggered: true }, XBT)).toMatchObject({ status: 'open' });
    expect(readFuturesOrder({ ...stop, status: 'done', cancelExist: true }, XBT)).toMatchObject({
      status: 'cancelled',
    });
  });

  it.each(['id', 'side', 'size'])('reads nothing from a row without %s', (field) => {
    expect(readFuturesOrder({ ...resting, [field]: undefined }, XBT)).toBeNull();
  });
});

describe('readSpotOrder', () => {
  const [row] = readFixtureRows('rest_get_hf_order');

  it('reads an IOC order whose rest was cancelled, with the average price of what was done', () => {
    expect(readSpotOrder(row!, BTC_USDT)).toMatchObject({
      clientOrderId: 'pas0020',
      venueOrderId: '670fd33bf9406e0007ab3945',
      side: 'SELL',
      tif: 'IOC',
      qtyBase: '0.0004',
      cumQtyBase: '0.0003',
      avgPx: '91300.1',
      status: 'cancelled',
      updatedMs: 1_795_768_215_050,
    });
  });

  it.each([
    [{ active: true, cancelExist: false }, 'open'],
    [{ cancelExist: false, dealSize: '0.0004' }, 'filled'],
    [{ cancelExist: true, dealSize: '0', dealFunds: '0' }, 'cancelled'],
  ])('of %j says %s', (over, status) => {
    expect(readSpotOrder({ ...row, ...over }, BTC_USDT)?.status).toBe(status);
  });
});

describe('fills', () => {
  it('read a futures fill in base units with its fee', () => {
    const [liquidation, fill] = readFixtureRows('rest_get_futures_fills');
    expect(readFuturesFill(fill!, XBT)).toEqual({
      instrumentId: 'BTCUSDT.PERP.KUCOIN',
      fillId: '1800000000123',
      venueOrderId: '290000000000000001',
      clientOrderId: null,
      side: 'BUY',
      px: '91250.4',
      qtyBase: '0.002',
      fee: '0.03650016',
      feeAsset: 'USDT',
      liquidity: 'maker',
      cause: 'order',
      venueMs: 1_795_768_215_131,
    });
    expect(readFuturesFill(liquidation!, XBT)).toMatchObject({
      cause: 'liquidation',
      side: 'SELL',
      liquidity: 'taker',
    });
    expect(readFuturesFill({ ...fill, tradeType: 'adl' }, XBT)).toMatchObject({ cause: 'adl' });
  });

  it('keep every digit of a spot trade id', () => {
    const [fill] = readFixtureRows('rest_get_hf_fills');
    expect(readSpotFill(fill!, BTC_USDT)).toMatchObject({
      fillId: '11029373945659393',
      qtyBase: '0.0003',
      px: '91300.1',
      fee: '0.02739003',
      feeAsset: 'USDT',
    });
  });

  it.each(['tradeId', 'orderId', 'price', 'size', 'fee', 'feeCurrency', 'side'])('read nothing without %s', (field) => {
    const [fill] = readFixtureRows('rest_get_hf_fills');
    expect(readSpotFill({ ...fill, [field]: undefined }, BTC_USDT)).toBeNull();
  });
});
