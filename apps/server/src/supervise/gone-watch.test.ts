import { describe, expect, it } from 'vitest';
import { VirtualClock, type Log } from '@riptide/core/kernel';
import type { ChildName } from './child-messages.ts';
import { GoneWatch } from './gone-watch.ts';

describe('GoneWatch', () => {
  it('shouts once when engine and server are both gone for more than 10 s, not for one of them or for a restart', () => {
    const clock = new VirtualClock(0);
    const errors: string[] = [];
    const log: Log = { info: () => undefined, warn: () => undefined, error: (message) => void errors.push(message) };
    const gone = new Set<ChildName>(['engine']);
    const watch = new GoneWatch({ clock, log, isGone: (name) => gone.has(name) });
    clock.advance(60_000);
    gone.add('server');
    clock.advance(9_000);
    gone.delete('server');
    clock.advance(1_000);
    gone.add('server');
    clock.advance(11_000);
    expect([errors, watch.isAllGone]).toEqual([[], false]);
    clock.advance(60_000);
    expect(errors).toEqual([expect.stringContaining('both gone')]);
    expect(watch.isAllGone).toBe(true);
    gone.delete('engine');
    clock.advance(1_000);
    expect(watch.isAllGone).toBe(false);
    watch.close();
  });
});
