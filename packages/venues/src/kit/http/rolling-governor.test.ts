import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { RequestGovernor } from './request-governor.ts';
import { RollingGovernor } from './rolling-governor.ts';

function pools(capacity = 10, outerCapacity = 1_000) {
  const clock = new VirtualClock(1_795_000_000_000);
  const shared = { clock, windowMs: 1_000, reserveFrac: 0.2, readWaitMaxMs: 5_000 };
  const outer = new RequestGovernor({ ...shared, capacity: outerCapacity });
  return { clock, outer, pool: () => new RollingGovernor({ ...shared, capacity }, outer) };
}

const refusal = { error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' } };

describe('RollingGovernor', () => {
  it('never lets more than its capacity through in any window, bursts and trickles alike', async () => {
    const { clock, pool } = pools();
    const governor = pool();
    const grants: number[] = [];
    for (let ms = 0; ms < 3_500; ms += 10) {
      const isAsking = ms < 300 || ms > 900;
      if (isAsking && (await governor.take(1, 'reduce-risk')).ok) grants.push(ms);
      clock.advance(10);
    }
    for (const start of grants) {
      const within = grants.filter((ms) => ms >= start && ms < start + 1_000);
      expect(within.length).toBeLessThanOrEqual(10);
    }
    expect(grants.length).toBeGreaterThanOrEqual(30);
  });

  it('keeps its reserve for what reduces risk', async () => {
    const governor = pools().pool();
    for (let i = 0; i < 8; i += 1) expect((await governor.take(1, 'new-risk')).ok).toBe(true);
    expect(await governor.take(1, 'new-risk')).toMatchObject(refusal);
    for (let i = 0; i < 2; i += 1) expect((await governor.take(1, 'reduce-risk')).ok).toBe(true);
    expect(await governor.take(1, 'reduce-risk')).toMatchObject({ error: { retryAfterMs: 1_000 } });
  });

  it('grants again exactly when the oldest request leaves the window', async () => {
    const { clock, pool } = pools(2);
    const governor = pool();
    await governor.take(1, 'reduce-risk');
    clock.advance(400);
    await governor.take(1, 'reduce-risk');
    expect(await governor.take(1, 'reduce-risk')).toMatchObject({ error: { retryAfterMs: 600 } });
    clock.advance(599);
    expect(await governor.take(1, 'reduce-risk')).toMatchObject(refusal);
    clock.advance(1);
    expect((await governor.take(1, 'reduce-risk')).ok).toBe(true);
  });

  it('lets a read wait', async () => {
    const { clock, pool } = pools(1);
    const governor = pool();
    await governor.take(1, 'read');
    const waiting = governor.take(1, 'read');
    clock.advance(1_000);
    expect(await waiting).toEqual({ ok: true, value: null });
  });

  it('counts what the venue says that others used', async () => {
    const governor = pools().pool();
    await governor.take(1, 'new-risk');
    governor.observeUsed(1);
    expect(governor.remaining).toBe(9);
    governor.observeUsed(10);
    expect(governor.remaining).toBe(0);
    expect(await governor.take(1, 'reduce-risk')).toMatchObject(refusal);
  });

  it('counts what its sisters took from the outer pool, and keeps the reserve of that one', async () => {
    const { pool } = pools(10, 5);
    const [a, b] = [pool(), pool()];
    for (const governor of [a, a, b, b]) expect((await governor.take(1, 'new-risk')).ok).toBe(true);
    expect(await b.take(1, 'new-risk')).toMatchObject(refusal);
    expect((await b.take(1, 'reduce-risk')).ok).toBe(true);
  });

  it('leaves the outer pool alone while its own is closed', async () => {
    const { clock, outer, pool } = pools(10, 5);
    const governor = pool();
    governor.close(2_000);
    expect(await governor.take(1, 'reduce-risk')).toMatchObject({ error: { retryAfterMs: 2_000 } });
    expect(outer.remaining).toBe(5);
    clock.advance(2_000);
    expect((await governor.take(1, 'reduce-risk')).ok).toBe(true);
  });
});
