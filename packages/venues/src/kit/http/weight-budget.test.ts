import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { WeightBudget } from './weight-budget.ts';

const START_MS = 1_700_000_000_000;

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

describe('WeightBudget', () => {
  it('grants what fits at once and makes the rest wait for the refill', async () => {
    const clock = new VirtualClock(START_MS);
    const budget = new WeightBudget({ clock, capacity: 10, windowMs: 1000, waitersMax: 5 });
    expect((await budget.take(10)).ok).toBe(true);
    let isGranted = false;
    void budget.take(5).then(() => (isGranted = true));
    await settle();
    clock.advance(499);
    await settle();
    expect(isGranted).toBe(false);
    clock.advance(1);
    await settle();
    expect(isGranted).toBe(true);
  });

  it('refuses the caller over the bound instead of queueing it', async () => {
    const clock = new VirtualClock(START_MS);
    const budget = new WeightBudget({ clock, capacity: 1, windowMs: 1000, waitersMax: 2 });
    void budget.take(1);
    void budget.take(1);
    const third = await budget.take(1);
    expect(third).toMatchObject({ ok: false, error: { code: 'VENUE_BUSY', outcome: 'not-sent' } });
  });

  it('sends nothing while the venue said to wait, and says for how long', async () => {
    const clock = new VirtualClock(START_MS);
    const budget = new WeightBudget({ clock, capacity: 10, windowMs: 1000, waitersMax: 2 });
    budget.close(30_000);
    clock.advance(10_000);
    expect(await budget.take(1)).toMatchObject({
      ok: false,
      error: { code: 'VENUE_RATE_LIMITED', retryAfterMs: 20_000 },
    });
    clock.advance(20_000);
    expect((await budget.take(1)).ok).toBe(true);
  });

  it('paces itself by what the venue counted of a process before this one', async () => {
    const clock = new VirtualClock(START_MS);
    const budget = new WeightBudget({ clock, capacity: 100, windowMs: 1_000, waitersMax: 5 });
    budget.observeLeft(20);
    expect((await budget.take(20)).ok).toBe(true);
    budget.observeLeft(-10);
    let isGranted = false;
    void budget.take(10).then(() => (isGranted = true));
    await settle();
    clock.advance(199);
    await settle();
    expect(isGranted).toBe(false);
    clock.advance(1);
    await settle();
    expect(isGranted).toBe(true);
  });

  it('is not widened by what the venue would allow, nor shut for longer than a window by a wild figure', async () => {
    const clock = new VirtualClock(START_MS);
    const budget = new WeightBudget({ clock, capacity: 100, windowMs: 1_000, waitersMax: 5 });
    expect((await budget.take(100)).ok).toBe(true);
    budget.observeLeft(5_000);
    let isGranted = false;
    void budget.take(1).then(() => (isGranted = true));
    await settle();
    expect(isGranted).toBe(false);
    budget.observeLeft(-1e9);
    clock.advance(1_010);
    await settle();
    clock.advance(1_000);
    await settle();
    expect(isGranted).toBe(true);
  });
});
