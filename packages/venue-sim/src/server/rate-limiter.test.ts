import { describe, expect, it } from 'vitest';
import { WindowLimiter } from './rate-limiter.ts';

describe('WindowLimiter', () => {
  it('refuses what goes over the limit and allows again in the next window', () => {
    const limiter = new WindowLimiter(10, 60_000);
    expect(limiter.take('a', 10, 60_000)).toEqual({ allowed: true, used: 10, resetInMs: 60_000 });
    expect(limiter.take('a', 1, 90_000)).toEqual({ allowed: false, used: 11, resetInMs: 30_000 });
    expect(limiter.take('b', 1, 90_000).allowed).toBe(true);
    expect(limiter.take('a', 1, 120_000)).toEqual({ allowed: true, used: 1, resetInMs: 60_000 });
  });
});
