import { describe, expect, it } from 'vitest';
import { seededRandom } from '../kernel/index.ts';
import { ReplayClock } from './replay-clock.ts';

describe('ReplayClock', () => {
  it('runs tasks in order of time, then of scheduling, each at its own time', () => {
    const clock = new ReplayClock(1_000);
    const random = seededRandom(3);
    const ran: { readonly atMs: number; readonly n: number }[] = [];
    for (let n = 0; n < 500; n += 1) {
      const delayMs = Math.floor(random() * 50);
      clock.after(delayMs, () => ran.push({ atMs: clock.nowMs(), n }));
    }
    while (clock.runNext(2_000) !== null);
    expect(ran).toHaveLength(500);
    const sorted = [...ran].sort((a, b) => a.atMs - b.atMs || a.n - b.n);
    expect(ran).toEqual(sorted);
  });

  it('leaves tasks after the wanted time alone and never runs a cancelled one', () => {
    const clock = new ReplayClock(0);
    const ran: string[] = [];
    const cancelled = clock.after(1, () => ran.push('cancelled'));
    cancelled.cancel();
    clock.after(10, () => ran.push('early'));
    clock.after(11, () => ran.push('late'));
    expect(clock.runNext(10)).toBe('once');
    expect(clock.runNext(10)).toBeNull();
    expect(ran).toEqual(['early']);
    expect(clock.nowMs()).toBe(10);
  });

  it('repeats a periodic task until it is cancelled', () => {
    const clock = new ReplayClock(0);
    const atMs: number[] = [];
    const timer = clock.every(5, () => {
      atMs.push(clock.nowMs());
      if (atMs.length === 3) timer.cancel();
    });
    while (clock.runNext(100) !== null);
    expect(atMs).toEqual([5, 10, 15]);
  });
});
