import type { PlaceOrder } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { BONK, buildPlaceOrder } from '../extra/build-kucoin.fixture.ts';
import { signCall } from '../sign.ts';
import {
  buildAddOrder,
  buildCancelOrderByClientOid,
  buildCancelOrderById,
  buildGetOrderByClientOid,
  buildGetOrderList,
  buildGetStopOrderList,
  cancelledNothing,
  readPlacedId,
} from './trading-futures.ts';

const SIGNER = { key: { apiKey: 'k', apiSecret: 's', passphrase: 'p' }, keyVersion: '3', venueMs: 1 } as const;

/** The body as it goes onto the wire. */
function bodyOf(over: Partial<PlaceOrder>, mode: 'cross' | 'isolated' = 'cross'): unknown {
  const call = buildAddOrder(buildPlaceOrder(over), mode);
  if (!call.ok) return call.error;
  const wire = signCall({ ...call.value, baseUrl: 'https://api-futures.kucoin.com' }, SIGNER);
  expect(wire.url).toBe('https://api-futures.kucoin.com/api/v1/orders');
  return JSON.parse(wire.body ?? '');
}

const PLAIN = { clientOid: 'pas0001', side: 'buy', symbol: 'XBTUSDTM', leverage: 5, marginMode: 'CROSS' };

describe('buildAddOrder', () => {
  it.each([
    ['a resting limit order', {}, { ...PLAIN, type: 'limit', price: '91250.5', size: 3 }],
    ['IOC', { tif: 'IOC' }, { ...PLAIN, type: 'limit', price: '91250.5', size: 3, timeInForce: 'IOC' }],
    ['post-only', { tif: 'POST_ONLY' }, { ...PLAIN, type: 'limit', price: '91250.5', size: 3, postOnly: true }],
    [
      'a market order, without time in force',
      { type: 'market', px: null, tif: 'IOC' },
      { ...PLAIN, type: 'market', size: 3 },
    ],
    [
      'a reduce-only market order without leverage',
      { type: 'market', px: null, side: 'SELL', isReduceOnly: true, leverage: null },
      {
        clientOid: 'pas0001',
        side: 'sell',
        symbol: 'XBTUSDTM',
        type: 'market',
        size: 3,
        reduceOnly: true,
        marginMode: 'CROSS',
      },
    ],
    [
      'the stop of a long by mark price',
      { type: 'stop-market', side: 'SELL', px: null, triggerPx: '90000', isReduceOnly: true },
      {
        ...PLAIN,
        side: 'sell',
        type: 'market',
        size: 3,
        stop: 'down',
        stopPriceType: 'MP',
        stopPrice: '90000',
        reduceOnly: true,
      },
    ],
    [
      'the stop of a short by last price',
      { type: 'stop-market', side: 'BUY', px: null, triggerPx: '93000.5', triggerBy: 'last', isReduceOnly: true },
      { ...PLAIN, type: 'market', size: 3, stop: 'up', stopPriceType: 'TP', stopPrice: '93000.5', reduceOnly: true },
    ],
    [
      'the take-profit of a long',
      { type: 'take-profit-market', side: 'SELL', px: null, triggerPx: '95000', isReduceOnly: true },
      {
        ...PLAIN,
        side: 'sell',
        type: 'market',
        size: 3,
        stop: 'up',
        stopPriceType: 'MP',
        stopPrice: '95000',
        reduceOnly: true,
      },
    ],
    [
      'a stop that closes whatever is open, without a size',
      {
        type: 'stop-market',
        side: 'SELL',
        px: null,
        triggerPx: '90000',
        isReduceOnly: true,
        closesPosition: true,
        qtyBase: null,
      },
      {
        ...PLAIN,
        side: 'sell',
        type: 'market',
        stop: 'down',
        stopPriceType: 'MP',
        stopPrice: '90000',
        closeOrder: true,
      },
    ],
  ] as const)('sends %s', (_name, over, body) => {
    expect(bodyOf(over)).toEqual(body);
  });

  it('names the margin mode of the symbol', () => {
    expect(bodyOf({}, 'isolated')).toMatchObject({ marginMode: 'ISOLATED' });
  });

  it('turns base into lots and the price of one unit into that of the named pack', () => {
    expect(bodyOf({ instrument: BONK, qtyBase: '120000', px: '0.00001835' })).toMatchObject({
      symbol: '1000BONKUSDTM',
      size: 12,
      price: '0.01835',
    });
  });

  it.each([
    ['FOK, which futures have not', { tif: 'FOK' }, 'ORDER_TYPE_UNSUPPORTED'],
    ['half a lot', { qtyBase: '0.0035' }, 'QUANTITY_OFF_STEP'],
    ['a price between two ticks', { px: '91250.55' }, 'PRICE_OFF_TICK'],
    ['a trigger between two ticks', { type: 'stop-market', px: null, triggerPx: '90000.01' }, 'PRICE_OFF_TICK'],
    ['an order without quantity', { qtyBase: null }, 'INPUT_INVALID'],
    ['a limit order without price', { px: null }, 'PRICE_OFF_TICK'],
  ] as const)('refuses %s before anything is sent', (_name, over, code) => {
    expect(bodyOf(over)).toMatchObject({ code, outcome: 'not-sent' });
  });
});

describe('other futures calls', () => {
  const urlOf = (call: ReturnType<typeof buildGetOrderList>): string =>
    `${call.method} ${signCall({ ...call, baseUrl: '' }, SIGNER).url}`;

  it('go where the venue has them', () => {
    expect(urlOf(buildCancelOrderById('29'))).toBe('DELETE /api/v1/orders/29');
    expect(urlOf(buildCancelOrderByClientOid('XBTUSDTM', 'pas1'))).toBe(
      'DELETE /api/v1/orders/client-order/pas1?symbol=XBTUSDTM',
    );
    expect(urlOf(buildGetOrderByClientOid('pas1'))).toBe('GET /api/v1/orders/byClientOid?clientOid=pas1');
    expect(urlOf(buildGetOrderList(2))).toBe('GET /api/v1/orders?status=active&currentPage=2&pageSize=100');
    expect(urlOf(buildGetStopOrderList(1))).toBe('GET /api/v1/stopOrders?currentPage=1&pageSize=100');
  });

  it('tell an accepted order by its id and an empty cancel by its list', () => {
    expect(readPlacedId({ orderId: '29', clientOid: 'pas1' })).toBe('29');
    expect(readPlacedId(null)).toBeNull();
    expect(cancelledNothing({ cancelledOrderIds: [] })).toBe(true);
    expect(cancelledNothing({ cancelledOrderIds: ['29'] })).toBe(false);
    expect(cancelledNothing({ clientOid: 'pas1' })).toBe(false);
  });
});
