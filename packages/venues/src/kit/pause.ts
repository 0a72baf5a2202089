import type { Clock } from '@riptide/core/kernel';

/** Who waits on a signal. One listener serves them all: a platform warns of a leak at the eleventh listener. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Resolves after `ms`, or at once when the signal says so; the timer is gone then. Without a signal nothing ends it early. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal === undefined) {
      clock.after(ms, resolve);
      return;
    }
    if (signal.aborted) {
      resolve();
      return;
    }
    const waiters = waitersOf(signal);
    const end = (): void => {
      timer.cancel();
      waiters.delete(end);
      resolve();
    };
    const timer = clock.after(ms, end);
    waiters.add(end);
  });
}

function waitersOf(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const waiters = new Set<() => void>();
  waiting.set(signal, waiters);
  signal.addEventListener(
    'abort',
    () => {
      for (const end of waiters) end();
    },
    { once: true },
  );
  return waiters;
}
