import { getExecution, getGoLive, getKillSwitch, setExecution, type RouteOutput } from '@riptide/contracts/calls';
import { useCall } from '../../shared/use-call.ts';
import { useCommand } from '../../shared/use-command.ts';

const GO_LIVE_INTERVAL_MS = 30_000;

export type GoLiveFacts = RouteOutput<typeof getGoLive>;
export type GoLiveVenue = GoLiveFacts['venues'][number];

/** Gives the way from paper to live, point by point. */
export function useGoLive() {
  return useCall(getGoLive, { intervalMs: GO_LIVE_INTERVAL_MS });
}

/** Switches one venue between paper and live. */
export function useSwitchVenue(onDone: () => void) {
  return useCommand(setExecution, {
    done: ({ venue, mode }) => (mode === 'live' ? `${venue} sends live orders` : `${venue} is back on paper`),
    failed: 'The venue could not be switched',
    refresh: [getExecution, getGoLive, getKillSwitch],
    onDone,
  });
}
