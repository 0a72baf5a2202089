import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom, silentLog, systemClock, VirtualClock, type Clock } from '@riptide/core/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import type { VenueTarget } from '../../kit/index.ts';
import { KUCOIN_CONFIG_DEFAULTS } from '../config.ts';
import { buildGetPositionList } from '../rest/account.ts';
import { buildCancelOrderById } from '../rest/trading-futures.ts';
import { PrivateApi } from './private-api.ts';

type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

const KEY = { apiKey: 'k', apiSecret: 's', passphrase: 'p' } as const;
const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function serve(answer: (request: IncomingMessage) => Answer): Promise<string> {
  const server: Server = createServer((request, response) => {
    const [status, body, headers = {}] = answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function connect(
  target: VenueTarget,
  key: typeof KEY | (Omit<typeof KEY, 'passphrase'> & { passphrase: null }) = KEY,
  clock: Clock = systemClock(),
) {
  const deps = { clock, random: seededRandom(1), log: silentLog(), key, offsetMs: () => 0 };
  const api = new PrivateApi({ ...KUCOIN_CONFIG_DEFAULTS, target }, deps);
  open.push(() => api.close());
  return api;
}

describe('PrivateApi', () => {
  it('finds out the generation of a key and stays with it', async () => {
    const versions: unknown[] = [];
    const baseUrl = await serve(({ headers }) => {
      versions.push(headers['kc-api-key-version']);
      return headers['kc-api-key-version'] === '2'
        ? [200, { code: '200000', data: [] }]
        : [401, { code: '400009', msg: 'version mismatch' }];
    });
    const api = connect({ kind: 'simulator', baseUrl });
    const both = await Promise.all([
      api.send(buildGetPositionList(), 'read'),
      api.send(buildGetPositionList(), 'read'),
    ]);
    expect(both).toEqual([
      { ok: true, value: [] },
      { ok: true, value: [] },
    ]);
    expect(await api.send(buildGetPositionList(), 'read')).toEqual({ ok: true, value: [] });
    expect(versions).toEqual(['3', '3', '2', '2', '2']);
  });

  it.each([
    ['its reset header', { 'gw-ratelimit-reset': '3000' }],
    ['its Retry-After, though the window is longer', { 'gw-ratelimit-reset': '3000', 'retry-after': '2' }],
  ])('sends again as soon as %s allows it', async (_name, told) => {
    let calls = 0;
    const limits = { 'gw-ratelimit-limit': '2000', 'gw-ratelimit-remaining': '0', ...told };
    const baseUrl = await serve(() => {
      calls += 1;
      return calls === 1 ? [429, { code: '429000', msg: 'too many' }, limits] : [200, { code: '200000', data: [] }];
    });
    const clock = new VirtualClock(1_795_000_000_000);
    const api = connect({ kind: 'simulator', baseUrl }, KEY, clock);
    const waitMs = 'retry-after' in told ? 2_000 : 3_000;
    const limited = { ok: false, error: { code: 'VENUE_RATE_LIMITED', retryAfterMs: waitMs } };
    expect(await api.send(buildGetPositionList(), 'new-risk')).toMatchObject(limited);
    clock.advance(waitMs - 1);
    expect(await api.send(buildGetPositionList(), 'new-risk')).toMatchObject({ ok: false });
    expect(calls).toBe(1);
    clock.advance(1);
    expect(await api.send(buildGetPositionList(), 'new-risk')).toEqual({ ok: true, value: [] });
  });

  it('measures the clock anew after a refusal and sends once more', async () => {
    const stamps: number[] = [];
    const baseUrl = await serve(({ url, headers }) => {
      if (url === '/spot/api/v1/timestamp') return [200, { code: '200000', data: Date.now() + 60_000 }];
      stamps.push(Number(headers['kc-api-timestamp']) - Date.now());
      return stamps.length === 1
        ? [400, { code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }]
        : [200, { code: '200000', data: { cancelledOrderIds: ['29'] } }];
    });
    const api = connect({ kind: 'simulator', baseUrl });
    expect(await api.send(buildCancelOrderById('29'), 'new-risk')).toMatchObject({ ok: true });
    expect(stamps[0]).toBeLessThan(5_000);
    expect(stamps[1]).toBeGreaterThan(55_000);
  });

  it('reads numbers without rounding', async () => {
    const baseUrl = await serve(() => [200, '{"code":"200000","data":{"tradeId":11029373945659393}}']);
    const api = connect({ kind: 'simulator', baseUrl });
    expect(await api.send(buildGetPositionList(), 'read')).toEqual({
      ok: true,
      value: { tradeId: '11029373945659393' },
    });
  });

  it('leaves the reserve to what reduces risk once the venue has counted most of the pool', async () => {
    const limits = { 'gw-ratelimit-limit': '2000', 'gw-ratelimit-remaining': '100', 'gw-ratelimit-reset': '20000' };
    const baseUrl = await serve(() => [200, { code: '200000', data: [] }, limits]);
    const api = connect({ kind: 'simulator', baseUrl });
    await api.send(buildGetPositionList(), 'reduce-risk');
    expect(await api.send(buildCancelOrderById('1'), 'new-risk')).toMatchObject({
      ok: false,
      error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' },
    });
    expect(await api.send(buildCancelOrderById('1'), 'reduce-risk')).toMatchObject({ ok: true });
  });

  it('sends nothing where there is no testnet or no whole key', async () => {
    const notReady = { ok: false, error: { code: 'VENUE_NOT_READY', outcome: 'not-sent' } };
    expect(await connect({ kind: 'testnet' }).send(buildGetPositionList(), 'read')).toMatchObject(notReady);
    const target = { kind: 'simulator', baseUrl: 'http://127.0.0.1:1' } as const;
    expect(await connect(target, { ...KEY, passphrase: null }).send(buildGetPositionList(), 'read')).toMatchObject({
      ok: false,
      error: { code: 'CREDENTIALS_PASSPHRASE_MISSING', outcome: 'not-sent' },
    });
  });
});
