import { describe, expect, it } from 'vitest';
import { BackOff, RESTART_BACK_OFF } from './back-off.ts';

describe('BackOff', () => {
  it('doubles from 0.2 s to 10 s and stays there', () => {
    const backOff = new BackOff(RESTART_BACK_OFF);
    const delays = Array.from({ length: 9 }, () => backOff.nextDelayMs(0));
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
  });

  it('starts again at 0.2 s after a run of 30 s', () => {
    const backOff = new BackOff(RESTART_BACK_OFF);
    backOff.nextDelayMs(0);
    backOff.nextDelayMs(29_999);
    expect(backOff.nextDelayMs(30_000)).toBe(200);
    expect(backOff.nextDelayMs(10)).toBe(400);
  });
});
