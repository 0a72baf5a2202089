import { getHealth, type Health } from '@riptide/contracts/calls';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';
import { useNow } from '../lib/use-now.ts';
import { useFallbackInterval, useStreamState } from '../lib/use-stream-state.ts';

const HEALTH_KEY = ['health'] as const;

/** Specified poll interval of the health figures. */
export const HEALTH_INTERVAL_MS = 5000;

export type HealthFacts = Omit<Health, 'ok'> & { readonly atSeconds: number; readonly source: 'push' | 'poll' };

/** Polled health may be this old: one interval and a slow answer. */
const POLLED_KNOWN_MS = 6000;

/** Writes pushed health into the query cache; mount once. */
export function useHealthFeed(): void {
  const { stream, serverClock } = useRuntime();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.on('health', (item) => {
        serverClock.observe(item.ts);
        client.setQueryData<HealthFacts>(HEALTH_KEY, { ...item.payload, atSeconds: item.ts, source: 'push' });
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
      return { ...health, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000, source: 'poll' };
    },
    refetchInterval: useFallbackInterval(HEALTH_INTERVAL_MS),
    staleTime: HEALTH_INTERVAL_MS,
  });
}

/** Tells whether a venue's data come, late or not. */
export function isHeard({ status }: Pick<HealthFacts['venues'][number], 'status'>): boolean {
  return status === 'ok' || status === 'slow';
}

/** Gives the health while it can still be true: not from a stream that went quiet, not from a poll long ago; else undefined. */
export function useKnownHealth(): HealthFacts | undefined {
  const { serverClock } = useRuntime();
  const { silence } = useStreamState();
  const health = useHealth().data;
  const nowMs = useNow();
  if (!health) return undefined;
  if (health.source === 'push') return silence === 'fresh' ? health : undefined;
  return serverClock.ageMs(health.atSeconds, nowMs) <= POLLED_KNOWN_MS ? health : undefined;
}
