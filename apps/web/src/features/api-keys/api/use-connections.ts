import { getConnections, getEgressIp, getSelfcheck, type VenueName } from '@riptide/contracts/calls';
import { useCall } from '../../../shared/use-call.ts';
import { useExecution } from '../../../shared/use-execution.ts';

/** Specified interval of the list of connections. */
export const CONNECTIONS_INTERVAL_MS = 30_000;
/** The addresses of a machine change seldom. */
const ADDRESS_INTERVAL_MS = 600_000;

/** Gives keys and connections of every venue. */
export function useConnections() {
  return useCall(getConnections, { intervalMs: CONNECTIONS_INTERVAL_MS });
}

/** Gives the mode of a venue; null while unknown. */
export function useVenueMode(venue: VenueName): 'paper' | 'live' | null {
  return useExecution().data?.venues.find((row) => row.venue === venue)?.mode ?? null;
}

/** Gives the address that venues see. */
export function useEgressIp() {
  return useCall(getEgressIp, { intervalMs: ADDRESS_INTERVAL_MS });
}

/** Gives the addresses of the machine itself. */
export function useSelfcheck() {
  return useCall(getSelfcheck, { intervalMs: ADDRESS_INTERVAL_MS });
}
