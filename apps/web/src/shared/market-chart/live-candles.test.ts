import { expect, it } from 'vitest';
import { decimalsOf, withLivePrice, wordChart } from './live-candles.ts';

const candle = (timestamp: number, close: number) => ({
  timestamp,
  open: 100,
  high: 110,
  low: 90,
  close,
  volume: 5,
});

const CANDLES = [candle(60, 100), candle(120, 101)];

it('moves the newest candle with a price of its time and leaves the others as they are', () => {
  const moved = withLivePrice(CANDLES, 60, { price: 120, atS: 179 });
  expect(moved.at(-1)).toEqual({ ...CANDLES[1], high: 120, close: 120 });
  expect(moved[0]).toBe(CANDLES[0]);
});

it('begins the next candle at the close of the last, its volume unknown', () => {
  const grown = withLivePrice(CANDLES, 60, { price: 99, atS: 185 });
  expect(grown.at(-1)).toEqual({ timestamp: 180, open: 101, high: 101, low: 99, close: 99, volume: null });
});

it('takes no price from before the newest candle', () => {
  expect(withLivePrice(CANDLES, 60, { price: 1, atS: 119 })).toBe(CANDLES);
  expect(withLivePrice([], 60, { price: 1, atS: 119 })).toEqual([]);
});

it('counts the decimals that the prices have', () => {
  expect(decimalsOf(CANDLES)).toBe(0);
  expect(decimalsOf([{ ...candle(60, 100.25), open: 0.1 }])).toBe(2);
  expect(decimalsOf([candle(60, 7.1e-7)])).toBe(8);
});

it('says the picture in one sentence', () => {
  const candles = [{ ...candle(60, 100), low: 80 }, candle(120, 101.5)];
  const formatTime = (atS: number): string => `t${atS}`;
  expect(wordChart({ symbol: 'BTCUSDT', candles, change24h: 1.84, formatTime })).toBe(
    'BTCUSDT 101.5000, +1.84% in 24 h, low 80.0000 at t60, high 110.0000 at t120',
  );
  expect(wordChart({ symbol: 'BTCUSDT', candles: [], change24h: null, formatTime })).toBe('BTCUSDT: no candles');
});
