import { describe, expect, it } from 'vitest';
import { RecentIds } from './recent-ids.ts';

describe('RecentIds', () => {
  it('takes an id once', () => {
    const ids = new RecentIds(3);
    expect([ids.add('a'), ids.add('a'), ids.has('a'), ids.has('b')]).toEqual([true, false, true, false]);
  });

  it('forgets the oldest beyond its capacity', () => {
    const ids = new RecentIds(2);
    for (const id of ['a', 'b', 'c']) ids.add(id);
    expect(ids.toArray()).toEqual(['b', 'c']);
    expect(ids.add('a')).toBe(true);
  });

  it('goes on from a saved list', () => {
    expect(new RecentIds(2, ['a', 'b', 'c']).toArray()).toEqual(['b', 'c']);
  });
});
