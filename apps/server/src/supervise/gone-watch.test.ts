import { describe, expect, it } from 'vitest';
import { VirtualClock, type Log } from '@riptide/core/kernel';
import type { ChildName } from './child-messages.ts';
import { GoneWatch } from './gone-watch.ts';

describe('GoneWatch', () => {
  it('shouts once when engine and server are both gone for more than 10 s, not for one of them or for a restart', () => {
    const clock = new VirtualClock(0);
    const errors: string[] = [];
    const log: Log = { info: () => undefined, warn: () => undefined, error: (message) => void errors.push(message) };
    const gone = new Set<ChildName>();
    const watch = new GoneWatch({ clock, log, isGone: (name) => gone.has(name) });
    clock.advance(1_000);
    gone.add('engine');
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

  it('takes a slow first start for no loss: it warns once after two minutes, and watches once both have been up', () => {
    const clock = new VirtualClock(0);
    const [errors, warnings]: [string[], string[]] = [[], []];
    const log: Log = {
      info: () => undefined,
      warn: (message, fields) => void warnings.push(`${message} ${String(fields?.missing)}`),
      error: (message) => void errors.push(message),
    };
    const gone = new Set<ChildName>(['engine', 'server']);
    const watch = new GoneWatch({ clock, log, isGone: (name) => gone.has(name) });
    clock.advance(120_000);
    expect([errors, warnings]).toEqual([[], []]);
    gone.delete('server');
    clock.advance(60_000);
    expect([errors, warnings]).toEqual([[], [expect.stringMatching(/the start takes long.* engine$/)]]);
    gone.delete('engine');
    clock.advance(1_000);
    gone.add('engine').add('server');
    clock.advance(12_000);
    expect([errors.length, warnings.length]).toEqual([1, 1]);
    watch.close();
  });
});
