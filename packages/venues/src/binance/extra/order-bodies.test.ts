import { describe, expect, it } from 'vitest';
import { buildCancel, buildPlace } from './order-desk.ts';
import { BTC_PERP, buildPlaceOrder, PEPE_PERP, SOL_SPOT } from './private.fixture.ts';
import { encodeParams } from '../sign.ts';

const limit = { type: 'limit', px: '64000.1' } as const;
const stop = { type: 'stop-market', side: 'SELL', triggerPx: '63000', isReduceOnly: true } as const;

describe('buildPlace', () => {
  const cases = [
    {
      name: 'a spot market order',
      over: { instrument: SOL_SPOT, qtyBase: '2' },
      path: '/api/v3/order',
      text: 'symbol=SOLUSDT&side=BUY&type=MARKET&quantity=2&newClientOrderId=P1a0&newOrderRespType=FULL',
    },
    {
      name: 'a spot limit order',
      over: { instrument: SOL_SPOT, qtyBase: '2', type: 'limit', tif: 'IOC', px: '150.6' },
      path: '/api/v3/order',
      text: 'symbol=SOLUSDT&side=BUY&type=LIMIT&timeInForce=IOC&quantity=2&price=150.6&newClientOrderId=P1a0&newOrderRespType=FULL',
    },
    {
      name: 'a spot post-only order, which is a type there',
      over: { instrument: SOL_SPOT, qtyBase: '2', type: 'limit', tif: 'POST_ONLY', px: '150.6' },
      path: '/api/v3/order',
      text: 'symbol=SOLUSDT&side=BUY&type=LIMIT_MAKER&quantity=2&price=150.6&newClientOrderId=P1a0&newOrderRespType=FULL',
    },
    {
      name: 'a spot stop',
      over: { instrument: SOL_SPOT, qtyBase: '2', type: 'stop-market', side: 'SELL', triggerPx: '140' },
      path: '/api/v3/order',
      text: 'symbol=SOLUSDT&side=SELL&type=STOP_LOSS&quantity=2&stopPrice=140&newClientOrderId=P1a0&newOrderRespType=FULL',
    },
    {
      name: 'a futures market order that only reduces',
      over: { side: 'SELL', isReduceOnly: true },
      path: '/fapi/v1/order',
      text: 'symbol=BTCUSDT&side=SELL&type=MARKET&quantity=0.01&reduceOnly=true&newClientOrderId=P1a0&newOrderRespType=RESULT',
    },
    {
      name: 'a futures post-only order, which is a time in force there',
      over: { ...limit, tif: 'POST_ONLY' },
      path: '/fapi/v1/order',
      text: 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTX&quantity=0.01&price=64000.1&newClientOrderId=P1a0&newOrderRespType=RESULT',
    },
    {
      name: 'a futures order under a multiplier name',
      over: { instrument: PEPE_PERP, type: 'limit', tif: 'FOK', qtyBase: '5000000', px: '0.0000120051' },
      path: '/fapi/v1/order',
      text: 'symbol=1000PEPEUSDT&side=BUY&type=LIMIT&timeInForce=FOK&quantity=5000&price=0.0120051&newClientOrderId=P1a0&newOrderRespType=RESULT',
    },
    {
      name: 'a futures stop with a quantity',
      over: stop,
      path: '/fapi/v1/algoOrder',
      text: 'algoType=CONDITIONAL&symbol=BTCUSDT&side=SELL&type=STOP_MARKET&quantity=0.01&triggerPrice=63000&workingType=MARK_PRICE&reduceOnly=true&clientAlgoId=P1a0',
    },
    {
      name: 'a futures stop that closes the position, which may carry neither quantity nor reduceOnly',
      over: { ...stop, qtyBase: null, closesPosition: true, triggerBy: 'last' },
      path: '/fapi/v1/algoOrder',
      text: 'algoType=CONDITIONAL&symbol=BTCUSDT&side=SELL&type=STOP_MARKET&triggerPrice=63000&workingType=CONTRACT_PRICE&closePosition=true&clientAlgoId=P1a0',
    },
    {
      name: 'a futures take-profit',
      over: { ...stop, type: 'take-profit-market', triggerPx: '66000' },
      path: '/fapi/v1/algoOrder',
      text: 'algoType=CONDITIONAL&symbol=BTCUSDT&side=SELL&type=TAKE_PROFIT_MARKET&quantity=0.01&triggerPrice=66000&workingType=MARK_PRICE&reduceOnly=true&clientAlgoId=P1a0',
    },
  ] as const;
  it.each(cases)('writes $name', ({ over, path, text }) => {
    const built = buildPlace(buildPlaceOrder(over));
    expect(built).toMatchObject({ ok: true, value: { method: 'POST', path, pool: 'orders' } });
    expect(built.ok && encodeParams(built.value.params)).toBe(text);
  });

  const refusals = [
    { name: 'off the step', over: { qtyBase: '0.0105' }, code: 'QUANTITY_OFF_STEP' },
    { name: 'off the tick', over: { ...limit, px: '64000.15' }, code: 'PRICE_OFF_TICK' },
    { name: 'a trigger off the tick', over: { ...stop, triggerPx: '63000.05' }, code: 'PRICE_OFF_TICK' },
    { name: 'a limit order without a price', over: { ...limit, px: null }, code: 'INPUT_INVALID' },
    { name: 'an order without a quantity', over: { qtyBase: null }, code: 'INPUT_INVALID' },
    { name: 'reduce-only on spot', over: { instrument: SOL_SPOT, isReduceOnly: true }, code: 'ORDER_TYPE_UNSUPPORTED' },
    {
      name: 'a market order that closes the position',
      over: { closesPosition: true, qtyBase: null },
      code: 'ORDER_TYPE_UNSUPPORTED',
    },
    {
      name: 'an instrument of another venue',
      over: { instrument: { ...BTC_PERP, venue: 'BYBIT' } },
      code: 'INSTRUMENT_UNKNOWN',
    },
  ] as const;
  it.each(refusals)('never sends $name', ({ over, code }) => {
    expect(buildPlace(buildPlaceOrder(over))).toMatchObject({ ok: false, error: { code, outcome: 'not-sent' } });
  });
});

describe('buildCancel', () => {
  const ref = { clientOrderId: 'P1a0', venueOrderId: '22', isConditional: false };
  const cases = [
    [{ ...ref, instrument: SOL_SPOT }, '/api/v3/order', 'symbol=SOLUSDT&origClientOrderId=P1a0'],
    [{ ...ref, instrument: BTC_PERP, clientOrderId: null }, '/fapi/v1/order', 'symbol=BTCUSDT&orderId=22'],
    [{ ...ref, instrument: BTC_PERP, isConditional: true }, '/fapi/v1/algoOrder', 'clientAlgoId=P1a0'],
    [{ ...ref, instrument: BTC_PERP, isConditional: true, clientOrderId: null }, '/fapi/v1/algoOrder', 'algoId=22'],
  ] as const;
  it.each(cases)('names an order as its call wants it: %#', (named, path, text) => {
    const call = buildCancel(named);
    expect(call).toMatchObject({ method: 'DELETE', path });
    expect(encodeParams(call.params)).toBe(text);
  });
});
