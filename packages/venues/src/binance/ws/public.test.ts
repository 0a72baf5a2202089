import { describe, expect, it } from 'vitest';
import { binanceSettings } from '../config.ts';
import { subscriptionsFor } from '../extra/recorder.fixture.ts';
import { STREAMS_PER_CONNECTION } from '../limits.ts';
import { binanceUrls } from '../urls.ts';
import { binanceProtocol, planConnections } from './public.ts';

const target = { kind: 'live' } as const;
const settings = binanceSettings({ target, dataSilenceMs: 15_000, channelSilenceMs: 90_000 });
const plan = (product: 'spot' | 'usdm', count: number) => {
  const symbols = Array.from({ length: count }, (_, n) => `C${n}USDT`);
  return planConnections(
    product,
    subscriptionsFor(
      product,
      symbols,
      symbols.map(() => 2),
    ),
    binanceUrls(target),
    settings,
  );
};

describe('planConnections', () => {
  it('keeps depth and best quotes of USD-M on /public and everything else on /market', () => {
    const [books, rest] = plan('usdm', 1);
    expect(books?.url).toBe('wss://fstream.binance.com/public/stream');
    expect(books?.topics).toEqual(['c0usdt@depth@100ms', 'c0usdt@bookTicker']);
    expect(rest?.url).toBe('wss://fstream.binance.com/market/stream');
    expect(rest?.topics).toEqual([
      '!forceOrder@arr',
      '!contractInfo',
      'c0usdt@aggTrade',
      'c0usdt@markPrice@1s',
      'c0usdt@ticker',
    ]);
    expect([...(books?.depthTopics ?? [])]).toEqual([[0, 'c0usdt@depth@100ms']]);
    expect(rest?.depthTopics.size).toBe(0);
  });

  it('spreads many instruments over sockets, each once, and asks for liquidations and halts once', () => {
    for (const product of ['spot', 'usdm'] as const) {
      const plans = plan(product, 240);
      const topics = plans.flatMap((one) => one.topics);
      expect(new Set(topics).size).toBe(topics.length);
      for (const one of plans) expect(one.topics.length).toBeLessThanOrEqual(STREAMS_PER_CONNECTION + 2);
      expect(plans.flatMap((one) => [...one.depthTopics.keys()]).sort((a, b) => a - b)).toHaveLength(240);
      for (const whole of ['!forceOrder@arr', '!contractInfo'])
        expect(topics.filter((topic) => topic === whole)).toHaveLength(product === 'spot' ? 0 : 1);
      expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length);
    }
  });

  it('opens no socket for nothing', () => {
    expect(plan('spot', 0)).toEqual([]);
  });
});

describe('binanceProtocol', () => {
  it('writes control messages as the venue wants them', () => {
    const protocol = binanceProtocol('usdm', 'wss://x/stream');
    expect(protocol.encodeSubscribe(['a@depth', 'b@depth'], 4)).toBe(
      '{"method":"SUBSCRIBE","params":["a@depth","b@depth"],"id":4}',
    );
    expect(protocol.encodeUnsubscribe(['a@depth'], 5)).toBe('{"method":"UNSUBSCRIBE","params":["a@depth"],"id":5}');
  });
});

describe('binanceUrls', () => {
  it('hangs the products below a simulator, sockets included', () => {
    expect(binanceUrls({ kind: 'simulator', baseUrl: 'http://127.0.0.1:9000/' })).toEqual({
      spotRest: 'http://127.0.0.1:9000/spot',
      usdmRest: 'http://127.0.0.1:9000/usdm',
      sapiRest: 'http://127.0.0.1:9000/spot',
      spotWsApi: 'ws://127.0.0.1:9000/spot/ws-api/v3',
      usdmPrivateStream: 'ws://127.0.0.1:9000/usdm/private/ws/',
      spotStream: 'ws://127.0.0.1:9000/spot/stream',
      usdmPublicStream: 'ws://127.0.0.1:9000/usdm/public/stream',
      usdmMarketStream: 'ws://127.0.0.1:9000/usdm/market/stream',
    });
  });

  it('keeps testnet and live apart', () => {
    const live = Object.values(binanceUrls({ kind: 'live' }));
    const testnet = Object.values(binanceUrls({ kind: 'testnet' }));
    expect(live.filter((url) => testnet.includes(url))).toEqual([]);
  });
});
