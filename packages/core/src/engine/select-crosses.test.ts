import { expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import type { Instrument } from '../domain/index.ts';
import { selectCrosses } from './select-crosses.ts';

const spot = (baseAsset: string, quoteAsset = 'USDT', over: Partial<Instrument> = {}): Instrument =>
  buildInstrument({ kind: 'spot', baseAsset, quoteAsset, symbol: `${baseAsset}${quoteAsset}`, ...over });

const idsOf = (instruments: readonly Instrument[]): string[] => instruments.map(({ id }) => id);

it('takes coins in coins that are both followed in USDT on the same venue', () => {
  const universe = [spot('BTC'), spot('ETH'), spot('SOL'), spot('ETH', 'USDT', { venue: 'OKX' })];
  const listed = [
    ...universe,
    spot('SOL', 'ETH'),
    spot('ETH', 'BTC'),
    spot('ADA', 'BTC'),
    spot('BTC', 'USDC'),
    spot('SOL', 'BTC', { isTrading: false }),
    spot('ETH', 'BTC', { venue: 'OKX' }),
    buildInstrument({ baseAsset: 'ETH', quoteAsset: 'BTC', symbol: 'ETHBTC' }),
  ];
  expect(idsOf(selectCrosses(listed, universe))).toEqual(['ETHBTC.SPOT.BINANCE', 'SOLETH.SPOT.BINANCE']);
  expect(selectCrosses(universe, universe)).toEqual([]);
});

it('takes a dozen of a venue at most', () => {
  const coins = Array.from({ length: 20 }, (_, nth) => `C${nth}`);
  const universe = [spot('BTC'), ...coins.map((coin) => spot(coin))];
  expect(selectCrosses([...universe, ...coins.map((coin) => spot(coin, 'BTC'))], universe)).toHaveLength(12);
});
