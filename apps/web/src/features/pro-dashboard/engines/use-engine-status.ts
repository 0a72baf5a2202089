import { getEngineStatus, type RouteOutput } from '@riptide/contracts/calls';
import { useCall, type Dated } from '../../../shared/use-call.ts';

/** Specified poll interval of the engine status. */
export const ENGINE_STATUS_INTERVAL_MS = 5000;

export type EngineStatus = Dated<RouteOutput<typeof getEngineStatus>>;
export type Engines = EngineStatus['engines'];

/** Gives both engines: every five seconds, when one starts or stops, and as often as asked while a sequence runs. */
export function useEngineStatus(intervalMs = ENGINE_STATUS_INTERVAL_MS) {
  return useCall(getEngineStatus, { intervalMs });
}
