import { describe, expect, it } from 'vitest';
import { bybitAuthFrame, encodeBybitQuery, signBybit, signBybitCall, type SignableCall } from './sign.ts';

const key = { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: null };
const STAMP_MS = 1_795_000_000_000;

function call(over: Partial<SignableCall>): SignableCall {
  return { method: 'GET', baseUrl: 'https://api.bybit.com', path: '/v5/order/realtime', params: {}, ...over };
}

describe('signBybitCall', () => {
  it('signs the query of a GET as it is sent', () => {
    const wire = signBybitCall(key, call({ params: { category: 'linear', symbol: 'BTCUSDT' } }), STAMP_MS);
    expect(wire).toEqual({
      method: 'GET',
      url: 'https://api.bybit.com/v5/order/realtime?category=linear&symbol=BTCUSDT',
      headers: {
        'X-BAPI-API-KEY': 'sim-key',
        'X-BAPI-TIMESTAMP': '1795000000000',
        'X-BAPI-RECV-WINDOW': '5000',
        'X-BAPI-SIGN': '4c44054a988498ed9506e9ad9e1bfe1a460ea3ba462086ef78ac6f8cff0be60c',
      },
      body: null,
    });
  });

  it('signs the body of a POST as it is sent', () => {
    const params = {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.010',
      price: '64000.1',
      timeInForce: 'PostOnly',
      positionIdx: 0,
      orderLinkId: 'pas-1',
    };
    const wire = signBybitCall(key, call({ method: 'POST', path: '/v5/order/create', params }), STAMP_MS);
    expect(wire.headers['X-BAPI-SIGN']).toBe('7030bcb4f8e4e4cc4b375bfe03fba5c3cf16a725df465c42028f3f9563522ead');
    expect(wire.headers['Content-Type']).toBe('application/json');
    expect(wire.body).toBe(JSON.stringify(params));
    expect(wire.url).toBe('https://api.bybit.com/v5/order/create');
  });

  it('cuts a fraction of the time instead of running ahead of the venue', () => {
    expect(signBybitCall(key, call({}), STAMP_MS + 0.9).headers['X-BAPI-TIMESTAMP']).toBe('1795000000000');
  });

  it('sends the query that was signed: the URL parser changes nothing in it', () => {
    const { url } = signBybitCall(
      key,
      call({ params: { cursor: "a%3A1 'x'(y)*!~[z]|^`{}", limit: undefined } }),
      STAMP_MS,
    );
    expect(new URL(url).search).toBe(url.slice(url.indexOf('?')));
  });
});

describe('encodeBybitQuery', () => {
  it('escapes a cursor once more and leaves out what is undefined', () => {
    expect(encodeBybitQuery({ category: 'spot', symbol: undefined, cursor: 'page_token%3D26854%26' })).toBe(
      'category=spot&cursor=page_token%253D26854%2526',
    );
  });
});

describe('bybitAuthFrame', () => {
  it('signs the path and the time until which it holds', () => {
    expect(JSON.parse(bybitAuthFrame(key, 1_795_000_010_000.4))).toEqual({
      req_id: 'auth',
      op: 'auth',
      args: ['sim-key', 1_795_000_010_000, '4adfa52bf9fd8b5535cd05433d1eb13512b522bdb023270b69db8d09a438d22e'],
    });
  });
});

describe('signBybit', () => {
  it('gives another signature for another secret', () => {
    expect(signBybit('a', 'text')).not.toBe(signBybit('b', 'text'));
  });
});
