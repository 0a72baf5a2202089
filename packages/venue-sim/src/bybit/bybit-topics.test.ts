import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createSimMarket } from '../market/sim-market.ts';
import { bybitListings } from './bybit-listing.ts';
import { parseBybitTopic } from './bybit-topics.ts';

const market = createSimMarket({ seed: 1, clock: new VirtualClock(1_795_000_000_000) }).venue('BYBIT');
const spot = bybitListings('spot', market, 1);
const linear = bybitListings('linear', market, 1);

describe('Bybit topics', () => {
  it.each([
    ['orderbook.50.BTCUSDT', true, true],
    ['orderbook.500.BTCUSDT', false, false],
    ['publicTrade.SHIB1000USDT', false, true],
    ['publicTrade.SHIBUSDT', true, false],
    ['tickers.BTCUSDT', true, true],
    ['allLiquidation.BTCUSDT', false, true],
    ['liquidation.BTCUSDT', false, false],
    ['kline.60.BTCUSDT', true, true],
    ['kline.7.BTCUSDT', false, false],
    ['orderbook.BTCUSDT', false, false],
    ['', false, false],
  ])('knows whether %s exists on spot and on linear', (topic, onSpot, onLinear) => {
    expect(parseBybitTopic(spot, topic) !== null).toBe(onSpot);
    expect(parseBybitTopic(linear, topic) !== null).toBe(onLinear);
  });

  it('prints linear with the digits of its steps and spot without trailing zeros', () => {
    expect(linear.bySymbol.get('BTCUSDT')?.px(640_000)).toBe('64000.00');
    expect(spot.bySymbol.get('BTCUSDT')?.px(6_400_010)).toBe('64000.1');
  });
});
