import { describe, expect, it } from 'vitest';
import { PairLifecycle } from './pair-lifecycle.ts';
import { SeenCounters } from './seen-counters.ts';

const T0 = 1_700_000_000_000;
const MINUTE_MS = 60_000;

describe('SignalStrength', () => {
  it('counts crossings of the last hour and tells the median of how long they lasted', () => {
    const life = new PairLifecycle(2);
    expect([life.signals.crossingsPerHour(1, T0), life.signals.aliveP50Ms(1)]).toEqual([0, null]);
    const lastedMs = [1000, 9000, 4000];
    lastedMs.forEach((ms, nth) => {
      const fromMs = T0 + nth * 20 * MINUTE_MS;
      life.set(1, true, fromMs);
      life.set(1, true, fromMs + ms / 2);
      life.set(1, false, fromMs + ms);
    });
    const nowMs = T0 + 45 * MINUTE_MS;
    expect([life.signals.crossingsPerHour(1, nowMs), life.signals.aliveP50Ms(1)]).toEqual([3, 4000]);
    expect(life.signals.crossingsPerHour(1, T0 + 75 * MINUTE_MS)).toBe(2);
    expect(life.signals.crossingsPerHour(1, T0 + 500 * MINUTE_MS)).toBe(0);
    expect(life.signals.crossingsPerHour(0, nowMs)).toBe(0);
  });

  it('forgets under another minimum', () => {
    const life = new PairLifecycle(1);
    life.set(0, true, T0);
    life.set(0, false, T0 + 500);
    life.clear();
    expect([life.signals.crossingsPerHour(0, T0 + 600), life.signals.aliveP50Ms(0)]).toEqual([0, null]);
  });
});

describe('SeenCounters', () => {
  it('counts an opportunity once in each class, and again after a minute without it', () => {
    const seen = new SeenCounters(2);
    seen.note(0, -3, null, T0);
    seen.note(0, 2, -20, T0 + 1000);
    seen.note(0, 2, -20, T0 + 30_000);
    seen.note(0, -1, -20, T0 + 60_000);
    seen.note(0, 3, 1, T0 + 100_000);
    expect(seen.figures(T0 + 100_000)).toEqual({ found: 1, entryPositive: 1, roundTripPositive: 1 });
    seen.note(0, 3, -9, T0 + 160_000);
    seen.note(1, -3, -9, T0 + 160_000);
    expect(seen.figures(T0 + 160_000)).toEqual({ found: 3, entryPositive: 2, roundTripPositive: 1 });
  });

  it('looks back over a day', () => {
    const seen = new SeenCounters(1);
    seen.note(0, 1, 1, T0);
    expect(seen.figures(T0 + 1439 * MINUTE_MS).found).toBe(1);
    expect(seen.figures(T0 + 1461 * MINUTE_MS).found).toBe(0);
    seen.note(0, 1, 1, T0 + 1461 * MINUTE_MS);
    expect(seen.figures(T0 + 1461 * MINUTE_MS)).toEqual({ found: 1, entryPositive: 1, roundTripPositive: 1 });
  });
});
