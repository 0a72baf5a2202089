import type { DomainError, PlaceOrder, Result } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { signOkxCall } from '../sign.ts';
import { buildBills, buildSetLeverage, buildSetPositionMode, buildTradeFee } from '../rest/account.ts';
import { buildSwapAlgoOrder, buildSwapOrder } from '../rest/trading-futures.ts';
import { buildSpotAlgoOrder, buildSpotOrder } from '../rest/trading-spot.ts';
import type { OkxCall } from './call.ts';
import { buildPlaceOrder, okxListed } from './private.fixture.ts';
import {
  buildCancelAlgos,
  buildCancelAllAfter,
  buildCancelOrder,
  buildFills,
  buildGetAlgoOrder,
  buildGetOrder,
  buildOrdersAlgoPending,
  buildOrdersPending,
} from './trade-calls.ts';

const KEY = { apiKey: 'k', apiSecret: 's', passphrase: 'p' };
const SPOT = okxListed('ETH-USDT');

/** What goes onto the wire: path with query, and the body as the venue reads it. */
function wire(call: OkxCall): { readonly target: string; readonly body: unknown } {
  const signed = signOkxCall({ ...call, baseUrl: 'http://okx' }, KEY, 1_795_768_215_123, {});
  const target = `${signed.method} ${signed.url.replace('http://okx/api/v5', '')}`;
  return { target, body: signed.body === null ? null : JSON.parse(signed.body) };
}

function built(call: Result<OkxCall, DomainError>): ReturnType<typeof wire> {
  if (!call.ok) throw new Error(call.error.code);
  return wire(call.value);
}

const spot = (over: Partial<PlaceOrder> = {}): PlaceOrder => buildPlaceOrder({ instrument: SPOT, ...over });

describe('orders on swaps', () => {
  it('go out in contracts, without a position side', () => {
    expect(built(buildSwapOrder(buildPlaceOrder(), 'cross'))).toEqual({
      target: 'POST /trade/order',
      body: {
        instId: 'ETH-USDT-SWAP',
        tdMode: 'cross',
        side: 'buy',
        ordType: 'market',
        sz: '2.5',
        clOrdId: 'PA1',
        tag: 'riptide',
      },
    });
  });

  it.each([
    ['GTC', 'limit'],
    ['IOC', 'ioc'],
    ['FOK', 'fok'],
    ['POST_ONLY', 'post_only'],
  ] as const)('say %s by the order type %s', (tif, ordType) => {
    const order = buildPlaceOrder({ type: 'limit', tif, px: '3098.50', side: 'SELL', isReduceOnly: true });
    expect(built(buildSwapOrder(order, 'isolated')).body).toMatchObject({
      tdMode: 'isolated',
      side: 'sell',
      ordType,
      px: '3098.5',
      sz: '2.5',
      reduceOnly: true,
    });
  });

  it('close the whole position by a stop with a fraction instead of a size, untagged', () => {
    const stop = buildPlaceOrder({
      clientOrderId: 'PSL1',
      side: 'SELL',
      type: 'stop-market',
      qtyBase: null,
      triggerPx: '3050',
      closesPosition: true,
      isReduceOnly: true,
      role: 'protective-stop',
    });
    expect(built(buildSwapAlgoOrder(stop, 'cross'))).toEqual({
      target: 'POST /trade/order-algo',
      body: {
        instId: 'ETH-USDT-SWAP',
        tdMode: 'cross',
        side: 'sell',
        ordType: 'conditional',
        closeFraction: '1',
        reduceOnly: true,
        slTriggerPx: '3050',
        slOrdPx: '-1',
        slTriggerPxType: 'mark',
        algoClOrdId: 'PSL1',
      },
    });
  });

  it('take profit by the other trigger', () => {
    const order = buildPlaceOrder({
      type: 'take-profit-market',
      side: 'SELL',
      triggerPx: '3200',
      triggerBy: 'last',
      isReduceOnly: true,
      role: 'take-profit',
    });
    expect(built(buildSwapAlgoOrder(order, 'cross')).body).toMatchObject({
      sz: '2.5',
      reduceOnly: true,
      tpTriggerPx: '3200',
      tpOrdPx: '-1',
      tpTriggerPxType: 'last',
    });
  });
});

describe('orders on spot', () => {
  it('count a market buy in base and forbid the venue to shrink it', () => {
    expect(built(buildSpotOrder(spot(), 'cash')).body).toEqual({
      instId: 'ETH-USDT',
      tdMode: 'cash',
      side: 'buy',
      ordType: 'market',
      sz: '0.25',
      tgtCcy: 'base_ccy',
      banAmend: true,
      clOrdId: 'PA1',
      tag: 'riptide',
    });
  });

  it('stop at the last price: spot has no mark price', () => {
    const order = spot({ type: 'stop-market', side: 'SELL', triggerPx: '3050', role: 'protective-stop' });
    expect(built(buildSpotAlgoOrder(order, 'cash')).body).toMatchObject({
      instId: 'ETH-USDT',
      sz: '0.25',
      tgtCcy: 'base_ccy',
      slTriggerPx: '3050',
      slTriggerPxType: 'last',
    });
  });
});

describe('what makes no order', () => {
  const swap = (over: Partial<PlaceOrder>) => buildSwapOrder(buildPlaceOrder(over), 'cross');
  it.each([
    ['a limit order without a price', swap({ type: 'limit' }), 'INPUT_INVALID'],
    ['an order without a quantity', swap({ qtyBase: null }), 'INPUT_INVALID'],
    ['a client id with a dash', swap({ clientOrderId: 'P-1' }), 'INPUT_INVALID'],
    ['a client id of 33 characters', swap({ clientOrderId: 'P'.repeat(33) }), 'INPUT_INVALID'],
    ['a quantity between two lots', swap({ qtyBase: '0.0005' }), 'QUANTITY_OFF_STEP'],
    ['a price between two ticks', swap({ type: 'limit', px: '3098.505' }), 'PRICE_OFF_TICK'],
    ['an inverse contract', swap({ instrument: okxListed('BTC-USD-SWAP') }), 'INSTRUMENT_UNREPRESENTABLE'],
    [
      'a stop without a trigger',
      buildSwapAlgoOrder(buildPlaceOrder({ type: 'stop-market' }), 'cross'),
      'INPUT_INVALID',
    ],
    [
      'a spot stop that closes a position',
      buildSpotAlgoOrder(spot({ type: 'stop-market', triggerPx: '3000', closesPosition: true }), 'cash'),
      'INPUT_INVALID',
    ],
  ])('never leaves us: %s', (_name, call, code) => {
    expect(call).toMatchObject({ ok: false, error: { code, outcome: 'not-sent' } });
  });
});

describe('the priority of orders', () => {
  it('is that of new risk for entries only', () => {
    const purposes = (['entry', 'exit', 'unwind', 'flatten'] as const).map((role) => {
      const call = buildSwapOrder(buildPlaceOrder({ role }), 'cross');
      return call.ok ? call.value.purpose : null;
    });
    expect(purposes).toEqual(['new-risk', 'reduce-risk', 'reduce-risk', 'reduce-risk']);
  });
});

describe('the other calls', () => {
  it.each([
    [
      buildCancelOrder('ETH-USDT', { clOrdId: 'PA1' }, 'reduce-risk'),
      'POST /trade/cancel-order',
      { instId: 'ETH-USDT', clOrdId: 'PA1' },
    ],
    [
      buildCancelAlgos('ETH-USDT', { algoId: '7' }, 'reduce-risk'),
      'POST /trade/cancel-algos',
      [{ instId: 'ETH-USDT', algoId: '7' }],
    ],
    [buildGetOrder('ETH-USDT', { ordId: '9' }), 'GET /trade/order?instId=ETH-USDT&ordId=9', null],
    [buildGetAlgoOrder({ algoClOrdId: 'PSL1' }), 'GET /trade/order-algo?algoClOrdId=PSL1', null],
    [buildOrdersPending('perp'), 'GET /trade/orders-pending?instType=SWAP&limit=100', null],
    [
      buildOrdersAlgoPending('spot', 'conditional,oco', '7'),
      'GET /trade/orders-algo-pending?ordType=conditional,oco&instType=SPOT&after=7&limit=100',
      null,
    ],
    [
      buildFills({ market: 'perp', instId: null, sinceMs: 5, isHistory: true }),
      'GET /trade/fills-history?instType=SWAP&begin=5&limit=100',
      null,
    ],
    [buildCancelAllAfter(5_000), 'POST /trade/cancel-all-after', { timeOut: '10', tag: 'riptide' }],
    [buildCancelAllAfter(60_001), 'POST /trade/cancel-all-after', { timeOut: '61', tag: 'riptide' }],
    [buildCancelAllAfter(0), 'POST /trade/cancel-all-after', { timeOut: '0', tag: 'riptide' }],
    [
      buildSetLeverage('ETH-USDT-SWAP', 5, 'cross'),
      'POST /account/set-leverage',
      { instId: 'ETH-USDT-SWAP', lever: '5', mgnMode: 'cross' },
    ],
    [buildSetPositionMode('one-way'), 'POST /account/set-position-mode', { posMode: 'net_mode' }],
    [buildTradeFee(okxListed('ETH-USDT-SWAP')), 'GET /account/trade-fee?instType=SWAP&instFamily=ETH-USDT', null],
    [buildTradeFee(SPOT), 'GET /account/trade-fee?instType=SPOT&instId=ETH-USDT', null],
    [buildBills({ type: '8', sinceMs: 5, isArchive: false }), 'GET /account/bills?type=8&begin=5&limit=100', null],
  ])('are written as documented (%#)', (call, target, body) => {
    expect(wire(call)).toEqual({ target, body });
  });
});
