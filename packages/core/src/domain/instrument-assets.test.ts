import { describe, expect, it } from 'vitest';
import { assetsOfInstrument } from './instrument-assets.ts';
import type { InstrumentId } from './instrument.ts';

describe('assetsOfInstrument', () => {
  const cases: { id: InstrumentId; base: string; quote: string }[] = [
    { id: 'BTCUSDT.PERP.BYBIT', base: 'BTC', quote: 'USDT' },
    { id: 'ETHBTC.SPOT.BINANCE', base: 'ETH', quote: 'BTC' },
    { id: 'BTCFDUSD.SPOT.BINANCE', base: 'BTC', quote: 'FDUSD' },
    { id: 'USDCUSDT.SPOT.OKX', base: 'USDC', quote: 'USDT' },
  ];
  for (const c of cases) {
    it(`reads the assets of ${c.id}`, () => {
      expect(assetsOfInstrument(c.id)).toMatchObject({ baseAsset: c.base, quoteAsset: c.quote });
    });
  }

  it('answers null for a symbol without a known quote asset', () => {
    expect(assetsOfInstrument('BTCXYZ.SPOT.OKX')).toBeNull();
    expect(assetsOfInstrument('USDT.SPOT.OKX')).toBeNull();
  });
});
