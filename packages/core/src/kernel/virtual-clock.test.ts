import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { VirtualClock } from './virtual-clock.ts';
import type { TimerHandle } from './clock.ts';

describe('VirtualClock', () => {
  it('runs tasks in order of time, then of scheduling, each at its own time', () => {
    const clock = new VirtualClock(1_000);
    const random = seededRandom(3);
    const ran: { readonly atMs: number; readonly n: number }[] = [];
    for (let n = 0; n < 500; n += 1) {
      const delayMs = Math.floor(random() * 50);
      clock.after(delayMs, () => ran.push({ atMs: clock.nowMs(), n }));
    }
    clock.advance(1_000);
    expect(ran).toHaveLength(500);
    const sorted = [...ran].sort((a, b) => a.atMs - b.atMs || a.n - b.n);
    expect(ran).toEqual(sorted);
  });

  it('keeps the order of scheduling at equal times whatever else is cancelled, repeated or scheduled meanwhile', () => {
    const clock = new VirtualClock(0);
    const random = seededRandom(11);
    const ran: string[] = [];
    const wanted: { atMs: number; id: number; text: string }[] = [];
    const handles: TimerHandle[] = [];
    const cancelled = new Set<number>();
    for (let id = 0; id < 400; id += 1) {
      const atMs = 1 + Math.floor(random() * 20);
      handles.push(clock.after(atMs, () => ran.push(`${clock.nowMs()} ${id}`)));
      wanted.push({ atMs, id, text: `${atMs} ${id}` });
    }
    // More than half, so that the cancelled ones are swept out on the way.
    for (let n = 0; n < 300; n += 1) {
      const id = Math.floor(random() * 400);
      handles[id]?.cancel();
      cancelled.add(id);
    }
    expect(cancelled.size).toBeGreaterThan(200);
    clock.every(7, () => ran.push(`${clock.nowMs()} every`));
    for (const atMs of [7, 14]) wanted.push({ atMs, id: 400, text: `${atMs} every` });
    clock.advance(20);
    const left = wanted.filter(({ id }) => !cancelled.has(id)).sort((a, b) => a.atMs - b.atMs || a.id - b.id);
    expect(ran).toEqual(left.map(({ text }) => text));
  });

  it('leaves tasks after the wanted time alone and never runs a cancelled one', () => {
    const clock = new VirtualClock(0);
    const ran: string[] = [];
    const cancelled = clock.after(1, () => ran.push('cancelled'));
    cancelled.cancel();
    clock.after(10, () => ran.push('early'));
    clock.after(11, () => ran.push('late'));
    expect(clock.nextDueMs()).toBe(10);
    expect(clock.runNext(10)).toBe('once');
    expect(clock.runNext(10)).toBeNull();
    expect(ran).toEqual(['early']);
    expect(clock.nowMs()).toBe(10);
  });

  it('repeats a periodic task until it is cancelled', () => {
    const clock = new VirtualClock(0);
    const atMs: number[] = [];
    const timer = clock.every(5, () => {
      atMs.push(clock.nowMs());
      if (atMs.length === 3) timer.cancel();
    });
    while (clock.runNext(100) !== null);
    expect(atMs).toEqual([5, 10, 15]);
    expect(clock.nextDueMs()).toBeNull();
  });

  it('runs a task that a task schedules within the time moved, and one cancelled by a task due with it never', () => {
    const clock = new VirtualClock(0);
    const ran: string[] = [];
    clock.after(5, () => {
      clock.after(0, () => ran.push('again'));
      later.cancel();
    });
    const later = clock.after(5, () => ran.push('later'));
    clock.advance(5);
    expect(ran).toEqual(['again']);
  });
});
