import {
  getEngineStatus,
  getKillEstimate,
  getKillSwitch,
  getOrders,
  getPortfolioPositions,
  pullKillSwitch,
  releaseKillSwitch,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useCall } from '../../shared/use-call.ts';
import { useCommand } from '../../shared/use-command.ts';

const ESTIMATE_INTERVAL_MS = 3000;

export type KillReport = RouteOutput<typeof pullKillSwitch>['report'];

let report: { readonly sinceS: number | null; readonly rows: KillReport } | null = null;
const listeners = new Set<() => void>();

function keepReport(next: typeof report): void {
  report = next;
  for (const listener of listeners) listener();
}

/** Gives what the last pull from this page did at each venue; null without one. */
export function useKillReport(): typeof report {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => report,
  );
}

/** Gives what each level would do now, while somebody looks at it. */
export function useKillEstimate(isAsked: boolean) {
  return useCall(getKillEstimate, { intervalMs: ESTIMATE_INTERVAL_MS, isAsked });
}

export const KILL_FAILED_TEXT = 'The kill switch could not be pulled';
/** Nobody is to hesitate: unlike an order it does no more when it is given twice. */
export const KILL_UNKNOWN_TEXT = 'It is not known whether the kill switch is on; pull it again, which does no harm';
/** The switch counts from its first moment; that a venue is slow or down does not take it back. */
const KILL_ON_TEXT = 'The kill switch is on; not every venue has answered yet';

const REFRESH = [getKillSwitch, getKillEstimate, getEngineStatus, getPortfolioPositions, getOrders] as const;

/** Pulls the switch; the server does it all, also when this page is closed. The banner tells what came of it, so no toast covers its buttons. */
export function usePullKill(onDone: () => void) {
  const client = useQueryClient();
  const isOn = (): boolean =>
    client
      .getQueriesData<RouteOutput<typeof getKillSwitch>>({ queryKey: [getKillSwitch.path] })
      .some(([, state]) => (state?.level ?? 0) > 0);
  return useCommand(pullKillSwitch, {
    failed: () => (isOn() ? KILL_ON_TEXT : KILL_FAILED_TEXT),
    unknown: () => (isOn() ? KILL_ON_TEXT : KILL_UNKNOWN_TEXT),
    refresh: REFRESH,
    onDone: (answer) => {
      keepReport({ sinceS: answer.since, rows: answer.report });
      onDone();
    },
  });
}

/** Ends the switch; engines stay stopped. */
export function useReleaseKill(onDone: () => void) {
  return useCommand(releaseKillSwitch, {
    done: () => 'Kill switch released. Engines stay stopped until you start them.',
    failed: 'The kill switch could not be released',
    refresh: REFRESH,
    onDone: () => {
      keepReport(null);
      onDone();
    },
  });
}
