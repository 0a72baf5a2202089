import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { okxLogin, okxSignature, signOkxCall } from './sign.ts';

const KEY = { apiKey: 'k-1', apiSecret: 'OKXDEMOSECRET0123456789ABCDEF', passphrase: 'pass phrase' };
const AT_MS = Date.UTC(2026, 10, 27, 8, 30, 15, 123);
const BASE = 'https://openapi.okx.com';

describe('signOkxCall', () => {
  it('signs time, method and path with its query for a GET without a body', () => {
    const params = { ccy: 'USDT', instId: undefined };
    const wire = signOkxCall({ method: 'GET', baseUrl: BASE, path: '/api/v5/account/balance', params }, KEY, AT_MS, {});
    expect(wire.url).toBe(`${BASE}/api/v5/account/balance?ccy=USDT`);
    expect(wire.body).toBeNull();
    expect(wire.headers).toMatchObject({
      'OK-ACCESS-KEY': 'k-1',
      'OK-ACCESS-SIGN': 'FeByQYy5nQGUj/xQ2wY8xCbc/W0rPdhQ+KX0xc1M4Yk=',
      'OK-ACCESS-TIMESTAMP': '2026-11-27T08:30:15.123Z',
      'OK-ACCESS-PASSPHRASE': 'pass phrase',
    });
  });

  it('signs the body of a POST with its fields in the given order', () => {
    const params = {
      instId: 'ETH-USDT-SWAP',
      tdMode: 'cross',
      side: 'sell',
      ordType: 'limit',
      px: '3120.5',
      sz: '2.5',
      clOrdId: 'pas0001',
      reduceOnly: true,
    };
    const wire = signOkxCall({ method: 'POST', baseUrl: BASE, path: '/api/v5/trade/order', params }, KEY, AT_MS, {
      'x-simulated-trading': '1',
    });
    expect(wire.headers['OK-ACCESS-SIGN']).toBe('8ZCDxljEYAgc4uHFQZs7+/kHJI5Gp4MlWW5GOeLVaWU=');
    expect(wire.headers['x-simulated-trading']).toBe('1');
    expect(JSON.parse(wire.body ?? '')).toEqual(params);
  });

  it('lets the venue refuse an order that was more than 5 s on its way, and nothing else', () => {
    const post = (path: string): string | undefined =>
      signOkxCall({ method: 'POST', baseUrl: BASE, path, params: {} }, KEY, AT_MS, {}).headers['expTime'];
    expect(post('/api/v5/trade/order')).toBe(String(AT_MS + 5000));
    expect(post('/api/v5/trade/cancel-order')).toBeUndefined();
    expect(post('/api/v5/trade/order-algo')).toBeUndefined();
  });

  it('sends lists with bare commas and no key to public paths', () => {
    const algos = { ordType: 'conditional,oco', after: 'a b' };
    const call = { method: 'GET', baseUrl: BASE, path: '/api/v5/trade/orders-algo-pending', params: algos } as const;
    expect(signOkxCall(call, KEY, AT_MS, {}).url).toMatch(/\?ordType=conditional,oco&after=a%20b$/);
    const time = { method: 'GET', baseUrl: BASE, path: '/api/v5/public/time', params: {} } as const;
    expect(signOkxCall(time, KEY, AT_MS, {})).toEqual({
      method: 'GET',
      url: `${BASE}/api/v5/public/time`,
      body: null,
      headers: {},
    });
  });
});

describe('okxLogin', () => {
  it('signs the time in whole seconds', () => {
    expect(JSON.parse(okxLogin(KEY, 1_795_768_215_999))).toEqual({
      op: 'login',
      args: [
        {
          apiKey: 'k-1',
          passphrase: 'pass phrase',
          timestamp: '1795768215',
          sign: 'aW9mk0sZELeiJwa/VHJEXXq6tZAOphQ+JXrOEXZJ6hw=',
        },
      ],
    });
  });
});

const folder = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../shared/data');
const vectors = join(folder, 'requests/signing-vectors.jsonl');

describe.skipIf(!existsSync(vectors))('published signing vectors', () => {
  it('are met', () => {
    const rows = (existsSync(vectors) ? readFileSync(vectors, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter((row) => row['venue'] === 'okx');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(okxSignature(row['secret'] ?? '', row['string_to_sign'] ?? ''), row['id']).toBe(row['expected_signature']);
    }
  });
});
