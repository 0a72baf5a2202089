import { describe, expect, it } from 'vitest';
import { shards } from './shards.ts';

describe('shards', () => {
  it('gives no share more than its size and keeps the order', () => {
    const items = Array.from({ length: 30 }, (_, at) => at);
    expect(shards(items, 14).map((share) => share.length)).toEqual([14, 14, 2]);
    expect(shards(items, 14).flat()).toEqual(items);
    expect(shards([], 14)).toEqual([]);
  });
});
