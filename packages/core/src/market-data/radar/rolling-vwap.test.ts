import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../domain/index.ts';
import { RollingVwap } from './rolling-vwap.ts';

const MINUTE_MS = 60_000;
/** The start of a minute. */
const T0 = 28_333_333 * MINUTE_MS;

function candle(minute: number, over: Partial<Candle> = {}): Candle {
  return { openMs: T0 + minute * MINUTE_MS, open: 10, high: 12, low: 9, close: 12, volumeBase: 2, ...over };
}

function watching(lookbackMinutes?: number): RollingVwap {
  const vwap = new RollingVwap(2, lookbackMinutes);
  vwap.watch(0);
  return vwap;
}

describe('RollingVwap', () => {
  it('weighs prices by volume, the running minute included, and tells the age of the newest trade', () => {
    const vwap = watching();
    vwap.onTraded(0, 100, 1, T0);
    vwap.onTraded(0, 110, 3, T0 + 59_000);
    vwap.onTraded(0, 90, 4, T0 + 61_000);
    expect(vwap.read(0, T0 + 61_400)).toMatchObject({ vwapPx: 98.75, minutes: 2, ageMs: 400, isWarmed: false });
  });

  it('lets a minute go once it is older than the lookback', () => {
    const vwap = watching(3);
    vwap.onTraded(0, 100, 1, T0);
    vwap.onTraded(0, 200, 1, T0 + 2 * MINUTE_MS);
    expect(vwap.read(0, T0 + 3 * MINUTE_MS - 1)).toMatchObject({ vwapPx: 150, minutes: 2 });
    expect(vwap.read(0, T0 + 3 * MINUTE_MS)).toMatchObject({ vwapPx: 200, minutes: 1 });
    expect(vwap.read(0, T0 + 6 * MINUTE_MS)).toMatchObject({ vwapPx: Number.NaN, minutes: 0, ageMs: 4 * MINUTE_MS });
  });

  it('knows nothing of an instrument that is not watched or has not traded', () => {
    const vwap = watching();
    vwap.onTraded(1, 100, 1, T0);
    for (const ix of [0, 1, 7]) {
      expect(vwap.read(ix, T0)).toEqual({
        vwapPx: Number.NaN,
        ageMs: Number.NaN,
        minutes: 0,
        isWarmed: false,
        volatilityBps: Number.NaN,
      });
    }
  });

  it('takes no trade without a price or a quantity', () => {
    const vwap = watching();
    vwap.onTraded(0, Number.NaN, 1, T0);
    vwap.onTraded(0, 100, 0, T0);
    expect(vwap.read(0, T0).vwapPx).toBeNaN();
  });

  test.prop([
    fc.array(
      fc.record({
        gapMs: fc.integer({ min: 0, max: 200_000 }),
        px: fc.double({ min: 1, max: 1e5, noNaN: true }),
        qty: fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
      }),
      { minLength: 1, maxLength: 200 },
    ),
    fc.integer({ min: 1, max: 110 }),
  ])('equals an average made anew from all trades of the covered minutes', (rows, lookback) => {
    const vwap = watching(lookback);
    let atMs = T0;
    const trades = rows.map(({ gapMs, px, qty }) => ({ atMs: (atMs += gapMs), px, qty }));
    for (const trade of trades) vwap.onTraded(0, trade.px, trade.qty, trade.atMs);
    const oldest = Math.floor(atMs / MINUTE_MS) - lookback;
    const covered = trades.filter((trade) => Math.floor(trade.atMs / MINUTE_MS) > oldest);
    const base = covered.reduce((sum, { qty }) => sum + qty, 0);
    const quote = covered.reduce((sum, { px, qty }) => sum + px * qty, 0);
    const { vwapPx, minutes } = vwap.read(0, atMs);
    expect(Math.abs(vwapPx / (quote / base) - 1)).toBeLessThan(1e-12);
    expect(minutes).toBe(new Set(covered.map((trade) => Math.floor(trade.atMs / MINUTE_MS))).size);
  });
});

describe('RollingVwap: history', () => {
  it('is not blind at the start: minutes of history count by typical price and volume, and are told', () => {
    const vwap = watching();
    vwap.warm(0, [candle(-2), candle(-1, { high: 20, low: 10, close: 15, volumeBase: 6 })], T0 + 5_000);
    expect(vwap.read(0, T0 + 5_000)).toMatchObject({ vwapPx: 14, minutes: 2, isWarmed: true, ageMs: Number.NaN });
  });

  it('is told no longer once the last minute of history left the lookback', () => {
    const vwap = watching(3);
    vwap.warm(0, [candle(-1)], T0);
    vwap.onTraded(0, 50, 1, T0);
    expect(vwap.read(0, T0 + 2 * MINUTE_MS - 1).isWarmed).toBe(true);
    expect(vwap.read(0, T0 + 2 * MINUTE_MS)).toMatchObject({ isWarmed: false, vwapPx: 50 });
  });

  it('never replaces trades of our own, the running minute, or what is newer', () => {
    const vwap = watching(3);
    vwap.onTraded(0, 50, 1, T0);
    vwap.warm(0, [candle(0), candle(1), candle(-3), candle(-90)], T0 + MINUTE_MS);
    expect(vwap.read(0, T0 + MINUTE_MS)).toMatchObject({ vwapPx: 50, minutes: 1, isWarmed: false });
    vwap.warm(0, [candle(-1)], T0 + MINUTE_MS);
    expect(vwap.read(0, T0 + MINUTE_MS)).toMatchObject({ vwapPx: (50 + 22) / 3, minutes: 2, isWarmed: true });
  });
});

describe('RollingVwap: volatility', () => {
  it('is the standard deviation of one-minute returns in bps, the running minute left out', () => {
    const vwap = watching();
    for (let minute = 0; minute <= 30; minute += 1) {
      vwap.onTraded(0, minute % 2 === 0 ? 100 : 101, 1, T0 + minute * MINUTE_MS);
    }
    vwap.onTraded(0, 500, 1, T0 + 31 * MINUTE_MS);
    const up = 0.01;
    const down = 100 / 101 - 1;
    const mean = (up + down) / 2;
    const expected = Math.sqrt((15 * (up - mean) ** 2 + 15 * (down - mean) ** 2) / 29) * 1e4;
    expect(vwap.read(0, T0 + 31 * MINUTE_MS).volatilityBps).toBeCloseTo(expected, 8);
  });

  it('is unknown with fewer than ten returns and 0 while the price stands', () => {
    const vwap = watching();
    for (let minute = 0; minute < 10; minute += 1) vwap.onTraded(0, 100, 1, T0 + minute * MINUTE_MS);
    expect(vwap.read(0, T0 + 10 * MINUTE_MS).volatilityBps).toBeNaN();
    vwap.onTraded(0, 100, 1, T0 + 10 * MINUTE_MS);
    expect(vwap.read(0, T0 + 11 * MINUTE_MS).volatilityBps).toBe(0);
  });

  it('takes a minute without trades for one without a move', () => {
    const vwap = watching();
    for (const minute of [0, 15]) vwap.onTraded(0, 100 + minute, 1, T0 + minute * MINUTE_MS);
    const returns = [...Array.from({ length: 14 }, () => 0), 0.15];
    const mean = 0.01;
    const expected = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 14) * 1e4;
    expect(vwap.read(0, T0 + 16 * MINUTE_MS).volatilityBps).toBeCloseTo(expected, 8);
  });
});
