import { gateStatus } from '@riptide/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../lib/api-problem.ts';
import { leaveForGate } from '../../lib/gate-redirect.ts';
import { useRuntime, type Runtime } from '../../lib/runtime.tsx';
import type { ModeFacts } from './mode-words.ts';

const ROUND_TRIP_INTERVAL_MS = 10_000;
const OFFLINE_INTERVAL_MS = 3000;
const PROBE_TIMEOUT_MS = 2000;

export interface SessionFacts {
  readonly mode: ModeFacts | null;
  readonly roundTripMs: number | null;
  /** null until the first answer or failure. */
  readonly serverAnswers: boolean | null;
  /** Why the last round trip has no figure; null while it has one. */
  readonly probeProblem: string | null;
  /** The server says that this browser holds no session; the page is on its way to the gate. */
  readonly isLocked: boolean;
}

export interface GateAnswer {
  readonly authenticated: boolean;
  readonly mode: ModeFacts;
  readonly roundTripMs: number;
}

/** How the gate is asked, for the query cache: by the frame, and once before the frame is drawn. */
export function sessionQuery({ call, clock, stream, earlyStartMs }: Runtime) {
  return {
    queryKey: ['gate'] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<GateAnswer> => {
      const startedMs = earlyStartMs?.(gateStatus.path) ?? clock.ticksMs();
      const { authenticated, execution, market } = await call(
        gateStatus,
        {},
        AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
      );
      // It answers again: the stream need not wait out its pause.
      stream.retryNow();
      if (!authenticated) leaveForGate();
      return { authenticated, mode: { execution, market }, roundTripMs: clock.ticksMs() - startedMs };
    },
    retry: false,
    // What was asked before the frame stood is not asked again when it does.
    staleTime: ROUND_TRIP_INTERVAL_MS,
  };
}

/** Asks the gate every ten seconds: measures the round trip (2 s at most), calls the stream back, and leaves for the gate when the session is over. */
export function useSession(): SessionFacts {
  const query = useQuery({
    ...sessionQuery(useRuntime()),
    refetchInterval: (asked) => (asked.state.status === 'error' ? OFFLINE_INTERVAL_MS : ROUND_TRIP_INTERVAL_MS),
  });
  return {
    mode: query.data?.mode ?? null,
    roundTripMs: query.isError ? null : (query.data?.roundTripMs ?? null),
    probeProblem: query.isError ? wordProblem(query.error) : null,
    serverAnswers: query.isError ? false : query.data ? true : null,
    isLocked: query.data?.authenticated === false,
  };
}

function wordProblem(error: unknown): string {
  const isTimeout = error instanceof ApiProblem && error.facts.code === 'timeout';
  return isTimeout ? `no answer in ${PROBE_TIMEOUT_MS / 1000} s` : 'no answer';
}
