import { getHealth, type Health } from '@riptide/contracts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';
import { useFallbackInterval } from '../lib/use-stream-state.ts';

const HEALTH_KEY = ['health'] as const;

/** Specified poll interval of the health figures. */
export const HEALTH_INTERVAL_MS = 5000;

export type HealthFacts = Omit<Health, 'ok'> & { readonly atSeconds: number };

/** Writes pushed health into the query cache; mount once. */
export function useHealthFeed(): void {
  const { stream, serverClock } = useRuntime();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.on('health', (item) => {
        serverClock.observe(item.ts);
        client.setQueryData<HealthFacts>(HEALTH_KEY, { ...item.payload, atSeconds: item.ts });
      }),
    [stream, serverClock, client],
  );
}

/** Gives the platform's health: pushed, or polled every five seconds while the stream is down. */
export function useHealth(): UseQueryResult<HealthFacts> {
  const { call, clock, serverClock } = useRuntime();
  return useQuery({
    queryKey: HEALTH_KEY,
    queryFn: async ({ signal }): Promise<HealthFacts> => {
      const health = await call(getHealth, {}, signal);
      return { ...health, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    refetchInterval: useFallbackInterval(HEALTH_INTERVAL_MS),
    staleTime: HEALTH_INTERVAL_MS,
  });
}
