import { describe, expect, it } from 'vitest';
import { buildListed, buildPlaceOrder } from '../extra/listed.fixture.ts';
import {
  buildAccountInfo,
  buildFeeRate,
  buildQueryApi,
  buildSetMarginMode,
  buildTransactionLog,
  buildWalletBalance,
} from './account.ts';
import { buildExecutionList, buildOpenOrders, buildOrderHistory, buildRealtimeOrder } from '../extra/order-queries.ts';
import {
  buildCancelOrder,
  buildCreateOrder,
  buildInstrumentPosition,
  buildPositions,
  buildSetLeverage,
  buildSwitchMode,
} from './trading-futures.ts';
import { buildCancelSpotOrder, buildCreateSpotOrder } from './trading-spot.ts';

const listed = buildListed();
const perp = listed.find('BTCUSDT.PERP.BYBIT');
const pepe = listed.find('PEPEUSDT.PERP.BYBIT');
const spot = listed.find('BTCUSDT.SPOT.BYBIT');

/** What would stand in the body. */
function bodyOf(call: ReturnType<typeof buildCreateOrder>): unknown {
  if (!call.ok) throw new Error(call.error.detail);
  expect(call.value).toMatchObject({ method: 'POST', path: '/v5/order/create' });
  return JSON.parse(JSON.stringify(call.value.params));
}

const common = { category: 'linear', symbol: 'BTCUSDT', positionIdx: 0, orderLinkId: 'PA1' };

describe('buildCreateOrder', () => {
  it('writes a market order', () => {
    expect(bodyOf(buildCreateOrder(buildPlaceOrder(perp)))).toEqual({
      ...common,
      side: 'Buy',
      orderType: 'Market',
      qty: '0.01',
    });
  });

  it.each([
    ['GTC', 'GTC'],
    ['IOC', 'IOC'],
    ['FOK', 'FOK'],
    ['POST_ONLY', 'PostOnly'],
  ] as const)('writes a %s limit order', (tif, timeInForce) => {
    const order = buildPlaceOrder(perp, { type: 'limit', tif, px: '64000.1', side: 'SELL', isReduceOnly: true });
    expect(bodyOf(buildCreateOrder(order))).toEqual({
      ...common,
      side: 'Sell',
      orderType: 'Limit',
      qty: '0.01',
      price: '64000.1',
      timeInForce,
      reduceOnly: true,
    });
  });

  it('writes a protective stop as one conditional order that closes whatever is open', () => {
    const order = buildPlaceOrder(perp, {
      side: 'SELL',
      type: 'stop-market',
      triggerPx: '63000',
      qtyBase: null,
      closesPosition: true,
      role: 'protective-stop',
    });
    expect(bodyOf(buildCreateOrder(order))).toEqual({
      ...common,
      side: 'Sell',
      orderType: 'Market',
      qty: '0',
      triggerPrice: '63000',
      triggerDirection: 2,
      triggerBy: 'MarkPrice',
      reduceOnly: true,
      closeOnTrigger: true,
    });
  });

  it.each([
    ['stop-market', 'SELL', 2],
    ['stop-market', 'BUY', 1],
    ['take-profit-market', 'SELL', 1],
    ['take-profit-market', 'BUY', 2],
  ] as const)('lets a %s of side %s trigger in direction %i', (type, side, triggerDirection) => {
    const order = buildPlaceOrder(perp, { type, side, triggerPx: '63000', triggerBy: 'last', isReduceOnly: true });
    expect(bodyOf(buildCreateOrder(order))).toMatchObject({ triggerDirection, triggerBy: 'LastPrice', qty: '0.01' });
  });

  it('writes a multiplier name in its own units', () => {
    const order = buildPlaceOrder(pepe, { type: 'limit', qtyBase: '200000', px: '0.0000123' });
    expect(bodyOf(buildCreateOrder(order))).toMatchObject({ symbol: '1000PEPEUSDT', qty: '200', price: '0.0123' });
  });

  it.each([
    ['a size off the step', { qtyBase: '0.0105' }, 'QUANTITY_OFF_STEP'],
    ['a price off the tick', { type: 'limit', px: '64000.15' }, 'PRICE_OFF_TICK'],
    ['a trigger off the tick', { type: 'stop-market', triggerPx: '63000.05' }, 'PRICE_OFF_TICK'],
    ['a market order that closes all', { closesPosition: true }, 'ORDER_TYPE_UNSUPPORTED'],
    ['no quantity', { qtyBase: null }, 'INPUT_INVALID'],
    ['no price', { type: 'limit' }, 'INPUT_INVALID'],
    ['no trigger', { type: 'stop-market' }, 'INPUT_INVALID'],
  ] as const)('sends nothing for %s', (_name, over, code) => {
    expect(buildCreateOrder(buildPlaceOrder(perp, over))).toMatchObject({ error: { code, outcome: 'not-sent' } });
  });

  it('lets everything but an entry use the reserve of the limit', () => {
    expect(buildCreateOrder(buildPlaceOrder(perp))).toMatchObject({ value: { purpose: 'new-risk' } });
    for (const role of ['exit', 'protective-stop', 'take-profit', 'unwind', 'flatten'] as const) {
      expect(buildCreateOrder(buildPlaceOrder(perp, { role }))).toMatchObject({ value: { purpose: 'reduce-risk' } });
    }
  });
});

describe('buildCreateSpotOrder', () => {
  it('sizes a market order in base, also a buy', () => {
    expect(bodyOf(buildCreateSpotOrder(buildPlaceOrder(spot, { qtyBase: '0.000025' })))).toEqual({
      category: 'spot',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.000025',
      marketUnit: 'baseCoin',
      orderLinkId: 'PA1',
    });
  });

  it('writes a limit order', () => {
    const order = buildPlaceOrder(spot, { type: 'limit', tif: 'POST_ONLY', px: '63999.9', side: 'SELL' });
    expect(bodyOf(buildCreateSpotOrder(order))).toEqual({
      category: 'spot',
      symbol: 'BTCUSDT',
      side: 'Sell',
      orderType: 'Limit',
      qty: '0.01',
      price: '63999.9',
      timeInForce: 'PostOnly',
      orderLinkId: 'PA1',
    });
  });

  it('refuses stops: spot has no direction of the trigger', () => {
    const order = buildPlaceOrder(spot, { type: 'stop-market', side: 'SELL', triggerPx: '63000' });
    expect(buildCreateSpotOrder(order)).toMatchObject({
      error: { code: 'ORDER_TYPE_UNSUPPORTED', outcome: 'not-sent' },
    });
  });
});

describe('the other calls', () => {
  const ref = { instrument: perp, clientOrderId: 'PA1', venueOrderId: 'v-1', isConditional: false };
  const spotRef = { ...ref, instrument: spot };

  it.each([
    ['cancel', buildCancelOrder(ref, true), { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'PA1' }],
    [
      'cancel by the id of the venue',
      buildCancelOrder({ ...ref, clientOrderId: null }, true),
      { category: 'linear', symbol: 'BTCUSDT', orderId: 'v-1' },
    ],
    [
      'cancel on spot',
      buildCancelSpotOrder(spotRef, true),
      { category: 'spot', symbol: 'BTCUSDT', orderLinkId: 'PA1' },
    ],
    [
      'cancel of a stop on spot',
      buildCancelSpotOrder({ ...spotRef, isConditional: true }, true),
      { category: 'spot', symbol: 'BTCUSDT', orderLinkId: 'PA1', orderFilter: 'StopOrder' },
    ],
    ['open orders', buildOpenOrders('perp', 'USDT'), { category: 'linear', settleCoin: 'USDT', limit: 50 }],
    [
      'open orders of spot',
      buildOpenOrders('spot', undefined, 'c%3A1'),
      { category: 'spot', limit: 50, cursor: 'c%3A1' },
    ],
    [
      'one order',
      buildRealtimeOrder(ref, false),
      { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'PA1', openOnly: 0 },
    ],
    [
      'one order that ended',
      buildRealtimeOrder(spotRef, true),
      { category: 'spot', symbol: 'BTCUSDT', orderLinkId: 'PA1', openOnly: 1 },
    ],
    ['one order of the past', buildOrderHistory(ref), { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'PA1' }],
    [
      'executions of one instrument',
      buildExecutionList({ market: 'spot', wireSymbol: 'BTCUSDT', startMs: 1, endMs: 2 }),
      { category: 'spot', symbol: 'BTCUSDT', startTime: 1, endTime: 2, limit: 100 },
    ],
    [
      'executions of a market',
      buildExecutionList({ market: 'perp', wireSymbol: null, startMs: 1, endMs: 2 }, 'c'),
      { category: 'linear', startTime: 1, endTime: 2, limit: 100, cursor: 'c' },
    ],
    ['positions', buildPositions('USDT'), { category: 'linear', settleCoin: 'USDT', limit: 200 }],
    ['one position', buildInstrumentPosition(perp), { category: 'linear', symbol: 'BTCUSDT' }],
    [
      'leverage',
      buildSetLeverage(perp, 12.5),
      { category: 'linear', symbol: 'BTCUSDT', buyLeverage: '12.5', sellLeverage: '12.5' },
    ],
    ['one-way mode', buildSwitchMode('USDT', 'one-way'), { category: 'linear', coin: 'USDT', mode: 0 }],
    ['hedge mode', buildSwitchMode('USDT', 'hedge'), { category: 'linear', coin: 'USDT', mode: 3 }],
    ['isolated margin', buildSetMarginMode('isolated'), { setMarginMode: 'ISOLATED_MARGIN' }],
    ['cross margin', buildSetMarginMode('cross'), { setMarginMode: 'REGULAR_MARGIN' }],
    ['wallet', buildWalletBalance(), { accountType: 'UNIFIED' }],
    ['account', buildAccountInfo(), {}],
    ['key', buildQueryApi(), {}],
    ['fees', buildFeeRate(spot), { category: 'spot', symbol: 'BTCUSDT' }],
    ['income', buildTransactionLog(1, 2), { accountType: 'UNIFIED', startTime: 1, endTime: 2, limit: 50 }],
  ])('writes the parameters of: %s', (_name, call, params) => {
    expect(JSON.parse(JSON.stringify(call.params))).toEqual(params);
  });

  it('lets a cancel use the reserve only when it lowers the risk', () => {
    expect(buildCancelOrder(ref, true).purpose).toBe('reduce-risk');
    expect(buildCancelOrder(ref, false).purpose).toBe('new-risk');
    expect(buildCancelSpotOrder(spotRef, false).purpose).toBe('new-risk');
  });

  it('never names an order by nothing', () => {
    expect(() => buildCancelOrder({ ...ref, clientOrderId: null, venueOrderId: null }, true)).toThrow('Invariant');
  });
});
