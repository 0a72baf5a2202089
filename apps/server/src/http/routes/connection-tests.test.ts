import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import { buildAccount } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { KEY, PASSPHRASE, REPORT } from './connection-values.fixture.ts';

let test: TestApp;
let cookie = '';
beforeEach(async () => {
  test = await startTestApp();
  fillTestEngine(test);
  test.link.answer = () => ok({ isConnected: true, reason: null });
  cookie = await test.unlock();
});
afterEach(() => test.close());

function call(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) {
  const headers = { cookie };
  return test.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
const put = (payload: object) => call('PUT', '/api/admin/connections', payload);

describe('testing keys', () => {
  beforeEach(() => put({ exchange: 'OKX', ...KEY, passphrase: PASSPHRASE }));
  const testKey = () => call('POST', '/api/admin/connections/test', { exchange: 'okx' });

  it('tells what the key may do, and warns of one that can withdraw', async () => {
    test.link.update(['account', 'OKX:live', buildAccount('OKX', 'live')]);
    test.link.answer = () => ok(REPORT);
    expect((await testKey()).json()).toMatchObject({
      ok: true,
      spot_ok: true,
      futures_ok: false,
      detail: 'spot only',
      error: null,
      can_withdraw: true,
      warning: 'this key can withdraw; make one that cannot',
      ip_restricted: false,
      expires_at: 1_900_000_000,
      clock_offset_ms: 1.23,
      position_mode: 'one-way',
    });
    const { OKX } = (await call('GET', '/api/admin/connections/status')).json().venues;
    expect(OKX).toMatchObject({ last_test_at: 1_800_000_000, hasFuturesPermission: false, hasSpotPermission: true });
  });

  it('answers a refusal of the venue with 200 and a silent engine with a failure', async () => {
    test.link.answer = () => err(domainError('CREDENTIALS_INVALID', 'x'));
    const refused = await testKey();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      200,
      { ok: false, spot_ok: false, error: expect.stringContaining('does not know these keys') },
    ]);
    test.link.answer = () => err(domainError('CREDENTIALS_PASSPHRASE_MISSING', 'x'));
    expect((await testKey()).json().error).toContain('passphrase is missing');
    test.link.answer = () => err(domainError('ENGINE_BUSY', 'x', { outcome: 'unknown' }));
    expect((await testKey()).statusCode).toBe(504);
    const missing = await call('POST', '/api/admin/connections/test', { exchange: 'BINANCE' });
    expect([missing.statusCode, missing.json().error]).toEqual([200, 'No keys are saved for this exchange']);
  });
});

describe('trying keys that are not saved', () => {
  const tried = (more: object = {}) =>
    call('POST', '/api/admin/connections/test', { exchange: 'bybit', ...KEY, ...more });

  it('asks the venue about the key in the body and keeps nothing of it', async () => {
    await put({ exchange: 'BYBIT', ...KEY, api_key: 'the-key-that-is-in-use' });
    test.link.answer = () => ok({ ...REPORT, venue: 'BYBIT' });
    expect((await tried()).json()).toMatchObject({ ok: true, spot_ok: true, can_withdraw: true, code: null });
    expect(test.link.sent.at(-1)).toMatchObject({
      name: 'try-key',
      request: { venue: 'BYBIT', key: { apiKey: KEY.api_key, apiSecret: KEY.api_secret, passphrase: null } },
    });
    expect(test.connections.rowOf('BYBIT')).toMatchObject({ masked: 'the-…-use', lastTest: null });
  });

  it('tells the code and the words of the venue that refuses it', async () => {
    const detail = 'call=GET /v5/user/query-api venueCode=10010 status=200 text="Unmatched IP"';
    test.link.answer = () => err(domainError('CREDENTIALS_FORBIDDEN', detail));
    expect((await tried()).json()).toMatchObject({
      ok: false,
      code: 'CREDENTIALS_FORBIDDEN',
      venue_code: '10010',
      venue_said: 'Unmatched IP',
    });
  });

  it('refuses half a key', async () => {
    expect((await tried({ api_secret: undefined })).statusCode).toBe(400);
  });
});
