import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { WindowSums, WINDOW_EVENTS_MAX } from './window-sums.ts';

interface Event {
  readonly atMs: number;
  readonly usd: number;
  readonly isLowerBound: boolean;
}

const gap = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 40_000 }));
const stream = fc
  .array(fc.tuple(gap, fc.double({ min: 0, max: 1e7, noNaN: true }), fc.boolean()), { maxLength: 250 })
  .map((rows): Event[] => {
    let atMs = 1_700_000_000_000;
    return rows.map(([gapMs, usd, isLowerBound]) => ({ atMs: (atMs += gapMs), usd, isLowerBound }));
  });

/** Written for itself: keeps every event and adds up from the start, in ten-thousandths. */
function naive(events: readonly Event[], widthMs: number, nowMs: number) {
  const inside = events.filter(({ atMs }) => atMs > nowMs - widthMs && atMs <= nowMs);
  return {
    usd: inside.reduce((sum, { usd }) => sum + Math.round(usd * 10_000), 0) / 10_000,
    count: inside.length,
    firstMs: inside[0]?.atMs ?? Number.NaN,
    isLowerBound: inside.some(({ isLowerBound }) => isLowerBound),
  };
}

const WIDTHS = [60_000, 1_000, 120_000] as const;

describe('WindowSums', () => {
  it('equals, to the last digit and after every event, a sum made anew from all events', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 0, max: 130_000 }), (events, laterMs) => {
        const sums = new WindowSums(WIDTHS);
        events.forEach((event, nth) => {
          sums.add(event.atMs, event.usd, event.isLowerBound);
          const seen = events.slice(0, nth + 1);
          WIDTHS.forEach((widthMs, window) => {
            expect(sums.sumOf(window, event.atMs)).toEqual(naive(seen, widthMs, event.atMs));
            const then = event.atMs + laterMs;
            expect(sums.peek(window, then)).toEqual(naive(seen, widthMs, then));
          });
        });
      }),
    );
  });

  it('equals a sum made anew after a window got another width, as far as the widest still held it', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 120_000 }), (events, widthMs) => {
        const sums = new WindowSums(WIDTHS);
        for (const { atMs, usd, isLowerBound } of events) sums.add(atMs, usd, isLowerBound);
        const nowMs = events.at(-1)?.atMs ?? 0;
        sums.resize(0, widthMs, nowMs);
        expect(sums.sumOf(0, nowMs)).toEqual(naive(events, widthMs, nowMs));
      }),
    );
  });

  it('calls a window a lower bound that got wider than what is held, until it holds all of its time', () => {
    const sums = new WindowSums([1_000]);
    sums.add(1_000, 5, false);
    sums.add(3_000, 7, false);
    sums.resize(0, 5_000, 3_000);
    expect(sums.sumOf(0, 3_000)).toMatchObject({ usd: 7, isLowerBound: true });
    sums.add(7_000, 1, false);
    expect(sums.sumOf(0, 7_000)).toMatchObject({ usd: 8, isLowerBound: false });
  });

  it('loses the oldest events of a burst beyond its bound, and says so', () => {
    const sums = new WindowSums([60_000, 1_000]);
    for (let nth = 0; nth <= WINDOW_EVENTS_MAX; nth += 1) sums.add(nth, 1, false);
    expect(sums.dropped).toBe(1);
    expect(sums.sumOf(0, WINDOW_EVENTS_MAX)).toEqual({
      usd: WINDOW_EVENTS_MAX,
      count: WINDOW_EVENTS_MAX,
      firstMs: 1,
      isLowerBound: true,
    });
    expect(sums.sumOf(1, WINDOW_EVENTS_MAX)).toMatchObject({ count: 1_000, isLowerBound: false });
    sums.add(61_000, 1, false);
    expect(sums.sumOf(0, 61_000).isLowerBound).toBe(false);
  });
});
