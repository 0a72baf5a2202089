import { describe, expect, it } from 'vitest';
import { SteadyDelay } from './steady-delay.ts';

/** Takes one delay a second and returns every figure that was told. */
function told(delay: SteadyDelay, delaysMs: readonly (number | null)[], startMs = 0): (number | null)[] {
  return delaysMs.map((delayMs, at) => delay.take('OKX', delayMs, startMs + at * 1_000));
}

describe('the delay by which capital is divided', () => {
  it('stands still while the measured one goes up and down', () => {
    const restless = Array.from({ length: 600 }, (_, at) => (at === 0 ? 20 : at % 2 === 0 ? 8 : 32));
    expect(new Set(told(new SteadyDelay(), restless))).toEqual(new Set([20]));
  });

  it('follows a lasting change within minutes, in few steps', () => {
    const figures = told(new SteadyDelay(), [20, ...Array.from({ length: 300 }, () => 80)]);
    expect(figures[3]).toBe(20);
    expect(figures.at(-1)).toBeGreaterThan(64);
    expect(figures.at(-1)).toBeLessThanOrEqual(80);
    expect(new Set(figures).size).toBeLessThan(10);
  });

  it('is unknown while nothing is measured, and begins anew then', () => {
    expect(told(new SteadyDelay(), [20, null, 90])).toEqual([20, null, 90]);
  });

  it('takes a delay below a millisecond, or below none at all, for one', () => {
    expect(told(new SteadyDelay(), [-3, 0.2])).toEqual([1, 1]);
  });

  it('keeps venues apart, and a clock that goes back moves nothing', () => {
    const delay = new SteadyDelay();
    expect(delay.take('OKX', 10, 5_000)).toBe(10);
    expect(delay.take('BYBIT', 40, 5_000)).toBe(40);
    expect(delay.take('OKX', 1_000, 1_000)).toBe(10);
  });
});
