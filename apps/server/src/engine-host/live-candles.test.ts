import { describe, expect, it } from 'vitest';
import type { Candle } from '@riptide/core/domain';
import { LiveCandles, withLive } from './live-candles.ts';

const T0 = 1_800_000_000_000;
const candle = (minute: number, close: number, more: Partial<Candle> = {}): Candle => ({
  openMs: T0 + minute * 60_000,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volumeBase: 1,
  ...more,
});

describe('withLive', () => {
  it('continues minutes with what happened since', () => {
    const history = [candle(0, 100), candle(1, 101, { open: 100, volumeBase: 3 })];
    const merged = withLive(history, [candle(0, 999), candle(1, 105, { volumeBase: 5 }), candle(2, 106)], '1m');
    expect(merged.map(({ close }) => close)).toEqual([100, 105, 106]);
    expect(merged[1]).toEqual({ openMs: T0 + 60_000, open: 100, high: 106, low: 100, close: 105, volumeBase: 5 });
  });

  it('fills the current wide candle and begins the next at its own time', () => {
    const history = [candle(0, 100, { volumeBase: 50 })];
    const minutes = [candle(1, 90), candle(4, 120), candle(5, 130), candle(6, 140)];
    const merged = withLive(history, minutes, '5m');
    expect(merged).toEqual([
      { openMs: T0, open: 100, high: 121, low: 89, close: 120, volumeBase: 50 },
      { openMs: T0 + 300_000, open: 130, high: 141, low: 129, close: 140, volumeBase: 2 },
    ]);
  });

  it('leaves history alone without live minutes, and invents nothing without history', () => {
    expect(withLive([candle(0, 1)], [], '1m')).toEqual([candle(0, 1)]);
    expect(withLive([], [candle(0, 1)], '1m')).toEqual([]);
  });
});

describe('LiveCandles', () => {
  it('keeps one candle per minute, in order, and no more than four hours', () => {
    const live = new LiveCandles();
    for (const minute of [1, 0, 1, 2]) live.set('a', candle(minute, minute));
    live.set('a', candle(1, 77));
    expect(live.of('a').map(({ close }) => close)).toEqual([0, 77, 2]);
    for (let minute = 3; minute < 300; minute += 1) live.set('a', candle(minute, minute));
    expect(live.of('a')).toHaveLength(240);
    expect(live.of('b')).toEqual([]);
  });
});
