import { describe, expect, it } from 'vitest';
import { SeenRing } from './seen-ring.ts';

describe('SeenRing', () => {
  it('forgets the oldest key first and lists the rest in order', () => {
    const ring = new SeenRing(3);
    for (const key of ['a', 'b', 'c', 'b', 'd', 'e']) ring.add(key);
    expect(ring.list()).toEqual(['c', 'd', 'e']);
    expect([ring.has('b'), ring.has('c'), ring.add('e'), ring.add('a')]).toEqual([false, true, false, true]);
    expect(new SeenRing(3, ring.list()).list()).toEqual(['d', 'e', 'a']);
  });
});
