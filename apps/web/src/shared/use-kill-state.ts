import { getKillSwitch } from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';
import { useCall } from './use-call.ts';

/** A switch pulled elsewhere shows within this time; a notification of it shows it at once. */
const KILL_INTERVAL_MS = 5000;

/** Why nothing can be started while the kill switch is on. */
const KILL_REFUSAL = 'Kill switch is on: release it first';

/** Gives whether the switch is on, and what is still open; asked anew when the server tells of it. */
export function useKillState() {
  const { stream } = useRuntime();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.on('notifications', ({ payload }) => {
        const tells = payload.notifications.some(
          ({ event }) => event === 'kill_switch' || event === 'kill_switch_released',
        );
        if (tells) void client.invalidateQueries({ queryKey: [getKillSwitch.path] });
      }),
    [stream, client],
  );
  return useCall(getKillSwitch, { intervalMs: KILL_INTERVAL_MS });
}

/** Says why nothing can be started while the kill switch is on; null while it is off or not known, when the server decides. */
export function useKillRefusal(): string | null {
  // The banner on every page asks again and again; here that answer is only read.
  const { data } = useCall(getKillSwitch, { intervalMs: Infinity });
  return data !== undefined && data.level > 0 ? KILL_REFUSAL : null;
}
