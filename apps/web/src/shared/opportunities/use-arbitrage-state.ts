import {
  getArbitrageMetrics,
  getArbitrageStatus,
  type ArbitrageMetrics,
  type ArbitrageState,
} from '@riptide/contracts/calls';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRuntime } from '../../lib/runtime.tsx';
import { useFallbackInterval } from '../../lib/use-stream-state.ts';

export const STATE_KEY = ['arbitrage', 'status'] as const;
export const METRICS_KEY = ['arbitrage', 'metrics'] as const;

/** Specified poll interval of status and metrics on the scanner page. */
const STATE_INTERVAL_MS = 30_000;

export type StateFacts = ArbitrageState & { readonly atSeconds: number };

/** Gives the scanner's state: pushed, or polled every 30 s while the stream is down. */
export function useArbitrageState(): UseQueryResult<StateFacts> {
  const { call, clock, serverClock } = useRuntime();
  return useQuery({
    queryKey: STATE_KEY,
    queryFn: async ({ signal }): Promise<StateFacts> => {
      const state = await call(getArbitrageStatus, {}, signal);
      return { ...state, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    refetchInterval: useFallbackInterval(STATE_INTERVAL_MS),
    staleTime: STATE_INTERVAL_MS,
  });
}

/** Gives the engine's figures: pushed, or polled every 30 s while the stream is down. */
export function useArbitrageMetrics(): UseQueryResult<ArbitrageMetrics> {
  const { call } = useRuntime();
  return useQuery({
    queryKey: METRICS_KEY,
    queryFn: async ({ signal }): Promise<ArbitrageMetrics> => call(getArbitrageMetrics, {}, signal),
    refetchInterval: useFallbackInterval(STATE_INTERVAL_MS),
    staleTime: STATE_INTERVAL_MS,
  });
}
