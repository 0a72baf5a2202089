import { precheckTrade, type RouteOutput } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { callKey } from '../../../shared/use-call.ts';
import { TYPING_MS, useSettled } from '../../../shared/use-settled.ts';
import type { PrecheckBody } from './simulator-form.ts';

export type Precheck = RouteOutput<typeof precheckTrade>;

/** Asks what every gate says of a trade: at once on demand, else when the form stood still for a moment. */
export function usePrecheck(body: PrecheckBody | null) {
  const { call, clock, serverClock } = useRuntime();
  const settled = useSettled(body, TYPING_MS);
  const [pressed, setPressed] = useState<string | null>(null);
  const text = JSON.stringify(body);
  const asked = pressed === text ? body : settled;
  const query = useQuery({
    queryKey: callKey(precheckTrade, asked ?? {}),
    queryFn: async ({ signal }) => {
      const answer = await call(precheckTrade, { body: asked as PrecheckBody }, signal);
      return { ...answer, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    enabled: asked !== null,
    // Asked anew soon anyway: a failure is told at once.
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return {
    ...query,
    /** The answer is to what stands in the form now. */
    isCurrent: body !== null && JSON.stringify(asked) === text && !query.isPlaceholderData,
    simulate: (): void => {
      if (JSON.stringify(asked) === text) void query.refetch();
      else setPressed(text);
    },
  };
}
