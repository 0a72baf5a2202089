import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '@riptide/core/kernel';
import { pause } from './pause.ts';

describe('pause', () => {
  it('keeps one listener on a signal, however many wait, and ends them all with it', async () => {
    const clock = new VirtualClock(0);
    const closing = new AbortController();
    const waits = Array.from({ length: 50 }, () => pause(clock, 1_000, closing.signal));
    expect(getEventListeners(closing.signal, 'abort')).toHaveLength(1);
    closing.abort();
    await Promise.all(waits);
    await pause(clock, 1_000, closing.signal);
  });

  it('ends by its time without the signal, which then has nobody to tell', async () => {
    const clock = new VirtualClock(0);
    const closing = new AbortController();
    const ended: string[] = [];
    void pause(clock, 1_000, closing.signal).then(() => ended.push('with a signal'));
    void pause(clock, 1_000).then(() => ended.push('without'));
    clock.advance(999);
    await Promise.resolve();
    expect(ended).toEqual([]);
    clock.advance(1);
    await Promise.resolve();
    expect(ended).toEqual(['with a signal', 'without']);
  });
});
