import { describe, expect, it } from 'vitest';
import { fromWireSymbol, nameMultiplier, toStreamSymbol, toWireSymbol } from './symbols.ts';

const cases = [
  { wire: 'BTCUSDT', base: 'BTC', quote: 'USDT', symbol: 'BTCUSDT', multiplier: 1 },
  { wire: '1000PEPEUSDT', base: '1000PEPE', quote: 'USDT', symbol: 'PEPEUSDT', multiplier: 1000 },
  { wire: '1000000MOGUSDT', base: '1000000MOG', quote: 'USDT', symbol: 'MOGUSDT', multiplier: 1_000_000 },
  { wire: '1MBABYDOGEUSDT', base: '1MBABYDOGE', quote: 'USDT', symbol: 'BABYDOGEUSDT', multiplier: 1_000_000 },
  { wire: '1INCHUSDT', base: '1INCH', quote: 'USDT', symbol: '1INCHUSDT', multiplier: 1 },
  { wire: 'BTCUSDT_261225', base: 'BTC', quote: 'USDT', symbol: 'BTCUSDT_261225', multiplier: 1 },
  { wire: '币安人生USDT', base: '币安人生', quote: 'USDT', symbol: '币安人生USDT', multiplier: 1 },
];

describe('symbols', () => {
  for (const c of cases) {
    it(`takes ${c.wire} apart and puts it together again`, () => {
      const parts = fromWireSymbol(c.wire, c.base, c.quote);
      expect(parts.symbol).toBe(c.symbol);
      expect(parts.multiplier).toBe(c.multiplier);
      expect(toWireSymbol(parts)).toBe(c.wire);
    });
  }

  it('finds the multiplier of a whole symbol, too', () => {
    expect(nameMultiplier('1000SATSUSDT').multiplier).toBe(1000);
    expect(nameMultiplier('1000').multiplier).toBe(1);
  });

  it('writes stream names in lower case', () => {
    expect(toStreamSymbol('1000PEPEUSDT')).toBe('1000pepeusdt');
  });
});
