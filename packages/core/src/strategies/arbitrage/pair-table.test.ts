import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { PairTable } from './pair-table.ts';

const spot = (venue: 'BINANCE' | 'OKX') => buildInstrument({ venue, kind: 'spot' });
const perp = (venue: 'BINANCE' | 'OKX') => buildInstrument({ venue });

describe('PairTable', () => {
  it('pairs perps with perps and with spots both ways, and no spot with a spot', () => {
    const table = new PairTable([spot('BINANCE'), spot('OKX'), perp('BINANCE'), perp('OKX')]);
    expect(table.pairs.map((pair) => pair.id).sort()).toEqual(
      [
        'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.OKX',
        'BTCUSDT.PERP.OKX>BTCUSDT.PERP.BINANCE',
        'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BINANCE',
        'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.OKX',
        'BTCUSDT.SPOT.OKX>BTCUSDT.PERP.BINANCE',
        'BTCUSDT.SPOT.OKX>BTCUSDT.PERP.OKX',
        'BTCUSDT.PERP.BINANCE>BTCUSDT.SPOT.BINANCE',
        'BTCUSDT.PERP.OKX>BTCUSDT.SPOT.BINANCE',
        'BTCUSDT.PERP.BINANCE>BTCUSDT.SPOT.OKX',
        'BTCUSDT.PERP.OKX>BTCUSDT.SPOT.OKX',
      ].sort(),
    );
    expect(table.pairs.filter((pair) => pair.isReverse)).toHaveLength(4);
  });

  it('names the mirror of every pair', () => {
    const { pairs } = new PairTable([spot('BINANCE'), perp('BINANCE'), perp('OKX')]);
    for (const pair of pairs) {
      const mirror = pairs[pair.mirrorAt];
      expect([mirror?.buyIx, mirror?.sellIx, mirror?.mirrorAt]).toEqual([pair.sellIx, pair.buyIx, pair.at]);
    }
  });

  it('lists for every instrument exactly the pairs it is part of', () => {
    const table = new PairTable([spot('BINANCE'), perp('BINANCE'), buildInstrument({ baseAsset: 'ETH' }), perp('OKX')]);
    for (let ix = 0; ix < 4; ix += 1) {
      const listed = Array.from(table.touchedPair.slice(table.start[ix], table.start[ix + 1])).sort((a, b) => a - b);
      const expected = table.pairs.filter((pair) => pair.buyIx === ix || pair.sellIx === ix).map((pair) => pair.at);
      expect(listed).toEqual(expected);
    }
    expect(table.start[3]).toBe(table.start[2]);
  });

  it.each([
    ['another symbol', { baseAsset: 'ETH' }],
    ['another quote', { quoteAsset: 'USDC' }],
    ['an inverse contract', { isInverse: true }],
    ['a dated future', { kind: 'future' }],
    ['the same market of the same venue', { venue: 'BINANCE' }],
    ['an unusable quantity step', { qtyStep: '0' }],
  ] as const)('compares nothing with %s', (_, over) => {
    expect(new PairTable([perp('BINANCE'), buildInstrument({ venue: 'OKX', ...over })]).pairs).toEqual([]);
  });

  it('takes the stricter minimum of the two and the fees of the base tier', () => {
    const [pair] = new PairTable([
      buildInstrument({ kind: 'spot', qtyMin: '0.002', notionalMin: '5', qtyMax: '9000' }),
      buildInstrument({
        venue: 'KUCOIN',
        qtyScale: 0.001,
        qtyStep: '1',
        qtyMin: '1',
        notionalMin: null,
        qtyMax: '1000000',
      }),
    ]).pairs;
    // KuCoin: 1 contract = 0.001 BTC, at most 1000 BTC; spot at least 0.002 BTC.
    expect(pair).toMatchObject({ qtyMinBase: 0.002, notionalMin: 5, qtyMaxBase: 1000, buyFeeBps: 10, sellFeeBps: 6 });
  });
});
