import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createSimMarket } from '../market/sim-market.ts';
import { depthFrame } from './binance-frames.ts';
import { createBinanceProduct, updateIdOf } from './binance-product.ts';
import { isDelivered, parseBinanceStream } from './binance-streams.ts';

const market = createSimMarket({ seed: 1, clock: new VirtualClock(1_795_000_000_000) }).venue('BINANCE');
const spot = createBinanceProduct('spot', market, 1);
const usdm = createBinanceProduct('usdm', market, 1);

describe('Binance stream names', () => {
  it.each([
    ['btcusdt@depth', { kind: 'depth', speedMs: 1_000 }, { kind: 'depth', speedMs: 250 }],
    ['btcusdt@depth@0ms', null, { kind: 'depth', speedMs: 0 }],
    [
      'btcusdt@depth5@100ms',
      { kind: 'partial', levels: 5, speedMs: 100 },
      { kind: 'partial', levels: 5, speedMs: 100 },
    ],
    ['btcusdt@kline_1m', { kind: 'kline', intervalMs: 60_000 }, { kind: 'kline', intervalMs: 60_000 }],
    ['btcusdt@markPrice@1s', null, { kind: 'markPrice', speedMs: 1_000 }],
    ['btcusdt@forceOrder', null, { kind: 'forceOrder' }],
    ['!ticker@arr', null, { kind: 'tickerArr' }],
    ['!miniTicker@arr', { kind: 'miniTickerArr' }, { kind: 'miniTickerArr' }],
    ['BTCUSDT@trade', null, null],
    ['btcusdt@kline_7m', null, null],
    ['btcusdt@trade@100ms', null, null],
  ])('reads %s as each product means it', (name, onSpot, onFutures) => {
    const check = (parsed: object | null, expected: object | null): void => {
      if (expected === null) expect(parsed).toBeNull();
      else expect(parsed).toMatchObject(expected);
    };
    check(parseBinanceStream(spot, name), onSpot);
    check(parseBinanceStream(usdm, name), onFutures);
  });

  it('keeps market streams off the public and the old address', () => {
    const trade = parseBinanceStream(usdm, 'btcusdt@aggTrade');
    const depth = parseBinanceStream(usdm, 'btcusdt@depth');
    if (trade === null || depth === null) throw new Error('Invariant: streams expected');
    expect((['public', 'market', 'unsplit'] as const).map((route) => isDelivered(trade, route))).toEqual([
      false,
      true,
      false,
    ]);
    expect((['public', 'market', 'unsplit'] as const).map((route) => isDelivered(depth, route))).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('Binance depth frames', () => {
  it('come in three key orders on futures and one on spot, all saying the same', () => {
    const ids = { first: 2, last: 3, previous: 1 };
    const levels = { bids: [{ ticks: 10, lots: 0 }], asks: [] };
    const shape = (at: number): string => {
      const listing = usdm.listings[at];
      if (listing === undefined) throw new Error('Invariant: listing expected');
      const frame = JSON.parse(depthFrame(listing, { sentMs: 5, actedMs: 4 }, ids, levels)) as Record<string, unknown>;
      expect(frame).toMatchObject({ E: 5, T: 4, U: 2, u: 3, pu: 1, a: [], s: listing.instrument.wireSymbol });
      return Object.keys(frame).join(',');
    };
    expect([0, 1, 2].map(shape)).toEqual([
      'e,E,T,s,U,u,pu,b,a',
      'e,E,T,s,ps,st,U,u,pu,b,a',
      'e,E,T,s,U,u,pu,b,a,ps,st',
    ]);
    const [first] = spot.listings;
    if (first === undefined) throw new Error('Invariant: listing expected');
    expect(Object.keys(JSON.parse(depthFrame(first, { sentMs: 5, actedMs: 4 }, ids, levels)) as object).join(',')).toBe(
      'e,E,s,U,u,b,a',
    );
  });

  it('have ids without gaps on spot and with gaps on futures', () => {
    const step = (product: typeof spot): number => {
      const [listing] = product.listings;
      return listing === undefined ? 0 : updateIdOf(listing, 8) - updateIdOf(listing, 7);
    };
    expect(step(spot)).toBe(1);
    expect(step(usdm)).toBeGreaterThan(1);
  });
});
