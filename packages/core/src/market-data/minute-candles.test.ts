import { describe, expect, it } from 'vitest';
import { CandleMessage } from '../domain/index.ts';
import { MinuteCandles } from './minute-candles.ts';

const M0 = 1_700_000_040_000;

function venueCandle(openMs: number): CandleMessage {
  return Object.assign(new CandleMessage(), { openMs, open: 90, high: 130, low: 80, close: 110, volumeQty: 50 });
}

describe('MinuteCandles', () => {
  it('builds open, high, low, close and volume of a minute', () => {
    const candles = new MinuteCandles(1, () => undefined);
    candles.onTrade(0, 100, 1, M0);
    candles.onTrade(0, 120, 2, M0 + 10);
    candles.onTrade(0, 95, 3, M0 + 59_999);
    expect(candles.takeChanged()).toEqual([
      { ix: 0, openMs: M0, open: 100, high: 120, low: 95, close: 95, volumeBase: 6 },
    ]);
    expect(candles.takeChanged()).toEqual([]);
  });

  it('hands out a closed minute before the next one', () => {
    const candles = new MinuteCandles(1, () => undefined);
    candles.onTrade(0, 100, 1, M0);
    candles.onTrade(0, 101, 1, M0 + 60_000);
    expect(candles.takeChanged().map((candle) => [candle.openMs, candle.close])).toEqual([
      [M0, 100],
      [M0 + 60_000, 101],
    ]);
  });

  it('leaves out and counts a trade of a minute that is over', () => {
    const candles = new MinuteCandles(1, () => undefined);
    candles.onTrade(0, 100, 1, M0 + 60_000);
    candles.onTrade(0, 999, 1, M0 + 59_999);
    expect(candles.lateTrades).toBe(1);
    expect(candles.takeChanged()[0]).toMatchObject({ high: 100, volumeBase: 1 });
  });

  it("lets the venue's own candle win and adds no trade volume to it", () => {
    const candles = new MinuteCandles(1, () => undefined);
    candles.onTrade(0, 10, 1, M0);
    // 1000-multiplier name: prices / 10, quantities * 10 here.
    candles.onVenueCandle(0, venueCandle(M0), 10, 10);
    candles.onTrade(0, 14, 7, M0 + 5);
    expect(candles.takeChanged()).toEqual([
      { ix: 0, openMs: M0, open: 9, high: 14, low: 8, close: 14, volumeBase: 500 },
    ]);
  });

  it('tells of every closed candle it had to drop', () => {
    const dropped: number[] = [];
    const candles = new MinuteCandles(1, (ix) => dropped.push(ix));
    for (let minute = 0; minute <= 2049; minute += 1) candles.onTrade(0, 1, 1, M0 + minute * 60_000);
    expect(dropped).toEqual([0]);
  });
});
