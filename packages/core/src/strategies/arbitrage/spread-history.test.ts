import { describe, expect, it } from 'vitest';
import { SpreadHistory } from './spread-history.ts';

const T0 = 1_700_000_000_000;

describe('SpreadHistory', () => {
  it('knows no median before 30 samples', () => {
    const history = new SpreadHistory(1);
    for (let second = 0; second < 29; second += 1) history.add(0, 3, T0 + second * 1000);
    expect(history.medianBps(0, T0 + 29_000)).toBeNull();
    history.add(0, 3, T0 + 29_000);
    expect(history.medianBps(0, T0 + 29_000)).toBe(3);
  });

  it('takes at most one sample a second and no unknown one', () => {
    const history = new SpreadHistory(1);
    for (let nth = 0; nth < 290; nth += 1) history.add(0, 3, T0 + nth * 100);
    for (let nth = 0; nth < 100; nth += 1) history.add(0, Number.NaN, T0 + 29_000 + nth * 1000);
    expect(history.medianBps(0, T0 + 200_000)).toBeNull();
  });

  it('answers the middle of the samples, or of the two middle ones', () => {
    const odd = new SpreadHistory(2);
    for (let nth = 0; nth < 31; nth += 1) odd.add(1, nth, T0 + nth * 1000);
    expect(odd.medianBps(1, T0 + 31_000)).toBe(15);
    odd.add(1, 31, T0 + 31_000);
    expect(odd.medianBps(1, T0 + 40_000)).toBe(15.5);
  });

  it('follows a change of regime within the hour and forgets what is older', () => {
    const history = new SpreadHistory(1);
    const hour = 3600;
    for (let second = 0; second < 3 * hour; second += 1) history.add(0, second < hour ? 5 : 9, T0 + second * 1000);
    // Two hours after the change at most a sixteenth of the samples could be old ones.
    expect(history.medianBps(0, T0 + 3 * hour * 1000)).toBe(9);
    const early = new SpreadHistory(1);
    for (let second = 0; second < hour; second += 1) early.add(0, second < hour * 0.75 ? 5 : 9, T0 + second * 1000);
    expect(early.medianBps(0, T0 + hour * 1000)).toBe(5);
  });
});
