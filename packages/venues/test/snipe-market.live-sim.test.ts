import type { SnipeMarket } from '@riptide/core/domain';
import { SnipeMarkets } from '@riptide/core/market-data';
import { createBinance } from '@riptide/venues/binance';
import { createBybit } from '@riptide/venues/bybit';
import { createKucoin } from '@riptide/venues/kucoin';
import { createOkx } from '@riptide/venues/okx';
import { describe, expect, it, vi } from 'vitest';
import { startScene, type VenueUnderTest } from './conformance/scene.ts';

const UNUSED = { depthTopic: '', snapshotPath: null, hasLiquidations: true };
const VENUES_UNDER_TEST: readonly VenueUnderTest[] = [
  { venue: 'BINANCE', create: createBinance, ...UNUSED },
  { venue: 'BYBIT', create: createBybit, ...UNUSED },
  { venue: 'OKX', create: createOkx, ...UNUSED },
  { venue: 'KUCOIN', create: createKucoin, ...UNUSED },
];

/** Figures that come with the clock measured and with trades of our own, which nobody hands on here. */
const NOT_HERE: ReadonlySet<string> = new Set(['vwapAgeMs', 'delayMs']);

function unknownIn(market: SnipeMarket): readonly string[] {
  return Object.entries(market).flatMap(([name, value]) => (Number.isNaN(value) && !NOT_HERE.has(name) ? [name] : []));
}

describe.each(VENUES_UNDER_TEST)('the market around a trigger on $venue', (under) => {
  it('has every figure of the universe, and an average price from history before our own trades', async () => {
    const scene = await startScene(under);
    try {
      const markets = new SnipeMarkets({ store: scene.store });
      const ix = scene.ixOf('BTCUSDT', 'perp');
      const candles = await scene.reference.fetchCandles(scene.instruments[ix]!, '1m', 100);
      if (!candles.ok) throw new Error(candles.error.detail);
      const nowMs = candles.value.at(-1)!.openMs + 60_000;
      markets.warm(ix, candles.value, nowMs);
      await vi.waitFor(() => expect(unknownIn(markets.marketOf(ix, nowMs))).toEqual([]), {
        timeout: 20_000,
        interval: 100,
      });
      const market = markets.marketOf(ix, nowMs);
      expect(market).toMatchObject({ venue: under.venue, symbol: 'BTCUSDT', isVwapWarmed: true });
      expect(market.vwapMinutes).toBeGreaterThan(90);
      expect(Math.abs(market.vwapPx / market.midPx - 1)).toBeLessThan(0.2);
      expect(Math.abs(market.dayChangeFrac)).toBeLessThan(1);
      expect(market.dayQuoteVolume).toBeGreaterThan(1_000_000);
      expect(Math.abs(market.fundingRateFrac)).toBeLessThan(0.05);
      expect(market.listedDays).toBeGreaterThan(0);
    } finally {
      await scene.stop();
    }
  });
});
