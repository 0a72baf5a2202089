import { gateStatus } from '@riptide/contracts';
import { useQuery } from '@tanstack/react-query';
import { leaveForGate } from '../../lib/gate-redirect.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import type { ModeFacts } from '../../shared/mode-strip.tsx';

const ROUND_TRIP_INTERVAL_MS = 10_000;
const OFFLINE_INTERVAL_MS = 3000;

export interface SessionFacts {
  readonly mode: ModeFacts | null;
  readonly roundTripMs: number | null;
  /** null until the first answer or failure. */
  readonly serverAnswers: boolean | null;
  /** The server says that this browser holds no session; the page is on its way to the gate. */
  readonly isLocked: boolean;
}

/** Asks the gate every ten seconds: measures the round trip, and leaves for the gate when the session is over. */
export function useSession(): SessionFacts {
  const { call, clock } = useRuntime();
  const query = useQuery({
    queryKey: ['gate'],
    queryFn: async ({ signal }) => {
      const startedMs = clock.ticksMs();
      const { authenticated, execution, market } = await call(gateStatus, {}, signal);
      if (!authenticated) leaveForGate();
      return { authenticated, mode: { execution, market }, roundTripMs: clock.ticksMs() - startedMs };
    },
    retry: false,
    refetchInterval: (asked) => (asked.state.status === 'error' ? OFFLINE_INTERVAL_MS : ROUND_TRIP_INTERVAL_MS),
  });
  return {
    mode: query.data?.mode ?? null,
    roundTripMs: query.isError ? null : (query.data?.roundTripMs ?? null),
    serverAnswers: query.isError ? false : query.data ? true : null,
    isLocked: query.data?.authenticated === false,
  };
}
