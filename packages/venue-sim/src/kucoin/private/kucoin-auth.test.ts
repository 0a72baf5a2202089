import { describe, expect, it } from 'vitest';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import type { KucoinReply } from './kucoin-context.ts';
import { KucoinAuth, signOf, type KucoinProof } from './kucoin-auth.ts';

const NOW_MS = 1_795_768_215_123;
const SECRET = '7f3c2a10-9b1d-4c55-8e0a-1f2e3d4c5b6a';
const PASSPHRASE = 'rX/ipciTDxZ7aP+vf53/mfySn3i/hTDCMF5ramEQa/U=';
const SIGN = '2V/6C+w0+0BvZYdcHVpEwmd10KW7gtmEFP1ZdXI0qQ0=';

function authOf(change: Partial<SimKey> = {}, nowMs = NOW_MS): KucoinAuth {
  const key: SimKey = {
    accountId: 1,
    apiKey: 'key',
    apiSecret: SECRET,
    passphrase: 'paper-pass',
    canTradeSpot: true,
    canTradeFutures: true,
    canWithdraw: false,
    isReadOnly: false,
    ipList: [],
    expiresMs: null,
    ...change,
  };
  const findKey: SimAccounts['findKey'] = (apiKey) => (apiKey === key.apiKey ? key : null);
  return new KucoinAuth({ findKey } as SimAccounts, () => nowMs);
}

function proof(headers: Readonly<Record<string, string>> = {}, change: Partial<KucoinProof> = {}): KucoinProof {
  const all = {
    'kc-api-key': 'key',
    'kc-api-sign': SIGN,
    'kc-api-timestamp': String(NOW_MS),
    'kc-api-passphrase': PASSPHRASE,
    'kc-api-key-version': '3',
    ...headers,
  };
  const endpoint = '/api/v1/position?symbol=XBTUSDTM';
  return { headers: all, method: 'GET', endpoint, body: '', remote: '127.0.0.1', ...change };
}

function codeOf(answer: SimKey | KucoinReply): string {
  return 'code' in answer ? answer.code : 'passed';
}

describe('KuCoin signatures', () => {
  it('are the known ones of a passphrase, a query, a body and a deletion', () => {
    const body =
      '{"clientOid":"pas-0001","side":"buy","symbol":"XBTUSDTM","leverage":5,"type":"limit","price":"91250.5","size":3,"marginMode":"CROSS"}';
    expect(signOf(SECRET, 'paper-pass')).toBe(PASSPHRASE);
    expect(signOf(SECRET, `${NOW_MS}GET/api/v1/position?symbol=XBTUSDTM`)).toBe(SIGN);
    expect(signOf(SECRET, `${NOW_MS}POST/api/v1/orders${body}`)).toBe('kqhn265+TchgQ0W0pd+Qcs+uoyPnTYMe29tgO4vl+bM=');
    expect(signOf(SECRET, `${NOW_MS}DELETE/api/v3/orders?symbol=XBTUSDTM`)).toBe(
      'aJ/3xE/uzz0BVh4HKbHPcx+bLLDwDhdLmfHFJtI2xF0=',
    );
  });

  it('pass over the query as it was before it was encoded', () => {
    const endpoint = '/api/v1/trade-fees?symbols=BTC-USDT%2CETH-USDT';
    const sign = signOf(SECRET, `${NOW_MS}GET/api/v1/trade-fees?symbols=BTC-USDT,ETH-USDT`);
    expect(codeOf(authOf().check(proof()))).toBe('passed');
    expect(codeOf(authOf().check(proof({ 'kc-api-sign': sign }, { endpoint })))).toBe('passed');
    expect(codeOf(authOf().check(proof({}, { endpoint: '/api/v1/position?symbol=%' })))).toBe('400005');
    expect(codeOf(authOf().check(proof({}, { body: '{}' })))).toBe('400005');
  });

  it.each([
    ['400001', { 'kc-api-sign': '' }],
    ['400002', { 'kc-api-timestamp': '1795768215' }],
    ['400003', { 'kc-api-key': 'other' }],
    ['400004', { 'kc-api-passphrase': 'paper-pass' }],
    ['400005', { 'kc-api-sign': 'wrong' }],
    ['400008', { 'kc-api-key-version': '1' }],
    ['400009', { 'kc-api-key-version': '4' }],
  ])('are refused with %s for what is wrong in a header', (code, headers) => {
    expect(codeOf(authOf().check(proof(headers)))).toBe(code);
  });

  it('live five seconds by the clock of the venue', () => {
    expect(codeOf(authOf({}, NOW_MS + 5_000).check(proof()))).toBe('passed');
    expect(codeOf(authOf({}, NOW_MS + 5_001).check(proof()))).toBe('400002');
    expect(codeOf(authOf({}, NOW_MS - 5_001).check(proof()))).toBe('400002');
  });

  it('do not help from a strange address or with a key that ran out', () => {
    expect(authOf({ ipList: ['203.0.113.9'] }).check(proof())).toMatchObject({
      code: '400006',
      msg: 'Invalid request ip, the current clientIp is:127.0.0.1',
    });
    expect(codeOf(authOf({ expiresMs: NOW_MS }).check(proof()))).toBe('400003');
  });
});
