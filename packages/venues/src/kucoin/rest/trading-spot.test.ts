import type { PlaceOrder } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { BTC_USDT, buildPlaceOrder } from '../extra/build-kucoin.fixture.ts';
import { signCall } from '../sign.ts';
import { buildAddHfOrder, buildCancelHfOrderByClientOid, buildGetHfTradeHistory, buildSetDcp } from './trading-spot.ts';

const SIGNER = { key: { apiKey: 'k', apiSecret: 's', passphrase: 'p' }, keyVersion: '3', venueMs: 1 } as const;

function bodyOf(over: Partial<PlaceOrder>): unknown {
  const call = buildAddHfOrder(buildPlaceOrder({ instrument: BTC_USDT, leverage: null, qtyBase: '0.0004', ...over }));
  if (!call.ok) return call.error;
  const wire = signCall({ ...call.value, baseUrl: 'https://api.kucoin.com' }, SIGNER);
  expect(wire.url).toBe('https://api.kucoin.com/api/v1/hf/orders');
  return JSON.parse(wire.body ?? '');
}

const LIMIT = {
  clientOid: 'pas0001',
  side: 'buy',
  symbol: 'BTC-USDT',
  type: 'limit',
  price: '91250.5',
  size: '0.0004',
};

describe('buildAddHfOrder', () => {
  it.each([
    ['a resting limit order', {}, LIMIT],
    ['IOC', { tif: 'IOC' }, { ...LIMIT, timeInForce: 'IOC' }],
    ['FOK', { tif: 'FOK' }, { ...LIMIT, timeInForce: 'FOK' }],
    ['post-only', { tif: 'POST_ONLY', side: 'SELL' }, { ...LIMIT, side: 'sell', postOnly: true }],
    [
      'a market buy by base size',
      { type: 'market', px: null, tif: 'IOC' },
      { clientOid: 'pas0001', side: 'buy', symbol: 'BTC-USDT', type: 'market', size: '0.0004' },
    ],
  ] as const)('sends %s', (_name, over, body) => {
    expect(bodyOf(over)).toEqual(body);
  });

  it.each([
    [
      'stops, which spot has abandoned',
      { type: 'stop-market', triggerPx: '90000', px: null },
      'ORDER_TYPE_UNSUPPORTED',
    ],
    ['less than a step', { qtyBase: '0.000000005' }, 'QUANTITY_OFF_STEP'],
    ['a price between two ticks', { px: '91250.55' }, 'PRICE_OFF_TICK'],
    ['an order without quantity', { qtyBase: null }, 'INPUT_INVALID'],
  ] as const)('refuses %s before anything is sent', (_name, over, code) => {
    expect(bodyOf(over)).toMatchObject({ code, outcome: 'not-sent' });
  });
});

describe('other spot calls', () => {
  it('name the pair where the venue wants it', () => {
    const cancel = buildCancelHfOrderByClientOid('BTC-USDT', 'pas1');
    expect(signCall({ ...cancel, baseUrl: '' }, SIGNER).url).toBe(
      '/api/v1/hf/orders/client-order/pas1?symbol=BTC-USDT',
    );
    const fills = buildGetHfTradeHistory({ symbol: 'BTC-USDT', startAtMs: 1, endAtMs: 2, lastId: undefined });
    expect(signCall({ ...fills, baseUrl: '' }, SIGNER).url).toBe(
      '/api/v1/hf/fills?symbol=BTC-USDT&startAt=1&endAt=2&limit=100',
    );
  });

  it('arm the timer for some pairs and disarm it for all', () => {
    expect(JSON.stringify(buildSetDcp(10, ['BTC-USDT', 'ETH-USDT']).params)).toBe(
      '{"timeout":10,"symbols":"BTC-USDT,ETH-USDT"}',
    );
    expect(JSON.stringify(buildSetDcp(-1, []).params)).toBe('{"timeout":-1}');
  });
});
