import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { PairLifecycle } from './pair-lifecycle.ts';

const T0 = 1_700_000_000_000;

describe('PairLifecycle', () => {
  it('keeps the time of a rise while the edge stays, and counts the pair once', () => {
    const life = new PairLifecycle(2);
    life.set(0, true, T0);
    life.set(0, true, T0 + 500);
    expect([life.found, life.aliveSinceMs(0), life.isOverNow(0)]).toEqual([1, T0, true]);
    life.set(0, false, T0 + 900);
    expect(life.aliveSinceMs(0)).toBeNaN();
    life.set(0, true, T0 + 1000);
    expect([life.found, life.aliveSinceMs(0)]).toEqual([1, T0 + 1000]);
  });

  it('counts a pair again only after it was gone for a minute, whatever the scanner was restarted with', () => {
    const life = new PairLifecycle(2);
    life.set(0, true, T0);
    life.set(0, true, T0 + 100_000);
    life.set(0, false, T0 + 100_100);
    life.set(0, true, T0 + 160_099);
    expect(life.found).toBe(1);
    life.set(0, false, T0 + 160_100);
    life.set(0, true, T0 + 220_100);
    expect(life.found).toBe(2);
    life.set(1, true, T0 + 220_100);
    life.clear();
    life.set(1, true, T0 + 220_200);
    expect(life.found).toBe(3);
  });

  it('gives the share of the last minute', () => {
    const life = new PairLifecycle(1);
    life.set(0, true, T0);
    life.set(0, false, T0 + 15_000);
    expect(life.confidence(0, T0 + 20_000)).toBeCloseTo(0.25, 6);
    expect(life.confidence(0, T0 + 59_000)).toBeCloseTo(0.25, 6);
    expect(life.confidence(0, T0 + 200_000)).toBe(0);
  });

  it('is sure after a whole minute over the minimum', () => {
    const life = new PairLifecycle(1);
    life.set(0, true, T0);
    expect(life.confidence(0, T0 + 61_000)).toBe(1);
  });

  it('takes a time that runs backwards for the last one', () => {
    const life = new PairLifecycle(1);
    life.set(0, true, T0 + 1000);
    expect(life.confidence(0, T0)).toBe(0);
    expect(life.confidence(0, T0 + 7000)).toBeCloseTo(0.1, 6);
  });

  // In words: the share is the time over the minimum in the last 60 to 61 seconds, however the edge jumps and time goes.
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 90_000 }));
  test.prop([fc.array(step, { minLength: 1, maxLength: 60 })])(
    'equals the time summed from the whole history',
    (steps) => {
      const life = new PairLifecycle(1);
      const spans: [number, number][] = [];
      let nowMs = T0;
      let isOver = false;
      for (const [next, passMs] of steps) {
        life.set(0, next, nowMs);
        isOver = next;
        if (isOver) spans.push([nowMs, nowMs + passMs]);
        nowMs += passMs;
      }
      const within = (fromMs: number): number =>
        spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, nowMs) - Math.max(from, fromMs)), 0) / 60_000;
      const share = life.confidence(0, nowMs);
      expect(share).toBeGreaterThanOrEqual(Math.min(1, within(nowMs - 60_000)) - 1e-9);
      expect(share).toBeLessThanOrEqual(Math.min(1, within(nowMs - 61_000)) + 1e-9);
    },
  );
});
