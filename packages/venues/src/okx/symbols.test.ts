import { describe, expect, it } from 'vitest';
import { fromWireSymbol, indexOf, toWireSymbol } from './symbols.ts';

const NAMES = [
  { instId: 'BTC-USDT', kind: 'spot', symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT', multiplier: 1 },
  { instId: 'BTC-USDT-SWAP', kind: 'perp', symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT', multiplier: 1 },
  { instId: 'BTC-USD-SWAP', kind: 'perp', symbol: 'BTCUSD', baseAsset: 'BTC', quoteAsset: 'USD', multiplier: 1 },
  {
    instId: 'BTC-USD_UM-SWAP',
    kind: 'perp',
    symbol: 'BTCUSD_UM',
    baseAsset: 'BTC',
    quoteAsset: 'USD_UM',
    multiplier: 1,
  },
  {
    instId: 'BTC-USDT-220624',
    kind: 'future',
    symbol: 'BTCUSDT-220624',
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    multiplier: 1,
  },
  {
    instId: 'BTC-USD-220624-50000-C',
    kind: 'option',
    symbol: 'BTCUSD-220624-50000-C',
    baseAsset: 'BTC',
    quoteAsset: 'USD',
    multiplier: 1,
  },
  {
    instId: '1000PEPE-USDT-SWAP',
    kind: 'perp',
    symbol: 'PEPEUSDT',
    baseAsset: 'PEPE',
    quoteAsset: 'USDT',
    multiplier: 1000,
  },
  { instId: '1INCH-USDT', kind: 'spot', symbol: '1INCHUSDT', baseAsset: '1INCH', quoteAsset: 'USDT', multiplier: 1 },
  { instId: 'AE-USDT', kind: 'spot', symbol: 'AETUSDT', baseAsset: 'AET', quoteAsset: 'USDT', multiplier: 1 },
] as const;

describe('fromWireSymbol and toWireSymbol', () => {
  it.each(NAMES)('$instId goes there and back', ({ instId, ...expected }) => {
    const named = fromWireSymbol(instId);
    expect(named).toEqual(expected);
    expect(toWireSymbol(named!)).toBe(instId);
  });

  it.each(['', 'BTC', '-USDT', 'BTC-', 'A-B-C-D', 'A-B-C-D-E-F'])('%j is no name', (instId) => {
    expect(fromWireSymbol(instId)).toBeNull();
  });
});

describe('indexOf', () => {
  it.each([
    ['BTC-USDT-SWAP', 'BTC-USDT'],
    ['BTC-USD_UM-SWAP', 'BTC-USD'],
    ['FIL-USDT-220325', 'FIL-USDT'],
  ])('%s follows %s', (instId, index) => {
    expect(indexOf(instId)).toBe(index);
  });
});
