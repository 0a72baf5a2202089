import { describe, expect, it } from 'vitest';
import { FreshLegs } from './fresh-legs.ts';

const T0 = 1_700_000_000_000;

describe('FreshLegs', () => {
  it('looks at an instrument once a tick, and only when it is asked for', () => {
    const looks: [number, number][] = [];
    const fresh = new FreshLegs(3, { isFresh: (ix, nowMs) => looks.push([ix, nowMs]) > 0 });
    fresh.begin(T0);
    expect([fresh.isFresh(1), fresh.isFresh(1)]).toEqual([true, true]);
    fresh.begin(T0 + 100);
    fresh.isFresh(1);
    expect(looks).toEqual([
      [1, T0],
      [1, T0 + 100],
    ]);
  });

  it('sees with the next tick what went stale', () => {
    const fresh = new FreshLegs(1, { isFresh: (_ix, nowMs) => nowMs < T0 + 100 });
    fresh.begin(T0);
    expect(fresh.isFresh(0)).toBe(true);
    fresh.begin(T0 + 100);
    expect(fresh.isFresh(0)).toBe(false);
  });
});
