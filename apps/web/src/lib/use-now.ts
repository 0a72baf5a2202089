import { useEffect, useState } from 'react';
import { useRuntime } from './runtime.tsx';

/** Gives the browser's epoch milliseconds, renewed every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const { clock } = useRuntime();
  const [nowMs, setNowMs] = useState(() => clock.nowMs());
  useEffect(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      setNowMs(clock.nowMs());
      cancel = clock.after(everyMs, tick);
    };
    cancel = clock.after(everyMs, tick);
    return () => cancel();
  }, [clock, everyMs]);
  return nowMs;
}
