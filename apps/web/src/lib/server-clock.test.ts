import { expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

it('takes the least delayed item as the offset, so that one slow item does not age everything', () => {
  let nowMs = 1_000_000;
  const clock = new ServerClock(() => nowMs);
  clock.observe(990);
  nowMs += 500;
  clock.observe(990.1);
  expect(clock.offsetMs).toBe(10_000);
  expect(clock.ageMs(990, nowMs)).toBe(500);
  expect(clock.ageMs(995, nowMs)).toBe(0);
});
