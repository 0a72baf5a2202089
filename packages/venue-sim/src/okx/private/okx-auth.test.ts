import { describe, expect, it } from 'vitest';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { OkxAuth, signOf, type OkxProof } from './okx-auth.ts';

const AT = '2026-11-27T08:30:15.123Z';
const NOW_MS = Date.parse(AT);
const SECRET = 'OKXDEMOSECRET0123456789ABCDEF';
const PATH = '/api/v5/account/balance?ccy=USDT';
const SIGN = 'FeByQYy5nQGUj/xQ2wY8xCbc/W0rPdhQ+KX0xc1M4Yk=';

function authOf(change: Partial<SimKey> = {}, nowMs = NOW_MS): OkxAuth {
  const key: SimKey = {
    accountId: 1,
    apiKey: '00000000-key',
    apiSecret: SECRET,
    passphrase: 'pass',
    canTradeSpot: true,
    canTradeFutures: true,
    canWithdraw: false,
    isReadOnly: false,
    ipList: [],
    expiresMs: null,
    ...change,
  };
  const findKey: SimAccounts['findKey'] = (apiKey) => (apiKey === key.apiKey ? key : null);
  return new OkxAuth({ findKey } as SimAccounts, () => nowMs);
}

function proof(headers: Readonly<Record<string, string>> = {}, change: Partial<OkxProof> = {}): OkxProof {
  const all = {
    'ok-access-key': '00000000-key',
    'ok-access-sign': SIGN,
    'ok-access-timestamp': AT,
    'ok-access-passphrase': 'pass',
    ...headers,
  };
  return { headers: all, method: 'GET', path: PATH, body: '', remote: '127.0.0.1', ...change };
}

function codeOf(answer: SimKey | { readonly code: string }): string {
  return 'code' in answer ? answer.code : 'passed';
}

describe('OKX signatures', () => {
  it('are the known ones of a query, a body and a socket login', () => {
    const body =
      '{"instId":"ETH-USDT-SWAP","tdMode":"cross","side":"sell","ordType":"limit","px":"3120.5","sz":"2.5","clOrdId":"pas0001","reduceOnly":true}';
    expect(signOf(SECRET, `${AT}GET${PATH}`)).toBe(SIGN);
    expect(signOf(SECRET, `${AT}POST/api/v5/trade/order${body}`)).toBe('8ZCDxljEYAgc4uHFQZs7+/kHJI5Gp4MlWW5GOeLVaWU=');
    expect(signOf(SECRET, '1795768215GET/users/self/verify')).toBe('aW9mk0sZELeiJwa/VHJEXXq6tZAOphQ+JXrOEXZJ6hw=');
  });

  it('pass over exactly the bytes that were signed', () => {
    expect(codeOf(authOf().check(proof()))).toBe('passed');
    expect(codeOf(authOf().check(proof({}, { path: '/api/v5/account/balance?ccy=BTC' })))).toBe('50113');
    expect(codeOf(authOf().check(proof({}, { body: ' ' })))).toBe('50113');
  });

  it.each([
    ['50103', { 'ok-access-key': '' }],
    ['50104', { 'ok-access-passphrase': '' }],
    ['50106', { 'ok-access-sign': '' }],
    ['50107', { 'ok-access-timestamp': '' }],
    ['50112', { 'ok-access-timestamp': 'yesterday' }],
    ['50111', { 'ok-access-key': 'no key' }],
    ['50119', { 'ok-access-key': '00000001-other' }],
    ['50105', { 'ok-access-passphrase': 'wrong' }],
    ['50101', { 'x-simulated-trading': '1' }],
  ])('are refused with %s for what is wrong in a header', (code, headers) => {
    expect(codeOf(authOf().check(proof(headers)))).toBe(code);
  });

  it('live 30 seconds by the clock of the venue', () => {
    expect(codeOf(authOf({}, NOW_MS + 30_000).check(proof()))).toBe('passed');
    expect(codeOf(authOf({}, NOW_MS + 30_001).check(proof()))).toBe('50102');
    expect(codeOf(authOf({}, NOW_MS - 30_001).check(proof()))).toBe('50102');
  });

  it('do not help from a strange address or with a key that ran out', () => {
    expect(codeOf(authOf({ ipList: ['203.0.113.9'] }).check(proof()))).toBe('50110');
    expect(codeOf(authOf({ ipList: ['127.0.0.1'] }).check(proof({}, { remote: '::ffff:127.0.0.1' })))).toBe('passed');
    expect(codeOf(authOf({ expiresMs: NOW_MS }).check(proof()))).toBe('50119');
  });
});

describe('a login of an OKX socket', () => {
  const arg = { apiKey: '00000000-key', passphrase: 'pass', timestamp: '1795768215', sign: '' };
  const signed = { ...arg, sign: 'aW9mk0sZELeiJwa/VHJEXXq6tZAOphQ+JXrOEXZJ6hw=' };
  const login = (over: object, nowMs = 1_795_768_215_000): string =>
    codeOf(authOf({}, nowMs).checkLogin({ ...signed, ...over }, '127.0.0.1'));

  it('passes with seconds and refuses everything else by its own code', () => {
    expect(login({})).toBe('passed');
    expect(login({ timestamp: '1795768215000' })).toBe('60004');
    expect(login({}, 1_795_768_215_000 + 30_001)).toBe('60006');
    expect(login({ apiKey: 'other' })).toBe('60032');
    expect(login({ passphrase: 'wrong' })).toBe('60024');
    expect(login({ sign: 'wrong' })).toBe('60007');
    expect(login({ sign: undefined })).toBe('60009');
  });
});
