import { describe, expect, it } from 'vitest';
import { fromWireAsset, fromWireSymbol, toWireAsset, toWireSymbol } from './symbols.ts';

describe('fromWireAsset', () => {
  it.each([
    ['BTC', 'BTC', 1],
    ['1000PEPE', 'PEPE', 1000],
    ['10000SATS', 'SATS', 10_000],
    ['1000000MOG', 'MOG', 1_000_000],
    ['SHIB1000', 'SHIB', 1000],
    ['1INCH', '1INCH', 1],
  ])('reads %s as %s times %i, and writes it back', (wire, asset, multiplier) => {
    const read = fromWireAsset(wire);
    expect(read).toMatchObject({ asset, multiplier });
    expect(toWireAsset(read)).toBe(wire);
  });
});

describe('fromWireSymbol', () => {
  it.each([
    [{ wireSymbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', kind: 'perp' }, 'BTCUSDT'],
    [{ wireSymbol: '1000PEPEUSDT', baseCoin: '1000PEPE', quoteCoin: 'USDT', kind: 'perp' }, 'PEPEUSDT'],
    [{ wireSymbol: 'BTCPERP', baseCoin: 'BTC', quoteCoin: 'USDC', kind: 'perp' }, 'BTCUSDC'],
    [{ wireSymbol: 'BTCUSDT-25DEC26', baseCoin: 'BTC', quoteCoin: 'USDT', kind: 'future' }, 'BTCUSDT-25DEC26'],
    [{ wireSymbol: 'BTCUSDZ26', baseCoin: 'BTC', quoteCoin: 'USD', kind: 'future' }, 'BTCUSD-BTCUSDZ26'],
  ] as const)('names %o %s', (listing, symbol) => {
    expect(fromWireSymbol(listing)).toBe(symbol);
  });

  it('writes the names of multiplier contracts', () => {
    expect(toWireSymbol(fromWireAsset('SHIB1000'), 'USDT')).toBe('SHIB1000USDT');
  });
});
