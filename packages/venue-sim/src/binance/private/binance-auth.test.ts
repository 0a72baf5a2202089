import { describe, expect, it } from 'vitest';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { BinanceAuth, restSigned, socketSigned } from './binance-auth.ts';

const NOW_MS = 1_795_000_000_000;
const DOC_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';

function keyOf(change: Partial<SimKey> = {}): SimKey {
  return {
    accountId: 1,
    apiKey: 'sim-key',
    apiSecret: 'sim-secret',
    passphrase: '',
    canTradeSpot: true,
    canTradeFutures: true,
    canWithdraw: false,
    isReadOnly: false,
    ipList: [],
    expiresMs: null,
    ...change,
  };
}

function authOf(key: SimKey, nowMs: number, kind: 'spot' | 'usdm' = 'spot'): BinanceAuth {
  const findKey: SimAccounts['findKey'] = (apiKey) => (apiKey === key.apiKey ? key : null);
  return new BinanceAuth({ findKey } as SimAccounts, kind, () => nowMs);
}

function check(auth: BinanceAuth, query: string, change: { apiKey?: string; remote?: string; body?: string } = {}) {
  const { apiKey = 'sim-key', remote = '127.0.0.1', body = '' } = change;
  const params = new URLSearchParams(`${query}&${body}`);
  const answer = auth.check({ apiKey, remote, params, signed: restSigned(query, body) });
  return answer instanceof BinanceRefusal ? answer.code : 'passed';
}

const ORDER = 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTX&quantity=0.010&price=64000.1';
const SIGNED = `${ORDER}&newClientOrderId=pas-1&recvWindow=5000&timestamp=${NOW_MS}`;
const SIGNATURE = '61da86bd1b31c2b9493090625eec6e31c72b0b9c3a46f7c8687a01c483d1e00b';

describe('BinanceAuth', () => {
  it('accepts the signatures of the venue’s documentation, in query, body and both', () => {
    const auth = authOf(keyOf({ apiSecret: DOC_SECRET }), 1_499_827_319_559);
    const head = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC';
    const tail = 'quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    const whole = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
    const split = '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77';
    expect(check(auth, `${head}&${tail}&signature=${whole}`)).toBe('passed');
    expect(check(auth, '', { body: `${head}&${tail}&signature=${whole}` })).toBe('passed');
    expect(check(auth, head, { body: `${tail}&signature=${split}` })).toBe('passed');
    expect(check(auth, head, { body: `${tail}&signature=${whole}` })).toBe(-1022);
  });

  it('covers the percent-encoded bytes, not what they mean', () => {
    const query = `symbol=%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9FUSDT&side=BUY&type=MARKET&quantity=5&timestamp=${NOW_MS}`;
    const signature = '38e78b4abb7fb6fbdcf3fcd250ac47dc9f82ac7f6f2e5446f47627b7a674a421';
    const auth = authOf(keyOf(), NOW_MS);
    expect(check(auth, `${query}&signature=${signature}`)).toBe('passed');
    expect(check(auth, `${decodeURIComponent(query)}&signature=${signature}`)).toBe(-1022);
  });

  it('signs the parameters of the WebSocket API sorted and unencoded', () => {
    const params = new URLSearchParams({
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTX',
      quantity: '0.010',
      price: '64000.1',
      recvWindow: '5000',
      apiKey: 'sim-key',
      timestamp: String(NOW_MS),
      signature: '9437b13bdc61480b77069027db3f2d56c91fd1cac4c25511e2a2ecaf8a4a8041',
    });
    const proof = { apiKey: 'sim-key', remote: '127.0.0.1', params, signed: socketSigned(params) };
    expect(authOf(keyOf(), NOW_MS).check(proof)).toEqual(keyOf());
  });

  it('takes a timestamp less than a second ahead and at most recvWindow behind', () => {
    const query = `${SIGNED}&signature=${SIGNATURE}`;
    expect(check(authOf(keyOf(), NOW_MS - 999), query)).toBe('passed');
    expect(check(authOf(keyOf(), NOW_MS - 1_000), query)).toBe(-1021);
    expect(check(authOf(keyOf(), NOW_MS + 5_000), query)).toBe('passed');
    expect(check(authOf(keyOf(), NOW_MS + 5_001), query)).toBe(-1021);
  });

  it('has one code for a key that is unknown, expired or used from elsewhere', () => {
    const query = `${SIGNED}&signature=${SIGNATURE}`;
    expect(check(authOf(keyOf(), NOW_MS), query, { apiKey: 'other' })).toBe(-2015);
    expect(check(authOf(keyOf({ expiresMs: NOW_MS }), NOW_MS), query)).toBe(-2015);
    expect(check(authOf(keyOf({ ipList: ['203.0.113.7'] }), NOW_MS), query)).toBe(-2015);
    const mapped = { remote: '::ffff:203.0.113.7' };
    expect(check(authOf(keyOf({ ipList: ['203.0.113.7'] }), NOW_MS), query, mapped)).toBe('passed');
    expect(check(authOf(keyOf(), NOW_MS), query, { apiKey: '' })).toBe(-2014);
  });

  it('names what is missing and refuses a window that is too wide', () => {
    const auth = authOf(keyOf(), NOW_MS);
    expect(check(auth, ORDER)).toBe(-1102);
    expect(check(auth, SIGNED)).toBe(-1102);
    expect(check(auth, `${ORDER}&recvWindow=60001&timestamp=${NOW_MS}&signature=00`)).toBe(-1131);
    expect(check(auth, `${SIGNED}&signature=${'0'.repeat(64)}`)).toBe(-1022);
  });

  it('lets a key trade only the products it may', () => {
    const trades = (kind: 'spot' | 'usdm', change: Partial<SimKey>) =>
      authOf(keyOf(), NOW_MS, kind).checkTrading(keyOf(change), '127.0.0.1')?.code ?? 'passed';
    expect(trades('spot', { canTradeFutures: false })).toBe('passed');
    expect(trades('usdm', { canTradeFutures: false })).toBe(-2015);
    expect(trades('spot', { canTradeSpot: false })).toBe(-2015);
    expect(trades('usdm', { isReadOnly: true })).toBe(-2015);
  });
});
