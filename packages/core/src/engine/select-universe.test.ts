import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import type { Instrument } from '../domain/index.ts';
import { selectUniverse } from './select-universe.ts';

function pairOf(baseAsset: string, over: Partial<Instrument> = {}): Instrument[] {
  return [buildInstrument({ baseAsset, ...over }), buildInstrument({ baseAsset, venue: 'OKX', ...over })];
}

const symbolsOf = (instruments: readonly Instrument[]): string[] => [...new Set(instruments.map((one) => one.symbol))];

describe('selectUniverse', () => {
  it('takes symbols listed at least twice, spot and perp of one venue included', () => {
    const chosen = selectUniverse([
      ...pairOf('BTC'),
      buildInstrument({ baseAsset: 'ETH' }),
      buildInstrument({ baseAsset: 'SOL' }),
      buildInstrument({ baseAsset: 'SOL', kind: 'spot' }),
    ]);
    expect(symbolsOf(chosen)).toEqual(['BTCUSDT', 'SOLUSDT']);
  });

  it.each([
    ['quoted in another coin', { quoteAsset: 'USDC' }],
    ['settled in another coin', { settleAsset: 'BTC' }],
    ['inverse', { isInverse: true }],
    ['not trading', { isTrading: false }],
    ['dated', { kind: 'future' }],
  ] as const)('leaves out what is %s', (_, over) => {
    expect(selectUniverse(pairOf('BTC', over))).toEqual([]);
  });

  it('prefers well-known symbols, then more listings, then the alphabet, up to the bound', () => {
    const all = [
      ...pairOf('ZZZ'),
      ...pairOf('AAA'),
      ...pairOf('QQQ'),
      ...pairOf('QQQ', { kind: 'spot' }),
      ...pairOf('ETH'),
    ];
    expect(symbolsOf(selectUniverse(all))).toEqual(['ETHUSDT', 'QQQUSDT', 'AAAUSDT', 'ZZZUSDT']);
    expect(symbolsOf(selectUniverse(all, { symbolsMax: 2 }))).toEqual(['ETHUSDT', 'QQQUSDT']);
  });

  it('takes watched symbols besides, a single listing included, but nothing that can not be followed', () => {
    const all = [
      ...pairOf('AAA'),
      ...pairOf('ZZZ'),
      buildInstrument({ baseAsset: 'ONE' }),
      buildInstrument({ baseAsset: 'INV', isInverse: true }),
    ];
    const watched = ['ZZZUSDT', 'ONEUSDT', 'INVUSDT', 'AAAUSDT', 'NOPEUSDT'];
    expect(symbolsOf(selectUniverse(all, { symbolsMax: 1, watched }))).toEqual(['AAAUSDT', 'ZZZUSDT', 'ONEUSDT']);
  });

  it('takes one listing where a venue has two multiplier names of one coin', () => {
    const chosen = selectUniverse([
      buildInstrument({ baseAsset: 'SATS', wireSymbol: '10000SATSUSDT', pxDivisor: 10_000 }),
      buildInstrument({ baseAsset: 'SATS', wireSymbol: '1000SATSUSDT', pxDivisor: 1000 }),
      buildInstrument({ baseAsset: 'SATS', venue: 'OKX' }),
    ]);
    expect(chosen.map((one) => one.wireSymbol)).toEqual(['1000SATSUSDT', 'SATSUSDT']);
  });

  it('takes everything that was recorded', () => {
    const all = [buildInstrument({ kind: 'option' }), buildInstrument({ quoteAsset: 'BUSD' })];
    expect(selectUniverse(all, { isEverything: true })).toEqual(all);
  });
});
