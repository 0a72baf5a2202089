import { describe, expect, it } from 'vitest';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { BybitAuth, refusedTrading } from './bybit-auth.ts';

const NOW_MS = 1_795_000_000_000;
const KEY: SimKey = {
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
};
const GET = 'category=linear&symbol=BTCUSDT';
const GET_SIGN = '4c44054a988498ed9506e9ad9e1bfe1a460ea3ba462086ef78ac6f8cff0be60c';
const POST =
  '{"category":"linear","symbol":"BTCUSDT","side":"Buy","orderType":"Limit","qty":"0.010","price":"64000.1","timeInForce":"PostOnly","positionIdx":0,"orderLinkId":"pas-1"}';
const POST_SIGN = '7030bcb4f8e4e4cc4b375bfe03fba5c3cf16a725df465c42028f3f9563522ead';

function authOf(key: SimKey = KEY, nowMs = NOW_MS): BybitAuth {
  const findKey: SimAccounts['findKey'] = (apiKey) => (apiKey === key.apiKey ? key : null);
  return new BybitAuth({ findKey } as SimAccounts, () => nowMs);
}

function check(auth: BybitAuth, payload: string, sign: string, apiKey = 'sim-key') {
  const headers = {
    'x-bapi-api-key': apiKey,
    'x-bapi-timestamp': String(NOW_MS),
    'x-bapi-recv-window': '5000',
    'x-bapi-sign': sign,
  };
  const answer = auth.check({ headers, payload, remote: '::ffff:127.0.0.1' });
  return 'retCode' in answer ? answer.retCode : 'passed';
}

describe('BybitAuth', () => {
  it('accepts the signature of the query as sent and of the body as sent', () => {
    expect(check(authOf(), GET, GET_SIGN)).toBe('passed');
    expect(check(authOf(), POST, POST_SIGN)).toBe('passed');
    expect(check(authOf(), POST.replace('"0.010"', '"0.01"'), POST_SIGN)).toBe(10004);
  });

  it('takes a timestamp less than a second ahead and at most the window behind, and says all three times', () => {
    expect(check(authOf(KEY, NOW_MS - 999), GET, GET_SIGN)).toBe('passed');
    expect(check(authOf(KEY, NOW_MS - 1_000), GET, GET_SIGN)).toBe(10002);
    expect(check(authOf(KEY, NOW_MS + 5_000), GET, GET_SIGN)).toBe('passed');
    const late = authOf(KEY, NOW_MS + 7_000).refusedTime(String(NOW_MS), '5000');
    expect(late?.retMsg).toContain('req_timestamp[1795000000000],server_timestamp[1795000007000],recv_window[5000]');
  });

  it('has a code of its own for a key that is unknown, bound elsewhere or expired', () => {
    expect(check(authOf(), GET, GET_SIGN, 'other')).toBe(10003);
    expect(check(authOf({ ...KEY, ipList: ['203.0.113.7'] }), GET, GET_SIGN)).toBe(10010);
    expect(check(authOf({ ...KEY, ipList: ['127.0.0.1'] }), GET, GET_SIGN)).toBe('passed');
    expect(check(authOf({ ...KEY, expiresMs: NOW_MS }), GET, GET_SIGN)).toBe(33004);
  });

  it('answers 401 when the headers are missing', () => {
    expect(authOf().check({ headers: {}, payload: '', remote: '' })).toMatchObject({ status: 401 });
  });

  it('checks the login of a socket: signature and expiry', () => {
    const sign = '4adfa52bf9fd8b5535cd05433d1eb13512b522bdb023270b69db8d09a438d22e';
    expect(authOf().checkLogin(['sim-key', 1_795_000_010_000, sign], '')).toEqual(KEY);
    expect(authOf().checkLogin(['sim-key', 1_795_000_010_001, sign], '')).toMatchObject({ retCode: 10004 });
    expect(authOf(KEY, 1_795_000_010_000).checkLogin(['sim-key', 1_795_000_010_000, sign], '')).toMatchObject({
      retCode: 10002,
    });
  });

  it('lets a key trade only the categories it may', () => {
    expect(refusedTrading({ ...KEY, canTradeFutures: false }, 'spot')).toBeNull();
    expect(refusedTrading({ ...KEY, canTradeFutures: false }, 'linear')?.retCode).toBe(10005);
    expect(refusedTrading({ ...KEY, isReadOnly: true }, 'spot')?.retCode).toBe(10005);
  });
});
