import { describe, expect, it } from 'vitest';
import { hmacBase64, signCall, textToSign } from './sign.ts';

const SECRET = '7f3c2a10-9b1d-4c55-8e0a-1f2e3d4c5b6a';
const SIGNER = {
  key: { apiKey: 'KCKEY01', apiSecret: SECRET, passphrase: 'paper-pass' },
  keyVersion: '3',
  venueMs: 1795768215123,
} as const;
const BASE = 'https://api-futures.kucoin.com';

describe('signCall', () => {
  it('signs a read by its query and hashes the passphrase', () => {
    const wire = signCall(
      { method: 'GET', baseUrl: BASE, path: '/api/v1/position', params: { symbol: 'XBTUSDTM' } },
      SIGNER,
    );
    expect(wire.url).toBe(`${BASE}/api/v1/position?symbol=XBTUSDTM`);
    expect(wire.body).toBeNull();
    expect(wire.headers).toEqual({
      'KC-API-KEY': 'KCKEY01',
      'KC-API-SIGN': '2V/6C+w0+0BvZYdcHVpEwmd10KW7gtmEFP1ZdXI0qQ0=',
      'KC-API-TIMESTAMP': '1795768215123',
      'KC-API-PASSPHRASE': 'rX/ipciTDxZ7aP+vf53/mfySn3i/hTDCMF5ramEQa/U=',
      'KC-API-KEY-VERSION': '3',
    });
  });

  it('signs an order by the very text of its body', () => {
    const params = {
      clientOid: 'pas-0001',
      side: 'buy',
      symbol: 'XBTUSDTM',
      leverage: 5,
      type: 'limit',
      price: '91250.5',
      size: 3,
      marginMode: 'CROSS',
    };
    const wire = signCall({ method: 'POST', baseUrl: BASE, path: '/api/v1/orders', params }, SIGNER);
    expect(wire.headers['KC-API-SIGN']).toBe('kqhn265+TchgQ0W0pd+Qcs+uoyPnTYMe29tgO4vl+bM=');
    expect(wire.headers['Content-Type']).toBe('application/json');
    expect(wire.body).toBe(JSON.stringify(params));
  });

  it('puts the parameters of a delete into the query', () => {
    const wire = signCall(
      { method: 'DELETE', baseUrl: BASE, path: '/api/v3/orders', params: { symbol: 'XBTUSDTM' } },
      SIGNER,
    );
    expect(wire.headers['KC-API-SIGN']).toBe('aJ/3xE/uzz0BVh4HKbHPcx+bLLDwDhdLmfHFJtI2xF0=');
    expect(wire.body).toBeNull();
  });

  it('signs a query as it reads, sends it encoded, and leaves out what is undefined', () => {
    const call = { method: 'GET', path: '/api/v1/trade-fees', params: { symbols: 'BTC-USDT,ETH-USDT', x: undefined } };
    const wire = signCall({ ...call, method: 'GET', baseUrl: 'http://127.0.0.1:1/kucoin/spot' }, SIGNER);
    expect(wire.url).toBe('http://127.0.0.1:1/kucoin/spot/api/v1/trade-fees?symbols=BTC-USDT%2CETH-USDT');
    const text = '1795768215123GET/api/v1/trade-fees?symbols=BTC-USDT,ETH-USDT';
    expect(wire.headers['KC-API-SIGN']).toBe(hmacBase64(SECRET, text));
  });

  it('sends no body where a post has no parameters', () => {
    const wire = signCall({ method: 'POST', baseUrl: BASE, path: '/api/v1/bullet-private', params: {} }, SIGNER);
    expect(wire.body).toBeNull();
    expect(wire.headers['Content-Type']).toBeUndefined();
    expect(wire.headers['KC-API-SIGN']).toBe(
      hmacBase64(SECRET, textToSign({ method: 'POST', body: null }, '/api/v1/bullet-private', '1795768215123')),
    );
  });
});
