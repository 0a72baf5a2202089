import type { RouteRef, RouteInput, RouteOutput } from '@riptide/contracts/calls';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRuntime, type Runtime } from '../lib/runtime.tsx';
import { useStreamState } from '../lib/use-stream-state.ts';

/** An answer and when the server gave it, epoch seconds. */
export type Dated<T> = T & { readonly atSeconds: number };

export interface CallOptions<R extends RouteRef> {
  readonly input?: Partial<RouteInput<R>>;
  /** The specified poll interval. */
  readonly intervalMs: number;
  /** The stream carries it too (see TopicFeeds): it is polled only while the stream is down. */
  readonly isPushed?: boolean;
  /** Nothing is asked while false, e.g. before a symbol is chosen. */
  readonly isAsked?: boolean;
  /** A refusal after which nothing is asked any more: the answer will always be that. */
  readonly isFinal?: (error: Error) => boolean;
}

/** The place of a call's answer in the query cache. */
export function callKey(route: RouteRef, input?: object): readonly unknown[] {
  return input === undefined ? [route.path] : [route.path, input];
}

/** How a GET call is asked, for the query cache: by the panels, and once before they are drawn. */
export function callQuery<R extends RouteRef>(
  { call, clock, serverClock }: Runtime,
  route: R,
  input?: Partial<RouteInput<R>>,
) {
  return {
    queryKey: callKey(route, input),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Dated<RouteOutput<R>>> => {
      const answer = await call(route, input, signal);
      return { ...(answer as object), atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 } as Dated<
        RouteOutput<R>
      >;
    },
  };
}

const never = (): boolean => false;

/** Keeps the answer of a GET call: asked at once, then polled at its interval, kept over failures with the time it is of. */
export function useCall<R extends RouteRef>(
  route: R,
  { input, intervalMs, isPushed = false, isAsked = true, isFinal = never }: CallOptions<R>,
): UseQueryResult<Dated<RouteOutput<R>>> {
  const runtime = useRuntime();
  const isOpen = useStreamState().phase === 'open';
  return useQuery({
    ...callQuery(runtime, route, input),
    enabled: ({ state: { error } }) => isAsked && (error === null || !isFinal(error)),
    refetchInterval: isPushed && isOpen ? false : intervalMs,
    staleTime: intervalMs,
  });
}
