import { describe, expect, it } from 'vitest';
import { VirtualClock } from '@riptide/core/kernel';
import { limiterKey, TryLimiter } from './try-limiter.ts';

const START_MS = 1_800_000_000_000;

describe('TryLimiter', () => {
  it('lets five tries pass and then doubles the wait from 1 s to 15 min', () => {
    const clock = new VirtualClock(START_MS);
    const limiter = new TryLimiter(clock);
    for (let i = 0; i < 5; i += 1) expect(limiter.begin('10.0.0.1')).toBe(0);
    const waits: number[] = [];
    for (let i = 0; i < 13; i += 1) {
      const waitMs = limiter.begin('10.0.0.1');
      waits.push(waitMs / 1000);
      clock.advance(waitMs);
      expect(limiter.begin('10.0.0.1')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('counts each address by itself and forgets one after success or an hour', () => {
    const clock = new VirtualClock(START_MS);
    const limiter = new TryLimiter(clock);
    for (let i = 0; i < 5; i += 1) limiter.begin('10.0.0.1');
    expect(limiter.begin('10.0.0.1')).toBeGreaterThan(0);
    expect(limiter.begin('10.0.0.2')).toBe(0);
    limiter.succeed('10.0.0.1');
    expect(limiter.begin('10.0.0.1')).toBe(0);
    for (let i = 0; i < 5; i += 1) limiter.begin('10.0.0.3');
    clock.advance(3_600_001);
    for (let i = 0; i < 5; i += 1) expect(limiter.begin('10.0.0.3')).toBe(0);
  });
});

describe('limiterKey', () => {
  it.each([
    ['192.168.1.7', '192.168.1.7'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted as %s', (address, key) => {
    expect(limiterKey(address)).toBe(key);
  });
});
