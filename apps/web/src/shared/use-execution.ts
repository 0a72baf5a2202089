import { getExecution, type RouteOutput } from '@riptide/contracts/calls';
import { useCall } from './use-call.ts';

/** A switch of another browser shows within this time. */
const EXECUTION_INTERVAL_MS = 10_000;

export type ExecutionFacts = RouteOutput<typeof getExecution>;

/** Gives where the orders of each venue go. */
export function useExecution() {
  return useCall(getExecution, { intervalMs: EXECUTION_INTERVAL_MS });
}

/** Gives the venues whose orders go to the venue itself. */
export function liveVenues(facts: ExecutionFacts): ExecutionFacts['venues'][number]['venue'][] {
  return facts.venues.filter(({ mode }) => mode === 'live').map(({ venue }) => venue);
}
