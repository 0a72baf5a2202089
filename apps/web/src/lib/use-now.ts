import { useSyncExternalStore } from 'react';
import { useRuntime } from './runtime.tsx';

/** Gives the browser's epoch milliseconds, renewed every second. */
export function useNow(): number {
  const { ticker } = useRuntime();
  return useSyncExternalStore(ticker.subscribe, ticker.getNowMs);
}
