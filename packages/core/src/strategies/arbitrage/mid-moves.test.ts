import { describe, expect, it } from 'vitest';
import { MidMoves } from './mid-moves.ts';

const T0 = 1_700_000_000_000;

describe('MidMoves', () => {
  it('knows no usual move before ten of them', () => {
    const moves = new MidMoves(1);
    // The first mid is no move yet.
    for (let second = 0; second < 10; second += 1) moves.add(0, 100, T0 + second * 1000);
    expect(moves.usualMoveBps(0, 1000)).toBeNaN();
    moves.add(0, 100, T0 + 10_000);
    expect(moves.usualMoveBps(0, 1000)).toBe(0);
  });

  it('answers the 70th percentile, scaled by the square root of time', () => {
    const moves = new MidMoves(1);
    let mid = 100;
    // Ten moves of 1 to 10 bps; the eighth smallest is 8 bps a second, so 4 bps in a quarter of one.
    moves.add(0, mid, T0);
    for (let step = 1; step <= 10; step += 1) {
      mid *= 1 + step / 1e4;
      moves.add(0, mid, T0 + step * 1000);
    }
    expect(moves.usualMoveBps(0, 1000)).toBeCloseTo(8, 6);
    expect(moves.usualMoveBps(0, 250)).toBeCloseTo(4, 6);
  });

  it('counts no move across a long pause or an unknown mid', () => {
    const moves = new MidMoves(1);
    for (let second = 0; second <= 10; second += 1) moves.add(0, 100, T0 + second * 1000);
    moves.add(0, 200, T0 + 30_000);
    moves.add(0, Number.NaN, T0 + 31_000);
    moves.add(0, 400, T0 + 32_000);
    expect(moves.usualMoveBps(0, 1000)).toBe(0);
  });
});
