import { useEffect, useState } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';

const WINDOW_MS = 2000;

/** Gives the stream items per second over the last two seconds; null before the first window ends. */
export function useUpdateRate(): number | null {
  const { clock, stream } = useRuntime();
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    let cancel = (): void => {};
    const measure = (count: number, atMs: number): void => {
      cancel = clock.after(WINDOW_MS, () => {
        const nowMs = clock.ticksMs();
        setRate(((stream.itemCount - count) * 1000) / (nowMs - atMs));
        measure(stream.itemCount, nowMs);
      });
    };
    measure(stream.itemCount, clock.ticksMs());
    return () => cancel();
  }, [clock, stream]);
  return rate;
}
