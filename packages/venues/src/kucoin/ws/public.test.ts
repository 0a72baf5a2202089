import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import type { JsonClient } from '../../kit/index.ts';
import { KucoinProtocol, planConnections, topicsFor } from './public.ts';

function protocolAnswering(data: unknown): KucoinProtocol {
  const client = {
    post: () => Promise.resolve({ ok: true, value: { code: '200000', data } }),
  } as unknown as JsonClient;
  const deps = { clock: new VirtualClock(1_795_768_215_000), random: seededRandom(1), log: silentLog() };
  return new KucoinProtocol({ client, baseUrl: 'https://api.test' }, deps);
}

const BULLET = {
  token: 'a+b/c==',
  instanceServers: [{ endpoint: 'wss://ws-api-spot.kucoin.com/', pingInterval: 12_000, pingTimeout: 10_000 }],
};

describe('KucoinProtocol', () => {
  it('takes address, token and heartbeat from the token answer and escapes the token', async () => {
    const protocol = protocolAnswering(BULLET);
    expect(protocol.heartbeat?.intervalMs).toBe(18_000);
    const url = await protocol.resolveUrl();
    const parsed = new URL(url.ok ? url.value : 'none:');
    expect(parsed.origin + parsed.pathname).toBe('wss://ws-api-spot.kucoin.com/');
    expect(parsed.searchParams.get('token')).toBe('a+b/c==');
    expect(url.ok && url.value).toContain('token=a%2Bb%2Fc%3D%3D');
    expect(parsed.searchParams.get('connectId')).not.toBe('');
    expect(protocol.heartbeat?.intervalMs).toBe(12_000);
  });

  it('refuses an answer that names no socket', async () => {
    const url = await protocolAnswering({ token: 'x' }).resolveUrl();
    expect(!url.ok && url.error.code).toBe('VENUE_ANSWER_MALFORMED');
  });

  it('puts the symbols of one channel into one message', () => {
    const text = protocolAnswering(BULLET).encodeSubscribe(
      ['/contractMarket/level2:XBTUSDTM', '/contractMarket/level2:ETHUSDTM'],
      17,
    );
    expect(JSON.parse(text)).toEqual({
      id: '17',
      type: 'subscribe',
      topic: '/contractMarket/level2:XBTUSDTM,ETHUSDTM',
      privateChannel: false,
      response: true,
    });
  });

  it('beats with the text the venue asks for', () => {
    expect(JSON.parse(protocolAnswering(BULLET).heartbeat!.encode(1_795_768_215_000))).toEqual({
      id: '1795768215000',
      type: 'ping',
    });
  });
});

describe('planConnections', () => {
  it('keeps products apart and every connection within 300 topics', () => {
    const spots = Array.from({ length: 160 }, (_, at) => subscriptionFor(at, `A${at}-USDT`, 2));
    const perps = Array.from({ length: 61 }, (_, at) => subscriptionFor(200 + at, `A${at}USDTM`, 2));
    const plans = planConnections([...perps, ...spots]);
    expect(plans.map(({ name, subscriptions }) => [name, subscriptions.length])).toEqual([
      ['kucoin-spot-public-1', 75],
      ['kucoin-spot-public-2', 75],
      ['kucoin-spot-public-3', 10],
      ['kucoin-futures-public-1', 60],
      ['kucoin-futures-public-2', 1],
    ]);
    for (const { subscriptions } of plans) {
      expect(subscriptions.flatMap(({ instrument }) => topicsFor(instrument)).length).toBeLessThanOrEqual(300);
    }
  });

  it('subscribes no liquidations: KuCoin has no public channel for them', () => {
    const topics = [subscriptionFor(0, 'A-USDT', 2), subscriptionFor(1, 'AUSDTM', 2)].flatMap(({ instrument }) =>
      topicsFor(instrument),
    );
    expect(topics.filter((topic) => /liquid/i.test(topic))).toEqual([]);
    expect(topics).toHaveLength(9);
  });
});
