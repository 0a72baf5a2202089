import { useSyncExternalStore } from 'react';
import type { StreamState } from './event-stream.ts';
import { useRuntime } from './runtime.tsx';

/** Gives the state of the push connection and follows its changes. */
export function useStreamState(): StreamState {
  const { stream } = useRuntime();
  return useSyncExternalStore(stream.subscribeState, stream.getState);
}

/** Gives the poll interval a query needs: none while the stream is open, else the specified one. */
export function useFallbackInterval(intervalMs: number): number | false {
  return useStreamState().phase === 'open' ? false : intervalMs;
}

/** Gives the epoch seconds of the last pushed item, read anew each second; null before the first. */
export function useLastItemAtS(): number | null {
  const { stream, ticker } = useRuntime();
  return useSyncExternalStore(ticker.subscribe, () => stream.lastItemAtS);
}
