import { describe, expect, it } from 'vitest';
import { fromWireBase, fromWireSymbol, toWireSymbol } from './symbols.ts';

describe('fromWireSymbol and toWireSymbol', () => {
  const cases = [
    { product: 'spot', wire: 'BTC-USDT', base: 'BTC', quote: 'USDT', factor: 1 },
    { product: 'spot', wire: 'ETH-BTC', base: 'ETH', quote: 'BTC', factor: 1 },
    { product: 'spot', wire: '1INCH-USDT', base: '1INCH', quote: 'USDT', factor: 1 },
    { product: 'spot', wire: '1000SATS-USDT', base: 'SATS', quote: 'USDT', factor: 1000 },
    { product: 'futures', wire: 'XBTUSDTM', base: 'BTC', quote: 'USDT', factor: 1 },
    { product: 'futures', wire: 'XBTUSDCM', base: 'BTC', quote: 'USDC', factor: 1 },
    { product: 'futures', wire: 'XBTUSDM', base: 'BTC', quote: 'USD', factor: 1 },
    { product: 'futures', wire: 'ETHUSDTM', base: 'ETH', quote: 'USDT', factor: 1 },
    { product: 'futures', wire: '1000BONKUSDTM', base: 'BONK', quote: 'USDT', factor: 1000 },
    { product: 'futures', wire: '10000CATUSDTM', base: 'CAT', quote: 'USDT', factor: 10_000 },
    { product: 'futures', wire: '1MBABYDOGEUSDTM', base: 'BABYDOGE', quote: 'USDT', factor: 1_000_000 },
    { product: 'futures', wire: '1INCHUSDTM', base: '1INCH', quote: 'USDT', factor: 1 },
  ] as const;
  for (const c of cases) {
    it(`reads ${c.wire} as ${c.base}${c.quote} and writes it back`, () => {
      const symbol = fromWireSymbol(c.wire, c.product);
      expect(symbol).toEqual({ baseAsset: c.base, quoteAsset: c.quote, factor: c.factor });
      expect(toWireSymbol(symbol!, c.product)).toBe(c.wire);
    });
  }

  it('does not take a dated contract or a spot name for a perpetual', () => {
    expect(fromWireSymbol('XBTMZ25', 'futures')).toBeNull();
    expect(fromWireSymbol('BTC-USDT', 'futures')).toBeNull();
    expect(fromWireSymbol('XBTUSDTM', 'spot')).toBeNull();
  });

  it('leaves digits that belong to the name alone', () => {
    expect(fromWireBase('10SET', 'futures')).toEqual({ asset: '10SET', factor: 1 });
    expect(fromWireBase('1000X', 'futures')).toEqual({ asset: '1000X', factor: 1 });
    expect(fromWireBase('100AB', 'spot')).toEqual({ asset: '100AB', factor: 1 });
  });
});
