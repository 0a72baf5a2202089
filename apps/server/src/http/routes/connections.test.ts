import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import type { Log } from '@riptide/core/kernel';
import { buildAccount, buildTradingState } from '../../link/trading-values.fixture.ts';
import { fillTestEngine } from '../fill-test-engine.fixture.ts';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';
import { KEY, PASSPHRASE, REPORT } from './connection-values.fixture.ts';

const SIM_KEY = { apiKey: 'sim-key-0123456789', apiSecret: 'sim-secret-0123456789', passphrase: 'sim-phrase-01' };

const NOTHING_KNOWN = {
  connected: false,
  balance_usd: null,
  hasFuturesPermission: null,
  hasSpotPermission: null,
};

let test: TestApp;
let cookie = '';
let said: string[] = [];
let bodies: string[] = [];
const log: Log = {
  info: (...all) => void said.push(JSON.stringify(all)),
  warn: (...all) => void said.push(JSON.stringify(all)),
  error: (...all) => void said.push(JSON.stringify(all)),
};

async function start(market: 'sim' | 'live' = 'sim', fetchText?: () => Promise<string>): Promise<void> {
  test = await startTestApp('/nonexistent', { market, log, ...(fetchText === undefined ? {} : { fetchText }) });
  fillTestEngine(test);
  test.link.answer = () => ok({ isConnected: true, reason: null });
  cookie = await test.unlock();
}
beforeEach(async () => {
  said = [];
  bodies = [];
  await start();
});
afterEach(() => test.close());

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await test.app.inject({
    method,
    url,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  bodies.push(answer.body, JSON.stringify(answer.headers));
  return answer;
}
const put = (payload: object) => call('PUT', '/api/admin/connections', payload);
const keysSent = () => test.link.sent.filter(({ name }) => name === 'set-key').map(({ request }) => request);

describe('a key in its first seconds', () => {
  const statusOf = async () => (await call('GET', '/api/admin/connections/status')).json().venues.BYBIT;
  const tell = (more: Parameters<typeof buildAccount>[2]): void =>
    test.link.update(['account', 'BYBIT:live', buildAccount('BYBIT', 'live', more)]);
  const DOWN = { isLive: false, sinceMs: 0, reason: null, reconnects: 0, lastEventMs: null } as const;

  it('is connecting until the venue has answered or refused, and disconnected when it falls silent later', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    expect(await statusOf()).toMatchObject({ connected: false, is_connecting: true, reason: 'Checking the keys' });
    tell({ stream: DOWN, reconciledMs: null });
    expect(await statusOf()).toMatchObject({ connected: false, is_connecting: true });
    tell({ stream: DOWN, reconciledMs: null, keyCheck: 'failed', lastErrorCode: 'CREDENTIALS_INVALID' });
    expect(await statusOf()).toMatchObject({ connected: false, is_connecting: false });
    tell({});
    expect(await statusOf()).toMatchObject({ connected: true, is_connecting: false });
    tell({ stream: DOWN });
    expect(await statusOf()).toMatchObject({ connected: false, is_connecting: false });
  });

  it('is not connecting without a key', async () => {
    expect((await statusOf()).is_connecting).toBe(false);
  });
});

describe('saving keys', () => {
  it('saves in any case, trimmed, masked, and hands the key to the engine', async () => {
    const answer = await put({ exchange: 'bybit', api_key: `  ${KEY.api_key} `, api_secret: `${KEY.api_secret}\n` });
    expect(answer.json()).toMatchObject({
      ok: true,
      exchange: 'BYBIT',
      message: 'BYBIT keys saved',
      warning: null,
      status: {
        enabled: true,
        api_key_configured: true,
        api_secret_configured: true,
        api_key_masked: 'AbCd…wXyZ',
        hasKeys: true,
        source: 'operator',
      },
    });
    expect(keysSent()).toMatchObject([
      { venue: 'BYBIT', key: { apiKey: KEY.api_key, apiSecret: KEY.api_secret, passphrase: null } },
    ]);
  });

  it('asks OKX for its passphrase, and warns of KuCoin without one', async () => {
    const refused = await put({ exchange: 'OKX', ...KEY });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { passphrase: expect.stringContaining('required') },
    ]);
    expect((await put({ exchange: 'OKX', ...KEY, passphrase: '  ' })).statusCode).toBe(400);
    expect((await put({ exchange: 'OKX', ...KEY, passphrase: PASSPHRASE })).statusCode).toBe(200);
    expect((await put({ exchange: 'KuCoin', ...KEY })).json().warning).toContain(
      'KuCoin issues a passphrase with every key',
    );
  });

  it.each([
    [{ exchange: 'KRAKEN', ...KEY }, 'exchange'],
    [{ exchange: 'BYBIT' }, 'api_key'],
    [{ exchange: 'BYBIT', api_key: KEY.api_key }, 'api_secret'],
    [{ exchange: 'BYBIT', ...KEY, api_key: 'short' }, 'api_key'],
    [{ exchange: 'BYBIT', ...KEY, api_secret: 'x'.repeat(257) }, 'api_secret'],
    [{ exchange: 'BYBIT', ...KEY, api_key: 'with a space in it' }, 'api_key'],
  ])('refuses %o, naming the field', async (payload, field) => {
    const answer = await put(payload);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, expect.arrayContaining([field])]);
    expect(keysSent()).toEqual([]);
  });

  it('disables and enables, by the doubled path of an old client too', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    test.link.update(['account', 'BYBIT:live', buildAccount('BYBIT', 'live')]);
    const off = await call('PUT', '/api/api/admin/connections', { exchange: 'bybit', enabled: false });
    expect(off.json()).toMatchObject({
      message: 'BYBIT disabled',
      status: { enabled: false, connected: false, reason: 'Disabled', hasKeys: true },
    });
    expect(test.link.sent).toContainEqual({
      name: 'set-venue-enabled',
      request: expect.objectContaining({ venue: 'BYBIT', isEnabled: false }),
    });
    expect(keysSent().at(-1)).toEqual({ venue: 'BYBIT', key: null });
    test.link.update(
      ['account', 'BYBIT:live', null],
      ['trading', 'state', buildTradingState({ disabledVenues: ['BYBIT'] })],
    );
    expect((await put({ exchange: 'BYBIT', enabled: true })).json().status.enabled).toBe(true);
    expect(keysSent().at(-1)).toMatchObject({ venue: 'BYBIT', key: { apiKey: KEY.api_key } });
  });

  it('keeps a disabled key in use while its account holds something', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    const [position] = test.link.values('position').values();
    test.link.update(
      ['account', 'BYBIT:live', buildAccount('BYBIT', 'live')],
      ['position', 'live', { ...position, id: 'live', account: 'BYBIT:live', mode: 'live' }],
    );
    await put({ exchange: 'BYBIT', enabled: false });
    expect(keysSent()).toHaveLength(1);
  });

  it('saves while the engine is away and hands the key over when it is back', async () => {
    test.link.setConnected(false);
    expect((await put({ exchange: 'BYBIT', ...KEY })).json().warning).toContain('not connected yet');
    expect(keysSent()).toEqual([]);
    test.link.setConnected(true);
    test.clock.advance(2_100);
    await expect.poll(keysSent).toHaveLength(1);
  });

  it('hands the key over as soon as the engine is ready, not with the next look', async () => {
    const state = test.link.values('trading').get('state') ?? buildTradingState();
    test.link.update(['trading', 'state', { ...state, isReady: false }]);
    test.link.isConnected = false;
    await put({ exchange: 'BYBIT', ...KEY });
    test.link.isConnected = true;
    expect(keysSent()).toEqual([]);
    test.link.update(['trading', 'state', { ...state, isReady: true }]);
    await expect.poll(keysSent).toMatchObject([{ venue: 'BYBIT' }]);
  });

  it('forgets a key', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    const answer = await call('DELETE', '/api/admin/connections/bybit');
    expect(answer.json().status).toMatchObject({ hasKeys: false, api_key_masked: null, reason: 'No API keys saved' });
    expect(keysSent().at(-1)).toEqual({ venue: 'BYBIT', key: null, isForgotten: true });
  });

  it('says what stays open at the venue when its key is forgotten', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    const [position] = test.link.values('position').values();
    test.link.update(
      ['account', 'BYBIT:live', buildAccount('BYBIT', 'live', { key: REPORT })],
      ['position', 'live', { ...position, id: 'live', account: 'BYBIT:live', mode: 'live' }],
    );
    const answer = (await call('DELETE', '/api/admin/connections/bybit')).json();
    expect(answer.warning).toContain('BTCUSDT');
    expect(answer.status).toMatchObject(NOTHING_KNOWN);
  });

  it('saves nothing while the engine refuses a key of another account', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    test.link.answer = (name) =>
      name === 'check-key' ? err(domainError('ACCOUNT_IN_USE', 'position 0.1 BTCUSDT')) : ok({});
    const answer = await put({ exchange: 'BYBIT', ...KEY, api_key: 'another-key-of-operator' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'account_in_use']);
    expect(answer.json().error).toContain('position 0.1 BTCUSDT');
    expect(test.connections.rowOf('BYBIT')?.masked).toBe('AbCd…wXyZ');
    expect(keysSent()).toHaveLength(1);
  });
});

describe('the status of connections', () => {
  it('belongs to the key that stands now: nothing of a former one is shown', async () => {
    const former = buildAccount('BYBIT', 'live', { key: { ...REPORT, futuresOk: true } });
    await put({ exchange: 'BYBIT', ...KEY });
    test.link.update(['account', 'BYBIT:live', former]);
    const changed = await put({ exchange: 'BYBIT', ...KEY, api_key: 'another-key-of-operator' });
    expect(changed.json().status).toMatchObject({ ...NOTHING_KNOWN, hasKeys: true, reason: 'Checking the keys' });
    test.link.update(['account', 'BYBIT:live', { ...former, equityUsd: '7' }]);
    const later = (await call('GET', '/api/admin/connections')).json().venues.BYBIT;
    expect(later).toMatchObject({ ...NOTHING_KNOWN, hasKeys: true, last_test_at: null });
  });

  it('says in words why a key is refused, and is not connected beside an open socket', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    const failed = { keyCheck: 'failed', lastErrorCode: 'CREDENTIALS_INVALID' } as const;
    test.link.update(['account', 'BYBIT:live', buildAccount('BYBIT', 'live', failed)]);
    const { BYBIT } = (await call('GET', '/api/admin/connections')).json().venues;
    expect(BYBIT).toMatchObject({ connected: false, reason: expect.stringContaining('does not know these keys') });
    test.link.answer = () => ok({ isConnected: false, reason: 'CREDENTIALS_INVALID' });
    const saved = (await put({ exchange: 'BYBIT', ...KEY })).json();
    expect(saved.warning).toContain('does not know these keys');
    expect(saved.warning).not.toContain('CREDENTIALS');
  });

  it('gives the same map under three names, with both readings', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    test.link.update(['account', 'BYBIT:live', buildAccount('BYBIT', 'live', { key: { ...REPORT, futuresOk: true } })]);
    const maps = await Promise.all(
      ['', '/status', '/status/legacy'].map(async (tail) =>
        (await call('GET', `/api/admin/connections${tail}`)).json(),
      ),
    );
    expect(maps[1]).toEqual(maps[0]);
    expect(maps[2]).toEqual(maps[0]);
    expect(maps[0]).toMatchObject({
      updated_at: 1_800_000_000,
      venues: {
        BYBIT: { connected: true, hasKeys: true, hasFuturesPermission: true, reason: null, balance_usd: 10_001.23 },
        OKX: { connected: false, hasKeys: false, hasFuturesPermission: null, api_key_masked: null, source: null },
      },
    });
  });
});

describe('keys of the simulator', () => {
  const keys = { BINANCE: SIM_KEY, BYBIT: SIM_KEY, OKX: SIM_KEY, KUCOIN: SIM_KEY };

  it('are saved for venues without one, replaced by newer ones, and never over those of the operator', async () => {
    await put({ exchange: 'BYBIT', ...KEY });
    await test.connections.takeSimulatorKeys(keys);
    expect(
      ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'].map((venue) => test.connections.rowOf(venue as 'OKX')?.source),
    ).toEqual(['simulator', 'operator', 'simulator', 'simulator']);
    expect(test.connections.rowOf('OKX')?.label).toBe('simulator');
    const sent = keysSent().length;
    await test.connections.takeSimulatorKeys(keys);
    expect(keysSent()).toHaveLength(sent);
    await test.connections.takeSimulatorKeys({ OKX: { ...SIM_KEY, apiSecret: 'another-secret-01' } });
    expect(keysSent().at(-1)).toMatchObject({ venue: 'OKX', key: { apiSecret: 'another-secret-01' } });
  });

  it('are of no use on a real market', async () => {
    await test.connections.takeSimulatorKeys(keys);
    await test.close();
    await start('live');
    await test.connections.takeSimulatorKeys(keys);
    expect(test.connections.rowOf('OKX')).toBeNull();
    expect(keysSent()).toEqual([]);
  });
});

describe('secrets', () => {
  it('are in no answer, no header, no log and in no file in plain', async () => {
    await put({ exchange: 'OKX', ...KEY, passphrase: PASSPHRASE });
    await put({ exchange: 'OKX', ...KEY, api_key: 'x', passphrase: PASSPHRASE });
    await put({ exchange: 'BYBIT', ...KEY, passphrase: 'p'.repeat(500) });
    await test.connections.takeSimulatorKeys({ BINANCE: SIM_KEY });
    test.link.answer = () => err(domainError('CREDENTIALS_INVALID', 'x'));
    await put({ exchange: 'KUCOIN', ...KEY, passphrase: PASSPHRASE });
    test.clock.advance(10_000);
    await call('POST', '/api/admin/connections/test', { exchange: 'OKX' });
    for (const url of [
      '/api/admin/connections',
      '/api/admin/connections/status',
      '/api/selfcheck',
      '/api/health',
      '/api/portfolio/balances',
    ])
      await call('GET', url);
    const files = readdirSync(test.dataDir).map((name) => readFileSync(join(test.dataDir, name)).toString('latin1'));
    const everything = [...bodies, ...said, ...files].join('\n');
    expect(bodies.join()).toContain('AbCd…wXyZ');
    for (const secret of [KEY.api_key, KEY.api_secret, PASSPHRASE, ...Object.values(SIM_KEY)])
      expect(everything).not.toContain(secret);
  });
});

describe('the network', () => {
  it('asks nobody outside in the simulation', async () => {
    expect((await call('GET', '/api/network/egress-ip')).json()).toEqual({
      ok: true,
      egress_ip: null,
      reason: expect.stringContaining('MARKET is sim'),
    });
    expect((await call('GET', '/api/selfcheck')).json()).toMatchObject({
      ok: true,
      outbound_ip: null,
      database: true,
      engine: true,
    });
  });

  it('tells the address venues see on a real market, and why it is not known', async () => {
    await test.close();
    await start('live', async () => '203.0.113.7\n');
    expect((await call('GET', '/api/network/egress-ip')).json()).toEqual({
      ok: true,
      egress_ip: '203.0.113.7',
      reason: null,
    });
    await test.close();
    await start('live', () => Promise.reject(new Error('timeout')));
    expect((await call('GET', '/api/network/egress-ip')).json()).toMatchObject({
      egress_ip: null,
      reason: expect.stringContaining('timeout'),
    });
    await test.close();
    await start('live', async () => '<html>');
    expect((await call('GET', '/api/selfcheck')).json()).toMatchObject({
      outbound_ip: null,
      reason: expect.stringContaining('no address'),
    });
  });
});
