import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { NestedGovernor } from './nested-governor.ts';
import { RequestGovernor } from './request-governor.ts';

function pools() {
  const clock = new VirtualClock(1_795_000_000_000);
  const shared = { clock, windowMs: 1_000, reserveFrac: 0.2, readWaitMaxMs: 0 };
  const outer = new RequestGovernor({ ...shared, capacity: 5 });
  const inner = () => new NestedGovernor({ ...shared, capacity: 10 }, outer);
  return { outer, a: inner(), b: inner() };
}

describe('NestedGovernor', () => {
  it('counts what its sisters took from the outer pool, and keeps the reserve of that one for what reduces risk', async () => {
    const { a, b } = pools();
    for (let i = 0; i < 2; i += 1) expect((await a.take(1, 'new-risk')).ok).toBe(true);
    for (let i = 0; i < 2; i += 1) expect((await b.take(1, 'new-risk')).ok).toBe(true);
    expect(await b.take(1, 'new-risk')).toMatchObject({ error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' } });
    expect((await b.take(1, 'reduce-risk')).ok).toBe(true);
  });

  it('leaves the outer pool alone while its own is closed', async () => {
    const { outer, a } = pools();
    a.close(1_000);
    expect((await a.take(1, 'reduce-risk')).ok).toBe(false);
    expect(outer.remaining).toBe(5);
  });
});
